// Posts made in steps, as Instagram and Threads take them: containers are made and waited for (networks/instagram.facts.md 1, networks/threads.facts.md 1).
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type Busy, type Io, type Json, type Refused } from "../network.ts";
import { unreadable } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { graphErrorOf } from "./graph.ts";
import type { Api } from "../client/api.ts";

/** How one of the networks words the steps. */
export interface ContainerApi {
  /** The network's API, whose steps come before publishing. */
  readonly api: Api;
  /** What of a container is asked for: its state, and what is wrong with it. */
  readonly fields: { readonly state: string; readonly fault: string };
  /** Where containers are made. */
  create(io: Io): string;
  /** A container, or a post. */
  node(id: string, io: Io): string;
  /** Why a container will never be one, in the network's words. */
  failure(message: string): Refused | Busy;
  /** From "finished" until publishing finds the container, ms. */
  readonly restMs: number;
}

/** A container as it is wanted. */
export interface ContainerRequest {
  /** Which of the post's containers: a file's id. */
  readonly key: string;
  /** What will be seen of it: when that changes, another is made. Not a file's address, which is new every time. */
  readonly content: Json;
  /** What is sent; asked for only when one is made. */
  parameters(): Promise<JsonObject>;
}

export type Container = {
  readonly id: string;
  /** ms since 1970 */
  readonly madeAt: number;
  /** Why it must not be published (again); null when it can be. */
  readonly doubt: Doubt | null;
};

/** Why a container may be published already, as a person reads it. */
export const DOUBTS = {
  published: "An earlier attempt did publish this.",
  unread: "Crier can't find out now whether an earlier attempt published this.",
  lost: "The network repeatedly could not find the prepared post when it was to be published.",
} as const;
type Doubt = keyof typeof DOUBTS;

export type ContainerState = "IN_PROGRESS" | "FINISHED" | "PUBLISHED" | "ERROR" | "EXPIRED";
const STATES: readonly ContainerState[] = ["IN_PROGRESS", "FINISHED", "PUBLISHED", "ERROR", "EXPIRED"];

/** Containers that were not published end then, and what they say is only good until then. */
export const CONTAINER_LASTS_MS = 24 * 3_600_000;
/** An old one could end before it is published. */
const REUSE_FOR_MS = 20 * 3_600_000;
/** Asked ever more rarely: long videos take minutes. */
const POLL = { firstMs: 3000, moreMs: 1000, mostMs: 30_000 };
const POLL_FOR_MS = 10 * 60_000;
const CREATE_TIMEOUT_MS = 120_000;

/** What `io.save` keeps, per key. */
type StoredContainer = {
  readonly id: string;
  readonly at: number;
  /** Of what it shows. */
  readonly mark: string;
  /** It could have been published since. */
  readonly finished: boolean;
  /** How often publishing did not find it. */
  readonly lost: number;
  /** An attempt has ended in this doubt. Another one begins only after it was cleared, by the network or a person. */
  readonly doubted: Doubt | null;
};

/** The one that is published. */
export const POST_KEY = "post";
/** A container that publishing does not find so often is never found. */
const MAX_NOT_FOUND = 3;

