// Simulates X's media: one request for an image, pieces for GIFs and videos, processing.
import { shapeOf, videoOf } from "../inspect-media.ts";
import {
  behaviourOf,
  isObject,
  jsonIn,
  partsIn,
  SLOW_MS,
  sniff,
  textIn,
  type File,
  type Json,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { ok, problem } from "./problem.ts";
import { paysX } from "./premium.ts";

export interface Media {
  readonly id: string;
  readonly key: string;
  readonly owner: string;
  readonly file: File;
  readonly category: Category;
  /** When it may be attached, ms since 1970. */
  readonly readyAt: number;
  /** Why nothing could be made of it; null when it is fine. */
  readonly failure: string | null;
  readonly endsAt: number;
  alt: string;
}
type Category = keyof typeof LIMITS;

interface Upload {
  readonly id: string;
  readonly owner: string;
  readonly type: string;
  readonly total: number;
  readonly category: Category;
  readonly endsAt: number;
  readonly segments: Map<number, Uint8Array>;
}

const MB = 1024 * 1024;
/** networks/x.facts.md 4. */
const LIMITS = {
  tweet_image: { bytes: 5 * MB, types: ["image/jpeg", "image/png", "image/webp", "image/gif"], digit: 3 },
  tweet_gif: { bytes: 15 * MB, types: ["image/gif"], digit: 16 },
  tweet_video: { bytes: 512 * MB, types: ["video/mp4", "video/quicktime"], digit: 7 },
} as const;
const KEPT_S = 86_400;
const MOST_SEGMENTS = 1000;
const LONGEST_ALT = 1000;
const [SHORTEST_MS, LONGEST_MS] = [500, 140_000];
const PROCESSING_MS = 1000;

export type MediaRoom = ReturnType<typeof openMedia>;

export function openMedia({ clock, keep: hold }: Stage, newId: () => string) {
  const uploads = new Map<string, Upload>();
  const all = new Map<string, Media>();
  return { upload, initialize, append, finalize, status, describe, find: (id: string) => all.get(id) };

  /** `POST /2/media/upload`: a whole file at once. */
  async function upload(owner: string, request: Request): Promise<Reply> {
    const form = new Map(await partsIn(request));
    const [part, category] = [form.get("media"), categoryIn(form.get("media_category"))];
    if (!(part instanceof Blob)) return problem(400, "media is required");
    if (!category) return problem(400, "media_category is not one of the known categories");
    const bytes = new Uint8Array(await part.arrayBuffer());
    return answer(await keep(newId(), owner, bytes, category, clock.now() + KEPT_S * 1000));
  }

  function initialize(owner: string, request: Request): Reply {
    const body = jsonIn(request) ?? {};
    const category = categoryIn(body["media_category"]);
    const [type, total] = [textIn(body["media_type"]), Number(body["total_bytes"])];
    if (!category || type === "" || !Number.isInteger(total) || total < 1)
      return problem(400, "media_type, media_category and total_bytes are required");
    if (total > LIMITS[category].bytes) return problem(400, "File size exceeds the limit for its category");
    const id = newId();
    const endsAt = clock.now() + KEPT_S * 1000;
    uploads.set(id, { id, owner, type, total, category, endsAt, segments: new Map() });
    return ok({ data: { id, media_key: keyOf(id, category), expires_after_secs: KEPT_S } });
  }

  /** The same segment may come again. */
  async function append(owner: string, id: string, request: Request): Promise<Reply> {
    const open = uploads.get(id);
    if (open?.owner !== owner || open.endsAt < clock.now()) return problem(404, "Media not found");
    const form = new Map(await partsIn(request));
    const [part, index] = [form.get("media"), Number(form.get("segment_index") ?? Number.NaN)];
    const fits = Number.isInteger(index) && index >= 0 && index < MOST_SEGMENTS;
    if (!(part instanceof Blob) || !fits)
      return problem(400, "media and segment_index (0 to 999) are needed");
    if (part.size > 5 * MB) return problem(413, "A segment must not be larger than 5 MB");
    open.segments.set(index, new Uint8Array(await part.arrayBuffer()));
    return ok({ data: { expires_at: Math.floor(open.endsAt / 1000) } });
  }

  async function finalize(owner: string, id: string): Promise<Reply> {
    const open = uploads.get(id);
    if (open?.owner !== owner || open.endsAt < clock.now()) return problem(404, "Media not found");
    const done = all.get(id);
    if (done) return answer(done);
    const indices = [...open.segments.keys()].toSorted((a, b) => a - b);
    const bytes = Buffer.concat(indices.map((index) => open.segments.get(index) ?? new Uint8Array()));
    const gapless = indices.every((index, n) => index === n);
    if (!gapless || bytes.byteLength !== open.total)
      return problem(400, "Segments do not add up to total_bytes");
    return answer(await keep(id, owner, new Uint8Array(bytes), open.category, open.endsAt));
  }

  function status(owner: string, { query }: Request): Reply {
    const one = all.get(query.get("media_id") ?? "");
    if (query.get("command") !== "STATUS") return problem(400, "command must be STATUS");
    return one?.owner === owner && one.endsAt > clock.now() ? answer(one) : problem(404, "Media not found");
  }

  function describe(owner: string, request: Request): Reply {
    const body = jsonIn(request) ?? {};
    const one = all.get(textIn(body["id"]));
    if (one?.owner !== owner) return problem(400, "Your media IDs are invalid.");
    const metadata = isObject(body["metadata"]) ? body["metadata"] : {};
    const message = isObject(metadata["alt_text"]) ? textIn(metadata["alt_text"]["text"]) : "";
    if (message.length > LONGEST_ALT) return problem(400, `alt_text.text is longer than ${LONGEST_ALT}`);
    one.alt = message;
    return ok({ data: { id: one.id, associated_metadata: { alt_text: { text: message } } } });
  }

  async function keep(
    id: string,
    owner: string,
    bytes: Uint8Array<ArrayBuffer>,
    category: Category,
    endsAt: number,
  ): Promise<Media | string> {
    const mime = sniff(bytes) ?? "application/octet-stream";
    const failure = await wrongFile({ bytes, mime }, category, owner);
    // Images are looked at while they are uploaded; what is processed fails there.
    if (failure !== null && category === "tweet_image") return failure;
    const takes = behaviourOf(owner) === "slow" ? SLOW_MS : PROCESSING_MS;
    const readyAt = clock.now() + (category === "tweet_image" ? 0 : takes);
    const key = keyOf(id, category);
    const file = hold({ bytes, mime });
    const one: Media = { id, key, owner, file, category, readyAt, failure, endsAt, alt: "" };
    all.set(id, one);
    return one;
  }

  function answer(one: Media | string): Reply {
    if (typeof one === "string") return problem(400, one);
    const left = Math.floor((one.endsAt - clock.now()) / 1000);
    const data = {
      id: one.id,
      media_key: one.key,
      size: one.file.bytes.byteLength,
      expires_after_secs: left,
    };
    const processing = processingOf(one);
    return ok({ data: { ...data, ...(processing && { processing_info: processing }) } });
  }

  function processingOf({ category, readyAt, failure }: Media): { readonly [key: string]: Json } | null {
    if (category === "tweet_image") return null;
    if (readyAt > clock.now()) return { state: "in_progress", check_after_secs: 1, progress_percent: 50 };
    if (failure === null) return { state: "succeeded", progress_percent: 100 };
    return { state: "failed", error: { code: 1, name: "InvalidMedia", message: failure } };
  }
}

/** Whether the post may have it: there, the account's own, and through with processing. */
export function isUsable(media: Media | undefined, owner: string, now: number): media is Media {
  return media?.owner === owner && media.endsAt > now && media.readyAt <= now && media.failure === null;
}

async function wrongFile({ bytes, mime }: File, category: Category, owner: string): Promise<string | null> {
  const limit = LIMITS[category];
  if (!limit.types.some((type) => type === mime)) return "media type unrecognized.";
  if (bytes.byteLength > limit.bytes) return "File size exceeds the limit for its category";
  const video = await videoOf(bytes);
  const shape = video ?? (await shapeOf(bytes));
  if (!shape) return "media type unrecognized.";
  const { width, height } = shape;
  if (category === "tweet_gif") return width > 1280 || height > 1080 ? "Invalid dimensions" : null;
  if (category === "tweet_image") return null;
  if (Math.min(width, height) < 32 || width / height < 1 / 3 || width / height > 3)
    return "Invalid dimensions";
  if (!video || video.codec !== "avc" || !["aac", null].includes(video.sound)) return "Unsupported codec";
  if (video.frameRate > 60) return "Frame rate too high";
  if (video.durationMs < SHORTEST_MS) return "Duration too short";
  const long = video.durationMs > LONGEST_MS && !paysX(owner);
  return long ? "This user is not allowed to post a video longer than 2 minutes" : null;
}

/** networks/x.facts.md 1: the kind stands before the id. */
function keyOf(id: string, category: Category): string {
  return `${LIMITS[category].digit}_${id}`;
}

function categoryIn(value: Json | Blob | undefined): Category | null {
  return typeof value === "string" && Object.hasOwn(LIMITS, value) ? (value as Category) : null;
}
