// One seed: a world is made from it, lives until nothing happens any more, and is judged.
import type { Network } from "../../../src/networks/network.ts";
import type { CrashStep } from "../../../src/publishing/engine.ts";
import { openAgenda, type Waiting } from "./agenda.ts";
import { chanceOf } from "./chance.ts";
import { judge } from "./judge.ts";
import { startLife, type Life } from "./life.ts";
import { openNetworks } from "./networks.ts";
import { openPeople, type Act, type People } from "./people.ts";
import {
  downtimeOf,
  FAULTS_CEASE_MS,
  restoreOf,
  scenarioOf,
  type Ending,
  type Incident,
} from "./scenario.ts";
import { count, type Tally } from "./tally.ts";
import { tracing } from "./trace.ts";
import { openTruth } from "./truth.ts";
import { openWeather } from "./weather.ts";
import type { Workshop } from "./workshop.ts";
import type { World } from "./world.ts";

/** Longer lives than this mean that something goes round in circles. */
const MOST_STEPS = 3000;
/** So many steps in no time at all mean the same. */
const MOST_AT_ONCE = 300;
const SOON_MS = 20;

interface Course {
  readonly world: World;
  readonly workshop: Workshop;
  readonly people: People;
  readonly networks: (platform: string) => Network | null;
  /** Counts everything that may lead to more. */
  stirs: number;
  lives: number;
  ids: number;
  /** The process ends when it has come this far. */
  ending: { step: CrashStep; left: number } | null;
  /** The next process finds a backup's database. */
  restored: { everything: boolean } | null;
  readonly failures: unknown[];
}

/** @param trace takes every line of what happens; null tells nothing */
export async function runSeed(
  seed: number,
  workshop: Workshop,
  tally: Tally,
  trace: ((line: string) => void) | null,
): Promise<void> {
  const before = tally.violations.length;
  const course = courseOf(seed, workshop, tally, trace);
  const { world } = course;
  const scenario = scenarioOf(world.chance, workshop.accounts);
  world.wishes.push(...scenario.wishes);
  for (const incident of scenario.incidents)
    world.agenda.after(incident.at, "here", () => happen(incident, course));
  world.agenda.after(FAULTS_CEASE_MS, "here", () => clearUp(course));
  begin(course);
  await untilRest(course);
  tidyUp(course);
  await untilRest(course);
  if (world.life) await judge(world, world.life.disk);
  else world.violate("no process runs in the end");
  tally.seeds++;
  workshop.after(tally.violations.length > before || course.failures.length > 0);
  if (course.failures.length > 0) throw course.failures[0];
}

function courseOf(
  seed: number,
  workshop: Workshop,
  tally: Tally,
  trace: ((line: string) => void) | null,
): Course {
  const chance = chanceOf(seed, 0);
  const agenda = openAgenda();
  const share = chance.pick([0, 0.1, 0.3, 0.3, 0.6]);
  const failures: unknown[] = [];
  const world: World = {
    ...{ seed, chance, agenda, tally, truth: openTruth(), weather: openWeather(chance, share, tally) },
    ...{ profileId: workshop.profileId, accounts: workshop.accounts, wishes: [], life: null },
    ...{ canceled: new Set<string>(), planLive: true, lapse: null },
    meanwhile: (act, targetId, ms) => meanwhile(act, targetId, ms, course),
    stirred: () => void course.stirs++,
    say: tracing(trace, agenda, () => world.life),
    violate(what) {
      world.say(() => `VIOLATION: ${what}`);
      tally.violations.push({ seed, what });
    },
    fail: (error) => void failures.push(error),
  };
  const course: Course = {
    ...{ world, workshop, failures, people: openPeople(world, turn), networks: openNetworks(world) },
    ...{ stirs: 0, lives: 0, ids: 0, ending: null, restored: null },
  };
  workshop.before(world, () => crash(course, "in a write"));
  return course;
}

// ---- time passes

async function untilRest(course: Course): Promise<void> {
  const { world } = course;
  let [last, atOnce] = [0, 0];
  for (let steps = 0; steps < MOST_STEPS && atOnce < MOST_AT_ONCE; steps++) {
    const act = world.agenda.next(waitingOf(world));
    if (!act) {
      // What still runs may have more to do.
      if (!(await untilQuiet(course))) return;
      continue;
    }
    atOnce = world.agenda.now() === last ? atOnce + 1 : 0;
    last = world.agenda.now();
    const before = stirsOf(course);
    act();
    // Sometimes the next thing happens before this one has run its course, or in the same breath.
    const overlap = world.agenda.soon(SOON_MS) ? world.chance.next() : 1;
    if (overlap >= 0.3) await untilQuiet(course);
    else if (overlap >= 0.1) await turn();
    world.agenda.settled(stirsOf(course) !== before);
    world.say();
  }
  const how = atOnce === MOST_AT_ONCE ? "goes round in circles without waiting" : "never comes to rest";
  world.violate(`the world ${how}`);
}

/**
 * Until nothing runs any more that does not wait for time: two turns of the loop without any news.
 * @returns whether there was any before
 */
async function untilQuiet(course: Course): Promise<boolean> {
  const start = stirsOf(course);
  for (let still = 0; still < 2;) {
    const before = stirsOf(course);
    await turn();
    still = stirsOf(course) === before && course.people.busy() === 0 ? still + 1 : 0;
  }
  noteLapse(course.world);
  return stirsOf(course) !== start;
}

