// What the events of a post say of a long conversion, and how often.
import { expect, test } from "bun:test";
import { turnableClock } from "../../tests/support/clock.ts";
import type { Engine } from "./engine.ts";
import type { Work } from "../../domain/store/journal.ts";
import { reportConversion } from "./progress.ts";

/** @param marks moments (s) and shares */
function toldAt(marks: readonly (readonly [number, number])[]): string[] {
  const lines: string[] = [];
  const clock = turnableClock();
  const note = async (_: unknown, { kind, detail }: { kind: string; detail: string }) =>
    void lines.push(`${kind}: ${detail}`);
  // Only these are used.
  const engine = { clock, journal: { note }, connections: { network: () => ({ name: "Bluesky" }) } };
  const reported = reportConversion({ platform: "bluesky" } as Work, engine as unknown as Engine);
  let now = 0;
  for (const [at, share] of marks) {
    clock.turn((at - now) * 1000);
    now = at;
    reported(share);
  }
  return lines;
}

test("at most every 5 s, and only when it is a tenth further", () => {
  expect(
    toldAt([
      [1, 0.3],
      [4.9, 0.39],
      [5, 0.401],
      [6, 0.7],
      [10, 0.45],
      [11, 0.52],
      [30, 0.53],
      [60, 0.99],
      [70, 1],
    ]),
  ).toEqual([
    "converting: converting the video for Bluesky: 40 %",
    "converting: converting the video for Bluesky: 52 %",
    "converting: converting the video for Bluesky: 99 %",
  ]);
});

test("a short one says nothing", () => {
  expect(
    toldAt([
      [0.5, 0.2],
      [4, 0.9],
      [4.5, 1],
    ]),
  ).toEqual([]);
});
