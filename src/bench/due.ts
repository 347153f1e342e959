// Measures how late each of 1,000 posts starts that are due in the same second, and how long the event loop is blocked.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { readOptions } from "./options.ts";
import { openAppliance } from "../app/index.ts";
import { readConfig } from "../app/config.ts";
import { networks } from "../networks/index.ts";
import { atCommandLine } from "../publishing/actor.ts";
import { createPost } from "../publishing/create.ts";
import { makeFolder } from "../tests/chaos/kill/data-folder.ts";
import { startNetworks } from "../tests/chaos/kill/program.ts";
import { WORDY } from "../tests/chaos/text-networks.ts";

const HELP = `  --posts N      posts, each to an account of its own (1000)
  --spread MS    over how long their times lie (0: all the same moment)`;

const values = readOptions("due", HELP, {
  posts: 1000,
  spread: 0,
});

const { posts, spread } = values;
/** Until the last of them is stored. */
const AHEAD_MS = 20_000;
const LOOK_EVERY_MS = 50;
const GIVE_UP_MS = 60_000;

await using simulated = await startNetworks({ seed: 1, publishing: 0, other: 0 });
console.error(`connecting ${posts} accounts`);
using workspace = await makeFolder(
  Array.from({ length: posts }, (_, n) => `ok-due-${n}`),
  simulated.url,
  WORDY,
);
const env = {
  CRIER_DATA: workspace.folder,
  CRIER_LOG: "error",
  CRIER_SIMULATOR: simulated.url,
  CRIER_MIN_FREE_MB: "0",
};
const config = readConfig(env, networks.list);
await using appliance = await openAppliance(config, {
  context: { say: console.error, die: () => process.exit(1) },
  serves: true,
});
const db = new Database(join(workspace.folder, "crier.sqlite"), { readonly: true });
const first = await schedule();
await appliance.startDelivery();
const stalls = watchLoop();
await untilPosted();
console.log(report(stalls.end()));
process.exit(0);

async function schedule(): Promise<number> {
  const at = Date.now() + AHEAD_MS;
  for (const [n, account] of workspace.accounts.entries()) {
    const time = new Date(at + Math.round((n / posts) * spread)).toISOString();
    const request = { caption: `due ${n}`, accounts: [account.id], media: [], overrides: {}, options: {} };
    await createPost(atCommandLine(workspace.profileId), request, time, null, appliance.publishing);
  }
  if (Date.now() > at) throw new Error("storing them took too long");
  return at;
}

async function untilPosted(): Promise<void> {
  const open = db.query<{ n: number }, []>("SELECT count(*) AS n FROM target WHERE state <> 'posted'");
  const giveUp = Date.now() + AHEAD_MS + GIVE_UP_MS;
  for (let left = posts; left > 0; left = open.get()?.n ?? 0) {
    if (Date.now() > giveUp) throw new Error(`${left} were never posted`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** How late a timer of a millisecond comes, at its worst. */
function watchLoop(): { end(): number[] } {
  const late: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late.push(now - last - 1);
    last = now;
  }, 1);
  return {
    end() {
      clearInterval(timer);
      return late;
    },
  };
}

function report(stalls: number[]): string {
  const times = db
    .query<{ began: number; sent: number; live: number }, []>(
      `SELECT lateness AS began, sent_at - scheduled_for AS sent,
         target.published_at - scheduled_for AS live
       FROM target JOIN post ON post.id = post_id JOIN attempt ON target_id = target.id AND n = 1`,
    )
    .all();
  const line = (name: string, all: number[]) =>
    `${name} p50 ${at(all, 0.5)} · p99 ${at(all, 0.99)} · max ${at(all, 1)} ms`;
  return [
    `${posts} posts due within ${spread} ms (from ${new Date(first).toISOString()})`,
    line(
      "begun late  ",
      times.map(({ began }) => began),
    ),
    line(
      "sent late   ",
      times.map(({ sent }) => sent),
    ),
    line(
      "live late   ",
      times.map(({ live }) => live),
    ),
    line("loop stalled", stalls),
  ].join("\n");
}

function at(all: number[], share: number): string {
  const sorted = all.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}
