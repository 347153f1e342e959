// Finds the key that encrypts credentials: in the settings, else in a file next to the data, created on first start.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError, messageOf, codeOf } from "../errors.ts";
import type { Workspace } from "../domain/store/workspace.ts";
import { openVault, type Vault } from "./vault.ts";

export const SECRET_KEY_FILE = "secret.key";

/**
 * Opens the vault of a data folder. A key that does not fit what is stored refuses, and nothing is changed.
 * @param configured CRIER_SECRET_KEY
 * @throws OperatorError
 */
export async function unlockVault(
  configured: string | null,
  folder: string,
  workspace: Workspace,
): Promise<Vault> {
  const known = await workspace.secretKid();
  const vault = openVault(configured ?? keyFromFile(join(folder, SECRET_KEY_FILE), known !== null));
  if (known === null) await workspace.setSecretKid(vault.kid);
  else if (known !== vault.kid) {
    throw new OperatorError(
      `The secret key is not the one that encrypted the credentials in ${folder}. Nothing was changed. ` +
        "Put the right key back (CRIER_SECRET_KEY, CRIER_SECRET_KEY_FILE or the file secret.key).",
    );
  }
  return vault;
}

/**
 * The key of a data folder as it is; makes none.
 * @param configured CRIER_SECRET_KEY
 * @returns null when there is none, else also its fingerprint
 * @throws OperatorError when its file can't be read
 */
export function readSecretKey(
  configured: string | null,
  folder: string,
): { key: string; kid: string } | null {
  const key = configured ?? read(join(folder, SECRET_KEY_FILE));
  return key === null || !isKey(key) ? null : { key, kid: openVault(key).kid };
}

function keyFromFile(path: string, needed: boolean): string {
  const text = read(path) ?? (needed ? null : make(path));
  if (text === null) {
    throw new OperatorError(
      `The secret key ${path} is missing, and the credentials stored here can't be read without it. ` +
        "Nothing was changed. Put the file back, or give the key as CRIER_SECRET_KEY.",
    );
  }
  if (!isKey(text)) {
    throw new OperatorError(`${path} does not hold a secret key (64 hex digits). Nothing was changed.`);
  }
  return text;
}

const isKey = (text: string) => /^[0-9a-f]{64}$/.test(text);

function read(path: string): string | null {
  try {
    // Also a link to one; a pipe would block the process.
    if (!statSync(path).isFile()) throw new Error("it is not a file");
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new OperatorError(`The secret key ${path} can't be read: ${messageOf(error)}`);
  }
}

/** Whole or not at all: another command of the same first moment finds none, or all of it, and so does a start after a death. */
function make(path: string): string | null {
  const unnamed = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    writeFileSync(unnamed, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
    giveName(unnamed, path);
  } catch (error) {
    throw new OperatorError(`The secret key ${path} can't be written: ${String(error)}`);
  } finally {
    rmSync(unnamed, { force: true });
  }
  return read(path);
}

/** Unless another command was faster: then its key is used. */
function giveName(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // A disk without second names.
    if (!existsSync(to)) renameSync(from, to);
  }
}
