// Kills the process at random moments: nothing is doubled or lost, and every reported status is true.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { campaign, verdictOf } from "./kill/campaign.ts";
import { makeFolder, type TestFolder } from "./kill/data-folder.ts";
import { create } from "./kill/worker.ts";
import {
  NO_FAULTS,
  programsOf,
  readiness,
  startAppliance,
  startNetworks,
  type Networks,
  type Programs,
} from "./kill/program.ts";
import { BINARY } from "../support/program.ts";
import { settle } from "./kill/settle.ts";
import type { Asked } from "./kill/verdict.ts";

const KILLS = 80;
const TRUE_AND_WHOLE = { double: [], lost: [], disagreement: [], stuck: [] };

let programs: Programs;
beforeAll(async () => {
  programs = await programsOf(BINARY);
});

test(`${KILLS} kills at random moments over networks with every kind of fault`, async () => {
  const seed = Math.floor(Math.random() * 1e6);
  const began = performance.now();
  const result = await campaign({
    kills: KILLS,
    seed,
    targets: 11,
    posts: 1,
    workers: 4,
    served: 0.05,
    programs,
    faults: { publishing: 0.35, other: 0.04 },
    progress: () => {},
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  const { posts, targets, posted, failed, uncertain, uncertainLive, found } = result;
  console.log(
    `kills: ${JSON.stringify({ seed, seconds, posts, targets, posted, failed, uncertain, uncertainLive, found })}`,
  );
  expect({ seed, ...result }).toMatchObject({ seed, kills: KILLS, ...TRUE_AND_WHOLE });
  // A bench whose kills hit nothing proves nothing; how many do depends on what else the machine does.
  for (const hit of [found.hits, found.givenBack, found.uncertain]) expect(hit).toBeGreaterThan(KILLS / 10);
});

describe("an end in order", () => {
  let networks: Networks;
  let workspace: TestFolder;
  const requests: Asked[] = [];
  beforeAll(async () => {
    networks = await startNetworks(NO_FAULTS);
    const handles = Array.from({ length: 6 }, (_, n) => `ok-end-${n}`);
    workspace = await makeFolder(handles, networks.url);
  });
  afterAll(async () => {
    workspace[Symbol.dispose]();
    await networks[Symbol.asyncDispose]();
  });

  const start = () => startAppliance(programs.serve, workspace.folder, networks.url);

  async function post(url: string): Promise<void> {
    const one: Asked = { text: `post ${requests.length}`, targets: workspace.accounts.length, id: null };
    requests.push(one);
    one.id = await create(url, workspace.key, { caption: one.text, accounts: "all" });
  }

  async function verdict() {
    await settle(workspace.folder, programs.engine, networks.url);
    return await verdictOf([{ workspace, requests }], networks);
  }

  test("SIGTERM in the middle of publishing ends soon and leaves nothing in doubt", async () => {
    await using appliance = start();
    await post(await readiness(appliance));
    const began = performance.now();
    expect(await appliance.end("SIGTERM")).toBe(0);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await verdict()).toMatchObject({ ...TRUE_AND_WHOLE, uncertain: 0, posts: requests.length });
  });

  test("a second server on the same folder is refused and harms nothing", async () => {
    await using first = start();
    const url = await readiness(first);
    await post(url);
    await using second = start();
    expect(await second.ready).toBeNull();
    expect(await second.exited).toBe(1);
    expect(await second.log()).toContain("Another Crier serves the data folder");
    await post(url);
    expect(await first.end("SIGTERM")).toBe(0);
    expect(await verdict()).toMatchObject({ ...TRUE_AND_WHOLE, posts: requests.length });
  });
});
