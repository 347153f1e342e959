// One attempt: prepare what can be repeated, connect, write the send mark, send once, record the outcome.
import { pause } from "../../clock.ts";
import {
  StepFailedError,
  type Draft,
  type DraftMedia,
  type Io,
  type Json,
  type Network,
  type Outcome,
} from "../../networks/network.ts";
import { splitOptions } from "../../networks/options.ts";
import type { Engine } from "./engine.ts";
import { fit } from "../preflight/media.ts";
import { cardLinkOf, chosenContent, limitsOf, wordsOf, type Content } from "../preflight/limits.ts";
import { withGifsAsVideo } from "../preflight/moving-gif.ts";
import { WRITE_AGAIN_MS } from "./retry-policy.ts";
import type { Work } from "../../domain/store/journal.ts";
import { reportConversion } from "./progress.ts";
import { explain, release, recordCommit, recordPrepareFailure, recordSettle, type Used } from "./outcome.ts";
import { openSendMark, type SendMark } from "./send-mark.ts";
import type { AccountIo } from "../../networks/account-io.ts";

/** Walks a claimed target to the end of its attempt. Never throws: every way out is a move in the journal. */
export async function attempt(work: Work, engine: Engine): Promise<void> {
  engine.reached("claimed");
  const ready = await prepare(work, engine);
  if (!ready) return;
  engine.reached("prepared");
  const mark = openSendMark(work, ready.prepared, engine);
  const outcome = await commit(ready, mark, engine);
  if (outcome.kind === "notSent" && (await mark.result()) === "none")
    return await endUnsent(work, new StepFailedError(outcome), ready.used, engine);
  if (!(await isMarked(work, mark, engine))) return;
  engine.reached("answered");
  await Promise.all([
    engine.breaker.record(work, outcome),
    untilWritten(() => recordCommit(work, outcome, ready.used, engine), work, engine),
  ]);
  engine.reached("recorded");
}

/** Asks a network that was still processing how far it is. */
export async function settle(work: Work, engine: Engine): Promise<void> {
  let outcome: Outcome;
  let used: Used = null;
  try {
    const { network, account } = await reach(work, engine);
    used = account.credentialsVersion;
    // A file that was deleted meanwhile must not keep anybody from asking.
    const media = await filesOf(work, network, account, engine).catch(() => []);
    outcome = await network.settle(work.prepared, work.receipt, { ...account.io, media });
  } catch (error) {
    // Not being able to ask says nothing about the post (networks/rules.facts.md 3).
    outcome = { kind: "notSent", detail: explain(error, engine, work) };
  }
  engine.reached("asked");
  await Promise.all([engine.breaker.record(work, outcome), recordSettle(work, outcome, used, engine)]);
  engine.reached("settled");
}

interface Ready {
  readonly network: Network;
  /** With the draft's files, and what was saved last. */
  readonly io: Io;
  readonly prepared: Json;
  readonly used: Used;
}
interface Reached {
  readonly network: Network;
  readonly account: AccountIo;
  /** What was saved last, in this attempt or before. */
  kept(): Json;
}

async function reach(work: Work, engine: Engine): Promise<Reached> {
  const { connections, journal } = engine;
  const network = connections.network(work.platform);
  if (!network) throw new Error(`no network ${work.platform}`);
  let kept = work.progress;
  const save = async (progress: Json) => {
    await journal.saveProgress(work, progress);
    kept = progress;
  };
  const account = await connections.io(work.accountId, { saved: work.progress, save });
  return { network, account, kept: () => kept };
}

/** Null when the attempt ended here; nothing public is at stake yet. */
async function prepare(work: Work, engine: Engine): Promise<Ready | null> {
  let used: Used = null;
  try {
    const { network, account, kept: progress } = await reach(work, engine);
    used = account.credentialsVersion;
    const draft = await draftOf(work, network, account, engine);
    const io = { ...account.io, media: draft.media };
    const prepared = await network.prepare(draft, io);
    return { network, io: { ...io, saved: progress() }, prepared, used };
  } catch (error) {
    await endUnsent(work, error, used, engine);
    return null;
  }
}

