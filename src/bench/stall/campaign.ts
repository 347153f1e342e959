// Sends every input alone and measures its effect on the server; then the worst of them from many callers at once.
import { join } from "node:path";
import { seedRandom } from "../../tests/chaos/kill/random.ts";
import { inputsFor, type Input } from "./inputs.ts";
import { openStallServer, type StallServer } from "./server.ts";
import type { Looks } from "./watch-livez.ts";

export interface Options {
  readonly inputs: number;
  readonly seed: number;
  readonly only: string;
  readonly callers: number;
  readonly forMs: number;
  readonly worst: number;
  /** Gets the worst inputs. */
  readonly keep: (inputs: readonly Input[]) => Promise<void>;
  readonly progress: (text: string) => void;
}

export interface Result {
  readonly inputs: number;
  readonly seconds: number;
  readonly stallMs: number;
  /** The longest stall of an idle server beside it. */
  readonly idleStallMs: number;
  readonly responseMs: number;
  /** Memory in use after the last input over that after the first ones, which warm the server up; null when there were no more. */
  readonly growthMb: number | null;
  readonly peakMb: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly worst: readonly Sent[];
  readonly crowd: Crowd;
  /** Answers that are no answers: 5xx, none at all. */
  readonly faults: readonly string[];
}

/** What one input did. */
interface Sent {
  readonly name: string;
  readonly status: number;
  readonly bytes: number;
  readonly responseMs: number;
  readonly stallMs: number;
  /** How long an idle server beside it stood still meanwhile: so much is the machine's doing. */
  readonly idleStallMs: number;
}

interface Crowd extends Looks {
  readonly callers: number;
  readonly inputs: number;
  readonly requests: number;
}

/** So many inputs bring the server to its working size: compiled code, prepared statements, caches. */
const WARM_UP = 500;
const REPORT_EVERY = 500;
/** What is refused on purpose while the process is well: a network that is down, a limit that is reached. */
const PROPER_5XX = new Set([503]);
const LONG_BODY = 100_000;
const ANSWER_WITHIN_MS = 60_000;

export async function campaign(options: Options): Promise<Result> {
  await using server = await openStallServer();
  const began = performance.now();
  const all: { input: Input; sent: Sent }[] = [];
  const random = seedRandom(options.seed);
  let peakRss = 0;
  let warmMemory = 0;
  // What it took to prepare the server is not an input's doing.
  await Promise.all([server.read(), server.idle.read()]);
  for await (const input of inputsFor(server, random)) {
    if (all.length >= options.inputs) break;
    if (!input.name.includes(options.only)) continue;
    const { sent, peak } = await measured(server, input);
    all.push({ input, sent });
    peakRss = Math.max(peakRss, peak);
    if (all.length === WARM_UP) warmMemory = await collected(server);
    if (all.length % REPORT_EVERY === 0) options.progress(`${all.length}/${options.inputs} inputs`);
  }
  const seconds = (performance.now() - began) / 1000;
  const bySeverity = all.toSorted((a, b) => severity(b.sent) - severity(a.sent)).slice(0, options.worst);
  await options.keep(bySeverity.map(({ input }) => input));
  const sent = all.map((each) => each.sent);
  return {
    inputs: all.length,
    seconds,
    stallMs: Math.max(...sent.map(({ stallMs }) => stallMs)),
    idleStallMs: Math.max(...sent.map(({ idleStallMs }) => idleStallMs)),
    responseMs: Math.max(...sent.map(({ responseMs }) => responseMs)),
    growthMb: warmMemory === 0 ? null : ((await collected(server)) - warmMemory) / 2 ** 20,
    peakMb: peakRss / 2 ** 20,
    statuses: Object.fromEntries(
      [...Map.groupBy(sent, ({ status }) => status)].map(([status, of]) => [status, of.length]),
    ),
    worst: bySeverity.map((each) => each.sent),
    crowd: await crowd(
      server,
      bySeverity.map(({ input }) => input),
      options,
    ),
    faults: sent.flatMap(faultOf),
  };
}

/**
 * What the server holds on to, bytes. How much garbage lies around as well is the collector's choice: it may be more than
 * a hundred megabytes on a machine with much memory, and says nothing of a leak.
 */
async function collected(server: StallServer): Promise<number> {
  const bytes = await server.memoryInUse();
  // A collection by force is not an input's doing.
  await server.read();
  return bytes;
}

function severity({ stallMs, responseMs }: Sent): number {
  return stallMs + responseMs / 1000;
}

function faultOf({ name, status }: Sent): string[] {
  if (status === 0) return [`${name} got no answer`];
  return status >= 500 && !PROPER_5XX.has(status) ? [`${name} got ${status}`] : [];
}

async function measured(server: StallServer, input: Input): Promise<{ sent: Sent; peak: number }> {
  // Collected now, so that the bench's own garbage doesn't take the processor from the server while it works.
  if (input.body !== null && input.body.length > LONG_BODY) Bun.gc(true);
  const began = performance.now();
  const { status, bytes } = await send(server.url, input);
  const responseMs = performance.now() - began;
  const [{ stallMs, peakRss }, idle] = await Promise.all([server.read(), server.idle.read()]);
  const sent = { name: input.name, status, bytes, responseMs, stallMs, idleStallMs: idle.stallMs };
  return { sent, peak: peakRss };
}

/** @returns status 0 when no answer came */
async function send(
  url: string,
  { method, path, headers, body }: Input,
): Promise<{ status: number; bytes: number }> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(body !== null && { body }),
    });
    return { status: response.status, bytes: (await response.bytes()).length };
  } catch {
    return { status: 0, bytes: 0 };
  }
}

async function crowd(
  server: StallServer,
  inputs: readonly Input[],
  { callers, forMs, progress }: Options,
): Promise<Crowd> {
  if (callers === 0 || inputs.length === 0)
    return { callers: 0, inputs: 0, requests: 0, looks: 0, livezMs: 0, idleMs: 0 };
  progress(`${callers} callers at once`);
  const until = performance.now() + forMs;
  let requests = 0;
  const caller = async (n: number) => {
    for (let at = n; performance.now() < until; at++) {
      const input = inputs[at % inputs.length];
      if (input) await send(server.url, input);
      requests++;
    }
  };
  const watch = [
    process.execPath,
    join(import.meta.dir, "watch-livez.ts"),
    server.url,
    server.idle.url,
    String(forMs),
  ];
  const child = Bun.spawn(watch, { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)));
  const seen = JSON.parse(await child.stdout.text()) as Looks;
  return { callers, inputs: inputs.length, requests, ...seen };
}