/** The account's containers for one post. */
export function openContainers(steps: ContainerApi, io: Io) {
  const { api } = steps;
  const { network } = api.errors;
  const context = api.context(io, io.credentials);
  let progress = readProgress(io.saved);
  return { ready, children };

  /** The container that can be published, made or found again; or one that may have been. Throws StepFailedError. */
  async function ready(plan: Omit<ContainerRequest, "key">): Promise<Container> {
    const container = await begun({ ...plan, key: POST_KEY });
    if (container.doubt !== null || progress[POST_KEY]?.finished) return container;
    await untilFinished(POST_KEY, container.id);
    if (steps.restMs > 0) await io.pause(steps.restMs);
    await change(POST_KEY, { finished: true });
    return container;
  }

  /** Ids of finished containers that go into another one, in order. They are processed side by side. Throws StepFailedError. */
  async function children(plans: readonly ContainerRequest[]): Promise<string[]> {
    const all: Container[] = [];
    for (const plan of plans) all.push(await begun(plan));
    for (const [n, { key }] of plans.entries()) await untilFinished(key, all[n]?.id ?? "");
    return all.map(({ id }) => id);
  }

  async function begun(plan: ContainerRequest): Promise<Container> {
    const mark = fingerprintOf(plan.content);
    return (await earlierOne(plan.key, mark)) ?? (await make(plan, mark));
  }

  /** Undefined: another one must be made. */
  async function earlierOne(key: string, mark: string): Promise<Container | undefined> {
    const kept = progress[key];
    if (!kept) return undefined;
    const [state] = await stateOf(kept.id);
    const doubts = doubtOf(kept, state, io.now());
    const doubt = doubts === kept.doubted ? null : doubts;
    const isOpen = (state === "FINISHED" || state === "IN_PROGRESS") && kept.lost < MAX_NOT_FOUND;
    const good = isOpen && kept.mark === mark && io.now() - kept.at < REUSE_FOR_MS;
    if (!good && doubt === null) return undefined;
    // This attempt may publish it, and the next one must doubt again.
    if (kept.doubted !== null) await change(key, { doubted: null });
    return { id: kept.id, madeAt: kept.at, doubt };
  }

  async function make(plan: ContainerRequest, mark: string): Promise<Container> {
    const json = await plan.parameters();
    const request = { method: "POST", url: steps.create(io), timeoutMs: CREATE_TIMEOUT_MS } as const;
    const answer = await api.step(io, io.credentials, { ...request, body: { json } });
    const id = idOf(answer["id"], context);
    if (id === undefined) throw unreadable(network, "the container");
    const at = io.now();
    progress = { ...progress, [plan.key]: { id, at, mark, finished: false, lost: 0, doubted: null } };
    await io.save(progress);
    return { id, madeAt: at, doubt: null };
  }

  async function untilFinished(key: string, id: string): Promise<void> {
    const until = io.now() + POLL_FOR_MS;
    for (let wait = POLL.firstMs; ; wait = Math.min(wait + POLL.moreMs, POLL.mostMs)) {
      const [state, message] = await stateOf(id);
      if (state === "FINISHED") return;
      if (state === "ERROR") throw await givenUp(key, steps.failure(quote(message, context)));
      if (state !== "IN_PROGRESS") throw await givenUp(key, busy("lost an upload, which Crier will repeat"));
      if (io.now() > until || io.signal.aborted)
        throw new StepFailedError(busy("is still processing the media", 60_000));
      await io.pause(wait);
    }
  }

  function busy(what: string, retryAfterMs: number | null = null): Busy {
    return { kind: "busy", retryAfterMs, detail: `${network} ${what}.` };
  }

  /** The next attempt makes another one. */
  async function givenUp(key: string, outcome: Refused | Busy): Promise<StepFailedError> {
    progress = Object.fromEntries(Object.entries(progress).filter(([other]) => other !== key));
    await io.save(progress);
    return new StepFailedError(outcome);
  }

  /** No state: the network does not know such a container, or says so. */
  async function stateOf(id: string): Promise<[state: ContainerState | undefined, fault: string]> {
    const answer = await api.send(io, io.credentials, { method: "GET", url: containerUrl(id, steps, io) });
    const code = answer.kind === "answered" && answer.status < 500 ? graphErrorOf(answer)?.code : undefined;
    if (code === 100 || code === 24) return [undefined, ""];
    const node = objectOf(api.success(answer, io, io.credentials).json);
    const state = stateIn(node, id, steps);
    if (state === undefined) throw unreadable(network, "the state of an upload");
    return [state, textOf(node[steps.fields.fault]) ?? ""];
  }

  async function change(key: string, changes: Partial<StoredContainer>): Promise<void> {
    progress = withChanges(progress, key, changes);
    await io.save(progress);
  }
}

function doubtOf(
  { at, finished, lost }: StoredContainer,
  state: ContainerState | undefined,
  now: number,
): Doubt | null {
  if (state === "PUBLISHED") return "published";
  // Living objects are sometimes answered as missing, and a published container may turn into its post.
  if (state === undefined && finished && now - at < CONTAINER_LASTS_MS) return "unread";
  return lost >= MAX_NOT_FOUND ? "lost" : null;
}

/** Notes the doubt an attempt ended in, or that its container was not found; the next attempt goes by it. */
export async function noteAttempt(io: Io, learned: Doubt | "not found"): Promise<void> {
  const progress = readProgress(io.saved);
  const kept = progress[POST_KEY];
  if (!kept) return;
  const changes = learned === "not found" ? { lost: kept.lost + 1 } : { doubted: learned };
  await io.save(withChanges(progress, POST_KEY, changes));
}

type Progress = Readonly<Record<string, StoredContainer>>;

function withChanges(progress: Progress, key: string, changes: Partial<StoredContainer>): Progress {
  const kept = progress[key];
  return kept ? { ...progress, [key]: { ...kept, ...changes } } : progress;
}

export function containerUrl(id: string, steps: ContainerApi, io: Io): string {
  const { state, fault } = steps.fields;
  return `${steps.node(id, io)}?fields=${state},${fault}`;
}

/** The state of this very container; undefined for anything else. */
export function stateIn(node: JsonObject, id: string, { fields }: ContainerApi): ContainerState | undefined {
  return node["id"] === id ? STATES.find((state) => state === node[fields.state]) : undefined;
}

function readProgress(saved: Json): Progress {
  const progress: Record<string, StoredContainer> = {};
  for (const [key, kept] of Object.entries(objectOf(saved))) {
    if (!isObject(kept)) continue;
    const { id, at, mark, finished, lost, doubted } = kept;
    if (typeof id !== "string" || typeof at !== "number" || typeof mark !== "string") continue;
    const learned = { finished: finished === true, lost: numberOf(lost) ?? 0, doubted: doubtIn(doubted) };
    progress[key] = { id, at, mark, ...learned };
  }
  return progress;
}

function doubtIn(value: Json | undefined): Doubt | null {
  return value === "published" || value === "unread" || value === "lost" ? value : null;
}

function fingerprintOf(shows: Json): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(shows)).digest("base64url").slice(0, 16);
}
