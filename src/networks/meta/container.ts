// Creates the containers of an Instagram or Threads post and waits until they can be published (networks/instagram.facts.md 1, networks/threads.facts.md 1).
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type Busy, type Io, type Json, type Refused } from "../network.ts";
import { unreadable } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { graphErrorOf } from "./graph.ts";
import type { Api } from "../client/api.ts";

/** How Instagram or Threads names the parts of this API. */
export interface ContainerApi {
  /** The network's API, whose steps come before publishing. */
  readonly api: Api;
  /** The fields of a container with its state and its error. */
  readonly fields: { readonly state: string; readonly fault: string };
  /** The address at which containers are created. */
  create(io: Io): string;
  /** The address of a container or a post. */
  node(id: string, io: Io): string;
  /** Turns the error of a failed container into an outcome. */
  failure(message: string): Refused | Busy;
  /** How long a finished container must rest before it can be published, ms. */
  readonly restMs: number;
}

/** A container that a post needs. */
export interface ContainerRequest {
  /** Identifies the container within the post: a file's id. */
  readonly key: string;
  /** What the post shows of it: when this changes, Crier creates a new one. Not the file's address, which always differs. */
  readonly content: Json;
  /** The parameters to send; called only when a container is created. */
  parameters(): Promise<JsonObject>;
}

export type Container = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** Why it must not be published; null when it can be. */
  readonly doubt: Doubt | null;
};

/** Why a container must not be published, in sentences for a person. */
export const DOUBTS = {
  published: "An earlier attempt did publish this.",
  unread: "Crier can't find out now whether an earlier attempt published this.",
  lost: "The network repeatedly could not find the prepared post when it was to be published.",
} as const;
type Doubt = keyof typeof DOUBTS;

export type ContainerState = "IN_PROGRESS" | "FINISHED" | "PUBLISHED" | "ERROR" | "EXPIRED";
const STATES: readonly ContainerState[] = ["IN_PROGRESS", "FINISHED", "PUBLISHED", "ERROR", "EXPIRED"];

/** Unpublished containers expire after this time, and a container's state is reliable only until then. */
export const CONTAINER_LASTS_MS = 24 * 3_600_000;
/** An older container could expire before it is published. */
const REUSE_FOR_MS = 20 * 3_600_000;
/** Polls less and less often, because long videos take minutes. */
const POLL = { firstMs: 3000, moreMs: 1000, mostMs: 30_000 };
const POLL_FOR_MS = 10 * 60_000;
const CREATE_TIMEOUT_MS = 120_000;

/** What `io.save` keeps, per key. */
type StoredContainer = {
  readonly id: string;
  readonly at: number;
  /** Fingerprint of its content. */
  readonly mark: string;
  /** Since then it could have been published. */
  readonly finished: boolean;
  /** How often the publishing request did not find it. */
  readonly lost: number;
  /** The doubt in which an attempt ended. The next attempt starts only after the network or a person resolved it. */
  readonly doubted: Doubt | null;
};

/** The key of the container that is published. */
export const POST_KEY = "post";
/** After this many attempts that did not find it, a container is given up. */
const MAX_NOT_FOUND = 3;

