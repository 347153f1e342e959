// Turns the outcome of an attempt (from a network or an internal error) into a state transition and stores it.
import { Problem } from "../../errors.ts";
import {
  StepFailedError,
  type Accepted,
  type Busy,
  type Outcome,
  type Refused,
} from "../../networks/network.ts";
import type { Engine } from "./engine.ts";
import { PROCESSING_LIMIT_MS, SETTLE_AGAIN_MS } from "./retry-policy.ts";
import type { Failure } from "../../domain/post.ts";
import type { TargetFacts } from "../../domain/target-move.ts";
import type { Work } from "../../domain/store/journal.ts";

/** Version of the credentials that were used; null where there were none to use. */
export type Used = number | null;

/** What the publishing request led to. */
export async function recordCommit(work: Work, outcome: Outcome, used: Used, engine: Engine): Promise<void> {
  const { journal, clock } = engine;
  const at = clock.now();
  switch (outcome.kind) {
    case "accepted":
      await journal.report(work, "accept", acceptedFacts(outcome, at));
      break;
    case "processing":
      await journal.report(work, "process", {
        at,
        dueAt: at + outcome.askAgainMs,
        receipt: outcome.receipt,
        detail: "the network accepted it and is processing it",
      });
      break;
    case "refused":
      if (await postponedForCredentials(work, "committing", outcome, used, engine)) break;
      await journal.report(work, "refuse", failedFacts(refusal(outcome), at));
      await blameAccount(work, refusal(outcome), used, engine);
      break;
    case "notSent":
      await postpone(work, "committing", notSent(outcome.detail), engine);
      break;
    case "busy":
      await postponeBusy(work, "committing", outcome, engine);
      break;
    case "unknown":
      await journal.report(work, "lose", lostFacts(outcome.detail, at, engine));
      break;
  }
  engine.watch.changed(work.postId);
}

/** What a network that was processing says now. */
export async function recordSettle(work: Work, outcome: Outcome, used: Used, engine: Engine): Promise<void> {
  const { journal, clock } = engine;
  const at = clock.now();
  const tooLong = at - (work.sentAt ?? at) > PROCESSING_LIMIT_MS;
  if (outcome.kind === "accepted") {
    await journal.move(work, "processing", "accept", acceptedFacts(outcome, at));
  } else if (outcome.kind === "refused" && outcome.category !== "auth") {
    await journal.move(work, "processing", "refuse", failedFacts(refusal(outcome), at));
  } else if (tooLong) {
    await journal.move(
      work,
      "processing",
      "lose",
      lostFacts("The network never reported that it had finished.", at, engine),
    );
  } else if (outcome.kind === "processing") {
    const { receipt, askAgainMs } = outcome;
    await journal.lookAgain(work, "processing", {
      at,
      dueAt: at + askAgainMs,
      receipt,
      detail: "still processing",
    });
  } else if (outcome.kind === "refused") {
    // Whoever asks was refused, not the post (networks/rules.facts.md 3).
    const found = await renew(work, used, engine);
    if (found === "none") await blameAccount(work, refusal(outcome), used, engine);
    const dueAt = at + (found === "fresh" ? SOON_MS : SETTLE_AGAIN_MS);
    await journal.lookAgain(work, "processing", { at, dueAt, detail: outcome.detail });
  } else {
    const delay = (outcome.kind === "busy" ? outcome.retryAfterMs : null) ?? SETTLE_AGAIN_MS;
    // "Retry-After: 0" does not mean to ask without a pause.
    const dueAt = at + Math.max(delay, SOON_MS);
    const wait = accountHold(work, outcome, at);
    await journal.lookAgain(work, "processing", { at, dueAt, detail: outcome.detail, ...wait });
  }
  engine.watch.changed(work.postId);
}

/** Why an attempt ended before anything left. */
export async function recordPrepareFailure(
  work: Work,
  error: unknown,
  used: Used,
  engine: Engine,
): Promise<void> {
  const outcome = error instanceof StepFailedError ? error.outcome : null;
  if (engine.stopping.aborted) await release(work, "the server is stopping", engine);
  else if (outcome?.kind === "busy") await postponeBusy(work, "preparing", outcome, engine);
  else if (outcome?.kind === "notSent") await postpone(work, "preparing", notSent(outcome.detail), engine);
  else if (outcome?.kind === "refused") {
    if (!(await postponedForCredentials(work, "preparing", outcome, used, engine)))
      await reject(work, refusal(outcome), used, engine);
  } else if (error instanceof Problem && error.status < 500) {
    await reject(work, { code: "refused", category: "media", detail: error.detail }, used, engine);
  } else {
    // A fault of ours before anything left: worth another try.
    const detail = explain(error, engine, work);
    await postpone(work, "preparing", { code: "internal", category: "unknown", detail }, engine);
  }
  engine.watch.changed(work.postId);
}

async function reject(work: Work, failure: Failure, used: Used, engine: Engine): Promise<void> {
  await engine.journal.move(work, "preparing", "reject", failedFacts(failure, engine.clock.now()));
  await blameAccount(work, failure, used, engine);
}

