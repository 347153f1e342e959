// The same with real processes: `crier backup` beside a server that publishes, kill -9, `crier restore`, and a new server.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../../src/ops/manifest.ts";
import { makeHouse, type House } from "../kill/house.ts";
import { create } from "../kill/lane.ts";
import { startAppliance, startNetworks } from "../kill/program.ts";
import { draw, seeded } from "../kill/random.ts";
import type { Asked } from "../kill/verdict.ts";
import { rowsOf } from "./stage.ts";
import { verdictOf, HELD, type RunResult } from "./run.ts";

export interface ProcessesOptions {
  readonly seed: number;
  readonly accounts: number;
  readonly targets: number;
  readonly faults: { readonly publishing: number; readonly other: number };
  readonly program: readonly string[];
}

export interface Processes extends AsyncDisposable {
  run(): Promise<RunResult>;
}

/** Longer than two questions must lie apart. */
const PASSES_MS = 40_000;
const MOST_ROUNDS = 20;

export async function openProcesses(options: ProcessesOptions): Promise<Processes> {
  const { program, targets } = options;
  const random = seeded(options.seed);
  const networks = await startNetworks({ seed: options.seed, ...options.faults });
  const house = await makeHouse("restore", options.accounts, networks.url);
  const place = `${house.folder}-backups`;
  let posts = 0;
  return {
    run,
    async [Symbol.asyncDispose]() {
      await networks[Symbol.asyncDispose]();
      house[Symbol.dispose]();
      rmSync(place, { recursive: true, force: true });
    },
  };

  async function run(): Promise<RunResult> {
    const asked: Asked[] = [];
    const promisedAt = new Map<Asked, number>();
    {
      await using appliance = startAppliance(program, house.folder, networks.url);
      const url = await appliance.ready;
      if (url === null) throw new Error(`the appliance did not start:\n${await appliance.log()}`);
      let backedUp = false;
      const backup = crier(["backup", "--to", place]).finally(() => (backedUp = true));
      while (!backedUp) {
        void ask(url, asked).then((promise) => promisedAt.set(promise, Date.now()));
        await Bun.sleep(20 + random() * 150);
      }
      await backup;
      await Bun.sleep(random() * 500);
      await appliance.end("SIGKILL");
    }
    await crier(["restore", place, "--force"]);
    const held = rowsOf<{ id: string; attempt: number }>(house.folder, HELD);
    await toTheEnd(house);
    const [backup = ""] = readdirSync(place);
    const { targets: states, takenAt } = readManifest(join(place, backup));
    rmSync(place, { recursive: true });
    // What was promised later may be in it or not.
    const before = asked.filter((each) => (promisedAt.get(each) ?? Infinity) < Date.parse(takenAt));
    const verdict = verdictOf(before, await house.posts(), await networks.published(), held);
    return { ...verdict, states, held: held.length, handMade: false };
  }

  async function ask(url: string, asked: Asked[]): Promise<Asked> {
    const text = `restore ${posts++}`;
    const accounts = draw(house.accountIds, targets, random);
    const promise: Asked = { text, targets: accounts.length, id: null };
    asked.push(promise);
    promise.id = await create(url, house.key, { caption: text, accounts, schedule: "now" });
    return promise;
  }

  async function crier(args: readonly string[]): Promise<void> {
    const { PATH = "", HOME = house.folder } = process.env;
    const child = Bun.spawn([...program, ...args], {
      env: { PATH, HOME, CRIER_DATA: house.folder },
      stdout: "ignore",
      stderr: "pipe",
    });
    if ((await child.exited) !== 0) throw new Error(`crier ${args.join(" ")}: ${await child.stderr.text()}`);
  }

  async function toTheEnd({ folder, pass }: House): Promise<void> {
    const open = () => rowsOf<{ n: number }>(folder, OPEN)[0]?.n ?? 0;
    for (let round = 0; round < MOST_ROUNDS && open() > 0; round++) {
      await using appliance = startAppliance(program, folder, networks.url);
      if ((await appliance.ready) === null)
        throw new Error(`no start after the restore:\n${await appliance.log()}`);
      for (let before = -1, quiet = 0; quiet < 4 && open() > 0;) {
        await Bun.sleep(100);
        quiet = open() === before ? quiet + 1 : 0;
        before = open();
      }
      await appliance.end("SIGKILL");
      if (open() > 0) pass(PASSES_MS);
    }
  }
}

const OPEN = `SELECT count(*) AS n FROM target WHERE state NOT IN ('draft', 'posted', 'failed', 'uncertain')
  OR (state = 'uncertain' AND due_at IS NOT NULL AND verification IS NULL)`;