/** The account's containers for one post. */
export function openContainers(containers: ContainerApi, io: Io) {
  const { api } = containers;
  const { network } = api.errors;
  const context = api.context(io, io.credentials);
  let progress = readProgress(io.saved);
  return { ready, children };

  /** The container to publish, new or from an earlier attempt; with a doubt if it may be published already. @throws StepFailedError */
  async function ready(plan: Omit<ContainerRequest, "key">): Promise<Container> {
    const container = await begin({ ...plan, key: POST_KEY });
    if (container.doubt !== null || progress[POST_KEY]?.finished) return container;
    await untilFinished(POST_KEY, container.id);
    if (containers.restMs > 0) await io.pause(containers.restMs);
    await change(POST_KEY, { finished: true });
    return container;
  }

  /** Creates the containers of a carousel, which are processed in parallel. @returns their ids, in order. @throws StepFailedError */
  async function children(plans: readonly ContainerRequest[]): Promise<string[]> {
    const all: Container[] = [];
    for (const plan of plans) all.push(await begin(plan));
    for (const [n, { key }] of plans.entries()) await untilFinished(key, all[n]?.id ?? "");
    return all.map(({ id }) => id);
  }

  async function begin(plan: ContainerRequest): Promise<Container> {
    const mark = fingerprintOf(plan.content);
    return (await earlierOne(plan.key, mark)) ?? (await make(plan, mark));
  }

  /** The container of an earlier attempt; undefined when a new one must be created. */
  async function earlierOne(key: string, mark: string): Promise<Container | undefined> {
    const stored = progress[key];
    if (!stored) return undefined;
    const [state] = await stateOf(stored.id);
    const doubts = doubtOf(stored, state, io.now());
    const doubt = doubts === stored.doubted ? null : doubts;
    const isOpen = (state === "FINISHED" || state === "IN_PROGRESS") && stored.lost < MAX_NOT_FOUND;
    const good = isOpen && stored.mark === mark && io.now() - stored.at < REUSE_FOR_MS;
    if (!good && doubt === null) return undefined;
    // This attempt may publish it, so the next one must check again.
    if (stored.doubted !== null) await change(key, { doubted: null });
    return { id: stored.id, madeAt: stored.at, doubt };
  }

  async function make(plan: ContainerRequest, mark: string): Promise<Container> {
    const json = await plan.parameters();
    const request = { method: "POST", url: containers.create(io), timeoutMs: CREATE_TIMEOUT_MS } as const;
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
      if (state === "ERROR") throw await givenUp(key, containers.failure(quote(message, context)));
      if (state !== "IN_PROGRESS") throw await givenUp(key, busy("lost an upload, which Crier will repeat"));
      if (io.now() > until || io.signal.aborted)
        throw new StepFailedError(busy("is still processing the media", 60_000));
      await io.pause(wait);
    }
  }

  function busy(what: string, retryAfterMs: number | null = null): Busy {
    return { kind: "busy", retryAfterMs, detail: `${network} ${what}.` };
  }

  /** Forgets a container, so that the next attempt creates a new one. */
  async function givenUp(key: string, outcome: Refused | Busy): Promise<StepFailedError> {
    progress = Object.fromEntries(Object.entries(progress).filter(([other]) => other !== key));
    await io.save(progress);
    return new StepFailedError(outcome);
  }

  /** The state is undefined when the network does not know the container. */
  async function stateOf(id: string): Promise<[state: ContainerState | undefined, fault: string]> {
    const answer = await api.send(io, io.credentials, {
      method: "GET",
      url: containerUrl(id, containers, io),
    });
    const code = answer.kind === "answered" && answer.status < 500 ? graphErrorOf(answer)?.code : undefined;
    if (code === 100 || code === 24) return [undefined, ""];
    const node = objectOf(api.success(answer, io, io.credentials).json);
    const state = stateIn(node, id, containers);
    if (state === undefined) throw unreadable(network, "the state of an upload");
    return [state, textOf(node[containers.fields.fault]) ?? ""];
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
  // Existing objects are sometimes reported as missing, and a published container may be replaced by its post.
  if (state === undefined && finished && now - at < CONTAINER_LASTS_MS) return "unread";
  return lost >= MAX_NOT_FOUND ? "lost" : null;
}

/** Stores the doubt in which an attempt ended, or that its container was not found, for the next attempt. */
export async function noteAttempt(io: Io, result: Doubt | "not found"): Promise<void> {
  const progress = readProgress(io.saved);
  const stored = progress[POST_KEY];
  if (!stored) return;
  const changes = result === "not found" ? { lost: stored.lost + 1 } : { doubted: result };
  await io.save(withChanges(progress, POST_KEY, changes));
}

type Progress = Readonly<Record<string, StoredContainer>>;

function withChanges(progress: Progress, key: string, changes: Partial<StoredContainer>): Progress {
  const stored = progress[key];
  return stored ? { ...progress, [key]: { ...stored, ...changes } } : progress;
}

export function containerUrl(id: string, containers: ContainerApi, io: Io): string {
  const { state, fault } = containers.fields;
  return `${containers.node(id, io)}?fields=${state},${fault}`;
}

/** The state of this container; undefined for anything else. */
export function stateIn(node: JsonObject, id: string, { fields }: ContainerApi): ContainerState | undefined {
  return node["id"] === id ? STATES.find((state) => state === node[fields.state]) : undefined;
}

function readProgress(saved: Json): Progress {
  const progress: Record<string, StoredContainer> = {};
  for (const [key, stored] of Object.entries(objectOf(saved))) {
    if (!isObject(stored)) continue;
    const { id, at, mark, finished, lost, doubted } = stored;
    if (typeof id !== "string" || typeof at !== "number" || typeof mark !== "string") continue;
    const result = { finished: finished === true, lost: numberOf(lost) ?? 0, doubted: doubtIn(doubted) };
    progress[key] = { id, at, mark, ...result };
  }
  return progress;
}

function doubtIn(value: Json | undefined): Doubt | null {
  return value === "published" || value === "unread" || value === "lost" ? value : null;
}

function fingerprintOf(shows: Json): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(shows)).digest("base64url").slice(0, 16);
}
