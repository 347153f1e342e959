// Kills one server again and again while it publishes, and starts it again on the same folder.
import type { TestFolder } from "./data-folder.ts";
import { openView, pass, type View } from "./progress.ts";
import { readiness, startAppliance, type Appliance, type Programs } from "./program.ts";
import { PASSES_MS } from "./settle.ts";
import type { Asked } from "./verdict.ts";
import { requestFor } from "./post-request.ts";

export interface Worker {
  readonly name: string;
  readonly workspace: TestFolder;
  readonly programs: Programs;
  readonly networksUrl: string;
  readonly random: () => number;
  /** Accounts of each post, and posts of each run. */
  readonly targets: number;
  readonly posts: number;
  /** Share of the runs that are the whole of Crier with its HTTP API; the others deliver only. */
  readonly served: number;
  readonly requests: Asked[];
  readonly found: Found;
  /** Where the time went, ms. */
  readonly spent: Record<"starting" | "asking" | "waiting" | "killing" | "passing", number>;
}

/** What appliances said of what they found at their start. */
export interface Found {
  /** Kills that struck while something was under way. */
  hits: number;
  givenBack: number;
  uncertain: number;
}

/** Kills land within a fan-out, wherever a busy machine has come with it: each target has a send mark and an outcome. */
const STEPS_PER_TARGET = 2;
/** And some time after such a step, anywhere before the next ones. */
const SPREAD_MS = 8;
/** Some late, or nothing would ever be finished. */
const LATE_MS = 600;
const KILLED_LATE = 0.1;
/** Longer than between a start and the first step on a busy machine, and than between two steps where nothing hangs. */
const FIRST_STEP_MS = 1500;
const NEXT_STEP_MS = 250;
const LOOK_EVERY_MS = 5;
/** Shares of the runs that are killed while they start, while posts are created, and of the pauses in which time passes. */
const KILLED_AT_START = 0.1;
const KILLED_WHILE_CREATING = 0.15;
const TIME_PASSES = 0.25;
/** About how long a start takes. */
const STARTING_MS = { engine: 60, serve: 150 } as const;

/** One run of the appliance, from its start to its kill. */
export async function killOnce(worker: Worker): Promise<void> {
  const { random, workspace, programs, networksUrl } = worker;
  const kind = random() < worker.served ? "serve" : "engine";
  await using appliance = startAppliance(programs[kind], workspace.folder, networksUrl);
  let asking: Promise<void>[] = [];
  if (random() < KILLED_AT_START) {
    await timed(worker, "waiting", () => Bun.sleep(random() * STARTING_MS[kind]));
  } else {
    const ready = await timed(worker, "starting", () => readiness(appliance));
    using view = openView(workspace.folder);
    const { busy } = view.left();
    asking = await timed(worker, "asking", () => ask(worker, kind === "serve" ? ready : null, busy));
    const served = kind === "serve" ? asking.length * worker.targets : 0;
    await timed(worker, "waiting", () => theMoment(worker, view, busy + served));
  }
  await timed(worker, "killing", () => killed(appliance, worker));
  await Promise.all(asking);
  if (random() < TIME_PASSES) await timed(worker, "passing", () => pass(workspace.folder, PASSES_MS));
}

/** @param busy targets that this run can begin with */
async function theMoment({ random, targets }: Worker, view: View, busy: number): Promise<void> {
  if (random() < KILLED_LATE) return await Bun.sleep(random() * LATE_MS);
  const goal = Math.floor(random() * Math.min(busy, targets) * STEPS_PER_TARGET);
  let [steps, giveUp] = [0, performance.now() + FIRST_STEP_MS];
  while (steps < goal && performance.now() < giveUp) {
    await Bun.sleep(LOOK_EVERY_MS);
    const taken = view.steps();
    if (taken > steps) [steps, giveUp] = [taken, performance.now() + NEXT_STEP_MS];
  }
  await Bun.sleep(random() * SPREAD_MS);
}

async function timed<T>(
  { spent }: Worker,
  part: keyof Worker["spent"],
  act: () => T | Promise<T>,
): Promise<T> {
  const began = performance.now();
  const done = await act();
  spent[part] += performance.now() - began;
  return done;
}

async function killed(appliance: Appliance, { found }: Worker): Promise<void> {
  await appliance.end("SIGKILL");
  const log = await appliance.log();
  const [line, givenBack = "0", uncertain = "0"] = /(\d+) given back, (\d+) uncertain/.exec(log) ?? [];
  found.hits += line === undefined ? 0 : 1;
  found.givenBack += Number(givenBack);
  found.uncertain += Number(uncertain);
  for (const line of log.split("\n")) if (line.includes('"error"')) console.error(line);
}

/**
 * Asks for posts where there is room for more: by HTTP at an address, or written into the folder beside an appliance,
 * whose successor then begins with them. @returns what is not answered yet
 */
async function ask(worker: Worker, url: string | null, busy: number): Promise<Promise<void>[]> {
  const { targets, posts, random } = worker;
  // A run publishes little before its kill; with more to do than this, new posts would only wait.
  if (busy > targets * posts) return [];
  const asking = Array.from({ length: posts }, () => askFor(worker, url));
  if (url === null || random() > KILLED_WHILE_CREATING) await Promise.race(asking);
  return asking;
}

/** Creates a post and remembers it; no answer is no news. */
async function askFor(
  { name, workspace, targets, random, requests }: Worker,
  url: string | null,
): Promise<void> {
  const request = requestFor(`kill ${name}-${requests.length}`, workspace, targets, random);
  const promise: Asked = { text: request.caption, targets: request.accounts.length, id: null };
  requests.push(promise);
  promise.id = url === null ? await workspace.create(request) : await create(url, workspace.key, request);
}

/** @returns the id of the 201; null when the connection broke */
export async function create(url: string, key: string, request: object): Promise<string | null> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    prefer: "respond-async",
  };
  let answer: { status: number; text: string };
  try {
    const body = JSON.stringify({ ...request, schedule: "now" });
    const response = await fetch(`${url}/v1/posts`, { method: "POST", headers, body });
    answer = { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return (JSON.parse(answer.text) as { id: string }).id;
}
