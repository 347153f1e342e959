// Signed, expiring URLs for files and uploads. Nothing else gives access to /media and /uploads (D29, D31, D43).
import type { Clock } from "../clock.ts";
import type { MediaKind } from "../domain/media.ts";
import type { NewId } from "../id.ts";
import type { Signer } from "./signed-address.ts";

const HOUR_MS = 3_600_000;
/** A network may queue for hours before it fetches. */
const PUBLIC_MS = 24 * HOUR_MS;

const CANARY_MS = 60_000;

/** What of a file an address is for; a thumbnail of a chosen frame has an address of its own. */
export type Part = "file" | "thumbnail" | `thumbnail-${number}`;

export interface MediaLinks {
  /**
   * For those who may see the file: works for one to two hours, and is the same for all requests within an hour,
   * so that browsers keep what they fetched.
   */
  shown(mediaId: string, part: Part): string;
  /** The avatar of an account, for as long as `shown`. */
  avatar(accountId: string): string;
  /** The picture of a link card, for as long as `shown`. */
  card(key: string): string;
  /** For a network that downloads files: these bytes, the file's own or made of it, for at least a day. */
  public(mediaId: string, sha256: string, mime: string): string;
  /** Takes the bytes of an upload here, until its time is over. */
  upload(id: string, expiresAt: number): string;
  /** Whether the query opens this name below this id. */
  check(mediaId: string, name: string, query: URLSearchParams): "valid" | "expired" | "invalid";
  /** An address that only this appliance answers rightly, with `proof` of the id in it. */
  canary(): { readonly url: string; isAnswer(text: string): boolean };
  proof(canaryId: string): string;
  /** Whether a thumbnail of such a file can be made here. */
  hasThumbnail(kind: MediaKind): boolean;
}

interface LinkParts {
  readonly signer: Signer;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Without ffmpeg a video has none. */
  readonly hasPosters: boolean;
}

export function openLinks({ signer, baseUrl, clock, newId, hasPosters }: LinkParts): MediaLinks {
  const fromNow = (ms: number) => Math.ceil((clock.now() + ms) / HOUR_MS) * HOUR_MS;
  const link = (id: string, name: string, expiresAt: number) =>
    `${baseUrl()}/media/${id}/${name}?${signer.sign("media", `${id}/${name}`, expiresAt)}`;
  return {
    shown: (id, part) => link(id, part, fromNow(HOUR_MS)),
    avatar: (accountId) => link("avatars", accountId, fromNow(HOUR_MS)),
    card: (key) => link("cards", key, fromNow(HOUR_MS)),
    public: (id, sha256, mime) => link(id, `${sha256}.${EXTENSIONS[mime] ?? "bin"}`, fromNow(PUBLIC_MS)),
    upload: (id, expiresAt) => `${baseUrl()}/uploads/${id}?${signer.sign("upload", id, expiresAt)}`,
    canary() {
      const id = newId();
      const url = link(id, "canary", clock.now() + CANARY_MS);
      return {
        url,
        isAnswer: (text) => signer.check("canary", id, new URLSearchParams(text.trim())) === "valid",
      };
    },
    proof: (id) => String(signer.sign("canary", id, clock.now() + CANARY_MS)),
    check: (id, name, query) => signer.check("media", `${id}/${name}`, query),
    hasThumbnail: (kind) => kind === "image" || hasPosters,
  };
}

/** Some networks look at the end of an address before they fetch it. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
};

/** The bytes that a name from `public` stands for; null when it is none. */
export function namedBytes(name: string): { sha256: string; mime: string } | null {
  const [, sha256, extension] = /^([0-9a-f]{64})\.(\w+)$/.exec(name) ?? [];
  const mime = Object.entries(EXTENSIONS).find(([, each]) => each === extension)?.[0];
  return sha256 !== undefined && mime !== undefined ? { sha256, mime } : null;
}
