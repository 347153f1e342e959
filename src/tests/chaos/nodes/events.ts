// What happens to a cluster while it publishes: a process dies or stands still, its sessions end, or the server crashes.
import { CRASHES, type PostgresServer } from "../../support/postgres.ts";
import type { Cluster } from "./cluster.ts";

/** One event. @returns how many attempts were under way in what it struck */
export type Event = (cluster: Cluster, server: PostgresServer) => Promise<number>;

export const EVENTS = {
  async kill(cluster) {
    const pid = await theMoment(cluster);
    const struck = await struckIn(cluster, [pid]);
    await cluster.members.kill(pid, cluster.random() * 2 * cluster.leaseMs);
    return struck;
  },
  async stop(cluster) {
    const { members, leaseMs, random } = cluster;
    const pid = await theMoment(cluster);
    const stands = members.stop(pid, stopMs(random(), leaseMs));
    const struck = await struckIn(cluster, [pid]);
    // The others have something to do, and time to find out what became of its attempts.
    await Promise.all([stands, cluster.ask(), random() < TIME_PASSES && cluster.database.pass(PASSES_MS)]);
    return struck;
  },
  async backends(cluster) {
    await theMoment(cluster);
    const struck = await struckIn(cluster, cluster.members.pids());
    const ended = await cluster.database.endSessions(0.1 + cluster.random() * 0.9);
    return ended > 0 ? struck : 0;
  },
  async crash(cluster, server) {
    await theMoment(cluster);
    const struck = await struckIn(cluster, cluster.members.pids());
    const how = CRASHES[Math.floor(cluster.random() * CRASHES.length)] ?? "kill";
    await server.crash(how);
    return struck;
  },
} as const satisfies Record<string, Event>;

export type Kind = keyof typeof EVENTS;
export const KINDS = Object.keys(EVENTS) as Kind[];

/** Longer than two questions about a lost answer must lie apart, ms. */
export const PASSES_MS = 40_000;
const TIME_PASSES = 0.25;
/** More under way than this many posts' targets, and new posts would only wait. */
const MOST_BUSY_POSTS = 4;
/** With fewer processes nobody takes over. */
const LEAST_RUNNING = 2;
/** An event lands within a fan-out: each target has a send mark and an outcome, and each step some time after it. */
const STEPS_PER_TARGET = 2;
const SPREAD_MS = 8;
const LOOK_EVERY_MS = 10;
const FIRST_STEP_MS = 1500;
const NEXT_STEP_MS = 250;
/** Share of the stops and kills that strike a process whatever it has under way. */
const ANY_PROCESS = 0.2;

/** Past the lease, and now and then so long that the server ends the sessions of a process that stands still. */
function stopMs(drawn: number, leaseMs: number): number {
  return drawn < 0.05 ? 12_000 : leaseMs * (1.1 + 1.9 * drawn);
}

/** Asks for a post and waits for a moment inside its fan-out. @returns a process, most often one that publishes then */
export async function theMoment(cluster: Cluster): Promise<number> {
  const { database, members, random, targets } = cluster;
  if (members.pids().length < LEAST_RUNNING) await members.complete();
  if (random() < TIME_PASSES) await database.pass(PASSES_MS);
  const { busy, news } = await database.left();
  if (busy <= targets * MOST_BUSY_POSTS) await cluster.ask();
  const goal = Math.floor(random() * targets * STEPS_PER_TARGET);
  let [steps, giveUp] = [0, performance.now() + FIRST_STEP_MS];
  while (steps < goal && performance.now() < giveUp) {
    await Bun.sleep(LOOK_EVERY_MS);
    const taken = await database.stepsSince(news);
    if (taken > steps) [steps, giveUp] = [taken, performance.now() + NEXT_STEP_MS];
  }
  await Bun.sleep(random() * SPREAD_MS);
  return await someProcess(cluster);
}

async function someProcess({ database, members, random }: Cluster): Promise<number> {
  const underWay = await database.underWay();
  const publishing = members.pids().filter((pid) => (underWay.get(pid) ?? 0) > 0);
  const choices = publishing.length > 0 && random() > ANY_PROCESS ? publishing : members.pids();
  const pid = choices[Math.floor(random() * choices.length)];
  if (pid === undefined) throw new Error("no process runs");
  return pid;
}

async function struckIn({ database }: Cluster, pids: readonly number[]): Promise<number> {
  const underWay = await database.underWay();
  return pids.reduce((sum, pid) => sum + (underWay.get(pid) ?? 0), 0);
}
