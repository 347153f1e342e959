// Sends hostile files to a running server, several at a time, and compares every answer with what is expected.
import { atMost } from "../../at-most.ts";
import { seedRandom } from "../../tests/chaos/kill/random.ts";
import { openAttacked, type Attacked } from "./appliance.ts";
import { cuts, mutation } from "./damage.ts";
import type { HostileFile } from "./file.ts";
import { impostors } from "./impostors.ts";
import { playlists } from "./playlists.ts";
import { specimens } from "./specimens.ts";

export interface CampaignOptions {
  /** Mutations, beside the files that are always the same. */
  readonly mutations: number;
  readonly seed: number;
  readonly parallel: number;
  /** The longest that a file may keep its sender waiting, ms; default: where the machine has nothing else to do. */
  readonly limitMs?: number;
  readonly progress: (done: number, all: number) => void;
}

export interface Result {
  readonly files: number;
  readonly taken: number;
  readonly refused: number;
  /** Everything that must not be, a line each. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
  /** The slowest answer to "are you alive?" meanwhile. */
  readonly slowestPulseMs: number;
  readonly unwatched: string | null;
}

/** On a machine that has nothing else to do. */
const LIMIT_MS = 10_000;
const GIVE_UP_MS = 600_000;
const PULSE_LIMIT_MS = 5000;
const CODES = ["media_unreadable", "media_type_unsupported", "media_type_mismatch"];

export async function campaign({
  mutations,
  seed,
  parallel,
  limitMs,
  progress,
}: CampaignOptions): Promise<Result> {
  await using attacked = await openAttacked();
  const sound = await specimens();
  const fixed = [...playlists(attacked.bait), ...(await impostors(sound)), ...cuts(sound)];
  const random = seedRandom(seed);
  const all = fixed.length + mutations;
  const inTurn = atMost(parallel);
  const seen: Seen[] = [];
  const pulse = openPulse(attacked.url);
  const attack = (each: HostileFile) =>
    inTurn(async () => {
      seen.push(await send(attacked, each));
      progress(seen.length, all);
    });
  const BATCH = 200;
  await Promise.all(fixed.map(attack));
  for (let at = 0; at < mutations; at += BATCH) {
    const count = Math.min(BATCH, mutations - at);
    await Promise.all(Array.from({ length: count }, (_, i) => attack(mutation(sound, at + i, random))));
  }
  const alive = attacked.alive();
  const { slowestMs: slowestPulseMs, faults: missed } = await pulse.end();
  const reached = await attacked.end();
  return {
    files: seen.length,
    taken: seen.filter(isTaken).length,
    refused: seen.filter(({ status }) => status === 422).length,
    faults: [
      ...seen.flatMap((each) => faultOf(each, limitMs)),
      ...(alive ? [] : ["the appliance died"]),
      ...missed,
      ...reached.map((line) => `read outside the file: ${line}`),
    ],
    slowestMs: Math.max(...seen.map(({ ms }) => ms)),
    slowestPulseMs,
    unwatched: attacked.unwatched,
  };
}

export interface Seen {
  readonly file: Pick<HostileFile, "name" | "expected">;
  /** 0: no answer. */
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly ms: number;
}

async function send({ url, key }: Attacked, { name, filename, declared, bytes, expected }: HostileFile) {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: declared }), filename);
  const began = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  const file = { name, expected };
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const response = await fetch(`${url}/v1/media`, { method: "POST", body: form, headers, signal });
    const body = (await response.json()) as { code?: string; detail?: string };
    const { code = "", detail = "" } = body;
    return { file, status: response.status, code, detail, ms: performance.now() - began };
  } catch (error) {
    return { file, status: 0, code: "", detail: String(error), ms: performance.now() - began };
  }
}

const isTaken = ({ status }: Seen): boolean => status === 201;

/**
 * What is wrong with an answer; nothing when it is a clear no, or a yes where a yes may be.
 * @param limitMs the longest that it may take
 */
export function faultOf(
  { file: { name, expected }, status, code, detail, ms }: Seen,
  limitMs = LIMIT_MS,
): string[] {
  const slow = ms > limitMs ? [`${name}: took ${Math.round(ms)} ms`] : [];
  const refused = status === 422 && CODES.includes(code) && detail !== "";
  const fine = expected === "any" ? refused || status === 201 : refused === (expected === "refused");
  return fine && (refused || status === 201)
    ? slow
    : [...slow, `${name}: ${status} ${code} ${detail}, where it should be ${expected}`];
}

/** Asks all the time whether the server is alive, one question after the other. */
function openPulse(url: string) {
  let ended = false;
  let slowestMs = 0;
  const faults: string[] = [];
  const beating = (async () => {
    while (!ended) {
      const began = performance.now();
      const status = await fetch(`${url}/livez`).then(
        (response) => response.status,
        () => 0,
      );
      const ms = performance.now() - began;
      slowestMs = Math.max(slowestMs, ms);
      if (status !== 200 || ms > PULSE_LIMIT_MS) faults.push(`/livez: ${status} after ${Math.round(ms)} ms`);
      await Bun.sleep(100);
    }
  })();
  return {
    async end() {
      ended = true;
      await beating;
      return { slowestMs, faults };
    },
  };
}
