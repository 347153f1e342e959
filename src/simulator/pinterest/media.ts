// Simulates Pinterest's videos: registered, uploaded to a bucket with a signed form, processed (networks/pinterest.facts.md 1.3).
import { videoOf } from "../inspect-media.ts";
import {
  behaviourOf,
  jsonIn,
  partsIn,
  SLOW_MS,
  sniff,
  type File,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { fail, ok } from "./answers.ts";

export interface Video {
  readonly id: string;
  readonly owner: string;
  /** Until when the bucket takes the file, ms since 1970. */
  readonly formEndsAt: number;
  file: File | null;
  /** When it is through with processing. */
  readyAt: number;
  wrong: boolean;
}

const FORM_MS = 3_600_000;
const PROCESSING_MS = 1000;
/** networks/pinterest.facts.md 4. */
const [SHORTEST_MS, LONGEST_MS, NARROWEST, WIDEST] = [4000, 15 * 60_000, 0.5, 1.91];
/** Of the bucket's form; `Content-Type` is a field among them, and none is the account's token. */
const FIELDS: readonly string[] = [
  "Content-Type",
  "key",
  "policy",
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-date",
  "x-amz-security-token",
  "x-amz-signature",
];

export type VideoRoom = ReturnType<typeof openVideos>;

export function openVideos({ clock, base, keep }: Stage, newId: () => string) {
  const all = new Map<string, Video>();
  return { register, send, show, find: (id: string) => all.get(id), stateOf };

  function register(owner: string, request: Request): Reply {
    if (jsonIn(request)?.["media_type"] !== "video")
      return fail(400, 1, "Invalid media_type: must be video.");
    const id = newId();
    const formEndsAt = clock.now() + FORM_MS;
    all.set(id, { id, owner, formEndsAt, file: null, readyAt: Number.POSITIVE_INFINITY, wrong: false });
    const values = FIELDS.map((name) => [
      name,
      name === "Content-Type" ? "multipart/form-data" : `${name}-${id}`,
    ]);
    const parameters = { ...Object.fromEntries(values), key: `uploads/${id}:video` };
    return ok(
      { media_id: id, media_type: "video", upload_url: `${base()}/bucket/`, upload_parameters: parameters },
      201,
    );
  }

  /** As the bucket does it: every field of the form, then the file, last; no token of Pinterest's. */
  async function send(request: Request): Promise<Reply> {
    const parts = await partsIn(request);
    const form = new Map(parts);
    const key = form.get("key");
    const video = typeof key === "string" ? all.get(key.replace(/^uploads\/|:video$/g, "")) : undefined;
    const [last, file] = parts.at(-1) ?? [];
    const signed = FIELDS.every((name) => form.has(name)) && form.get("policy") === `policy-${video?.id}`;
    if (!video || !signed || video.formEndsAt < clock.now()) return { status: 403, json: undefined };
    if (request.headers["authorization"] !== undefined) return { status: 400, json: undefined };
    if (last !== "file" || !(file instanceof Blob)) return { status: 400, json: undefined };
    const bytes = new Uint8Array(await file.arrayBuffer());
    video.file = keep({ bytes, mime: sniff(bytes) ?? "application/octet-stream" });
    video.wrong = await isWrong(bytes);
    video.readyAt = clock.now() + (behaviourOf(video.owner) === "slow" ? SLOW_MS : PROCESSING_MS);
    return { status: 204, json: undefined };
  }

  function show(owner: string, id: string): Reply {
    const video = all.get(id);
    if (video?.owner !== owner) return fail(404, 40, "Media upload not found.");
    return ok({ media_id: id, media_type: "video", status: stateOf(video) });
  }

  function stateOf({ file, readyAt, wrong }: Video): "registered" | "processing" | "succeeded" | "failed" {
    if (!file) return "registered";
    if (readyAt > clock.now()) return "processing";
    return wrong ? "failed" : "succeeded";
  }
}

async function isWrong(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const video = await videoOf(bytes);
  if (!video || !["avc", "hevc"].includes(video.codec ?? "")) return true;
  const { width, height, durationMs } = video;
  const ratio = width / height;
  return durationMs < SHORTEST_MS || durationMs > LONGEST_MS || ratio < NARROWEST || ratio > WIDEST;
}
