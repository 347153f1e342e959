// Posts made in steps, as Instagram and Threads take them: containers are made and waited for (networks/instagram.md 1, threads.md 1).
import { isObject, objectOf, textOf, type JsonObject } from "./json.ts";
import { Stop, type Busy, type Io, type Json, type Refused } from "./network.ts";
import { repeatable, unreadable } from "./outcome.ts";
import { idOf } from "./told.ts";
import { askedBy, bearer, graphErrorOf, step, stepReading, type Dialect } from "./graph.ts";

/** How one of the networks words the steps. */
export interface Steps {
  /** Errors before publishing. */
  readonly dialect: Dialect;
  /** What of a container is asked for: its state, and what is wrong with it. */
  readonly fields: { readonly state: string; readonly fault: string };
  /** Where containers are made. */
  create(io: Io): string;
  /** A container, or a post. */
  node(id: string, io: Io): string;
  /** Why a container will never be one, in the network's words. */
  failure(said: string): Refused | Busy;
  /** From "finished" until publishing finds the container, ms. */
  readonly restMs: number;
}

/** A container as it is wanted. */
export interface Plan {
  /** Which of the post's containers: a file's id, or `post`. */
  readonly key: string;
  /** What will be seen of it: when that changes, another is made. Not a file's address, which is new every time. */
  readonly shows: Json;
  /** What is sent; asked for only when one is made. */
  parameters(): Promise<JsonObject>;
}

export type Container = {
  readonly id: string;
  /** ms since 1970 */
  readonly madeAt: number;
  /** Why it must not be published (again), as a sentence; null when it can be. */
  readonly doubt: string | null;
};

export type State = "IN_PROGRESS" | "FINISHED" | "PUBLISHED" | "ERROR" | "EXPIRED";
const STATES: readonly State[] = ["IN_PROGRESS", "FINISHED", "PUBLISHED", "ERROR", "EXPIRED"];

/** Containers that were not published end then, and what they say is only good until then. */
export const CONTAINER_LASTS_MS = 24 * 3_600_000;
/** An old one could end before it is published. */
const KEEPS_MS = 20 * 3_600_000;
const POLL_MS = 3000;
const POLL_FOR_MS = 10 * 60_000;
const CREATE_TIMEOUT_MS = 120_000;

/** What `io.save` keeps, per key. */
type Kept = {
  readonly id: string;
  readonly at: number;
  /** Of what it shows. */
  readonly mark: string;
  /** It could have been published since. */
  readonly finished: boolean;
};

export function tokenOf({ credentials }: Io): string {
  return credentials["accessToken"] ?? "";
}

/** The account's containers for one post. */
export function openContainers(steps: Steps, io: Io) {
  const token = tokenOf(io);
  const asked = askedBy(io, token);
  let progress = progressIn(io.saved);
  return { ready };

  /** A container that is finished, made or found again. Throws Stop. */
  async function ready(plan: Plan): Promise<Container> {
    const mark = markOf(plan.shows);
    const earlier = await earlierOne(plan.key, mark);
    if (earlier?.doubt) return earlier;
    const { id, madeAt } = earlier ?? (await make(plan, mark));
    if (!progress[plan.key]?.finished) await untilFinished(plan.key, id);
    return { id, madeAt, doubt: null };
  }

  /** Undefined: another one must be made. */
  async function earlierOne(key: string, mark: string): Promise<Container | undefined> {
    const kept = progress[key];
    if (!kept) return undefined;
    const [state] = await stateOf(kept.id);
    const container = { id: kept.id, madeAt: kept.at };
    if (state === "PUBLISHED")
      return { ...container, doubt: "An earlier attempt has published this after all." };
    const young = io.now() - kept.at < KEEPS_MS;
    // Living objects are sometimes answered as missing, and a published container may turn into its post.
    if (state === undefined && kept.finished && io.now() - kept.at < CONTAINER_LASTS_MS)
      return { ...container, doubt: "Whether an earlier attempt has published this can't be told just now." };
    const good = (state === "FINISHED" || state === "IN_PROGRESS") && kept.mark === mark && young;
    return good ? { ...container, doubt: null } : undefined;
  }

  async function make(plan: Plan, mark: string): Promise<Container> {
    const json = await plan.parameters();
    const request = { method: "POST", url: steps.create(io), timeoutMs: CREATE_TIMEOUT_MS } as const;
    const answer = await step(io, token, { ...request, body: { json } }, steps.dialect);
    const id = idOf(answer["id"], asked);
    if (id === undefined) throw unreadable(steps.dialect.network, "the container");
    const at = io.now();
    await keep(plan.key, { id, at, mark, finished: false });
    return { id, madeAt: at, doubt: null };
  }

  async function untilFinished(key: string, id: string): Promise<void> {
    const until = io.now() + POLL_FOR_MS;
    for (;;) {
      const [state, said] = await stateOf(id);
      if (state === "FINISHED") break;
      if (state === "ERROR") throw await givenUp(key, steps.failure(said));
      if (state !== "IN_PROGRESS") throw await givenUp(key, busy("lost an upload, which will be repeated"));
      if (io.now() > until || io.signal.aborted)
        throw new Stop(busy("is still processing the media", 60_000));
      await io.pause(POLL_MS);
    }
    if (steps.restMs > 0) await io.pause(steps.restMs);
    const kept = progress[key];
    if (kept) await keep(key, { ...kept, finished: true });
  }

  function busy(what: string, retryAfterMs: number | null = null): Busy {
    return { kind: "busy", retryAfterMs, detail: `${steps.dialect.network} ${what}.` };
  }

  /** The next attempt makes another one. */
  async function givenUp(key: string, outcome: Refused | Busy): Promise<Stop> {
    const { [key]: _, ...others } = progress;
    progress = others;
    await io.save(progress);
    return new Stop(outcome);
  }

  /** No state: the network does not know such a container, or says so. */
  async function stateOf(id: string): Promise<[state: State | undefined, fault: string]> {
    const answer = await io.call({ method: "GET", url: containerUrl(id, steps, io), headers: bearer(token) });
    const code = answer.kind === "answered" && answer.status < 500 ? graphErrorOf(answer)?.code : undefined;
    if (code === 100 || code === 24) return [undefined, ""];
    const node = objectOf(repeatable(answer, stepReading(steps.dialect), asked).json);
    const state = stateIn(node, id, steps);
    if (state === undefined) throw unreadable(steps.dialect.network, "the state of an upload");
    return [state, textOf(node[steps.fields.fault]) ?? ""];
  }

  async function keep(key: string, kept: Kept): Promise<void> {
    progress = { ...progress, [key]: kept };
    await io.save(progress);
  }
}

export function containerUrl(id: string, steps: Steps, io: Io): string {
  const { state, fault } = steps.fields;
  return `${steps.node(id, io)}?fields=${state},${fault}`;
}

/** The state of this very container; undefined for anything else. */
export function stateIn(node: JsonObject, id: string, { fields }: Steps): State | undefined {
  return node["id"] === id ? STATES.find((state) => state === node[fields.state]) : undefined;
}

function progressIn(saved: Json): Readonly<Record<string, Kept>> {
  const progress: Record<string, Kept> = {};
  for (const [key, kept] of Object.entries(objectOf(saved))) {
    if (!isObject(kept)) continue;
    const { id, at, mark, finished } = kept;
    if (typeof id !== "string" || typeof at !== "number" || typeof mark !== "string") continue;
    progress[key] = { id, at, mark, finished: finished === true };
  }
  return progress;
}

function markOf(shows: Json): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(shows)).digest("base64url").slice(0, 16);
}
