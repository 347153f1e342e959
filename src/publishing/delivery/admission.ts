// Whether a target that is due begins now: not too late (D25), only while the plan is live (D26), and not while its
// server, its account or its quota asks to wait.
import { withChanges } from "../../domain/rules.ts";
import type { Wait } from "./circuit-breaker.ts";
import type { Engine } from "./engine.ts";
import type { Failure } from "../../domain/post.ts";
import type { Due, Work } from "../../domain/store/journal.ts";
import type { Plans } from "../dependencies.ts";
import { quotaUse } from "../quota.ts";

/**
 * The claimed attempt; null when it may not begin: then it waits, or has failed, retryable, with the reason.
 * @param plan whether the workspace may publish
 */
export async function admit(due: Due, plan: Plans["state"], engine: Engine): Promise<Work | null> {
  const { journal, clock, breaker } = engine;
  if (breaker.tried().includes(due.server)) return null;
  const at = clock.now();
  const wait = breaker.wait(due.id, due) ?? (await quotaWait(due, at, engine));
  const ended = await mayNot(due, wait, at, plan, engine);
  if (ended) {
    const facts = { at, dueAt: null, dueBy: at, failure: ended, detail: ended.detail };
    if (due.state === "retrying") await journal.move(due, "retrying", "exhaust", facts);
    else await journal.move(due, "pending", ended.category === "plan" ? "lapse" : "miss", facts);
    return null;
  }
  if (wait) {
    const failure = { code: "waiting", category: wait.category, detail: wait.reason } as const;
    await journal.defer(due, { at, until: wait.until, failure });
    return null;
  }
  return due.state === "pending" || due.state === "retrying" ? await journal.claim(due, due.state, at) : null;
}

async function mayNot(
  due: Due,
  wait: Wait | null,
  at: number,
  plan: Plans["state"],
  { lateMs }: Engine,
): Promise<Failure | null> {
  const since = due.deferredSince ?? due.dueAt;
  if (at - since > lateMs) return tooLate(Math.round((at - since) / 60_000), wait);
  if (due.state !== "pending" || (await plan(at)) === "live") return null;
  const detail = "The plan was not active when the post was due. Nothing was sent.";
  return { code: "payment_required", category: "plan", detail };
}

function tooLate(minutes: number, wait: Wait | null): Failure {
  const after = "Nothing was sent; retry it if it still makes sense.";
  if (wait) {
    const detail = `It was due ${minutes} minutes ago and had to wait: ${wait.reason} ${after}`;
    return { code: "not_sent", category: "network_down", detail };
  }
  const detail = `It was due ${minutes} minutes ago, and Crier could not start it then. ${after}`;
  return { code: "missed_schedule", category: "missed", detail };
}

/** The account has used up the posts that the network accepts in a period. */
async function quotaWait(due: Due, at: number, { connections, journal }: Engine): Promise<Wait | null> {
  const network = connections.network(due.platform);
  const rules = network && withChanges(network.rules, due.ruleChanges);
  const quota = rules && (await quotaUse(due.accountId, rules, journal.usage, at));
  if (!quota || quota.used < quota.limit || quota.resetsAt === null) return null;
  const hours = quota.windowMs / 3_600_000;
  const reason = `The network allows ${quota.limit} posts per account in ${hours} hours, and all of them are used.`;
  return { until: quota.resetsAt, category: "quota", reason };
}
