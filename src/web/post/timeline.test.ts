// Tests how a delivery's events and requests become the steps that people read.
import { describe, expect, test } from "bun:test";
import type { PostEvent, TargetEvidence } from "./queries.ts";
import { timelineOf, timePartsOf } from "./timeline.ts";

const START = Date.parse("2026-11-21T12:00:00.000Z");
const iso = (ms: number) => new Date(START + ms).toISOString();

function event(seq: number, kind: PostEvent["kind"], ms: number, more: Partial<PostEvent> = {}): PostEvent {
  const actor = { kind: "crier", name: null } as const;
  return {
    seq,
    kind,
    at: iso(ms),
    targetId: "t",
    attempt: 1,
    actor,
    text: kind,
    detail: "",
    data: {},
    ...more,
  };
}

type Step = TargetEvidence["attempts"][number]["steps"][number];
const step = (name: Step["name"], ms: number, took: number): Step => ({
  at: iso(ms),
  ms: took,
  name,
  method: "POST",
  host: "example.com",
  path: "/",
  status: 200,
  result: "answered",
  detail: null,
});

function evidence(steps: Step[], endedMs: number | null): TargetEvidence {
  const endedAt = endedMs === null ? null : iso(endedMs);
  return {
    targetId: "t",
    attempts: [{ attempt: 1, startedAt: iso(0), sentAt: null, endedAt, outcome: null, steps }],
    looks: [],
    certainty: "",
    nextLookAt: null,
    lookEndsAt: null,
    whereToLook: { profileUrl: null, searchUrl: null },
    sent: null,
  };
}

describe("the steps of a delivery", () => {
  test("are those of its own target, each with the requests that led to it, also within one millisecond", () => {
    const events = [
      event(1, "created", 0, { targetId: null, attempt: null }),
      event(2, "claim", 0),
      event(3, "claim", 0, { targetId: "other" }),
      event(4, "prepared", 0),
      event(5, "lose", 0),
      event(6, "look", 0, { data: { verdict: "unknown" } }),
    ];
    const requests = [step("prepare", 0, 0), step("publish", 0, 0), step("look", 0, 0)];
    const steps = timelineOf("t", events, evidence(requests, null));
    expect(steps.map((each) => [each.event.kind, each.requests.map(({ name }) => name)])).toEqual([
      ["claim", []],
      ["prepared", ["prepare"]],
      ["lose", ["publish"]],
      ["look", ["look"]],
    ]);
  });

  test("a request that led to nothing yet stands at the last step", () => {
    const events = [event(1, "claim", 0), event(2, "prepared", 5)];
    const [, last] = timelineOf("t", events, evidence([step("publish", 6, 100)], null));
    expect(last?.requests).toHaveLength(1);
  });

  test("of many looks with the same answer the first and the last are shown; another answer stands alone", () => {
    const looks = [0, 1, 2, 3, 4].map((n) => event(n, "look", n * 1000, { data: { verdict: "unknown" } }));
    const other = event(9, "look", 9000, { data: { verdict: "absent" } });
    const steps = timelineOf("t", [...looks, other], undefined);
    expect(steps.map((each) => [each.event.seq, each.repeats.map(({ seq }) => seq)])).toEqual([
      [0, [1, 2, 3]],
      [4, []],
      [9, []],
    ]);
    expect(timelineOf("t", looks.slice(0, 3), undefined)).toHaveLength(3);
  });
});

describe("where the time of a try went", () => {
  test("adds up to the whole, without the looks after it", () => {
    const [attempt] = evidence(
      [step("prepare", 10, 40), step("prepare", 50, 50), step("publish", 120, 300), step("look", 9000, 80)],
      430,
    ).attempts;
    expect(attempt && timePartsOf(attempt)).toEqual([
      { name: "rest", ms: 10 },
      { name: "prepare", ms: 90 },
      { name: "rest", ms: 20 },
      { name: "publish", ms: 300 },
      { name: "rest", ms: 10 },
    ]);
  });

  test("nothing was measured: nothing is shown", () => {
    const [attempt] = evidence([step("publish", 0, 0)], 0).attempts;
    expect(attempt && timePartsOf(attempt)).toEqual([]);
  });
});