/** Ends an attempt of which nothing has left, and which has no mark. */
async function endUnsent(work: Work, error: unknown, used: Used, engine: Engine): Promise<void> {
  if (error instanceof StepFailedError && !engine.stopping.aborted)
    await engine.breaker.record(work, error.outcome);
  await untilWritten(() => recordPrepareFailure(work, error, used, engine), work, engine);
}

/** What was chosen for the target. */
function ownContent({ caption: text, media, targetMedia, options }: Work): Content {
  return chosenContent({ text, media, options }, targetMedia);
}

/** As pre-flight sees it. */
function contentOf(work: Work, network: Network, account: AccountIo): Content {
  return withGifsAsVideo(network, account.rules, ownContent(work));
}

/** As the network takes them; made once and found again on the disk ever after. */
async function filesOf(
  work: Work,
  network: Network,
  account: AccountIo,
  engine: Engine,
): Promise<DraftMedia[]> {
  const { media: own, options } = ownContent(work);
  const content = contentOf(work, network, account);
  const { rules } = limitsOf(network, account.rules, content);
  const { altTexts } = wordsOf(network, content);
  const { framing } = splitOptions(options);
  const files = own.map((asItIs, n) => {
    const file = content.media[n] ?? asItIs;
    // What this machine can't do, the one who tries says best.
    const plan = fit(file, rules.media, { framing, unable: () => null });
    const isFetched = rules.media.fetched?.includes(file.kind) ?? false;
    if (plan.kind !== "convert") return engine.files.fitted(asItIs, null, { isFetched });
    const onProgress = reportConversion(work, engine);
    return engine.files.fitted(file, plan.targetFormat, { isFetched, onProgress });
  });
  return (await Promise.all(files)).map((file, n) => ({ ...file, altText: altTexts[n] ?? null }));
}

async function draftOf(
  work: Work,
  network: Network,
  account: AccountIo,
  engine: Engine,
): Promise<Draft<never>> {
  const content = contentOf(work, network, account);
  const link = cardLinkOf(network, content);
  return {
    targetId: work.id,
    attempt: work.attempt,
    remoteAccountId: account.remoteAccountId,
    text: wordsOf(network, content).text,
    media: await filesOf(work, network, account, engine),
    // Checked against the network's own schema when the post was created.
    options: splitOptions(work.options).own as never,
    // Before the send mark: a page that is slow or gone delays nothing that was sent.
    linkCard: link === null ? null : await engine.linkCard(link, work.profileId),
  };
}

/** While the disk refuses writes, what is known must not be forgotten: the account waits, and nothing else is claimed for it. */
async function untilWritten(write: () => Promise<void>, work: Work, engine: Engine): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      engine.disk.release();
      engine.log.error("record_failed", { targetId: work.id, platform: work.platform, cause: error });
      // After the next start, recovery knows what an attempt without an outcome means.
      if (engine.stopping.aborted) throw error;
      await pause(engine.clock, WRITE_AGAIN_MS, engine.stopping);
    }
  }
}

/** One request, which asks for the send mark itself once it is connected. */
async function commit(
  { network, io, prepared }: Ready,
  { maySend }: SendMark,
  engine: Engine,
): Promise<Outcome> {
  let isCalled = false;
  const call: Io["call"] = (request) => {
    if (isCalled) throw new Error(`${network.id} makes a second request where it publishes`);
    isCalled = true;
    return io.call({ ...request, maySend });
  };
  try {
    return await network.commit(prepared, { ...io, call });
  } catch (error) {
    // Our own fault, at a moment when the request may have left.
    engine.log.error("commit_threw", { platform: network.id, cause: error });
    return { kind: "unknown", detail: "Crier failed while it was publishing." };
  }
}

/** Nothing that says more than "not sent" is recorded without the mark. Without it nothing has left: the target is given back. */
async function isMarked(work: Work, mark: SendMark, engine: Engine): Promise<boolean> {
  const result = await mark.write();
  const giveBack = (why: string, waitMs?: number) =>
    untilWritten(() => release(work, why, engine, waitMs), work, engine);
  if (result === "failed") await giveBack("the send mark could not be written", WRITE_AGAIN_MS);
  if (result === "expired") await giveBack("this process stood still after the send mark");
  if (result === "paused") await giveBack("publishing is paused");
  return result === "marked";
}
