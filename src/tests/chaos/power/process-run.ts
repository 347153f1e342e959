// Runs the server once: it starts on what the last cut left, accepts posts, publishes, and loses its power.
import { rmSync } from "node:fs";
import type { Appliance } from "../../../app/index.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import type { Post } from "../../../domain/post.ts";
import { draw } from "../kill/random.ts";
import type { Asked } from "../kill/verdict.ts";
import type { FastClock } from "./clock.ts";
import { imageAfter, readDisk, whole, type Image } from "./disk.ts";
import { openGate, type Gate } from "./gate.ts";
import { allPosts, openOn, progressOf, rebuilt, type TestFolder, type Place } from "./data-folder.ts";
import type { Meter } from "./meter.ts";

export interface PowerRun {
  readonly meter: Meter;
  readonly clock: FastClock;
  readonly networksUrl: string;
  readonly random: () => number;
  /** Accounts of each post, and posts of each life. */
  readonly targets: number;
  readonly posts: number;
  readonly requests: Asked[];
  /** Whether high-water marks live through cuts. */
  readonly marked: boolean;
  readonly found: Found;
}

/** What the starts after cuts found. */
export interface Found {
  givenBack: number;
  uncertain: number;
}

/** Operations until the cut: while it starts, and while it publishes. Two posts to eight accounts take about 200. */
const STARTING_OPS = 12;
const PUBLISHING_OPS = 220;
const CUT_AT_START = 0.1;
/** Other cuts fall between two operations, when a request is about to leave or an answer is there. */
const CUT_BETWEEN = 0.3;
const BETWEEN_CALLS = 50;
/** Other lives go on with what there is. */
const POSTING = 0.65;
/** The n-th operation may never come. */
const IDLE_MS = 60;
const LANDED_WITHIN_MS = 30;
const TIME_PASSES = 0.5;
const PASSES_MS = 40_000;

export interface Cut extends Image {
  /** What is there when the power is back. */
  readonly workspace: TestFolder;
  /** In the middle of an operation on the database, not between two. */
  readonly inside: boolean;
}

export async function runUntilCut(workspace: TestFolder, run: PowerRun): Promise<Cut> {
  const { meter, random, clock } = run;
  meter.watch(workspace.folder);
  const taken = Promise.withResolvers<Omit<Cut, "workspace">>();
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const [early, between] = [random() < CUT_AT_START, random() < CUT_BETWEEN];
  if (early) meter.cutIn(upTo(STARTING_OPS));
  const nth = between ? upTo(BETWEEN_CALLS) : Infinity;
  const gate = openGate(
    () => meter.isOff,
    (n) => {
      if (n === nth) taken.resolve(Promise.try(() => cutNow(workspace, run)));
    },
  );
  const appliance = await openOn(workspace.folder, placeOf(run), gate.openCalls);
  await appliance.startDelivery();
  const posts = run.requests.length === 0 || random() < POSTING ? run.posts : 0;
  const asking = Array.from({ length: posts }, () => ask(appliance, workspace, run));
  if (!early && !between) meter.cutIn(upTo(PUBLISHING_OPS));
  await offOrIdle(meter, gate);
  if (meter.isOff) taken.resolve({ ...imageAfter(workspace.disk, meter.log(), random), inside: true });
  else taken.resolve(cutNow(workspace, run));
  const cut = await taken.promise;
  await gate.landed(LANDED_WITHIN_MS);
  gate.release();
  await Promise.all([...asking, appliance[Symbol.asyncDispose]()]);
  const after = rebuilt(workspace, cut.disk, run.marked);
  rmSync(workspace.folder, { recursive: true, force: true });
  if (random() < TIME_PASSES) clock.skip(PASSES_MS);
  return { ...cut, workspace: after };
}

/**
 * Between two operations.
 * @throws Error when files and log disagree: then the shim does not see everything, and the bench proves nothing
 */
function cutNow(workspace: TestFolder, { meter, random }: PowerRun): Omit<Cut, "workspace"> {
  meter.cut();
  const ops = meter.log();
  if (!Bun.deepEquals(readDisk(workspace.folder), whole(workspace.disk, ops)))
    throw new Error("The shim did not see everything that was written.");
  return { ...imageAfter(workspace.disk, ops, random), inside: false };
}

/** Until the power is off, or neither the disk nor a network has been asked for a while. */
async function offOrIdle(meter: Meter, gate: Gate): Promise<void> {
  const busy = () => meter.done + gate.passed;
  let before = busy();
  let end = performance.now() + IDLE_MS;
  while (!meter.isOff && performance.now() < end) {
    await Bun.sleep(1);
    if (busy() !== before) end = performance.now() + IDLE_MS;
    before = busy();
  }
}

/** Creates a post and remembers it. What is answered when the power is off reaches nobody. */
async function ask(
  appliance: Appliance,
  { profileId, accountIds }: TestFolder,
  run: PowerRun,
): Promise<void> {
  const { requests, meter, random, targets } = run;
  const accounts = draw(accountIds, targets, random);
  const promise: Asked = { text: `power ${requests.length}`, targets: accounts.length, id: null };
  requests.push(promise);
  const request = { caption: promise.text, accounts, media: [], overrides: {}, options: {} };
  try {
    const { post } = await createPost(atCommandLine(profileId), request, "now", null, appliance.publishing);
    if (!meter.isOff) promise.id = post.id;
  } catch (error) {
    if (!meter.isOff) throw error;
  }
}

const MOST_ROUNDS = 60;
const LOOK_EVERY_MS = 20;
const QUIET_LOOKS = 5;

/** A last life, with power, until nothing is left to do by itself. @returns every post as it is then */
export async function runToEnd(workspace: TestFolder, run: PowerRun): Promise<Post[]> {
  run.meter.cut();
  await using appliance = await openOn(workspace.folder, placeOf(run));
  await appliance.startDelivery();
  let before = "";
  for (let round = 0, quiet = 0; round < MOST_ROUNDS;) {
    await Bun.sleep(LOOK_EVERY_MS);
    const { open, words } = progressOf(workspace.folder);
    if (open === 0) break;
    quiet = words === before ? quiet + 1 : 0;
    before = words;
    if (quiet < QUIET_LOOKS) continue;
    run.clock.skip(PASSES_MS);
    round++;
    quiet = 0;
  }
  return await allPosts(appliance, workspace.profileId);
}

function placeOf({ networksUrl, clock, found }: PowerRun): Place {
  const say = (line: string) => {
    const [, givenBack = "0", uncertain = "0"] = /(\d+) given back, (\d+) uncertain/.exec(line) ?? [];
    found.givenBack += Number(givenBack);
    found.uncertain += Number(uncertain);
  };
  return { networksUrl, clock, say };
}
