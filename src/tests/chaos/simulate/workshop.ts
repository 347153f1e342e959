// Provides the database file for seeds, reused again and again, and reopened only after a crash.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstSlots } from "../../../domain/slot.ts";
import { storeFiles } from "../../../store/index.ts";
import { copyTemplate, openDisk, type Disk, type Mood } from "./disk.ts";
import { EPOCH } from "./agenda.ts";
import { PLATFORMS } from "./networks.ts";
import type { SimulatedAccount, World } from "./world.ts";
import { ENTRY } from "../../support/audit-entry.ts";

export interface Workshop extends Disposable {
  readonly profileId: string;
  readonly accounts: readonly SimulatedAccount[];
  /** The open database; opened again after it was killed. */
  disk(): Disk;
  /** Write groups begun on all disks so far. */
  groups(): number;
  /** From now on the disk does as this world's weather says. */
  before(world: World, die: () => void): void;
  /** The world is over, and nothing of it stays. @param broken its engine may still be at work */
  after(broken: boolean): void;
}

/** Few, so that posts meet on them; two where one server has several. */
const HANDLES = { keyed: 2, proving: 1, listing: 1, blind: 1, container: 1 } as const;
/** A fresh copy now and then: what is deleted leaves traces in the search index. */
const COPY_EVERY = 2000;
const KEPT = 8;
const id = (room: number, n: number) => `00000000-0000-7000-${8000 + room}-${String(n).padStart(12, "0")}`;
const PROFILE_ID = id(1, 1);
const ACCOUNTS: readonly SimulatedAccount[] = PLATFORMS.flatMap((platform) =>
  Array.from({ length: HANDLES[platform] }, (_, n) => ({ platform, handle: `${platform}-${n}` })),
).map((account, place) => ({ ...account, id: id(2, place + 1) }));

export async function openWorkshop(): Promise<Workshop> {
  const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "crier-simulate-"));
  const [template, folder] = [join(root, "template"), join(root, "data")];
  await makeTemplate(template);
  let mood: Mood = () => null;
  let die = () => {};
  let disk: Disk | null = null;
  /** Killed, but what still runs of their processes may yet find it out. */
  const graveyard: Disk[] = [];
  let [groupsBefore, seeds] = [0, 0];

  return {
    profileId: PROFILE_ID,
    accounts: ACCOUNTS,
    disk: opened,
    groups: () => groupsBefore + (disk?.groups() ?? 0),
    before(world, dies) {
      if (seeds++ % COPY_EVERY === 0) {
        close();
        copyTemplate(template, folder);
      }
      mood = world.weather.disk;
      die = dies;
    },
    after(broken) {
      mood = () => null;
      if (broken) opened().kill();
      opened().wipe();
      for (const dead of graveyard.splice(0, Math.max(0, graveyard.length - KEPT))) dead.close();
    },
    [Symbol.dispose]() {
      close();
      rmSync(root, { recursive: true, force: true });
    },
  };

  function opened(): Disk {
    if (disk?.killed()) {
      groupsBefore += disk.groups();
      graveyard.push(disk);
      disk = null;
    }
    disk ??= openDisk(
      folder,
      (site) => mood(site),
      () => die(),
    );
    return disk;
  }

  function close(): void {
    groupsBefore += disk?.groups() ?? 0;
    disk?.close();
    disk = null;
    for (const dead of graveyard.splice(0)) dead.close();
  }
}

async function makeTemplate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await using store = await storeFiles.open(folder);
  const profile = {
    id: PROFILE_ID,
    name: "simulate",
    timezone: "UTC",
    keepMetadata: false,
    review: false,
    weekStart: "monday" as const,
    defaultAccounts: null,
    createdAt: EPOCH,
  };
  let slots = 0;
  await store.profiles.create(
    profile,
    firstSlots(profile, () => id(3, ++slots)),
    ENTRY,
  );
  const nothing = { avatarUrl: null, profileUrl: null, statusDetail: null, tokenExpiresAt: null };
  for (const { id: accountId, platform, handle } of ACCOUNTS) {
    const account = {
      id: accountId,
      platform,
      handle,
      remoteId: handle,
      server: null,
      profileId: PROFILE_ID,
      ...nothing,
    };
    const rest = {
      displayName: "",
      status: "active",
      simulated: true,
      rules: {},
      connectedAt: EPOCH,
      credentialsAt: 0,
      refreshAskedAt: null,
      scopes: null,
    } as const;
    await store.accounts.connect(
      { ...account, ...rest },
      () => new Uint8Array([1]),
      () => ENTRY,
    );
  }
}
