// One appliance that is killed again and again while it publishes, and started again on the same folder.
import type { House } from "./house.ts";
import { startAppliance, type Appliance } from "./program.ts";
import { draw } from "./random.ts";
import type { Asked } from "./verdict.ts";

export interface Lane {
  readonly name: string;
  readonly house: House;
  readonly program: readonly string[];
  readonly networksUrl: string;
  readonly random: () => number;
  /** Accounts of each post, and posts of each run. */
  readonly targets: number;
  readonly posts: number;
  readonly asked: Asked[];
  /** What the appliances said of what they found at their start. */
  readonly recovered: { givenBack: number; uncertain: number };
}

/** Kills land up to this long after a run's fan-out has begun; some later, or nothing would ever be finished. */
const SPREAD_MS = 150;
const LONG_SPREAD_MS = 1000;
const KILLED_LATE = 0.25;
/** Shares of the runs that are killed while they start, while posts are created, and of the pauses in which time passes. */
const KILLED_AT_START = 0.1;
const KILLED_WHILE_CREATING = 0.15;
const TIME_PASSES = 0.25;
const STARTING_MS = 300;
/** Longer than two questions must lie apart. */
const PASSES_MS = 40_000;
const READY_WITHIN_MS = 20_000;

/** One run of the appliance, from its start to its kill. */
export async function killOnce(lane: Lane): Promise<void> {
  const { random, house } = lane;
  const appliance = startAppliance(lane.program, house.folder, lane.networksUrl);
  if (random() < KILLED_AT_START) {
    await Bun.sleep(random() * STARTING_MS);
    await killed(appliance, lane);
  } else {
    const url = await readyUrl(appliance);
    // A run publishes little before its kill; with more to do than this, new posts would only wait.
    const posts = house.open() < lane.targets * lane.posts * 6 ? lane.posts : 0;
    const asking = Array.from({ length: posts }, () => askFor(lane, url));
    if (posts > 0 && random() > KILLED_WHILE_CREATING) await Promise.race(asking);
    await Bun.sleep(random() * (random() < KILLED_LATE ? LONG_SPREAD_MS : SPREAD_MS));
    await killed(appliance, lane);
    await Promise.all(asking);
  }
  if (random() < TIME_PASSES) house.pass(PASSES_MS);
}

async function killed(appliance: Appliance, { recovered }: Lane): Promise<void> {
  await appliance.end("SIGKILL");
  const log = await appliance.log();
  const [, givenBack = "0", uncertain = "0"] = /(\d+) given back, (\d+) uncertain/.exec(log) ?? [];
  recovered.givenBack += Number(givenBack);
  recovered.uncertain += Number(uncertain);
  for (const line of log.split("\n")) if (line.includes('"error"')) console.error(line);
}

async function readyUrl(appliance: Appliance): Promise<string> {
  const url = await Promise.race([appliance.ready, Bun.sleep(READY_WITHIN_MS)]);
  if (url) return url;
  await appliance.end("SIGKILL");
  throw new Error(`the appliance did not start:\n${await appliance.log()}`);
}

/** Creates a post and remembers it; no 201 is no news. */
async function askFor(lane: Lane, url: string): Promise<void> {
  const { house, random, asked } = lane;
  const text = `kill ${lane.name}-${asked.length}`;
  const accounts = draw(house.accountIds, lane.targets, random);
  const media = random() < 0.3 ? [house.photoId] : [];
  const promise: Asked = { text, targets: accounts.length, id: null };
  asked.push(promise);
  promise.id = await create(url, house.key, { caption: text, accounts, media, schedule: "now" });
}

/** @returns the id of the 201; null when the connection broke */
export async function create(url: string, key: string, wish: object): Promise<string | null> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    prefer: "respond-async",
  };
  let answer: { status: number; text: string };
  try {
    const response = await fetch(`${url}/v1/posts`, { method: "POST", headers, body: JSON.stringify(wish) });
    answer = { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return (JSON.parse(answer.text) as { id: string }).id;
}

const MOST_ROUNDS = 60;
const LOOK_EVERY_MS = 150;
/** So many looks without news: what is left waits for a time, or hangs. */
const QUIET_LOOKS = 5;

/** Lets everything come to its end. What hangs is killed, what waits is helped by time that passes. */
export async function settle({ house, program, networksUrl }: Omit<Lane, "random">): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await using appliance = startAppliance(program, house.folder, networksUrl);
    await readyUrl(appliance);
    await untilQuiet(house);
    await appliance.end("SIGKILL");
    if (house.open() === 0) return;
    house.pass(PASSES_MS);
  }
}

/** Waits until nothing is left to do, or nothing happens any more. */
export async function untilQuiet(house: House): Promise<void> {
  let before = Number.NaN;
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await Bun.sleep(LOOK_EVERY_MS);
    const open = house.open();
    if (open === 0) return;
    quiet = open === before ? quiet + 1 : 0;
    before = open;
  }
}
