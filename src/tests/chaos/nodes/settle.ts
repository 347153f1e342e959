// Lets the processes of a cluster run until every delivery has settled; time passes whenever everything waits.
import type { Cluster } from "./cluster.ts";
import { PASSES_MS } from "./events.ts";

/** The longest wait that is passed at once: what is overdue by an hour is not published any more. */
const LONGEST_MS = 50 * 60_000;
const LOOK_EVERY_MS = 100;
/** Without news for so long, what is under way hangs. */
const QUIET_MS = 4000;
/** A network's questions are answered slowly, and no process asks more often than this. */
const ROUND_MS = 500;
/** A delivery that never settles must not keep a bench running for ever: so many rounds without news, and so many in all. */
const MOST_IDLE = 40;
const MOST_ROUNDS = 1500;

/** After this many ends, what is still open is left for the verdict. */
const MOST_ENDS = 3;

/** @returns a line for each process that did not end in order */
export async function settleAndEnd(cluster: Cluster): Promise<readonly string[]> {
  const faults: string[] = [];
  for (let ends = 0; ends < MOST_ENDS; ends++) {
    await settle(cluster);
    faults.push(...(await cluster.members.end()));
    // A process that was thought dead may report a lost answer only when it ends. That target has to be checked again.
    if ((await cluster.database.left()).open === 0) break;
  }
  return faults;
}

/** What waits is helped by time that passes; what hangs is killed with its process, and its answer is lost like any other. */
async function settle(cluster: Cluster): Promise<void> {
  const { database, members } = cluster;
  await members.complete();
  let [news, idle] = [-1, 0];
  for (let round = 0; round < MOST_ROUNDS && idle < MOST_IDLE; round++) {
    if (!(await untilQuiet(cluster))) await killHanging(cluster);
    const left = await database.left();
    if (left.open === 0) return;
    [news, idle] = left.news > news ? [left.news, 0] : [left.news, idle + 1];
    await database.pass(Math.min(LONGEST_MS, Math.max(PASSES_MS, left.waitMs)));
    await Bun.sleep(ROUND_MS);
  }
}

async function killHanging({ database, members }: Cluster): Promise<void> {
  const underWay = await database.underWay();
  const hanging = members.pids().filter((pid) => (underWay.get(pid) ?? 0) > 0);
  await Promise.all(hanging.map((pid) => members.kill(pid, 0)));
  await members.complete();
}

/** @returns whether nothing is left that could begin now; false when there has been no news for a while */
async function untilQuiet({ database }: Cluster): Promise<boolean> {
  let [news, since] = [-1, performance.now()];
  for (;;) {
    const now = await database.left();
    if (now.busy === 0) return true;
    if (now.news > news) [news, since] = [now.news, performance.now()];
    else if (performance.now() - since > QUIET_MS) return false;
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
