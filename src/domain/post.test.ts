// D15: one pure function decides a post's status.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TRANSITIONS, type State } from "./target-state.ts";
import {
  phaseOf,
  postStatus as statusOfPhases,
  SCHEDULES,
  statusesWith,
  TARGET_STATUSES,
  targetStatus,
  type Schedule,
} from "./post.ts";

const state = fc.constantFrom<State[]>(
  ...Object.keys(TRANSITIONS).filter((name): name is State => name in TRANSITIONS),
);
const states = fc.array(state, { minLength: 1, maxLength: 11 });

const postStatus = (schedule: Schedule, states: readonly State[]) =>
  statusOfPhases(
    schedule,
    states.map((each) => phaseOf({ state: each, attempt: 0 })),
  );

describe("D15 post status", () => {
  const table: [State[], string][] = [
    [["draft", "draft"], "draft"],
    [["pending", "pending"], "scheduled"],
    [["pending", "posted"], "publishing"],
    [["posted", "retrying"], "publishing"],
    [["committing"], "publishing"],
    [["posted", "uncertain", "failed"], "uncertain"],
    [["posted", "posted"], "posted"],
    [["failed", "failed"], "failed"],
    [["posted", "failed"], "partial"],
  ];
  for (const [given, status] of table) {
    test(`${given.join(" + ")} is ${status}`, () =>
      expect(postStatus("time", given)).toBe(status as "draft"));
  }

  test("the order of targets does not matter", () => {
    fc.assert(fc.property(states, (all) => postStatus("now", all) === postStatus("now", all.toReversed())));
  });

  test("posted means all are, failed means all are, and anything under way is publishing", () => {
    fc.assert(
      fc.property(states, (all) => {
        const status = postStatus("now", all);
        const each = all.map(targetStatus);
        if (status === "posted" || status === "failed") expect(new Set(each)).toEqual(new Set([status]));
        if (each.includes("publishing") || each.includes("retrying")) expect(status).toBe("publishing");
      }),
    );
  });
});

for (const phase of TARGET_STATUSES)
  test(`the statuses of posts with a target that is ${phase} are all that occur, and no others`, () => {
    const found = new Set(
      SCHEDULES.flatMap((schedule) =>
        TARGET_STATUSES.flatMap((second) =>
          TARGET_STATUSES.map((third) => statusOfPhases(schedule, [phase, second, third])),
        ),
      ),
    );
    expect(new Set(statusesWith(phase))).toEqual(found);
  });

test("D14 what is under way is shown as publishing", () => {
  expect((["preparing", "committing", "processing"] as const).map(targetStatus)).toEqual([
    "publishing",
    "publishing",
    "publishing",
  ]);
});
