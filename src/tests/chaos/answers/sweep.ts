// Gives a network every answer at every step that reads one, and counts the verdicts.
import { readAnswer, type Answer, type Answered, type Call } from "../../../networks/client/call.ts";
import type { NetworkPair } from "../../../app/networks.ts";
import { StepFailedError, type Outcome } from "../../../networks/network.ts";
import { plainBodies, spoiledBodies } from "./bodies.ts";
import type { Body } from "./body.ts";
import { allowedOutcomes, faultOfFinding, faultOfOutcome } from "./oracle.ts";
import { openSubjects, type Dialogue, type Subject } from "./subject.ts";

export type Step = "commit" | "settle" | "verify";

export interface Sweep {
  readonly network: string;
  /** Answers that were given and read. */
  readonly answers: number;
  /** How often each step came to each kind. */
  readonly counts: ReadonlyMap<Step, ReadonlyMap<string, number>>;
  readonly faults: readonly string[];
  readonly slowestMs: number;
}

interface Given {
  readonly name: string;
  readonly answer: Answer;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly body: Body | null;
  /** Also in place of one single answer of a read-back. */
  readonly closely: boolean;
}

/** Where refusing, accepting and waiting are at stake. */
const STATUSES = [200, 201, 400, 401, 403, 404, 409, 422, 429, 500];
const SLOWEST_MS = 2000;

export async function sweep(entry: NetworkPair): Promise<Sweep> {
  await using subjects = await openSubjects(entry);
  const tally = openTally(entry.network.id);
  for (const subject of subjects.all) {
    const given = givenTo(subject);
    for (const each of given) {
      await tryCommit(subject, each, tally);
      await trySettle(subject, each, tally);
      await tryVerify(subject, each, tally);
    }
  }
  if (Object.keys({}.constructor.prototype).length > 0) tally.fault("Object.prototype was changed");
  return tally.sweep();
}

function givenTo(subject: Subject): Given[] {
  const every = Array.from({ length: 500 }, (_, n) => n + 100);
  const plain = plainBodies(subject).flatMap((body) => givenAt(every, body, false));
  const spoiled = spoiledBodies(subject).flatMap((body) => givenAt(STATUSES, body, true));
  const none: Given[] = (["lost", "unsent"] as const).map((kind) => ({
    name: kind,
    answer: { kind, detail: "no answer" },
    status: null,
    body: null,
    closely: true,
  }));
  return [...plain, ...spoiled, ...none];
}

function givenAt(statuses: readonly number[], body: Body, closely: boolean): Given[] {
  const read = readAnswer(0, body.headers, Buffer.from(body.bytes));
  return statuses.map((status) => ({
    name: `${status} with ${body.name}`,
    answer: { ...read, status },
    status,
    body,
    closely,
  }));
}

// ---- the steps

async function tryCommit(subject: Subject, given: Given, tally: Tally): Promise<void> {
  let calls = 0;
  const call: Call = async () => (calls++, given.answer);
  const { network, prepared, io } = subject;
  const outcome = await timed(() => network.commit(prepared, { ...io, call }), tally);
  const fault = outcome instanceof Error ? `threw ${outcome}` : judged(outcome, given, subject);
  tally.count("commit", subject.draft, given.name, outcome, fault);
  if (calls !== 1) tally.fault(`commit made ${calls} requests (${given.name})`);
}

function judged(outcome: Outcome, { answer, status, body }: Given, subject: Subject): string | null {
  const allowed: Outcome["kind"][] =
    status !== null && body
      ? allowedOutcomes(status, body, subject)
      : [answer.kind === "unsent" ? "notSent" : "unknown"];
  return faultOfOutcome(outcome, allowed, body, subject);
}

/** Not being told says nothing about the post: only a documented word ends the waiting. */
async function trySettle(subject: Subject, given: Given, tally: Tally): Promise<void> {
  let calls = 0;
  const call: Call = async () => (calls++, given.answer);
  const { network, prepared, receipt, io } = subject;
  const outcome = await timed(() => network.settle(prepared, receipt, { ...io, call }), tally);
  if (outcome instanceof StepFailedError)
    return tally.count("settle", subject.draft, given.name, outcome.outcome, null);
  const { kind } = given.answer;
  const { says = "nothing", id } = given.body ?? {};
  const clear = kind === "answered" && (says !== "nothing" || id !== undefined);
  const allowed: Outcome["kind"][] = clear
    ? ["accepted", "processing", "refused", "busy", "notSent", "unknown"]
    : ["processing", "busy", "notSent", "unknown"];
  const fault =
    outcome instanceof Error ? `threw ${outcome}` : faultOfOutcome(outcome, allowed, given.body, subject);
  // Many networks have nothing to settle: they read no answer, and there is none to count.
  if (calls > 0 || fault !== null) tally.count("settle", subject.draft, given.name, outcome, fault);
}

