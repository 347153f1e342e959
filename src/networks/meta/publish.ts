// Publishes a container, and finds out afterwards whether the post exists (networks/instagram.facts.md 2, networks/threads.facts.md 2).
import { PUBLISH_TIMEOUT_MS, CLOCK_SKEW_MS } from "../client/timeouts.ts";
import type { Answered } from "../client/call.ts";
import { numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, Json, Outcome, Processing, SentAttempt } from "../network.ts";
import { outcomeOf, inconclusive, absent, found } from "../client/outcome.ts";
import { idOf, linkOf } from "../client/remote-post.ts";
import {
  CONTAINER_LASTS_MS,
  containerUrl,
  DOUBTS,
  noteAttempt,
  stateIn,
  type Container,
  type ContainerApi,
} from "./container.ts";
import { graphErrorOf, listPages, type Dialect, graphErrors } from "./graph.ts";

/** Stored before the commit: the container, and how the post can be recognized. */
export type Prepared<Likeness extends JsonObject = JsonObject> = Container & { readonly likeness: Likeness };

/** What differs between the networks when they publish. */
export interface ContainerPublishing<Likeness extends JsonObject> {
  readonly containers: ContainerApi;
  /** Errors of the publishing request; what is not documented as safe stays unknown. */
  readonly dialect: Dialect;
  /** Subcodes of "container not found". */
  readonly lost: readonly number[];
  /** The address of the publishing request. */
  publish(container: string, io: Io): string;
  /** The address of the account's posts of this kind, with the fields that `matches` reads, `permalink` and `timestamp`. */
  list(likeness: Likeness, since: number, io: Io): string;
  /** Whether a listed post looks like this one, apart from its time. */
  matches(post: JsonObject, likeness: Likeness): boolean;
  /** Addresses at which the account's posts may be. */
  postOrigins(io: Io): readonly string[];
}

/** Ids of posts are long numbers; anything shorter is not from Meta. */
const POST_ID = /^\d{6,}$/;

/** The one request that makes the post public. */
export async function commit<L extends JsonObject>(
  { id, doubt }: Prepared<L>,
  io: Io,
  { containers, publish, dialect, lost }: ContainerPublishing<L>,
): Promise<Outcome> {
  if (doubt !== null) {
    await noteAttempt(io, doubt);
    return { kind: "unknown", detail: `${DOUBTS[doubt]} Nothing was sent.` };
  }
  const { api } = containers;
  const request = { method: "POST", url: publish(id, io), timeoutMs: PUBLISH_TIMEOUT_MS } as const;
  const answer = await api.send(io, io.credentials, request);
  const reader = {
    ...graphErrors(dialect),
    accepted: ({ json }: Answered) => receiptOf(objectOf(json), id, containers, io),
  };
  const outcome = outcomeOf(answer, reader, api.context(io, io.credentials));
  const error = answer.kind === "answered" ? graphErrorOf(answer) : undefined;
  if (outcome.kind === "busy" && error && lost.includes(error.subcode)) await noteAttempt(io, "not found");
  return outcome;
}

/** The post is live: its id is stored before its address is requested (networks/rules.facts.md 1). */
function receiptOf(
  answer: JsonObject,
  container: string,
  containers: ContainerApi,
  io: Io,
): Processing | undefined {
  const id = postId(answer["id"], containers, io);
  if (id === undefined || id === container || answer[containers.fields.state] !== undefined) return undefined;
  return { kind: "processing", receipt: { id, asked: 0 }, askAgainMs: 0 };
}

function postId(value: Json | undefined, { api }: ContainerApi, io: Io): string | undefined {
  const id = idOf(value, api.context(io, io.credentials));
  return id !== undefined && POST_ID.test(id) ? id : undefined;
}

/** How often Crier requests the address; without one the post is still accepted. */
const MAX_QUESTIONS = 3;
const ASK_AGAIN_MS = 5000;

/** Requests the address of the published post. */
export async function settle<L extends JsonObject>(
  receipt: Json,
  io: Io,
  { containers, postOrigins: webs }: ContainerPublishing<L>,
): Promise<Outcome> {
  const { id: value, asked: requested } = objectOf(receipt);
  const id = postId(value, containers, io);
  if (id === undefined)
    return { kind: "unknown", detail: "Crier can't read the post's id that it stored. Check the account." };
  const node = await containers.api.peek(
    io,
    io.credentials,
    `${containers.node(id, io)}?fields=id,permalink`,
  );
  const url = node?.["id"] === id ? linkOf(node["permalink"], webs(io)) : undefined;
  const before = numberOf(requested) ?? MAX_QUESTIONS;
  if (url === undefined && before < MAX_QUESTIONS)
    return { kind: "processing", receipt: { id, asked: before + 1 }, askAgainMs: ASK_AGAIN_MS };
  return { kind: "accepted", remoteId: id, url: url ?? null };
}

