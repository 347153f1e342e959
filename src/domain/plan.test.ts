// The plan rule, as a table (D26).
import { expect, test } from "bun:test";
import { planEnd, planFault, planState, type Plan, type PlanName, type PlanState } from "./plan.ts";

const DAY = 24 * 3_600_000;
const NOW = 1000 * DAY;

type Row = [
  plan: PlanName,
  until: number | null,
  covers: number | null,
  connected: number,
  first: number | null,
  PlanState,
];

// prettier-ignore
const ROWS: Row[] = [
  ["unlimited", null, null, 999, null, "live"],
  ["unlimited", NOW - 1, 0, 999, 0, "live"],
  ["lapsed", null, null, 0, null, "payment_required"],
  ["lapsed", NOW + DAY, 10, 0, NOW, "payment_required"],
  ["active", null, null, 999, null, "live"],
  ["active", NOW + 1, null, 999, 0, "live"],
  ["active", NOW, null, 0, 0, "payment_required"],
  ["active", NOW - 1, null, 0, 0, "payment_required"],
  ["active", null, 2, 2, 0, "live"],
  ["active", null, 2, 3, 0, "too_many_accounts"],
  ["active", null, 0, 0, 0, "live"],
  ["active", null, 0, 1, 0, "too_many_accounts"],
  ["active", NOW - 1, 2, 3, 0, "payment_required"],
  ["trial", null, null, 9, null, "live"],
  ["trial", null, null, 9, NOW, "live"],
  ["trial", null, null, 9, NOW - 3 * DAY + 1, "live"],
  ["trial", null, null, 9, NOW - 3 * DAY, "payment_required"],
  ["trial", NOW + 1, null, 9, NOW - 9 * DAY, "live"],
  ["trial", NOW, null, 9, NOW, "payment_required"],
  ["trial", null, 1, 2, NOW, "too_many_accounts"],
  ["trial", null, 1, 2, NOW - 3 * DAY, "payment_required"],
];

test.each(ROWS)(
  "D26: %s until %p covering %p, with %p accounts, first profile at %p: %s",
  (plan, until, accounts, connected, first, state) => {
    expect(planState({ plan, until, accounts }, NOW, connected, first)).toBe(state);
  },
);

test("the end is the moment from which it is over", () => {
  const until = (plan: Plan, first: number | null) => {
    const end = planEnd(plan, first);
    return end === null ? null : [planState(plan, end - 1, 0, first), planState(plan, end, 0, first)];
  };
  expect(until({ plan: "trial", until: null, accounts: null }, 5)).toEqual(["live", "payment_required"]);
  expect(until({ plan: "active", until: 7, accounts: null }, 5)).toEqual(["live", "payment_required"]);
  expect(until({ plan: "unlimited", until: null, accounts: null }, 5)).toBeNull();
  expect(until({ plan: "trial", until: null, accounts: null }, null)).toBeNull();
});

test("what would mean nothing is refused", () => {
  expect(planFault({ plan: "unlimited", until: 1, accounts: null })).toContain("unlimited");
  expect(planFault({ plan: "lapsed", until: null, accounts: 1 })).toContain("number of accounts");
  expect(planFault({ plan: "active", until: 1, accounts: 1 })).toBeNull();
  expect(planFault({ plan: "lapsed", until: null, accounts: null })).toBeNull();
});
