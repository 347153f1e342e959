// Puts another content into a data folder. What was there is moved aside, never deleted. A death in the middle leaves either
// content whole, or a folder that says so: it can't be opened before the swap is finished.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "../errors.ts";
import { storeFiles } from "../store/index.ts";
import type { Progress } from "./backup.ts";
import { syncFolder, syncFolders, writeDurably } from "./durable-files.ts";
import { stamp } from "./manifest.ts";

/** The new content is gathered here; it counts once READY is beside it. */
const STAGE = ".restore";
const READY = "ready.json";
const CONTENT = "content";

/** Everything that makes up an appliance in its data folder. */
const isContent = (name: string) =>
  /^(media|tmp|secret\.key)$/.test(name) || storeFiles.kindOf(name) === "data";

interface Ready {
  /** What is being restored, for a sentence. */
  readonly from: string;
  /** Where the old content goes. */
  readonly aside: string;
  /** Names of the new content. */
  readonly arriving: readonly string[];
}

/** @throws OperatorError while a restore into this folder is not finished */
export function refuseHalfRestored(folder: string): void {
  const ready = halfRestored(folder);
  if (ready === null) return;
  throw new OperatorError(
    `The restore of ${ready.from} into ${folder} was interrupted. Run \`crier restore\` to finish it; nothing is lost.`,
  );
}

/** The restore that was interrupted after everything was ready; null when there is none. */
export function halfRestored(folder: string): Ready | null {
  const path = join(folder, STAGE, READY);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Ready) : null;
}

/** What of an appliance is in the folder. */
export function contentOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(isContent) : [];
}

/** An empty folder to gather the new content in; what an earlier try left there goes. */
export async function openStage(folder: string): Promise<string> {
  const stage = join(folder, STAGE, CONTENT);
  await rm(join(folder, STAGE), { recursive: true, force: true });
  await mkdir(stage, { recursive: true, mode: 0o700 });
  return stage;
}

export async function dropStage(folder: string): Promise<void> {
  await rm(join(folder, STAGE), { recursive: true, force: true });
}

/** From here on the new content is the one that counts. @returns where the old content is; null when there was none */
export async function swapIn(
  folder: string,
  from: string,
  now: number,
  progress: Progress,
): Promise<string | null> {
  const aside = join(folder, `before-restore-${stamp(now)}`);
  await syncFolders(join(folder, STAGE));
  const ready: Ready = { from, aside, arriving: contentOf(join(folder, STAGE, CONTENT)) };
  // Under another name first: half a file would be worse than none.
  const temporary = join(folder, STAGE, `${READY}.new`);
  await writeDurably(temporary, JSON.stringify(ready));
  await rename(temporary, join(folder, STAGE, READY));
  await syncFolder(join(folder, STAGE));
  await syncFolder(folder);
  return await finishSwap(folder, ready, progress);
}

/** Every step can be repeated: what arrives and is not on the stage any more is in its place. */
export async function finishSwap(
  folder: string,
  { aside, arriving }: Ready,
  progress: Progress,
): Promise<string | null> {
  const stage = join(folder, STAGE, CONTENT);
  const isOld = (name: string) => !arriving.includes(name) || existsSync(join(stage, name));
  const moves = [
    ...contentOf(folder)
      .filter(isOld)
      .map((name) => ({ from: join(folder, name), to: join(aside, name) })),
    ...arriving
      .filter((name) => existsSync(join(stage, name)))
      .map((name) => ({ from: join(stage, name), to: join(folder, name) })),
  ];
  for (const [n, { from, to }] of moves.entries()) {
    progress("moving", n, moves.length);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  }
  await syncFolder(folder);
  if (existsSync(aside)) await syncFolder(aside);
  progress("moving", moves.length, moves.length);
  await dropStage(folder);
  return existsSync(aside) ? aside : null;
}
