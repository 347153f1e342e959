// Prepares one run: a data folder with accounts, networks that outlive every server, and a turnable clock.
import { Database } from "bun:sqlite";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppliance, type Appliance } from "../../../app/index.ts";
import { readConfig, type Config } from "../../../app/config.ts";
import { networks } from "../../../app/networks.ts";
import { runStandalone } from "../../support/simulator-process.ts";
import { turnableClock, type TurnableClock } from "../../support/clock.ts";
import { forgetful } from "../kill/forgetful.ts";
import type { Live } from "../kill/program.ts";
import { WORDY } from "../text-networks.ts";
import { createProfile } from "../../../admin/profiles.ts";

/** A data folder with a profile and its accounts, copied for every run. */
export interface Template extends Disposable {
  readonly folder: string;
  readonly profileId: string;
  readonly accountIds: readonly string[];
}

const ROOT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const newFolder = () => mkdtempSync(join(ROOT, "crier-restore-"));

export async function makeTemplate(accounts: number): Promise<Template> {
  const folder = newFolder();
  const setup = await openRestoreSetup(
    { folder, profileId: "", accountIds: [] },
    { seed: 0, publishing: 0, other: 0 },
  );
  const appliance = await setup.open();
  const { id: profileId } = await createProfile("cli", { name: "restore" }, appliance);
  const accountIds: string[] = [];
  for (let n = 0; n < accounts; n++) {
    const network = WORDY[n % WORDY.length];
    if (!network) throw new Error("there are no networks");
    accountIds.push((await appliance.connections.simulate(profileId, network, `ok-${n}`, "cli")).id);
  }
  await appliance[Symbol.asyncDispose]();
  cpSync(setup.folder, folder, { recursive: true });
  await setup[Symbol.asyncDispose]();
  return { folder, profileId, accountIds, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

export interface RestoreSetup extends AsyncDisposable {
  /** The data folder, and where backups go. */
  readonly folder: string;
  readonly place: string;
  readonly clock: TurnableClock;
  /** An appliance on the folder that delivers; no HTTP. */
  open(): Promise<Appliance>;
  live(): Live[];
  /** Lets `ms` of the clock's time pass in small steps, with everything that happens meanwhile. */
  pass(ms: number): Promise<void>;
  /** Ends the appliance as SIGTERM does. */
  end(appliance: Appliance): Promise<void>;
  /** Reads the database beside the appliance; @param appliance whose database it is */
  rows<T>(appliance: Appliance, sql: string): T[];
}

export interface Faults {
  readonly seed: number;
  readonly publishing: number;
  readonly other: number;
}

export async function openRestoreSetup(
  template: Omit<Template, keyof Disposable>,
  { seed, ...share }: Faults,
): Promise<RestoreSetup> {
  const clock = turnableClock();
  const folder = newFolder();
  const place = newFolder();
  cpSync(template.folder, folder, { recursive: true });
  /** One connection for each appliance: a restore puts another file there. */
  const reading = new Map<Appliance, Database>();
  const simulated = networks.simulated.map(forgetful);
  const played = await runStandalone({ networks: simulated, clock, port: 0, seed, share });
  const config = configOf(folder, played.url);
  return {
    folder,
    place,
    clock,
    async open() {
      const context = { say: () => {}, die: (): never => process.exit(1) };
      const appliance = await openAppliance(config, { context, clock, begins: true });
      if (!(await appliance.startDelivery())) throw new Error("another appliance is still there");
      return appliance;
    },
    live: () => networks.list.flatMap(({ id }) => [...played.published(id)]),
    pass,
    async end(appliance) {
      let ended = false;
      const ending = appliance[Symbol.asyncDispose]().then(() => (ended = true));
      while (!ended) await pass(100);
      await ending;
      reading.get(appliance)?.close();
    },
    rows<T>(appliance: Appliance, sql: string) {
      const db = reading.get(appliance) ?? new Database(join(folder, "crier.sqlite"), { readonly: true });
      reading.set(appliance, db);
      return db.query<T, []>(sql).all();
    },
    async [Symbol.asyncDispose]() {
      await played.stop();
      for (const each of [folder, place]) rmSync(each, { recursive: true, force: true });
    },
  };

  async function pass(ms: number): Promise<void> {
    for (let left = Math.round(ms); left > 0; left -= STEP_MS) {
      clock.turn(Math.min(STEP_MS, left));
      await turnOfTheLoop();
    }
  }
}

const STEP_MS = 20;

/** What has arrived is read, and what was waited for goes on. */
function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function configOf(folder: string, simulator: string): Config {
  const env = { CRIER_DATA: folder, CRIER_PORT: "0", CRIER_LOG: "silent", CRIER_SIMULATOR: simulator };
  return readConfig({ ...env, CRIER_MIN_FREE_MB: "0" }, networks.list);
}

export function rowsOf<T>(folder: string, sql: string): T[] {
  const db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  try {
    return db.query<T, []>(sql).all();
  } finally {
    db.close();
  }
}
