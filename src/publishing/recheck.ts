// Looks at waiting posts again a day and an hour before they are due, and says what would go wrong (D25a): the rules, the
// files, the network's own word on the account, and what is left of its quota. Blocks nothing.
import { every } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { Log } from "../log.ts";
import { intentsFor, type PublishingDeps } from "./targets.ts";
import type { Nodes } from "../domain/store/nodes.ts";
import type { Journal } from "../domain/store/journal.ts";
import { preflight, type Intent } from "./preflight/index.ts";
import { isUnstarted, type Post, type Warning } from "../domain/post.ts";
import { quotaUse } from "./quota.ts";
import { requestOf } from "./manage.ts";
import { nextCheck } from "../domain/slot.ts";

const LOOK_EVERY_MS = 60_000;
const AT_ONCE = 100;

export interface RecheckDeps extends PublishingDeps {
  /** Asks the network about an account with its token, and keeps the limits that it tells. Throws Problem. */
  readonly askAccount: (accountId: string) => Promise<void>;
  readonly usage: Journal["usage"];
  /** Where several processes deliver, one of them looks. */
  readonly isLeader: Nodes["isLeader"];
}

/** What the network said of an account; null when nothing is wrong. */
type Ask = (accountId: string) => Promise<Problem | null>;

/** @returns a function that ends it */
export function startRechecks(deps: RecheckDeps, log: Log): () => void {
  const { posts, clock } = deps;
  const rounds = every(clock, LOOK_EVERY_MS, round);
  return () => void rounds.stop();

  async function round(stopping: AbortSignal): Promise<void> {
    try {
      if (!(await deps.isLeader())) return;
      const ask = askOnce(deps);
      for (const post of await posts.dueChecks(clock.now(), AT_ONCE)) {
        if (stopping.aborted) return;
        // One that can't be looked at must not keep the others from it.
        await recheck(post, ask, stopping).catch((cause: unknown) => log.error("recheck_failed", { cause }));
      }
    } catch (cause) {
      log.error("recheck_failed", { cause });
    }
  }

  async function recheck(post: Post, ask: Ask, stopping: AbortSignal): Promise<void> {
    const at = clock.now();
    const warnings = isUnstarted(post) ? await warningsFor(post, ask, deps) : [];
    const nextAt = post.scheduledFor === null ? null : nextCheck(post.scheduledFor, at);
    const messages = warnings.map(({ platform, accountId, message }) => {
      const handle = post.targets.find((target) => target.accountId === accountId)?.handle ?? accountId;
      return `${platform} (${handle}): ${message}`;
    });
    if (stopping.aborted) return;
    await posts.checked(post, {
      at,
      nextAt,
      warnings,
      detail: messages.length > 0 ? messages.join(" ") : null,
    });
  }
}

/** Many posts of one round go to the same account: its network is asked once. */
function askOnce({ askAccount }: RecheckDeps): Ask {
  const answers = new Map<string, Promise<Problem | null>>();
  return (accountId) => {
    const answer = answers.get(accountId) ?? askAccount(accountId).then(() => null, faultIn);
    answers.set(accountId, answer);
    return answer;
  };
}

function faultIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

async function warningsFor(post: Post, ask: Ask, deps: RecheckDeps): Promise<Warning[]> {
  const targets = post.targets.map(({ platform, accountId }) => ({ platform, accountId }));
  // First: what a network says of its limits counts for the rules.
  const answers = await Promise.all(targets.map(({ accountId }) => ask(accountId)));
  const refused = targets.flatMap((target, index) => {
    const problem = answers[index];
    return problem ? [{ rule: ruleFor(problem), message: problem.detail, ...target }] : [];
  });
  const files = await unreadable(post, deps);
  const lost = targets.flatMap((target) => files.map((file) => ({ ...file, ...target })));
  return [...(await rulesBroken(post, deps)), ...refused, ...lost];
}

const ruleFor = ({ code }: Problem) =>
  code === "connect_refused" ? "account.needs_reconnect" : "network.unavailable";

async function unreadable(post: Post, { files }: RecheckDeps) {
  const media = [...post.media, ...post.targetMedia];
  const readable = await Promise.all(media.map((file) => files.isReadable(file)));
  return media
    .filter((_, index) => !readable[index])
    .map(({ filename }) => ({
      rule: "media.unreadable",
      message: `${filename} can no longer be read. Upload it again and edit the post.`,
    }));
}

async function rulesBroken(post: Post, deps: RecheckDeps): Promise<Warning[]> {
  try {
    const intents = await intentsFor(
      { profileId: post.profileId, simulatedOnly: false },
      requestOf(post),
      deps,
    );
    const found = (await preflight(intents)).flatMap(({ platform, accountId, problems }) =>
      problems.map(({ rule, message }) => ({ rule, message, platform, accountId })),
    );
    const quotas = await Promise.all(intents.map((intent) => quotaSpent(post, intent, deps)));
    return [...found, ...quotas.flat()];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code: rule, detail: message } = error;
    return post.targets.map(({ platform, accountId }) => ({ rule, message, platform, accountId }));
  }
}

/** Only what is still spent when the post is due. */
async function quotaSpent(
  post: Post,
  { account }: Intent,
  { usage, clock }: RecheckDeps,
): Promise<Warning[]> {
  const use = await quotaUse(account.id, account.rules, usage, clock.now());
  if (!use || use.used < use.limit || (use.resetsAt ?? 0) <= (post.scheduledFor ?? 0)) return [];
  const message = `The network allows ${use.limit} posts in ${use.windowMs / 3_600_000} h, and all of them are used.`;
  return [{ rule: "account.quota", message, platform: account.platform, accountId: account.id }];
}
