// Whether a target that is due begins now: not too late (D25), only while the plan is live (D26), and not while its
// server, its account or its quota asks to wait.
import { serverPausedReason } from "../../domain/pause.ts";
import { withChanges } from "../../domain/rules.ts";
import type { Engine } from "./engine.ts";
import type { Failure } from "../../domain/post.ts";
import type { Due, Work } from "../../domain/store/journal.ts";
import type { Plans } from "../dependencies.ts";
import { quotaUse } from "../quota.ts";

/** Until when a target that is due has to wait, and why. */
interface Wait {
  /** ms since 1970. */
  readonly until: number;
  readonly category: "rate_limit" | "network_down" | "quota";
  /** A sentence for a person. */
  readonly reason: string;
}

/**
 * The claimed attempt; null when it may not begin: then it waits, or has failed, retryable, with the reason.
 * @param plan whether the workspace may publish
 */
export async function admit(due: Due, plan: Plans["state"], engine: Engine): Promise<Work | null> {
  const { journal, clock } = engine;
  const at = clock.now();
  const wait = requestedWait(due, at) ?? serverWait(due, at) ?? (await quotaWait(due, at, engine));
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

/** Its network asked the account to wait. */
function requestedWait({ accountNotBefore: until }: Due, at: number): Wait | null {
  if (until === null || until <= at) return null;
  return { until, category: "rate_limit", reason: "The network asked this account to wait." };
}

/** Its server is left alone. */
function serverWait({ server, serverPause }: Due, at: number): Wait | null {
  if (!serverPause || serverPause.until <= at) return null;
  const { failures, until } = serverPause;
  return { until, category: "network_down", reason: serverPausedReason({ server, failures }) };
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
