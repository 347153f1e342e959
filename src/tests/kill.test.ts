// Death at any moment: nothing is doubled, nothing is lost, and what Crier says of every target is true.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { campaign } from "../../scripts/benches/kill/campaign.ts";
import { makeHouse, type House } from "../../scripts/benches/kill/house.ts";
import { create, settle, untilQuiet } from "../../scripts/benches/kill/lane.ts";
import {
  programOf,
  startAppliance,
  startNetworks,
  type Networks,
} from "../../scripts/benches/kill/program.ts";
import { judge, type Asked, type Verdict } from "../../scripts/benches/kill/verdict.ts";
import { CRASH_STEPS } from "../publishing/engine.ts";

const built = process.env["CRIER_TEST_BINARY"] ?? "";
const program = programOf(existsSync(built) ? built : null);
const NO_FAULTS = { seed: 1, publishing: 0, other: 0 };
const TRUE_AND_WHOLE = { double: [], lost: [], disagreement: [] };

test("200 kills at random moments over networks with every kind of fault", async () => {
  const seed = Math.floor(Math.random() * 1e6);
  const result = await campaign({
    kills: 200,
    seed,
    targets: 12,
    posts: 2,
    lanes: 2,
    program,
    faults: { publishing: 0.35, other: 0.04 },
    progress: () => {},
  });
  const { posts, targets, posted, uncertain, recovered } = result;
  console.log(`kills: ${JSON.stringify({ seed, posts, targets, posted, uncertain, recovered })}`);
  expect({ seed, ...result }).toMatchObject({ seed, kills: 200, ...TRUE_AND_WHOLE });
  // A bench whose kills hit nothing proves nothing.
  expect(recovered.givenBack).toBeGreaterThan(100);
  expect(recovered.uncertain).toBeGreaterThan(100);
}, 300_000);

describe("a way to die", () => {
  let networks: Networks;
  let house: House;
  const asked: Asked[] = [];
  beforeAll(async () => {
    networks = await startNetworks(NO_FAULTS);
    house = await makeHouse("crash", 6, networks.url);
  });
  afterAll(async () => {
    house[Symbol.dispose]();
    await networks[Symbol.asyncDispose]();
  });

  const start = (env: Record<string, string> = {}) =>
    startAppliance(program, house.folder, networks.url, env);

  /** Asks for a post to all accounts, if the appliance lives long enough to take it. */
  async function post(url: string | null): Promise<void> {
    const one: Asked = { text: `crash ${asked.length}`, targets: house.accountIds.length, id: null };
    asked.push(one);
    if (url) one.id = await create(url, house.key, { caption: one.text, accounts: "all", schedule: "now" });
  }

  async function verdict(): Promise<Verdict> {
    await settle({
      name: "crash",
      house,
      program,
      networksUrl: networks.url,
      targets: 6,
      posts: 1,
      asked,
      recovered: { givenBack: 0, uncertain: 0 },
    });
    return judge(asked, await house.posts(), await networks.published());
  }

  for (const step of CRASH_STEPS) {
    for (const nth of [1, 2, 3, 4]) {
      test(`${step}, the ${nth}. time`, async () => {
        const before = (await verdict()).uncertain;
        await using appliance = start({ CRIER_CRASH_AT: `${step}:${nth}` });
        await post(await appliance.ready);
        expect(await Promise.race([appliance.exited, Bun.sleep(10_000)])).toBe(137);
        const after = await verdict();
        expect(after).toMatchObject(TRUE_AND_WHOLE);
        expect(after.posts).toBe(asked.length);
        // Up to the send mark nothing is in doubt about the target that died; others may be further than it.
        if (step === "marked") expect(after.uncertain).toBeGreaterThan(before);
      }, 30_000);
    }
  }

  test("SIGTERM in the middle of publishing ends soon and leaves nothing in doubt", async () => {
    const before = (await verdict()).uncertain;
    await using appliance = start();
    const url = await appliance.ready;
    await post(url);
    const began = performance.now();
    expect(await appliance.end("SIGTERM")).toBe(0);
    expect(performance.now() - began).toBeLessThan(3000);
    const after = await verdict();
    expect(after).toMatchObject({ ...TRUE_AND_WHOLE, uncertain: before });
  }, 30_000);

  test("a process that stands still for three seconds goes on as if nothing had been", async () => {
    await using appliance = start();
    await post(await appliance.ready);
    process.kill(appliance.pid, "SIGSTOP");
    await Bun.sleep(3000);
    process.kill(appliance.pid, "SIGCONT");
    await untilQuiet(house);
    expect(await appliance.end("SIGTERM")).toBe(0);
    expect(await verdict()).toMatchObject(TRUE_AND_WHOLE);
  }, 30_000);

  test("a second server on the same folder is refused and harms nothing", async () => {
    await using first = start();
    const url = await first.ready;
    await post(url);
    await using second = start();
    expect(await second.ready).toBeNull();
    expect(await second.exited).toBe(1);
    expect(await second.log()).toContain("Another Crier serves the data folder");
    await post(url);
    expect(await first.end("SIGTERM")).toBe(0);
    const after = await verdict();
    expect(after).toMatchObject(TRUE_AND_WHOLE);
    expect(after.posts).toBe(asked.length);
  }, 30_000);
});
