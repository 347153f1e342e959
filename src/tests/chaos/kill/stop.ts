// Suspends a process during publishing while another one tries to take its place, then resumes it.
import type { TestFolder } from "./data-folder.ts";
import { openView, underWay } from "./progress.ts";
import { readiness, startAppliance, type Appliance, type Programs } from "./program.ts";
import { settle, untilQuiet } from "./settle.ts";
import type { Asked } from "./verdict.ts";
import { requestFor } from "./post-request.ts";

export interface StopOptions {
  readonly name: string;
  /** A data folder to copy. */
  readonly template: TestFolder;
  readonly programs: Programs;
  readonly networksUrl: string;
  readonly targets: number;
  readonly random: () => number;
  /** How long it stands still. */
  readonly stopMs: number;
}

export interface Stopped extends Disposable {
  readonly workspace: TestFolder;
  readonly requests: readonly Asked[];
  /** Attempts that stood still. */
  readonly underWay: number;
  /** What was not as it must be; nothing when all is well. */
  readonly faults: readonly string[];
}

/** Enough to hit a fan-out, which is over soon. */
const MOST_TRIES = 10;
const LOOK_EVERY_MS = 2;
const GIVE_UP_MS = 20_000;
/** What a process says that may not serve a folder. */
const REFUSED = /Another Crier serves the data folder|database is locked/;
const QUIET_MS = 5000;

/** One stop, from a post to its end. */
export async function stopOnce(options: StopOptions): Promise<Stopped> {
  const { template, programs, networksUrl, random, stopMs } = options;
  const workspace = template.copy();
  const requests: Asked[] = [];
  const faults: string[] = [];
  await ask(options, workspace, requests);
  // The whole of Crier now and then; the engine takes less of the machine.
  const program = random() < 0.25 ? programs.serve : programs.engine;
  await using first = startAppliance(program, workspace.folder, networksUrl);
  await readiness(first);
  const stopped = await stopInside(first, options, workspace, requests);
  if (stopped === 0) faults.push(`${options.name}: nothing was under way at any of ${MOST_TRIES} stops`);
  const secondAt = random() * stopMs * 0.7;
  await Bun.sleep(secondAt);
  const [refused] = await Promise.all([second(options, workspace), Bun.sleep(stopMs - secondAt)]);
  if (refused !== null) faults.push(`${options.name}: the second process ${refused}`);
  process.kill(first.pid, "SIGCONT");
  await goneOn(workspace.folder);
  const code = await first.end("SIGTERM");
  if (code !== 0) faults.push(`${options.name}: the first process ended with ${code}`);
  await settle(workspace.folder, programs.engine, networksUrl);
  return {
    workspace,
    requests,
    faults,
    underWay: stopped,
    [Symbol.dispose]: () => workspace[Symbol.dispose](),
  };
}

async function goneOn(folder: string): Promise<void> {
  using view = openView(folder);
  await untilQuiet(view, QUIET_MS);
}

/** Stops it where attempts are under way. @returns how many; it stands still then */
async function stopInside(
  appliance: Appliance,
  options: StopOptions,
  workspace: TestFolder,
  requests: Asked[],
): Promise<number> {
  for (let n = 0; n < MOST_TRIES; n++) {
    if (n > 0) await ask(options, workspace, requests);
    await theMoment(options, workspace);
    process.kill(appliance.pid, "SIGSTOP");
    const found = underWay(workspace.folder);
    if (found > 0 || n === MOST_TRIES - 1) return found;
    process.kill(appliance.pid, "SIGCONT");
  }
  return 0;
}

/** Up to so many send marks and outcomes after an attempt has begun. */
async function theMoment({ random, targets }: StopOptions, { folder }: TestFolder): Promise<void> {
  const giveUp = performance.now() + GIVE_UP_MS;
  const until = async (come: () => boolean) => {
    while (!come() && performance.now() < giveUp) await Bun.sleep(LOOK_EVERY_MS);
  };
  using view = openView(folder);
  const goal = Math.floor(random() * targets * 1.8);
  await until(() => underWay(folder) > 0);
  await until(() => view.steps() >= goal || underWay(folder) === 0);
}

async function ask(
  { name, targets, random }: StopOptions,
  workspace: TestFolder,
  requests: Asked[],
): Promise<void> {
  const request = requestFor(`stop ${name}-${requests.length}`, workspace, targets, random);
  const id = await workspace.create(request);
  requests.push({ text: request.caption, targets: request.accounts.length, id });
}

/** The whole of Crier on the same folder: it must say no. @returns what it did instead */
async function second(
  { programs, networksUrl }: StopOptions,
  { folder }: TestFolder,
): Promise<string | null> {
  await using appliance = startAppliance(programs.serve, folder, networksUrl);
  const line = await appliance.ready;
  if (line !== null) return `served at ${line}`;
  const output = `${await appliance.exited}, ${(await appliance.log()).trim()}`;
  return output.startsWith("1, ") && REFUSED.test(output) ? null : `ended with ${output}`;
}
