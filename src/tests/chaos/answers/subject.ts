// Prepares a network for the bench: drafts it accepts, and the genuine answers that hostile ones are made from.
import type { Answered, Call } from "../../../networks/client/call.ts";
import { draftFor, image, openBench, video, type Bench } from "../../support/network-fixture.ts";
import type { NetworkPair } from "../../../app/networks.ts";
import {
  StepFailedError,
  type Draft,
  type Finding,
  type Io,
  type Json,
  type Network,
  type Outcome,
} from "../../../networks/network.ts";

export interface Subject {
  readonly network: Network;
  /** What is posted: "text", "image" or "video". */
  readonly draft: string;
  readonly io: Io;
  readonly prepared: Json;
  readonly receipt: Json;
  readonly remoteId: string;
  /** The answers to the publishing request: taken, refused, asked to come back. */
  readonly success: Answered;
  readonly refusal: Answered;
  readonly limited: Answered;
  /** What is said when a post that was in processing is done; null where a post is there at once. */
  readonly ended: Answered | null;
  /** What is asked when a post is looked for that is there, and one that is not. */
  readonly found: Dialogue;
  readonly absent: Dialogue;
  /** Origins of the addresses a post of this account may have. */
  readonly origins: ReadonlySet<string>;
  /** What must never be repeated. */
  readonly secrets: readonly string[];
}

/** A read-back as it went with the network. */
export interface Dialogue {
  readonly io: Io;
  readonly prepared: Json;
  readonly sentAt: number;
  readonly finding: Finding;
  /** What was asked first. */
  readonly question: string;
  /** By URL, in the order they were asked for. */
  readonly answers: ReadonlyMap<string, Answered>;
}

export interface Subjects extends AsyncDisposable {
  readonly all: readonly Subject[];
}

const SECRET = /jwt|token|password|secret/i;
const LOOKED_AFTER_MS = 31_000;

/** One subject for every kind of post the network takes. */
export async function openSubjects(entry: NetworkPair): Promise<Subjects> {
  const bench = await openBench(entry);
  const media = { text: [], image: [await image(1)], video: [await video()] };
  const all: Subject[] = [];
  for (const [kind, files] of Object.entries(media)) {
    const newDraft = (text: string) => draftFor(entry.network, text, files, entry.simulated.sample);
    const one = await subjectOf(entry.network, kind, newDraft, bench);
    if (one) all.push(one);
  }
  if (all.length === 0) throw new Error(`${entry.network.id} takes no draft of the bench`);
  return { all, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

async function subjectOf(
  network: Network,
  kind: string,
  newDraft: (text: string) => Draft<never>,
  bench: Bench,
): Promise<Subject | null> {
  const there = await preparedFor(newDraft("A post that is there"), network, kind, bench);
  if (there === null) return null;
  const { io, prepared } = there;
  const other = await preparedFor(newDraft("A post that never was"), network, kind, bench);
  if (other === null) throw new Error(`${network.id} takes one ${kind} and not another`);
  const absent = await dialogue(network, other, bench);
  const sent = await listening(io, (call) => network.commit(prepared, { ...io, call }));
  const { done, ended } = await settled(network, prepared, sent.value, io);
  if (done.kind !== "accepted") throw new Error(`${network.id}: ${JSON.stringify(done)}`);
  const answerTo = async (fault: "refusal" | "429") => {
    bench.strike(fault);
    const { answers } = await listening(io, (call) => network.commit(prepared, { ...io, call }));
    bench.strike(null);
    return last(answers);
  };
  const refusal = await answerTo("refusal");
  const limited = await answerTo("429");
  return {
    network,
    draft: kind,
    io,
    prepared,
    receipt: sent.value.kind === "processing" ? sent.value.receipt : null,
    remoteId: done.remoteId,
    success: last(sent.answers),
    ended,
    refusal,
    limited,
    found: await dialogue(network, there, bench),
    absent,
    origins: originsOf(network, io, done.url),
    secrets: Object.entries(io.credentials).flatMap(([name, value]) => (SECRET.test(name) ? [value] : [])),
  };
}

interface Ready {
  readonly io: Io;
  readonly prepared: Json;
}

/** As the appliance hands it to `commit`: with the files, and with what `prepare` saved. Null when it is not taken. */
async function preparedFor(
  draft: Draft<never>,
  network: Network,
  kind: string,
  bench: Bench,
): Promise<Ready | null> {
  const { credentials } = bench.io(`ok-${kind}`);
  const io = bench.io(`ok-${kind}`, {
    media: draft.media,
    credentials: { ...canaries(network), ...credentials },
  });
  const prepared = await network.prepare(draft, io).catch(notTaken);
  return prepared === null ? null : { io: { ...io }, prepared };
}

function notTaken(error: unknown): null {
  if (error instanceof StepFailedError && error.outcome.kind === "refused") return null;
  throw error;
}

/** Secrets that a person typed and that must never be shown, also where this account has none. */
function canaries({ connect }: Network): Record<string, string> {
  const fields = connect.fields.filter(({ secret }) => secret);
  return Object.fromEntries(fields.map(({ name }) => [name, `canary-${name}-7e1b`]));
}

async function settled(network: Network, prepared: Json, first: Outcome, io: Io) {
  let done = first;
  let ended: Answered | null = null;
  for (let tries = 0; done.kind === "processing" && tries < 50; tries++) {
    const { receipt, askAgainMs } = done;
    await io.pause(askAgainMs);
    const request = await listening(io, (call) => network.settle(prepared, receipt, { ...io, call }));
    [done, ended] = [request.value, last(request.answers)];
  }
  return { done, ended };
}

/** Asks as one would after a lost answer, half a minute later. */
async function dialogue(network: Network, { io, prepared }: Ready, { clock }: Bench): Promise<Dialogue> {
  const sentAt = clock.now();
  clock.turn(LOOKED_AFTER_MS);
  const sent = { sentAt, otherRemoteIds: [] };
  let question: string | null = null;
  const { value, answers } = await listening(io, (call) => {
    const asking: Call = (request) => {
      question ??= JSON.stringify([request.url, request.body]);
      return call(request);
    };
    return network.verify(prepared, sent, { ...io, call: asking });
  });
  return { io, prepared, sentAt, finding: value, question: question ?? "", answers };
}

async function listening<T>(io: Io, act: (call: Call) => Promise<T>) {
  const answers = new Map<string, Answered>();
  const value = await act(async (request) => {
    const answer = await io.call(request);
    if (answer.kind === "answered") answers.set(request.url, answer);
    return answer;
  });
  return { value, answers };
}

function last(answers: ReadonlyMap<string, Answered>): Answered {
  const answer = [...answers.values()].at(-1);
  if (!answer) throw new Error("the network did not answer");
  return answer;
}

function originsOf({ endpoints }: Network, io: Io, url: string | null): Set<string> {
  const bases = [url ?? "", ...Object.values(io.credentials), ...Object.values(endpoints)];
  const own = [...Object.keys(endpoints), "web"].map((purpose) => io.endpoint(purpose));
  return new Set(
    [...bases, ...own].flatMap((base) => URL.parse(base)?.origin ?? []).filter((o) => o !== "null"),
  );
}
