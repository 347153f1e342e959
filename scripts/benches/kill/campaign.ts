// A whole campaign: networks that live, lanes that are killed, and the verdict over all of them.
import { makeHouse } from "./house.ts";
import { killOnce, settle, type Lane } from "./lane.ts";
import { startNetworks, type Networks } from "./program.ts";
import { seeded } from "./random.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface CampaignOptions {
  readonly kills: number;
  readonly seed: number;
  /** Accounts of each post. */
  readonly targets: number;
  /** Posts of each run. */
  readonly posts: number;
  /** Appliances that are killed side by side. */
  readonly lanes: number;
  readonly program: readonly string[];
  readonly faults: { readonly publishing: number; readonly other: number };
  readonly progress: (state: Progress) => void;
}

export interface Progress {
  readonly stage: "killing" | "settling";
  readonly kills: number;
  readonly posts: number;
}

export interface Result extends Verdict {
  readonly kills: number;
  /** What the restarts found under way. */
  readonly recovered: { readonly givenBack: number; readonly uncertain: number };
  readonly killingMs: number;
  readonly settlingMs: number;
}

/** Accounts of a lane for each of a post's: read-backs look through all of an account's latest posts, so few are best. */
const POOL = 20;

export async function campaign(options: CampaignOptions): Promise<Result> {
  const { seed, faults } = options;
  await using networks = await startNetworks({ seed, ...faults });
  const numbers = Array.from({ length: options.lanes }, (_, n) => n);
  const lanes = await Promise.all(numbers.map((n) => openLane(n, networks, options)));
  try {
    let kills = 0;
    const report = (stage: Progress["stage"]) => options.progress({ stage, kills, posts: postsOf(lanes) });
    const start = performance.now();
    const each = lanes.map(async (lane) => {
      // Counted before, or every lane would do one more.
      while (kills++ < options.kills) {
        await killOnce(lane);
        report("killing");
      }
      kills--;
    });
    await Promise.all(each);
    const killed = performance.now();
    report("settling");
    await Promise.all(lanes.map(settle));
    const times = { killingMs: killed - start, settlingMs: performance.now() - killed };
    return { ...(await verdictOf(lanes, networks)), ...times, kills, recovered: recoveredBy(lanes) };
  } finally {
    for (const { house } of lanes) house[Symbol.dispose]();
  }
}

async function openLane(n: number, networks: Networks, options: CampaignOptions): Promise<Lane> {
  const { program, targets, posts, seed } = options;
  const name = String.fromCodePoint(97 + n);
  return {
    name,
    house: await makeHouse(name, targets * POOL, networks.url),
    program,
    networksUrl: networks.url,
    random: seeded(seed * 1000 + n),
    targets,
    posts,
    asked: [],
    recovered: { givenBack: 0, uncertain: 0 },
  };
}

/** A request that was on its way when its sender died is handled a moment later. */
const LANDED_MS = 300;

async function verdictOf(lanes: readonly Lane[], networks: Networks): Promise<Verdict> {
  await Bun.sleep(LANDED_MS);
  const posts = await Promise.all(lanes.map(({ house }) => house.posts()));
  const asked = lanes.flatMap((lane) => lane.asked);
  return judge(asked, posts.flat(), await networks.published());
}

function postsOf(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, { asked }) => sum + asked.length, 0);
}

function recoveredBy(lanes: readonly Lane[]): Result["recovered"] {
  const sum = (key: "givenBack" | "uncertain") =>
    lanes.reduce((all, { recovered }) => all + recovered[key], 0);
  return { givenBack: sum("givenBack"), uncertain: sum("uncertain") };
}
