// Checks with the network whether a target with a lost response was published, and stores the evidence.
import { StepFailedError, type Finding } from "../../networks/network.ts";
import type { Engine } from "./engine.ts";
import type { Looks } from "./looks.ts";
import { LOOK_APART_MS } from "./retry-policy.ts";
import type { Verification } from "../../domain/post.ts";
import type { RequestedLook, Work } from "../../domain/store/journal.ts";

/** One question. Only "found" and a twice proven "absent" change the target; anything else waits (D34). */
export async function verify(work: Work, engine: Engine, looks: Looks): Promise<void> {
  const { journal, clock, watch } = engine;
  // From the first answer to this question: a slow answer says nothing about the time in between.
  const apart = looks.areLongAgo(work);
  const finding = await ask(work, engine);
  const twice = finding.kind === "absent" && saidBefore(work);
  const absent = twice ? "absent again" : "absent";
  looks.answered(work, finding.kind === "absent" ? absent : "something else");
  engine.reached("asked");
  const at = clock.now();
  const verification = verificationOf(finding, work, at);
  const detail = finding.evidence;
  if (finding.kind === "found") {
    const remote = { id: finding.remoteId, url: finding.url };
    // It went live when it was sent, not when we learned of it.
    const publishedAt = work.sentAt ?? at;
    await journal.move(work, "uncertain", "find", {
      at,
      dueAt: null,
      failure: null,
      remote,
      publishedAt,
      verification,
      detail,
    });
  } else if (twice && apart && !work.held) {
    await disprove(work, verification, engine);
  } else {
    // Of a held target it says nothing: an attempt that the backup does not know may have sent it, and somebody deleted it.
    const next = engine.retryPolicy.askAt(at, verification.checks);
    const planned = isExtra(work, at) ? work.look.plannedAt : next;
    await journal.lookAgain(work, "uncertain", {
      at,
      // Said twice, but not surely far enough apart: one more look decides it, also after the last of the planned ones.
      dueAt: twice ? (apart ? null : Math.min(planned ?? Infinity, at + LOOK_APART_MS)) : planned,
      verification,
      detail,
    });
  }
  engine.reached("settled");
  watch.changed(work.postId);
}

/** Certainly not published: tried again automatically, but no more often than any other failure (D35). */
async function disprove(
  work: Work,
  verification: Verification,
  { journal, clock, retryPolicy }: Engine,
): Promise<void> {
  const at = clock.now();
  const detail = verification.evidence;
  const dueAt = retryPolicy.retryAt(at, { count: work.tries, since: work.triesSince }, null);
  const moved = await journal.move(work, "uncertain", "disprove", {
    at,
    dueAt: dueAt ?? at,
    verification,
    detail,
  });
  if (!moved || dueAt !== null) return;
  const failure = {
    code: "not_published",
    category: "network_down",
    // It does not say that the network accepted each one: some attempts may never have reached it.
    detail: `Attempt ${work.attempt} was the last, and the post is not on the network. ${detail}`,
  } as const;
  await journal.move(work, "retrying", "exhaust", { at, dueAt: null, failure, detail: failure.detail });
}

async function ask(work: Work, { connections, journal, log }: Engine): Promise<Finding> {
  const { sentAt } = work;
  if (sentAt === null)
    return { kind: "inconclusive", evidence: "There is no recorded attempt to check with the network." };
  const network = connections.network(work.platform);
  if (!network)
    return { kind: "inconclusive", evidence: `This Crier does not know the network ${work.platform}.` };
  try {
    const save = () => journal.saveProgress(work, work.progress);
    const { io } = await connections.io(work.accountId, { saved: work.progress, save });
    const taken = await journal.remoteIds(work.accountId, sentAt - TAKEN_SINCE_MS);
    return await network.verify(work.prepared, { sentAt, otherRemoteIds: taken }, io);
  } catch (error) {
    if (error instanceof StepFailedError) return { kind: "inconclusive", evidence: error.message };
    log.error("verify_threw", { targetId: work.id, platform: work.platform, cause: error });
    return {
      kind: "inconclusive",
      evidence: "Internal error while checking with the network. The cause is in the log.",
    };
  }
}

/** Clocks differ: what went live this long before may look as if it came after, ms. */
const TAKEN_SINCE_MS = 3_600_000;

const VERDICT = { found: "live", absent: "absent", inconclusive: "unknown" } as const;

function verificationOf(finding: Finding, work: Work, checkedAt: number): Verification {
  return {
    method: "asked the network",
    verdict: VERDICT[finding.kind],
    checkedAt,
    evidence: finding.evidence,
    checks: (work.verification?.checks ?? 0) + (isExtra(work, checkedAt) ? 0 : 1),
  };
}

/** A look that a person asked for changes nothing about the planned ones, unless it took the place of one. */
function isExtra(work: Work, at: number): work is Work & { look: RequestedLook } {
  return work.look !== null && (work.look.plannedAt === null || work.look.plannedAt > at);
}

/**
 * One "absent" proves nothing: the request may still have been on its way when it was asked. What was said of an earlier
 * attempt is forgotten on every way into `uncertain`. How far the two lie apart, `checkedAt` can't tell: the clock may have
 * been set since, also while no process ran.
 */
function saidBefore({ verification: earlier }: Work): boolean {
  return earlier?.verdict === "absent";
}