/** Nothing has been sent, and the attempt has not failed. */
export async function release(
  work: Work,
  why: string,
  { journal, clock }: Engine,
  waitMs = 0,
): Promise<void> {
  const at = clock.now();
  await journal.report(work, "unsent", { at, dueAt: at + waitMs, detail: `given back: ${why}` });
}

/** Known not to have published: retried automatically, up to the limit (D35). */
async function postpone(
  work: Work,
  from: "preparing" | "committing",
  failure: Failure,
  { journal, clock, retryPolicy }: Engine,
  { afterMs = null, ...wait }: { readonly afterMs?: number | null } & AccountHold = {},
): Promise<void> {
  const at = clock.now();
  const dueAt = retryPolicy.retryAt(at, { count: work.tries, since: work.triesSince }, afterMs);
  const facts: TargetFacts = { at, dueAt: dueAt ?? at, failure, detail: failure.detail, ...wait };
  const moved =
    from === "preparing"
      ? await journal.move(work, from, "postpone", facts)
      : await journal.report(work, "postpone", facts);
  if (moved && dueAt === null) await journal.move(work, "retrying", "exhaust", failedFacts(failure, at));
}

/** The network may have said how long to wait. */
async function postponeBusy(
  work: Work,
  from: "preparing" | "committing",
  outcome: Busy,
  engine: Engine,
): Promise<void> {
  const wait = { afterMs: outcome.retryAfterMs, ...accountHold(work, outcome, engine.clock.now()) };
  await postpone(work, from, busy(outcome.detail), engine, wait);
}

type AccountHold = Pick<TargetFacts, "accountNotBefore">;

/** What a network asks of a post it asks of the whole account. A simulated one behaves as its handle says, however often it is asked. */
function accountHold({ simulated }: Work, outcome: Outcome, at: number): AccountHold {
  if (simulated || outcome.kind !== "busy" || !outcome.retryAfterMs) return {};
  return { accountNotBefore: at + outcome.retryAfterMs };
}

/** After new credentials: at once, but not in the same breath. */
const SOON_MS = 1000;

/** Refused credentials are renewed, once per attempt series: a second refusal of fresh ones is final. */
async function postponedForCredentials(
  work: Work,
  from: "preparing" | "committing",
  outcome: Refused,
  used: Used,
  engine: Engine,
): Promise<boolean> {
  const found = outcome.category === "auth" ? await renew(work, used, engine) : "none";
  if (found === "none") return false;
  await postpone(work, from, refusal(outcome), engine, { afterMs: found === "fresh" ? SOON_MS : null });
  return true;
}

async function renew(work: Work, used: Used, engine: Engine): Promise<"fresh" | "later" | "none"> {
  if (used === null) return "none";
  const tries = { count: work.tries, since: work.triesSince };
  try {
    return (await engine.connections.refreshCredentials(work.accountId, used, tries)) ? "fresh" : "none";
  } catch (error) {
    engine.log.info("renew_failed", { accountId: work.accountId, detail: explain(error, engine, work) });
    // A network that can't be asked has said nothing about the account.
    return error instanceof StepFailedError && error.outcome.kind !== "refused" ? "later" : "none";
  }
}

async function blameAccount(work: Work, failure: Failure, used: Used, engine: Engine): Promise<void> {
  if (failure.category !== "auth" || used === null) return;
  await engine.connections.needsReconnect(work.accountId, used, failure.detail);
}

function acceptedFacts(outcome: Accepted, at: number): TargetFacts {
  const remote = { id: outcome.remoteId, url: outcome.url };
  const detail = outcome.note === undefined ? "live" : `live. ${outcome.note}`;
  return { at, dueAt: null, failure: null, remote, publishedAt: at, detail };
}

function failedFacts(failure: Failure, at: number): TargetFacts {
  return { at, dueAt: null, failure, detail: failure.detail };
}

function lostFacts(why: string, at: number, { retryPolicy }: Engine): TargetFacts {
  const sentence = "The network did not respond, so the post may be live. Crier is checking.";
  const failure = { code: "lost_answer", category: "unknown", detail: sentence } as const;
  // What broke is in the event, for those who look into it.
  const detail = `${sentence} (${why})`;
  return { at, dueAt: retryPolicy.askAt(at, 0), failure, verification: null, detail };
}

const refusal = ({ category, detail }: { category: Failure["category"]; detail: string }): Failure => ({
  code: category === "auth" ? "reconnect_needed" : "refused",
  category,
  detail,
});
const notSent = (why: string): Failure => ({
  code: "not_sent",
  category: "network_down",
  detail: `The network could not be reached, so nothing was sent. (${why})`,
});
const busy = (detail: string): Failure => ({ code: "busy", category: "rate_limit", detail });

/** A sentence for a person; the cause of a fault of ours goes to the log only. */
export function explain(error: unknown, engine: Engine, work: Work): string {
  if (error instanceof StepFailedError || error instanceof Problem) return error.message;
  engine.log.error("attempt_threw", { targetId: work.id, platform: work.platform, cause: error });
  return "Internal error at this step. The cause is in the log.";
}
