// Connects a connector to its simulator, with a turnable clock, real files, and faults on demand.
import sharp from "sharp";
import { sizeOf } from "../../networks/client/body.ts";
import { openCalls, type Call, type NetworkRequest } from "../../networks/client/call.ts";
import type { NetworkPair } from "../../app/networks.ts";
import { startSimulator, type Simulator } from "../../simulator/server.ts";
import type { Fault } from "../../simulator/faults.ts";
import { turnableClock, type TurnableClock } from "./clock.ts";
import type { Draft, DraftMedia, Io, Json, Network } from "../../networks/network.ts";

// ---- the outside

export interface Bench extends AsyncDisposable {
  readonly clock: TurnableClock;
  readonly simulator: Simulator;
  /** Every request that left, oldest first. */
  readonly requests: readonly { readonly method: string; readonly url: string; readonly bytes: number }[];
  /** What happens to every publishing request from now on. */
  strike(fault: Fault | null): void;
  io(handle: string, changes?: Partial<Io>): Io;
  /** What `save` last kept. */
  saved(): Json;
  /** How many requests wait for an answer that will not come. */
  hanging(): number;
}

export async function openBench({ network, simulated }: NetworkPair): Promise<Bench> {
  const clock = turnableClock();
  let struck: Fault | null = null;
  const simulator = await startSimulator({
    networks: [simulated],
    clock,
    publicUrl: "https://crier.test",
    faults: ({ publishing }) => (publishing ? struck : null),
    fetchFile: async (url) => offered.get(url) ?? null,
  });
  const requests: { method: string; url: string; bytes: number }[] = [];
  const transport = openCalls({ version: "0.0.0", clock, random: randomOf(7), isAllowed: () => true });
  const call: Call = (request) => {
    requests.push({ method: request.method, url: request.url, bytes: fileBytes(request.body) });
    return transport(request);
  };
  let saved: Json = null;
  return {
    clock,
    simulator,
    requests,
    strike: (fault) => void (struck = fault),
    saved: () => saved,
    hanging: simulator.hanging,
    io(handle, { saved: before = null, save, ...changes } = {}) {
      let stored: Json = before;
      return {
        call,
        endpoint: (purpose) => simulator.endpoint(network.id, purpose, handle),
        now: () => clock.now(),
        pause: async (ms) => clock.turn(ms),
        signal: new AbortController().signal,
        application: { id: "crier", secret: "application-secret" },
        media: [],
        credentials: simulator.connection(network.id, handle).credentials,
        get saved() {
          return stored;
        },
        async save(progress) {
          await save?.(progress);
          stored = saved = structuredClone(progress);
        },
        ...changes,
      };
    },
    [Symbol.asyncDispose]: () => simulator.stop(),
  };
}

/** Bytes of files in a body. */
function fileBytes(body: NetworkRequest["body"]): number {
  if (body && "bytes" in body) return sizeOf(body.bytes);
  const parts = body && "parts" in body ? body.parts : [];
  return parts.reduce((sum, part) => sum + ("filename" in part ? sizeOf(part.bytes) : 0), 0);
}

function randomOf(byte: number): (n: number) => Uint8Array {
  return (n) => new Uint8Array(n).fill(byte);
}

/** The one of a list of one. */
export function onlyOne<T>(list: readonly T[]): T {
  const [one, ...more] = list;
  if (one === undefined || more.length > 0) throw new Error(`${list.length}, not one`);
  return one;
}

/** What is there. */
export function requireValue<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("nothing");
  return value;
}

// ---- drafts

let drafts = 0;

/** A target id as the appliance makes them: a UUIDv7. */
export function newTargetId(now = Date.parse("2026-11-21T12:00:00Z")): string {
  drafts++;
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${drafts.toString(16).padStart(12, "0")}`;
}

/** Options are checked against the network's schema before a connector sees them; tests write them right. */
export function draftOf(text: string, media: readonly DraftMedia[] = [], options: object = {}): Draft<never> {
  const shape = {
    targetId: newTargetId(),
    attempt: 1,
    remoteAccountId: "1",
    text,
    media,
    options,
    linkCard: null,
  };
  return shape as Draft<never>;
}

/** The same with the words that the network sends, as delivery hands it to the connector. */
export function draftFor(
  { words }: Network,
  text: string,
  media: readonly DraftMedia[] = [],
  options: object = {},
): Draft<never> {
  const draft = draftOf(text, media, options);
  const planned = media.map((file) => ({ ...file, animated: null }));
  const sent = words({ text, media: planned, options: draft.options });
  const described = media.map((file, n) => ({ ...file, altText: sent.altTexts[n] ?? null }));
  return { ...draft, text: sent.text, media: described };
}

/** A real picture, different for every number. */
export async function image(n: number, type: "jpeg" | "png" = "jpeg"): Promise<DraftMedia> {
  const background = { r: (n * 53) % 256, g: (n * 101) % 256, b: 120 };
  const bytes = await sharp({ create: { width: 480, height: 360, channels: 3, background } })
    .toFormat(type)
    .toBuffer();
  const shape = {
    id: `image-${n}`,
    kind: "image",
    mime: `image/${type}`,
    filename: `image-${n}.${type}`,
  } as const;
  return fileOf({ ...shape, width: 480, height: 360, durationMs: null, altText: `Picture "${n}" ✓` }, bytes);
}

/** Five real seconds of H.264 and AAC, upright: what every network takes. */
export async function video(): Promise<DraftMedia> {
  const bytes = await Bun.file(new URL("../../simulator/fixture.mp4", import.meta.url)).bytes();
  const shape = { id: "video", kind: "video", mime: "video/mp4", filename: "clip.mp4" } as const;
  return fileOf({ ...shape, width: 540, height: 960, durationMs: 5000, altText: "Test bars" }, bytes);
}

/** The same, padded with ignored bytes until it is `size` bytes long: what goes in pieces. */
export async function longVideo(size: number): Promise<DraftMedia> {
  const { size: short, bytes, ...shape } = await video();
  const padded = new Uint8Array(size);
  padded.set(await bytes());
  new DataView(padded.buffer).setUint32(short, size - short);
  padded.set(Buffer.from("free"), short + 4);
  return fileOf({ ...shape, id: `video-${size}` }, padded);
}

/** The same file with other content, read in stretches as every file is. */
export function withBytes<File extends DraftMedia>(file: File, bytes: Uint8Array<ArrayBuffer>): File {
  return { ...file, size: bytes.byteLength, bytes: async (start, end) => bytes.subarray(start, end) };
}

/** What can be fetched at its public address. */
const offered = new Map<string, { bytes: Uint8Array<ArrayBuffer>; mime: string }>();

function fileOf(
  shape: Omit<DraftMedia, "size" | "posterMs" | "bytes" | "publicUrl">,
  bytes: Uint8Array<ArrayBuffer>,
): DraftMedia {
  const url = `https://crier.example/media/${shape.id}`;
  offered.set(url, { bytes, mime: shape.mime });
  return {
    ...shape,
    posterMs: null,
    size: bytes.byteLength,
    bytes: async (start, end) => bytes.subarray(start, end),
    publicUrl: () => url,
  };
}
