// A network that does not exist: its connector, as somebody who adds one would write it (networks/toy).
import { Type, type Static } from "@sinclair/typebox";
import type { Answered } from "../../../networks/client/call.ts";
import { isObject, objectOf, textOf, type JsonObject } from "../../../networks/client/json.ts";
import {
  defineNetwork,
  StepFailed,
  type ConnectIo,
  type Connection,
  type Credentials,
  type Draft,
  type DraftMedia,
  type Finding,
  type Io,
  type Outcome,
} from "../../../networks/network.ts";
import {
  outcomeOf,
  repeatable,
  retryAfterMs,
  unreadable,
  type ErrorReader,
} from "../../../networks/client/outcome.ts";
import { quote, type AnswerContext } from "../../../networks/client/redaction.ts";
import { idOf, linkOf } from "../../../networks/client/remote-post.ts";

const options = Type.Object(
  { color: Type.Optional(Type.String({ maxLength: 20 })) },
  { additionalProperties: false },
);

type Options = Static<typeof options>;

/** `key` is the target's own: the network keeps one toy under it. */
type Prepared = { readonly key: string; readonly body: JsonObject };

export const toy = defineNetwork<typeof options, Prepared>({
  id: "toy",
  name: "Toy",
  access: "anyone",
  endpoints: { api: "https://toy.test" },
  rules: {
    text: { max: 200, unit: "graphemes", maxBytes: null, linkLength: null, shortMentions: false },
    requires: "media",
    quota: null,
    media: {
      maxItems: 1,
      maxVideos: 0,
      mixed: false,
      altTextMax: null,
      image: { mimes: ["image/jpeg", "image/png"], maxBytes: 2_000_000, maxPixels: null, maxSide: 2000 },
      video: null,
    },
  },
  options,
  kinds: null,
  complaints: () => [],
  connect: {
    fields: [{ name: "token", label: "Token", help: "From your toy box", secret: true, default: null }],
    login,
    oauth: null,
    refresh: null,
    revoke: null,
  },
  creator: async () => ({ values: {}, rules: {} }),
  prepare,
  commit,
  settle: async () => ({ kind: "unknown", detail: "Toy has no posts in processing." }),
  verify,
});

async function login(
  { token = "" }: Readonly<Record<string, string>>,
  io: ConnectIo,
): Promise<readonly [Connection]> {
  const credentials = { server: io.endpoint("api"), token };
  const answer = await io.call({ method: "GET", ...at("/me", credentials) });
  const me = objectOf(repeatable(answer, reading, askedBy(io, credentials)).json);
  const handle = textOf(me["handle"]);
  if (handle === undefined) throw unreadable("Toy", "the account");
  const shown = { handle, displayName: handle, avatarUrl: null, profileUrl: null };
  return [{ remoteId: handle, server: null, ...shown, credentials, expiresAt: null, rules: {} }];
}

async function prepare(
  { targetId, text, media, options: chosen }: Draft<Options>,
  io: Io,
): Promise<Prepared> {
  const [photo] = media;
  if (!photo) throw new StepFailed({ kind: "refused", category: "media", detail: "A toy needs a photo." });
  const file = textOf(objectOf(io.saved)["file"]) ?? (await upload(photo, io));
  return { key: targetId, body: { text, file, key: targetId, ...chosen } };
}

async function upload(photo: DraftMedia, io: Io): Promise<string> {
  const body = { bytes: await photo.bytes(), type: photo.mime };
  const answer = await io.call({ method: "POST", ...at("/files", io.credentials), body });
  const file = textOf(objectOf(repeatable(answer, reading, askedBy(io, io.credentials)).json)["file"]);
  if (file === undefined) throw unreadable("Toy", "the upload");
  await io.save({ file });
  return file;
}

async function commit({ key, body }: Prepared, io: Io): Promise<Outcome> {
  const answer = await io.call({
    method: "POST",
    ...at("/toys", io.credentials),
    body: { json: body },
    timeoutMs: 300_000,
  });
  return outcomeOf(
    answer,
    { ...reading, accepted: (answer) => toyIn(answer, key, io) },
    askedBy(io, io.credentials),
  );
}

async function verify({ key }: Prepared, _: unknown, io: Io): Promise<Finding> {
  const answer = await io.call({ method: "GET", ...at(`/toys/${key}`, io.credentials) });
  if (answer.kind !== "answered")
    return { kind: "inconclusive", evidence: `Toy could not be asked. ${answer.detail}` };
  const found = answer.status === 200 ? toyIn(answer, key, io) : undefined;
  if (found)
    return { ...found, kind: "found", evidence: `Toy keeps ${found.remoteId} under this post's key.` };
  const absent = answer.status === 404 && objectOf(answer.json)["error"] === `no toy ${key}`;
  if (absent) return { kind: "absent", evidence: "Toy keeps nothing under this post's key." };
  return { kind: "inconclusive", evidence: `Toy answered ${answer.status} and nothing clear.` };
}

function toyIn({ json }: Answered, key: string, io: Io) {
  const { id, url, key: kept } = objectOf(json);
  const remoteId = idOf(id, askedBy(io, io.credentials));
  if (kept !== key || remoteId === undefined) return undefined;
  const link = linkOf(url, [io.credentials["server"] ?? "", io.endpoint("web")]);
  return { kind: "accepted", remoteId, url: link ?? null } as const;
}

const reading: ErrorReader = {
  network: "Toy",
  refusal(answer, asked) {
    const error = isObject(answer.json) ? textOf(answer.json["error"]) : undefined;
    if (error === undefined) return undefined;
    const detail = `Toy says: ${quote(error, asked)}`;
    if (answer.status === 429) return { kind: "busy", retryAfterMs: retryAfterMs(answer, asked), detail };
    return { kind: "refused", category: answer.status === 401 ? "auth" : "content", detail };
  },
};

function at(path: string, { server = "", token = "" }: Credentials) {
  return { url: server + path, headers: { authorization: `Bearer ${token}` } };
}

function askedBy(io: ConnectIo, { token = "" }: Credentials): AnswerContext {
  return { now: () => io.now(), secrets: [token] };
}
