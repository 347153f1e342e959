// Which folder holds everything: the database, the media, the secret key and the settings file (D41).
import { chmodSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { OperatorError } from "../errors.ts";
import { storeFiles } from "../store/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The data folder: CRIER_DATA, else the one that systemd made (STATE_DIRECTORY), else `./data` where it holds a Crier,
 * else `crier` in the place that the XDG Base Directory Specification names for a user's data.
 */
export function dataFolder(env: Environment): string {
  const { CRIER_DATA, STATE_DIRECTORY, XDG_DATA_HOME, HOME } = env;
  if (CRIER_DATA) return resolve(CRIER_DATA);
  // Several are separated by colons (systemd.exec(5)).
  const [made] = (STATE_DIRECTORY ?? "").split(":");
  if (made) return resolve(made);
  if (holdsCrier(resolve("data"))) return resolve("data");
  // The specification has relative paths ignored.
  if (XDG_DATA_HOME && isAbsolute(XDG_DATA_HOME)) return join(XDG_DATA_HOME, "crier");
  return join(HOME || homedir(), ".local", "share", "crier");
}

/** Whether there is a database of Crier in the folder. */
export function holdsCrier(folder: string): boolean {
  return storeFiles.exists(folder);
}

/** @throws OperatorError where no Crier has begun yet: a mistyped folder must not become an empty one */
export function refuseWithoutCrier(folder: string): void {
  if (holdsCrier(folder)) return;
  throw new OperatorError(
    `No Crier data in ${folder}. \`crier serve\` or \`crier profile create\` creates one; ` +
      "use --data or CRIER_DATA for another folder.",
  );
}

/** What Crier keeps in its folder; other programs may keep more there. */
const FILES = /^(crier\.env|secret\.key|reserve)$/;
const isStored = (name: string) =>
  name.startsWith(storeFiles.databaseFile) || storeFiles.kindOf(name) !== null;
const FOLDERS = /^(media|tmp|backups|before-restore-.*)$/;

/**
 * Takes from other users of the machine what older versions, or a folder with generous rights, left open to them. What
 * belongs to another program stays as it is.
 */
export function closeToOthers(folder: string): void {
  for (const { name } of readdirSync(folder, { withFileTypes: true })) {
    const mode = FILES.test(name) || isStored(name) ? 0o600 : FOLDERS.test(name) ? 0o700 : null;
    if (mode !== null) tryToChmod(join(folder, name), mode);
  }
}

function tryToChmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Another user's, or gone since: the code that needs the folder reports why it can't be used.
  }
}
