// Manages a campaign's data folder: made once, then rebuilt from what each power cut left.
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openAppliance, type Appliance } from "../../../app/index.ts";
import type { Clock } from "../../../clock.ts";
import { readConfig } from "../../../app/config.ts";
import { openCalls } from "../../../networks/client/call.ts";
import { networks } from "../../../app/networks.ts";
import type { Post } from "../../../domain/post.ts";
import { readDisk, writeDisk, type Disk } from "./disk.ts";
import { HIGH_WATER_FILE } from "../../../store/sqlite/files.ts";
import { WORDY } from "../text-networks.ts";
import { createProfile } from "../../../admin/profiles.ts";

/** Everything of a data folder that lives through a cut: the database, and files that were there long before. */
export interface TestFolder {
  /** One of many below `root`: every cut makes a new one. */
  readonly folder: string;
  readonly root: string;
  readonly profileId: string;
  readonly accountIds: readonly string[];
  readonly disk: Disk;
}

export interface Place {
  readonly networksUrl: string;
  readonly clock: Clock;
  /** What the appliance logs. */
  readonly say: (line: string) => void;
}

export function openOn(
  folder: string,
  { networksUrl, clock, say }: Place,
  calls: typeof openCalls = openCalls,
): Promise<Appliance> {
  const env = {
    CRIER_DATA: folder,
    CRIER_PORT: "0",
    CRIER_LOG: "warn",
    CRIER_SIMULATOR: networksUrl,
    CRIER_MIN_FREE_MB: "0",
  };
  const die = (): never => process.exit(1);
  return openAppliance(readConfig(env, networks.list), {
    context: { say, die },
    serves: true,
    clock,
    openCalls: calls,
  });
}

/**
 * @param root where it and its successors lie
 * @param name sets the accounts of this folder apart from those of others on the same networks
 */
export async function makeFolder(
  root: string,
  name: string,
  accounts: number,
  place: Place,
): Promise<TestFolder> {
  const folder = newFolder(root);
  const made = await prepareFolder(folder, name, accounts, place);
  return { folder, root, ...made, disk: readDisk(folder) };
}

async function prepareFolder(folder: string, name: string, accounts: number, place: Place) {
  await using appliance = await openOn(folder, place);
  const profile = await createProfile("cli", { name: "power" }, appliance);
  const connected = Array.from({ length: accounts }, async (_, n) => {
    const network = WORDY[n % WORDY.length];
    if (!network) throw new Error("there are no networks");
    return (await appliance.connections.simulate(profile.id, network, `ok-${name}-${n}`, "cli")).id;
  });
  return { profileId: profile.id, accountIds: await Promise.all(connected) };
}

/** What the store keeps beside its database (high-water.ts). */

/**
 * The machine after a cut: another folder with this disk, and nothing that was only in memory.
 * @param marked whether the newest high-water mark is there, which must never be ahead of the database
 */
export function rebuilt(workspace: TestFolder, disk: Disk, marked: boolean): TestFolder {
  const folder = newFolder(workspace.root);
  for (const name of ["secret.key", ...(marked ? [HIGH_WATER_FILE] : [])]) {
    const path = join(workspace.folder, name);
    if (existsSync(path)) copyFileSync(path, join(folder, name));
  }
  writeDisk(folder, disk);
  return { ...workspace, folder, disk };
}

/** How far all targets are, in few words: the same words mean that nothing happened. */
export function progressOf(folder: string): { readonly open: number; readonly words: string } {
  using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  const rows = db
    .query<{ state: string; requests: number; n: number }, []>(
      "SELECT state, verification IS NOT NULL AS asked, count(*) AS n FROM target GROUP BY state, asked",
    )
    .all();
  // One that waits for a later question is settled.
  const settled = ({ state, requests }: (typeof rows)[number]) =>
    state === "posted" || state === "failed" || (state === "uncertain" && requests === 1);
  const open = rows.filter((row) => !settled(row)).reduce((sum, { n }) => sum + n, 0);
  return { open, words: JSON.stringify(rows) };
}

const PAGE = 500;

export async function allPosts({ store }: Appliance, profileId: string): Promise<Post[]> {
  const all: Post[] = [];
  for (;;) {
    const page = await store.posts.page(profileId, {}, PAGE, all.at(-1)?.id ?? null);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

const newFolder = (root: string) => mkdtempSync(join(root, "folder-"));