/** The answer stands in for all answers, or for one of a read-back that otherwise goes as it should. */
async function tryVerify(subject: Subject, given: Given, tally: Tally): Promise<void> {
  await looked(subject, subject.found, given, null, tally);
  await looked(subject, subject.absent, given, null, tally);
  if (given.closely)
    for (const url of subject.found.answers.keys()) await looked(subject, subject.found, given, url, tally);
}

async function looked(
  subject: Subject,
  dialogue: Dialogue,
  given: Given,
  only: string | null,
  tally: Tally,
): Promise<void> {
  const { network } = subject;
  const { io, sentAt } = dialogue;
  const call: Call = async ({ url }) => {
    if (only === null || only === url) return given.answer;
    return dialogue.answers.get(url) ?? { kind: "lost", detail: "nobody asked this before" };
  };
  const sent = { sentAt, otherRemoteIds: [] };
  const finding = await timed(() => network.verify(dialogue.prepared, sent, { ...io, call }), tally);
  const fault =
    finding instanceof Error
      ? threw(finding)
      : faultOfFinding(finding, outcomeOf(subject, dialogue, given, only), subject);
  tally.count("verify", subject.draft, given.name, finding, fault);
}

/** A StepFailedError in `verify` is read as "could not be asked". */
const threw = (error: Error) => (error instanceof StepFailedError ? null : `threw ${error}`);

function outcomeOf(
  subject: Subject,
  { answers, finding }: Dialogue,
  { status, body }: Given,
  only: string | null,
) {
  const genuine = [...answers.values()];
  const first = only === null || answers.get(only) === genuine[0];
  const names = body?.says === "found" || body?.says === "taken" || body?.id !== undefined;
  // Where the question names the post, the answer need not.
  const isAsked = finding.kind === "found" || subject.found.question !== subject.absent.question;
  const sameStatus = genuine.some((answer) => answer.status === status || bothMade(answer.status, status));
  return {
    // A later answer may only be about what is shown of the post; the first one has to name it.
    found: isAsked && (!first || (names && sameStatus)),
    other: body?.id ?? null,
    absent:
      subject.absent.finding.kind === "absent" &&
      body?.says === "absent" &&
      status === statusOf(subject.absent),
  };
}

/** Uploads that are complete answer 200 or 201, whichever they like. */
const bothMade = (one: number, other: number | null) => [one, other].every((s) => s === 200 || s === 201);

function statusOf({ answers }: Dialogue): number | undefined {
  const [first]: readonly (Answered | undefined)[] = [...answers.values()];
  return first?.status;
}

async function timed<T>(act: () => Promise<T>, tally: Tally): Promise<T | Error> {
  const start = performance.now();
  try {
    return await act();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    tally.took(performance.now() - start);
  }
}

// ---- the count

type Tally = ReturnType<typeof openTally>;

function openTally(network: string) {
  const counts = new Map<Step, Map<string, number>>();
  const faults: string[] = [];
  let answers = 0;
  let slowestMs = 0;
  return {
    fault: (what: string) => void faults.push(`${network}: ${what}`),
    took: (ms: number) => void (slowestMs = Math.max(slowestMs, ms)),
    count(step: Step, draft: string, name: string, came: { kind: string } | Error, fault: string | null) {
      answers++;
      const kind = came instanceof Error ? "threw" : came.kind;
      const kinds = counts.get(step) ?? new Map<string, number>();
      counts.set(step, kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
      if (fault !== null) faults.push(`${network} ${step} (${draft}), ${name}: ${fault}`);
    },
    sweep(): Sweep {
      if (slowestMs > SLOWEST_MS) faults.push(`${network}: ${Math.round(slowestMs)} ms for one answer`);
      return { network, answers, counts, faults, slowestMs };
    },
  };
}
