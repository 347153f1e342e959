// Suspends a process for twenty seconds during publishing while another one tries to take its folder.
import { expect, test } from "bun:test";
import { BINARY } from "../support/program.ts";
import { programsOf } from "./kill/program.ts";
import { standstill } from "./kill/standstill.ts";

const STOPS = 10;

test(`${STOPS} stops of 20 s with a second process meanwhile`, async () => {
  const seed = Math.floor(Math.random() * 1e6);
  const result = await standstill({
    stops: STOPS,
    seed,
    targets: 11,
    atOnce: STOPS,
    stopMs: 20_000,
    programs: await programsOf(BINARY),
    progress: () => {},
  });
  const { targets, posted, uncertain, uncertainLive, underWay, ms } = result;
  const seconds = Math.round(ms / 1000);
  console.log(
    `stops: ${JSON.stringify({ seed, seconds, targets, posted, uncertain, uncertainLive, underWay })}`,
  );
  const held = { double: [], lost: [], disagreement: [], stuck: [], faults: [] };
  expect({ seed, ...result }).toMatchObject({ seed, stops: STOPS, ...held });
  expect(underWay).toBeGreaterThanOrEqual(STOPS);
});
