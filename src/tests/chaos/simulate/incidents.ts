// Applies a scenario's incidents to the simulated world when they are due.
import type { Course } from "./course.ts";
import type { Act } from "./people.ts";
import { end } from "./processes.ts";
import type { Incident } from "./scenario.ts";
import { count } from "./tally.ts";

export function happen(incident: Incident, course: Course): void {
  const { world, people } = course;
  const { tally, agenda, weather } = world;
  course.stirs++;
  world.say(() => `${incident.kind} ${detailOf(incident)}`);
  switch (incident.kind) {
    case "post":
      return people.create(incident.planned);
    case "act":
      return people.act(incident.act, incident.planned);
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
      return;
    case "pause":
      if (incident.is !== "over") count(tally.faults, `pause ${incident.is}`);
      if (incident.is === "atPrepare") world.pauseNext = true;
      else people.pause(incident.is === "now");
  }
}

/** How often people do something at the very moment when the engine is at it. */
const MEANWHILE = 0.08;

export function meanwhile(act: Act, targetId: string, ms: number, { world, people }: Course): void {
  const { chance, agenda, running, plannedPosts } = world;
  if (world.pauseNext) {
    world.pauseNext = false;
    world.wantsPause = true;
    // By then, the person may have changed their mind.
    agenda.after(chance.whole(0, ms), "appliance", () => people.pause(world.wantsPause));
  }
  if (!chance.one(MEANWHILE)) return;
  const postId = running?.disk.mark(targetId)?.postId;
  const request = plannedPosts.find(({ id }) => id === postId);
  if (request) agenda.after(chance.whole(0, ms), "appliance", () => people.act(act, request));
}

function detailOf({ at: _, kind: __, ...rest }: Incident): string {
  return JSON.stringify(rest);
}

/** From now on all goes well. */
export function clearUp(course: Course): void {
  course.stirs++;
  course.world.say(() => "faults cease");
  course.world.weather.clear();
  course.world.planLive = true;
  course.world.pauseNext = false;
  course.people.pause(false);
}

/** At rest, people take care of what is left: of some of it, and not all of them rightly. */
export function tidyUp({ world, people }: Course): void {
  const { chance, agenda } = world;
  world.weather.clear();
  for (const request of world.plannedPosts) {
    for (const act of ["reconnect", "reconcile", "reconcile", "retry"] as const) {
      if (chance.one(0.3)) agenda.after(chance.whole(1, 60_000), "appliance", () => people.act(act, request));
    }
  }
}
