// Restores with real processes: `crier backup` next to a publishing server, kill -9, `crier restore`, a new server.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../../ops/manifest.ts";
import { makeFolder } from "../kill/data-folder.ts";
import { create } from "../kill/worker.ts";
import { SERVE, startAppliance, startNetworks } from "../kill/program.ts";
import { draw, seedRandom } from "../kill/random.ts";
import { settle } from "../kill/settle.ts";
import type { Asked } from "../kill/verdict.ts";
import { rowsOf } from "./setup.ts";
import { verdictOf, HELD, type RunResult } from "./run.ts";
import { WORDY } from "../text-networks.ts";

export interface ProcessOptions {
  readonly seed: number;
  readonly accounts: number;
  readonly targets: number;
  readonly faults: { readonly publishing: number; readonly other: number };
  readonly program: readonly string[];
}

export async function runProcesses(options: ProcessOptions): Promise<RunResult> {
  const { seed, program, targets } = options;
  const random = seedRandom(seed);
  await using networks = await startNetworks({ seed, ...options.faults });
  const handles = Array.from({ length: options.accounts }, (_, n) => `ok-restore-${n}`);
  using workspace = await makeFolder(handles, networks.url, WORDY);
  const place = join(workspace.folder, "backups");
  const requests: Asked[] = [];
  const promisedAt = new Map<Asked, number>();
  await publishAndBackUp();
  await crier(["restore", place, "--force"]);
  const held = rowsOf<{ id: string; attempt: number }>(workspace.folder, HELD);
  await settle(workspace.folder, [...program, ...SERVE], networks.url);
  const [backup = ""] = readdirSync(place);
  const { targets: states, takenAt } = readManifest(join(place, backup));
  // What was promised later may be in it or not.
  const before = requests.filter((each) => (promisedAt.get(each) ?? Infinity) < Date.parse(takenAt));
  const verdict = verdictOf(before, await workspace.posts(), await networks.published(), held);
  return { ...verdict, states, held: held.length, handMade: false };

  /** Posts come in all the time; somewhere in the middle of their fan-outs is the moment of the backup. */
  async function publishAndBackUp(): Promise<void> {
    await using appliance = startAppliance([...program, ...SERVE], workspace.folder, networks.url);
    const url = await appliance.ready;
    if (url === null) throw new Error(`the appliance did not start:\n${await appliance.log()}`);
    let backedUp = false;
    const backup = crier(["backup"]).finally(() => (backedUp = true));
    while (!backedUp) {
      void ask(url).then((promise) => promisedAt.set(promise, Date.now()));
      await Bun.sleep(20 + random() * 150);
    }
    await backup;
    await Bun.sleep(random() * 500);
    await appliance.end("SIGKILL");
  }

  async function ask(url: string): Promise<Asked> {
    const text = `restore ${seed}-${requests.length}`;
    const accounts = draw(
      workspace.accounts.map(({ id }) => id),
      targets,
      random,
    );
    const promise: Asked = { text, targets: accounts.length, id: null };
    requests.push(promise);
    promise.id = await create(url, workspace.key, { caption: text, accounts, schedule: "now" });
    return promise;
  }

  async function crier(args: readonly string[]): Promise<void> {
    const { PATH = "", HOME = workspace.folder } = process.env;
    const child = Bun.spawn([...program, ...args], {
      env: { PATH, HOME, CRIER_DATA: workspace.folder },
      stdout: "ignore",
      stderr: "pipe",
    });
    if ((await child.exited) !== 0) throw new Error(`crier ${args.join(" ")}: ${await child.stderr.text()}`);
  }
}
