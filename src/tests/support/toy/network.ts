// Defines a toy network: its connector, written as for any new network (networks/toy).
import { Type, type Static } from "@sinclair/typebox";
import type { Answered } from "../../../networks/client/call.ts";
import { isObject, objectOf, textOf, type JsonObject } from "../../../networks/client/json.ts";
import {
  defineNetwork,
  StepFailedError,
  type ConnectIo,
  type Connection,
  type Draft,
  type DraftMedia,
  type Finding,
  type Io,
  type Outcome,
} from "../../../networks/network.ts";
import {
  outcomeOf,
  retryAfterMs,
  unreadable,
  absent,
  found,
  inconclusive,
  refused,
} from "../../../networks/client/outcome.ts";
import { quote } from "../../../networks/client/redaction.ts";
import { choice } from "../../../networks/option-form.ts";
import { idOf, linkOf } from "../../../networks/client/remote-post.ts";
import { bearer, openApi } from "../../../networks/client/api.ts";

const options = Type.Object(
  {
    color: Type.Optional(Type.String({ maxLength: 20 })),
    finish: Type.Optional(choice({ matte: "Matte", glossy: "Glossy" }, { title: "Finish" })),
  },
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
  validate: () => [],
  connect: {
    walkthrough: {
      effort: { minutes: 1, cost: null, review: null },
      address: "any",
      steps: [
        {
          title: "Open the toy box",
          text: "The token is *under the lid*.",
          copy: [{ label: "Magic word", value: "please" }],
          link: "https://toy.test/box",
        },
      ],
      mistakes: ["The token of another box.", "The box is closed.", "The lid is upside down."],
    },
    fields: [{ name: "token", label: "Token", help: "From your toy box", secret: true, default: null }],
    login,
    oauth: null,
    refresh: null,
    revoke: null,
  },
  words: ({ text, media }) => ({ text, altTexts: media.map(({ altText }) => altText) }),
  secrets: (credentials) => api.secrets(credentials),
  lostAnswers: { certainty: "Toy's answer is certain either way.", searchUrl: () => null },
  liveOptions: async () => ({ values: {}, rules: {} }),
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
  const me = await api.step(io, credentials, { method: "GET", url: "/me" });
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
  if (!photo) throw new StepFailedError(refused("media", "A toy needs a photo."));
  const file = textOf(objectOf(io.saved)["file"]) ?? (await upload(photo, io));
  return { key: targetId, body: { text, file, key: targetId, ...chosen } };
}

async function upload(photo: DraftMedia, io: Io): Promise<string> {
  const body = { bytes: await photo.bytes(), type: photo.mime };
  const answer = await api.step(io, io.credentials, { method: "POST", url: "/files", body });
  const file = textOf(answer["file"]);
  if (file === undefined) throw unreadable("Toy", "the upload");
  await io.save({ file });
  return file;
}

async function commit({ key, body }: Prepared, io: Io): Promise<Outcome> {
  const answer = await api.send(io, io.credentials, {
    method: "POST",
    url: "/toys",
    body: { json: body },
    timeoutMs: 300_000,
  });
  return outcomeOf(
    answer,
    { ...api.errors, accepted: (answer) => toyIn(answer, key, io) },
    api.context(io, io.credentials),
  );
}

async function verify({ key }: Prepared, _: unknown, io: Io): Promise<Finding> {
  const answer = await api.send(io, io.credentials, { method: "GET", url: `/toys/${key}` });
  if (answer.kind !== "answered") return inconclusive(`Toy could not be asked. ${answer.detail}`);
  const post = answer.status === 200 ? toyIn(answer, key, io) : undefined;
  if (post) return found(post.remoteId, post.url, `Toy keeps ${post.remoteId} under this post's key.`);
  const isGone = answer.status === 404 && objectOf(answer.json)["error"] === `no toy ${key}`;
  if (isGone) return absent("Toy keeps nothing under this post's key.");
  return inconclusive(`Toy answered ${answer.status} without a clear result.`);
}

function toyIn({ json }: Answered, key: string, io: Io) {
  const { id, url, key: kept } = objectOf(json);
  const remoteId = idOf(id, api.context(io, io.credentials));
  if (kept !== key || remoteId === undefined) return undefined;
  const link = linkOf(url, [io.credentials["server"] ?? "", io.endpoint("web")]);
  return { kind: "accepted", remoteId, url: link ?? null } as const;
}

const api = openApi({
  network: "Toy",
  base: (_, { server = "" }) => server,
  headers: ({ token }) => bearer(token),
  secrets: ({ token }) => [token],
  refusal(answer, context) {
    const error = isObject(answer.json) ? textOf(answer.json["error"]) : undefined;
    if (error === undefined) return undefined;
    const detail = `Toy says: ${quote(error, context)}`;
    if (answer.status === 429) return { kind: "busy", retryAfterMs: retryAfterMs(answer, context), detail };
    return refused(answer.status === 401 ? "auth" : "content", detail);
  },
});