/** Only what begins between two quiet moments without a live plan was surely begun without one. */
function noteLapse(world: World): void {
  if (world.planLive || !world.life) return;
  const seq = world.life.disk.lastSeq();
  world.lapse = { from: world.lapse?.from ?? seq, to: seq };
}

function stirsOf({ stirs, workshop }: Course): number {
  return stirs + workshop.groups();
}

function waitingOf({ life, agenda }: World): Waiting {
  return life ? life.disk.waiting(agenda.wall()) : { future: null, overdue: false };
}

/** One turn of the event loop, in which everything runs that can. */
function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  return promise;
}

// ---- what happens

function happen(incident: Incident, course: Course): void {
  const { world, people } = course;
  const { tally, agenda, weather } = world;
  course.stirs++;
  world.say(() => `${incident.kind} ${detailOf(incident)}`);
  switch (incident.kind) {
    case "wish":
      return people.wish(incident.wish);
    case "act":
      return people.act(incident.act, incident.wish);
    case "end":
      return end(incident.ending, course);
    case "clock":
      count(tally.faults, incident.back > 0 ? "clock back" : "clock forward");
      return agenda.setBack(incident.back);
    case "sleep":
      count(tally.faults, "suspension");
      return agenda.suspend(incident.ms, incident.counted);
    case "disk":
      return weather.fill(incident.is);
    case "write":
      return weather.hurtNext(incident.hurt, incident.site, incident.after);
    case "plan":
      if (!incident.live) count(tally.faults, "plan lapse");
      world.planLive = incident.live;
  }
}

/** How often people do something at the very moment when the engine is at it. */
const MEANWHILE = 0.08;

function meanwhile(act: Act, targetId: string, ms: number, { world, people }: Course): void {
  const { chance, agenda, life, wishes } = world;
  if (!chance.one(MEANWHILE)) return;
  const postId = life?.disk.mark(targetId)?.postId;
  const wish = wishes.find(({ id }) => id === postId);
  if (wish) agenda.after(chance.whole(0, ms), "here", () => people.act(act, wish));
}

function detailOf({ at: _, kind: __, ...rest }: Incident): string {
  return JSON.stringify(rest);
}

/** From now on all goes well. */
function clearUp(course: Course): void {
  course.stirs++;
  course.world.say(() => "faults cease");
  course.world.weather.clear();
  course.world.planLive = true;
}

/** At rest, people take care of what is left: of some of it, and not all of them rightly. */
function tidyUp({ world, people }: Course): void {
  const { chance, agenda } = world;
  world.weather.clear();
  for (const wish of world.wishes) {
    for (const act of ["reconnect", "reconcile", "reconcile", "retry"] as const) {
      if (chance.one(0.3)) agenda.after(chance.whole(1, 60_000), "here", () => people.act(act, wish));
    }
  }
}

// ---- processes

function begin(course: Course): void {
  const { world, workshop, networks } = course;
  course.stirs++;
  const disk = workshop.disk();
  const number = ++course.lives;
  const newId = () => {
    course.ids++;
    return `00000000-0000-7000-8000-${String(course.ids).padStart(12, "0")}`;
  };
  const { life, ready } = startLife(world, {
    ...{ number, disk, networks, newId },
    reached: (step) => reached(step, course),
    restored: course.restored,
  });
  world.life = life;
  world.say(() => `process ${number} starts${course.restored ? " on a restored database" : ""}`);
  // A process that can't recover ends, and is started again.
  ready.then(
    () => void (course.restored = null),
    (error: unknown) => {
      if (world.life !== life) return;
      world.say(() => `process ${number} does not start: ${String(error)}`);
      crash(course, "at its start");
    },
  );
}

function reached(step: CrashStep, course: Course): void {
  const { ending } = course;
  if (ending?.step !== step || --ending.left > 0) return;
  course.ending = null;
  crash(course, step);
}

function end(ending: Ending, course: Course): void {
  const { world } = course;
  switch (ending.by) {
    case "turn":
      return void afterTurns(ending.turn, course);
    case "step":
      course.ending = { step: ending.step, left: ending.nth };
      return;
    case "write":
      return world.weather.hurtNext(ending.hurt, ending.site, ending.after);
    case "stop":
      return void stop(course);
  }
}

async function afterTurns(turns: number, course: Course): Promise<void> {
  const life = course.world.life;
  for (let left = turns; left > 0; left--) {
    course.stirs++;
    await turn();
  }
  if (life && course.world.life === life) crash(course, "mid-turn");
}

async function stop(course: Course): Promise<void> {
  const { world } = course;
  const life: Life | null = world.life;
  await life?.stop();
  if (life && world.life === life) crash(course, "SIGTERM");
}

/** Whatever was not on disk is gone; requests that had left may arrive all the same. */
function crash(course: Course, how: string): void {
  const { world } = course;
  const { life, chance, agenda, truth, tally } = world;
  if (!life) return;
  count(tally.crashes, how);
  world.say(() => `process ${life.number} dies: ${how}`);
  course.stirs++;
  life.disk.kill();
  agenda.forget(life.owner);
  world.life = null;
  course.restored ??= restoreOf(chance);
  if (course.restored) count(tally.faults, "restore");
  for (const send of truth.sends) {
    if (send.onItsWay && send.life === life.number && send.told === null && chance.one(0.3))
      send.onItsWay = false;
  }
  agenda.after(downtimeOf(chance), "here", () => begin(course));
}
