// Starts the processes of a simulated world, and ends them in every possible way.
import type { CrashStep } from "../../../publishing/delivery/engine.ts";
import { turn, type Course } from "./course.ts";
import { startProcess, type ProcessRun } from "./process-run.ts";
import { downtimeOf, restoreOf, type Ending } from "./scenario.ts";
import { count } from "./tally.ts";

export function begin(course: Course): void {
  const { world, workshop, networks } = course;
  course.stirs++;
  const disk = workshop.disk();
  const number = ++course.starts;
  const newId = () => {
    course.ids++;
    return `00000000-0000-7000-8000-${String(course.ids).padStart(12, "0")}`;
  };
  const { running, ready } = startProcess(world, {
    ...{ number, disk, networks, newId },
    reached: (step) => reached(step, course),
    restored: course.restored,
  });
  world.running = running;
  world.say(() => `process ${number} starts${course.restored ? " on a restored database" : ""}`);
  // A process that can't recover ends, and is started again.
  ready.then(
    () => void (course.restored = null),
    (error: unknown) => {
      if (world.running !== running) return;
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

export function end(ending: Ending, course: Course): void {
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
  const running = course.world.running;
  for (let left = turns; left > 0; left--) {
    course.stirs++;
    await turn();
  }
  if (running && course.world.running === running) crash(course, "mid-turn");
}

async function stop(course: Course): Promise<void> {
  const { world } = course;
  const running: ProcessRun | null = world.running;
  await running?.stop();
  if (running && world.running === running) crash(course, "SIGTERM");
}

/** Whatever was not on disk is gone; requests that had left may arrive all the same. */
export function crash(course: Course, how: string): void {
  const { world } = course;
  const { running, chance, agenda, truth, tally } = world;
  if (!running) return;
  count(tally.crashes, how);
  world.say(() => `process ${running.number} dies: ${how}`);
  course.stirs++;
  running.disk.kill();
  agenda.forget(running.owner);
  world.running = null;
  course.restored ??= restoreOf(chance);
  if (course.restored) count(tally.faults, "restore");
  for (const send of truth.sends) {
    if (send.onItsWay && send.process === running.number && send.answer === null && chance.one(0.3))
      send.onItsWay = false;
  }
  agenda.after(downtimeOf(chance), "appliance", () => begin(course));
}