// ---- verification

/** A post appears, also in the list, at most this long after it was sent. */
const APPEARS_MS = 15 * 60_000;

/** The container's state is authoritative until it expires; only the list shows which post it became. */
export async function verify<L extends JsonObject>(
  prepared: Prepared<L>,
  attempt: SentAttempt,
  io: Io,
  publishing: ContainerPublishing<L>,
): Promise<Finding> {
  const { containers } = publishing;
  const node = await containers.api.peek(io, io.credentials, containerUrl(prepared.id, containers, io));
  const state = stateIn(node ?? {}, prepared.id, containers);
  const listed = await candidates(prepared, attempt, state === "PUBLISHED", io, publishing);
  if (state === "PUBLISHED") return publishedFinding(prepared, attempt, listed, io, publishing);
  if (!listed) return inconclusive(`${stateText(state)} The account's posts could not be listed.`);
  const [only] = listed;
  const lasts = io.now() - prepared.madeAt < CONTAINER_LASTS_MS;
  // Without the container's state, the text and the time must decide.
  if ((state === undefined || !lasts) && only && listed.length === 1 && prepared.likeness["text"] !== "")
    return foundPost(
      only,
      `Same text and kind, created ${new Date(timeOf(only)).toISOString()}.`,
      io,
      publishing,
    );
  if (listed.length > 0)
    return inconclusive(`${stateText(state)} ${listed.length} of the account's posts look like this one.`);
  if (lasts && (state === "FINISHED" || state === "ERROR" || state === "EXPIRED"))
    return absent(`${stateText(state)} None of the account's posts looks like this one.`);
  return inconclusive(`${stateText(state)} None of the account's posts looks like this one.`);
}

function stateText(state: string | undefined): string {
  return state === undefined
    ? "The container could not be read."
    : `The container is ${state}, so it was not published.`;
}

/** Certainly live. If the list does not show it, the container's id is used instead of the post's. */
function publishedFinding<L extends JsonObject>(
  { id }: Prepared<L>,
  { sentAt }: SentAttempt,
  listed: readonly JsonObject[] | undefined,
  io: Io,
  publishing: ContainerPublishing<L>,
): Finding {
  const [only] = listed ?? [];
  const evidence = `The container ${id} is PUBLISHED.`;
  if (only && listed?.length === 1) return foundPost(only, evidence, io, publishing);
  const why = listed ? `${listed.length} of the account's posts look like it` : "its posts can't be listed";
  if (io.now() - sentAt < APPEARS_MS)
    return inconclusive(`${evidence} Crier can't tell which post that is: ${why}.`);
  return found(id, null, `${evidence} Crier can't tell which post that is: ${why}.`);
}

/** Listed posts that may be this one; undefined when the list can't be read. */
async function candidates<L extends JsonObject>(
  { madeAt, likeness }: Prepared<L>,
  { sentAt, otherRemoteIds: usedIds }: SentAttempt,
  isPublished: boolean,
  io: Io,
  { containers, list, matches: fits }: ContainerPublishing<L>,
): Promise<JsonObject[] | undefined> {
  // The container's state covers every attempt since it was created.
  const since = (isPublished ? madeAt : sentAt) - CLOCK_SKEW_MS;
  const url = list(likeness, since, io);
  const posts = await listPages(
    url,
    (page) => containers.api.peek(io, io.credentials, page),
    (page) => page.every((post) => timeOf(post) >= since),
  );
  return posts?.filter((post) => {
    const id = postId(post["id"], containers, io);
    const inTime = timeOf(post) >= since && timeOf(post) <= sentAt + APPEARS_MS;
    return id !== undefined && !usedIds.includes(id) && inTime && fits(post, likeness);
  });
}

/** Milliseconds since 1970; NaN, for which every comparison is false, when it can't be read. */
function timeOf(post: JsonObject): number {
  return Date.parse(textOf(post["timestamp"]) ?? "");
}

function foundPost<L extends JsonObject>(
  post: JsonObject,
  evidence: string,
  io: Io,
  { containers, postOrigins: webs }: ContainerPublishing<L>,
): Finding {
  const remoteId = postId(post["id"], containers, io);
  if (remoteId === undefined) return inconclusive("A post matches, but its id can't be read.");
  return found(remoteId, linkOf(post["permalink"], webs(io)) ?? null, evidence);
}
