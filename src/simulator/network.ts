// The interface that every simulated network implements.
import type { Json } from "../domain/json.ts";
import type { Clock } from "../clock.ts";
import type { Holder } from "./stored-files.ts";

export type { Json };

export interface SimulatedNetwork {
  readonly id: string;
  readonly name: string;
  /** Options that every post here can have: those without which none is taken, for demonstrations and test benches. */
  readonly sample: { readonly [option: string]: Json };
  /** Starts with nothing published. */
  open(stage: Stage): OpenNetwork;
}

/** Where a network is played. */
export interface Stage {
  readonly clock: Clock;
  /** This network's base URL, without a trailing slash. */
  base(): string;
  /** Where people look at simulated posts; a post's own address is this followed by its id. */
  pageUrl(): string;
  /** Holds a file as long as there is room for it among newer ones. */
  keep<T extends Holder>(file: T): T;
  /** A file that a publisher offers at an address, as networks fetch it; null when it can't be had. */
  fetch(url: string): Promise<File | null>;
}

export interface OpenNetwork {
  readonly published: readonly Published[];
  /** Base URL by purpose, as the connector's endpoints name them. */
  endpoint(purpose: string): string;
  /** An account as the appliance would store it; `base` is where its server answers. */
  connection(handle: string, base: string): SimulatedConnection;
  /** Handle of the account whose token the request carries. */
  accountOf(request: RequestHead): string | null;
  /** For the request that makes a post public: what the network knows the post by. Else null. */
  publishes(request: Request): string | null;
  answer(request: Request): Promise<Reply>;
  /** The network's documented no to a post. */
  refusal(): Reply;
  /** The network's documented "come back later". */
  limited(): Reply;
  media(id: string): File | undefined;
}

/** A request before its body was read. */
export interface RequestHead {
  readonly method: string;
  /** Below the network's base, with a leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
}
export interface Request extends RequestHead {
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Reply {
  readonly status: number;
  /** Undefined: no body. */
  readonly json: Json | undefined;
  /** A page for people, in place of `json`. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface File {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mime: string;
}

/** A post as it stands on the network. */
export interface Published {
  readonly network: string;
  readonly account: string;
  readonly id: string;
  /** What the publisher chose to be recognised by: a record key, an Idempotency-Key. */
  readonly key: string | null;
  readonly text: string;
  readonly media: readonly PublishedMedia[];
  /** The link card that the publisher sent; undefined without one. */
  readonly card?: PublishedCard | undefined;
  readonly url: string;
  /** ms since 1970. */
  readonly at: number;
  /** How many publishing requests were answered with this post. */
  accepted: number;
}
export interface PublishedMedia {
  readonly id: string;
  readonly mime: string;
  readonly alt: string;
}

export interface PublishedCard {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** The id of its picture; null without one. */
  readonly picture: string | null;
}

export interface SimulatedConnection {
  readonly remoteId: string;
  readonly handle: string;
  readonly displayName: string;
  readonly avatarUrl: null;
  readonly profileUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly expiresAt: number | null;
  readonly rules: Readonly<Record<string, never>>;
}

/** The part of a handle before its first `-` decides how the account behaves (D40). */
export function behaviourOf(handle: string): string {
  return handle.replace(/^@/, "").split("-")[0]?.toLowerCase() ?? "";
}

/** How long `@slow` takes, ms of the clock's time. */
export const SLOW_MS = 5000;

export function jsonIn(request: Request): { readonly [key: string]: Json } | null {
  try {
    const value: Json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(request.body));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The parts of a multipart or URL-encoded body, in order; files are blobs. */
export type FormParts = readonly (readonly [string, string | Blob])[];

/** None when the body can't be read. */
export async function partsIn({ body, headers }: Request): Promise<FormParts> {
  const parts: [string, string | Blob][] = [];
  try {
    const type = headers["content-type"] ?? "";
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    form.forEach((value, name) => parts.push([name, value]));
  } catch {
    return [];
  }
  return parts;
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The string, or none. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The type the bytes say, for the few types networks take. */
export function sniff(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("GIF8")) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  if (head.slice(4, 8) === "ftyp") return head.slice(8, 10) === "qt" ? "video/quicktime" : "video/mp4";
  if (head.startsWith("\x1a\x45\xdf\xa3")) return "video/webm";
  return null;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export function graphemes(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}
