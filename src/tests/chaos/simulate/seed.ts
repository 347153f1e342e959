// Runs one seed: makes a world, runs it until nothing happens any more, and judges it.
import { openAgenda, type Waiting } from "./agenda.ts";
import { chanceOf } from "./chance.ts";
import { turn, type Course } from "./course.ts";
import { clearUp, happen, meanwhile, tidyUp } from "./incidents.ts";
import { judge } from "./judge.ts";
import { openNetworks } from "./networks.ts";
import { openPeople } from "./people.ts";
import { begin, crash } from "./processes.ts";
import { FAULTS_CEASE_MS, scenarioOf } from "./scenario.ts";
import type { Tally } from "./tally.ts";
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
/** A write waits at most four turns for others to share its commit. */
const QUIET_TURNS = 5;

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
  world.plannedPosts.push(...scenario.plannedPosts);
  for (const incident of scenario.incidents)
    world.agenda.after(incident.at, "appliance", () => happen(incident, course));
  world.agenda.after(FAULTS_CEASE_MS, "appliance", () => clearUp(course));
  begin(course);
  await untilRest(course);
  tidyUp(course);
  await untilRest(course);
  if (world.running) await judge(world, world.running.disk);
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
    ...{ profileId: workshop.profileId, accounts: workshop.accounts, plannedPosts: [], running: null },
    ...{ canceled: new Set<string>(), planLive: true, lapse: null },
    ...{ wantsPause: false, pauseNext: false, pause: null },
    meanwhile: (act, targetId, ms) => meanwhile(act, targetId, ms, course),
    stirred: () => void course.stirs++,
    say: tracing(trace, agenda, () => world.running),
    violate(what) {
      world.say(() => `VIOLATION: ${what}`);
      tally.violations.push({ seed, what });
    },
    fail: (error) => void failures.push(error),
  };
  const course: Course = {
    ...{ world, workshop, failures, people: openPeople(world, turn), networks: openNetworks(world) },
    ...{ stirs: 0, starts: 0, ids: 0, ending: null, restored: null },
  };
  workshop.before(world, () => crash(course, "in a write"));
  return course;
}

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
 * Until nothing runs any more that does not wait for time: some turns of the loop without any news.
 * @returns whether there was any before
 */
async function untilQuiet(course: Course): Promise<boolean> {
  const start = stirsOf(course);
  for (let still = 0; still < QUIET_TURNS;) {
    const before = stirsOf(course);
    await turn();
    still = stirsOf(course) === before && course.people.busy() === 0 ? still + 1 : 0;
  }
  noteLapse(course.world);
  notePause(course.world);
  return stirsOf(course) !== start;
}

/** Only what begins between two quiet moments without a live plan was surely begun without one. */
function noteLapse(world: World): void {
  if (world.planLive || !world.running) return;
  const seq = world.running.disk.lastSeq();
  world.lapse = { from: world.lapse?.from ?? seq, to: seq };
}

/** What begins, or is marked, between two quiet moments of a stored pause broke it. */
function notePause(world: World): void {
  const { running } = world;
  if (!running?.disk.isPaused()) return;
  const seq = running.disk.lastSeq();
  world.pause = { from: world.pause?.from ?? seq, to: seq };
}

function stirsOf({ stirs, workshop }: Course): number {
  return stirs + workshop.groups();
}

function waitingOf({ running, agenda }: World): Waiting {
  return running ? running.disk.waiting(agenda.wall()) : { future: null, overdue: false };
}
