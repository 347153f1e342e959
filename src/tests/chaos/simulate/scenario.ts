// Plans a seed's scenario: posts, people, crashes and clock changes, each at its time.
import type { Chance } from "./chance.ts";
import type { WriteSite } from "./disk.ts";
import { CRASH_STEPS, type CrashStep } from "../../../publishing/delivery/engine.ts";
import { ACTS, type Act } from "./people.ts";
import type { DiskState } from "./weather.ts";
import type { SimulatedAccount, PlannedPost } from "./world.ts";

/** How a process ends before its time. */
export type Ending =
  | { readonly by: "turn"; readonly turn: number }
  | { readonly by: "step"; readonly step: CrashStep; readonly nth: number }
  | {
      readonly by: "write";
      readonly hurt: "dieBefore" | "dieAfter";
      readonly site: WriteSite;
      readonly after: number;
    }
  | { readonly by: "stop" };

/** One thing that happens, ms after the seed's beginning. */
export type Incident = { readonly at: number } & (
  | { readonly kind: "post"; readonly planned: PlannedPost }
  | { readonly kind: "act"; readonly act: Act; readonly planned: PlannedPost }
  | { readonly kind: "end"; readonly ending: Ending }
  | { readonly kind: "clock"; readonly back: number }
  | { readonly kind: "sleep"; readonly ms: number; readonly counted: boolean }
  | { readonly kind: "disk"; readonly is: DiskState }
  | {
      readonly kind: "write";
      readonly hurt: "full" | "rolledBack";
      readonly site: WriteSite;
      readonly after: number;
    }
  | { readonly kind: "plan"; readonly live: boolean }
  /** A person pauses publishing, at once or while the next post is being prepared, or lifts the pause. */
  | { readonly kind: "pause"; readonly is: "now" | "atPrepare" | "over" }
);

export interface Scenario {
  readonly plannedPosts: readonly PlannedPost[];
  readonly incidents: readonly Incident[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Posts are asked for within this time; faults cease after the other. */
const BEGINNING_MS = 30_000;
export const FAULTS_CEASE_MS = 20 * MINUTE;
const SITES = ["begin", "statement", "commit"] as const;

export function scenarioOf(chance: Chance, accounts: readonly SimulatedAccount[]): Scenario {
  const plannedPosts = Array.from({ length: few(chance, 4) }, (_, n) => planPost(n, chance, accounts));
  const incidents: Incident[] = plannedPosts.map((request) => ({
    at: chance.whole(0, BEGINNING_MS),
    kind: "post",
    planned: request,
  }));
  const often = (share: number, most: number, make: () => Incident[]) => {
    for (let n = 0; n < most && chance.one(share); n++) incidents.push(...make());
  };
  for (const input of plannedPosts) {
    often(0.35, 4, () => [{ at: soon(chance), kind: "act", act: chance.pick(ACTS), planned: input }]);
  }
  often(0.3, 3, () => [{ at: soon(chance), kind: "end", ending: endingOf(chance) }]);
  often(0.12, 2, () => [{ at: soon(chance), kind: "clock", back: jumpOf(chance) }]);
  often(0.05, 1, () => [
    { at: soon(chance), kind: "sleep", ms: chance.span(1000, DAY), counted: chance.one(0.3) },
  ]);
  often(0.12, 2, () => [{ at: soon(chance), kind: "write", ...hurtOf(chance) }]);
  often(0.12, 1, () => during(chance, chance.weighed({ low: 1, full: 1, sick: 2 })));
  often(0.06, 1, () => during(chance, "plan"));
  often(0.15, 1, () => [
    { at: chance.whole(0, BEGINNING_MS), kind: "pause", is: chance.one(0.6) ? "atPrepare" : "now" },
    { at: BEGINNING_MS + chance.span(1000, 2 * HOUR), kind: "pause", is: "over" },
  ]);
  return { plannedPosts, incidents };
}

/** From one to `most`; the fewer, the likelier. */
const few = (chance: Chance, most: number) =>
  Math.min(chance.whole(1, most), chance.whole(1, most), chance.whole(1, most));

function planPost(n: number, chance: Chance, accounts: readonly SimulatedAccount[]): PlannedPost {
  const left = [...accounts];
  const chosen = Array.from({ length: few(chance, 5) }, () => {
    return left.splice(chance.whole(0, left.length - 1), 1)[0]?.id ?? "";
  });
  const schedule = chance.weighed({ now: 60, time: 22, draft: 12, queue: 6 });
  const key = chance.one(0.4) ? `key ${n}` : null;
  const ahead = chance.span(500, 5 * MINUTE);
  return {
    key,
    schedule,
    ahead,
    time: null,
    caption: `post ${n}`,
    accounts: chosen,
    id: null,
    changed: "surely",
  };
}

/** Mostly while much happens, sometimes much later. */
function soon(chance: Chance): number {
  return chance.one(0.75) ? chance.whole(0, BEGINNING_MS + MINUTE) : chance.span(MINUTE, 6 * HOUR);
}

function during(chance: Chance, what: DiskState | "plan"): Incident[] {
  const at = chance.whole(0, BEGINNING_MS);
  const end = at + chance.span(1000, 10 * MINUTE);
  if (what === "plan") return [planned(at, false), planned(end, true)];
  return [
    { at, kind: "disk", is: what },
    { at: end, kind: "disk", is: "well" },
  ];
}

function planned(at: number, live: boolean): Incident {
  return { at, kind: "plan", live };
}

function endingOf(chance: Chance): Ending {
  switch (chance.weighed({ turn: 5, step: 5, write: 3, stop: 2 })) {
    case "turn":
      return { by: "turn", turn: chance.whole(0, 12) };
    case "step":
      return { by: "step", step: chance.pick(CRASH_STEPS), nth: chance.whole(1, 4) };
    case "write":
      return {
        by: "write",
        hurt: chance.pick(["dieBefore", "dieAfter"]),
        site: chance.pick(SITES),
        after: chance.whole(0, 6),
      };
    case "stop":
      return { by: "stop" };
  }
}

function hurtOf(chance: Chance) {
  const hurt = chance.pick(["full", "rolledBack"] as const);
  return { hurt, site: chance.pick(SITES), after: chance.whole(0, 12) };
}

/** From a second to a day, either way. */
function jumpOf(chance: Chance): number {
  return chance.span(1000, DAY) * (chance.one(0.5) ? 1 : -1);
}

/** Sometimes it finds a restored database when it starts again, a copy of that very moment. */
export function restoreOf(chance: Chance): { everything: boolean } | null {
  return chance.one(0.12) ? { everything: chance.one(0.3) } : null;
}

/** How long a process is away: mostly a moment, sometimes so long that posts are missed. */
export function downtimeOf(chance: Chance): number {
  return chance.one(0.85) ? chance.span(50, 20_000) : chance.span(20_000, 3 * HOUR);
}
