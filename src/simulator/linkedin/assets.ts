// Simulates LinkedIn's images and videos: initialized, uploaded in pieces, processed, then usable in a post.
import { shapeOf, videoOf } from "../inspect-media.ts";
import {
  behaviourOf,
  isObject,
  SLOW_MS,
  sniff,
  type File,
  type Json,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { deny, illegal, missing } from "./error.ts";

export interface Asset {
  readonly urn: string;
  readonly owner: string;
  readonly kind: "image" | "video";
  /** Bytes, as announced for a video. */
  readonly size: number;
  readonly pieces: (Uint8Array<ArrayBuffer> | undefined)[];
  readonly slow: boolean;
  file: File | null;
  fault: string | null;
  /** When it is processed, ms of the clock; null before it is whole. */
  readyAt: number | null;
}

const PIECE = 4_194_304;
const ADDRESS_KEEPS_MS = 86_400_000;
const IMAGES: readonly string[] = ["image/jpeg", "image/png", "image/gif"];
const IMAGE_PIXELS = 36_152_320;
const VIDEO = { least: 75_000, most: 500_000_000, shortest: 3000, longest: 1_800_000, ratio: 2.4 };

export type Assets = ReturnType<typeof openAssets>;

export function openAssets({ clock, base, keep }: Stage) {
  const all = new Map<string, Asset>();
  return { begin, put, finalize, state, find: (urn: string) => all.get(urn), status };

  function begin(kind: Asset["kind"], body: { readonly [key: string]: Json }, handle: string): Reply {
    const requested = isObject(body["initializeUploadRequest"]) ? body["initializeUploadRequest"] : {};
    const { owner, fileSizeBytes } = requested;
    const size = typeof fileSizeBytes === "number" ? fileSizeBytes : 0;
    if (typeof owner !== "string") return illegal("owner :: field is required but not found");
    if (kind === "video" && (size < VIDEO.least || size > VIDEO.most))
      return illegal(`fileSizeBytes :: ${size} is not between ${VIDEO.least} and ${VIDEO.most}`);
    const n = all.size + 1;
    const urn = `urn:li:${kind}:C4E10AQ${n}`;
    const slow = behaviourOf(handle) === "slow";
    all.set(urn, {
      urn,
      owner,
      kind,
      size,
      slow,
      pieces: [],
      file: null,
      fault: null,
      readyAt: null,
    });
    const address = (part: number) => `${base()}/dms-uploads/${n}/${part}?sig=secret-${n}`;
    const value = { [kind]: urn, uploadUrlExpiresAt: clock.now() + ADDRESS_KEEPS_MS };
    if (kind === "image") return { status: 200, json: { value: { ...value, uploadUrl: address(0) } } };
    const uploadInstructions = Array.from({ length: Math.ceil(size / PIECE) }, (_, part) => ({
      uploadUrl: address(part),
      firstByte: part * PIECE,
      lastByte: Math.min((part + 1) * PIECE, size) - 1,
    }));
    return { status: 200, json: { value: { ...value, uploadToken: "", uploadInstructions } } };
  }

  /** @param mayWrite whether the request carries a token that is good: images need one */
  async function put({ path, query, body }: Request, mayWrite: boolean): Promise<Reply> {
    const [, number = "", part = ""] = /^\/dms-uploads\/(\d+)\/(\d+)$/.exec(path) ?? [];
    const asset = [...all.values()][Number(number) - 1];
    if (!asset || query.get("sig") !== `secret-${number}`) return missing("Upload not found");
    if (asset.readyAt !== null) return illegal("The upload is complete");
    if (asset.kind === "image") {
      if (!mayWrite) return { status: 401, json: undefined };
      await whole(asset, body);
      return { status: 201, json: undefined };
    }
    const due = Math.min(PIECE, asset.size - Number(part) * PIECE);
    if (body.byteLength !== due) return illegal(`The part has ${body.byteLength} bytes, not ${due}`);
    asset.pieces[Number(part)] = body;
    return { status: 200, json: undefined, headers: { etag: `"${tagOf(body)}"` } };
  }

  async function finalize(body: { readonly [key: string]: Json }): Promise<Reply> {
    const request = isObject(body["finalizeUploadRequest"]) ? body["finalizeUploadRequest"] : {};
    const asset = typeof request["video"] === "string" ? all.get(request["video"]) : undefined;
    if (!asset) return missing("Video not found");
    const parts = asset.pieces.filter((piece) => piece !== undefined);
    const ids = request["uploadedPartIds"];
    const tags = Array.isArray(ids) ? ids : [];
    const isAll = parts.length === Math.ceil(asset.size / PIECE) && parts.length === tags.length;
    if (!isAll || parts.some((piece, n) => tagOf(piece) !== tags[n]))
      return illegal("uploadedPartIds :: not the parts of this upload in order");
    await whole(asset, new Uint8Array(await new Blob(parts).arrayBuffer()));
    return { status: 200, json: undefined };
  }

  async function whole(asset: Asset, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const mime = sniff(bytes) ?? "application/octet-stream";
    asset.file = keep({ bytes, mime });
    asset.fault = asset.kind === "image" ? await imageFault(bytes, mime) : await videoFault(bytes, mime);
    const takes = asset.slow ? SLOW_MS : asset.kind === "video" ? 2000 : 0;
    asset.readyAt = clock.now() + takes;
  }

  /** @param canRead members' tokens can't */
  function state(urn: string, canRead: boolean): Reply {
    const asset = all.get(urn);
    if (!canRead) return deny("Not enough permissions to access: GET /images");
    if (!asset) return missing("Not found");
    return { status: 200, json: { id: urn, owner: asset.owner, status: status(asset) } };
  }

  function status(asset: Asset): string {
    if (asset.readyAt === null) return "WAITING_UPLOAD";
    if (asset.readyAt > clock.now()) return "PROCESSING";
    return asset.fault === null ? "AVAILABLE" : "PROCESSING_FAILED";
  }
}

const tagOf = (piece: Uint8Array) => `etag-${Bun.hash.crc32(piece)}`;

async function imageFault(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string | null> {
  const shape = IMAGES.includes(mime) ? await shapeOf(bytes) : null;
  if (!shape) return "unreadable";
  return shape.width * shape.height >= IMAGE_PIXELS ? "too large" : null;
}

async function videoFault(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string | null> {
  const video = mime === "video/mp4" ? await videoOf(bytes) : null;
  if (!video) return "unreadable";
  const { width, height, durationMs } = video;
  if (durationMs < VIDEO.shortest || durationMs > VIDEO.longest) return "too short or too long";
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return long > short * VIDEO.ratio ? "too narrow" : null;
}
