// crier.env in the data folder: settings that the server and every command read (D42). The environment wins over it.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError, messageOf, codeOf } from "../errors.ts";

export const SETTINGS_FILE = "crier.env";

/** A setting as it stands in the file. */
export interface FileSetting {
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

export interface SettingsFile {
  readonly path: string;
  readonly settings: ReadonlyMap<string, FileSetting>;
  /** Lines that are no setting, in sentences that say where. */
  readonly faults: readonly string[];
}

const MAX_BYTES = 64 * 1024;

/**
 * Lines of `NAME=value`; empty lines and those that begin with `#` say nothing. No quoting: a value is what stands there.
 * @returns null without such a file
 * @throws OperatorError when others may write it, or it can't be read
 */
export function readSettingsFile(folder: string): SettingsFile | null {
  const path = join(folder, SETTINGS_FILE);
  const text = read(path);
  if (text === null) return null;
  const settings = new Map<string, FileSetting>();
  const faults: string[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = index + 1;
    const found = settingIn(raw.trim());
    if (found === null) continue;
    const where = `${SETTINGS_FILE} line ${line}`;
    if ("fault" in found) {
      faults.push(`${where}: ${found.fault}`);
      continue;
    }
    const before = settings.get(found.name);
    if (before) faults.push(`${where}: ${found.name} is already set in line ${before.line}`);
    else settings.set(found.name, { value: found.value, line });
  }
  return { path, settings, faults };
}

type LineSetting = { readonly name: string; readonly value: string } | { readonly fault: string };

/** Null for a line that says nothing. A fault never repeats a value: it may be a secret. */
function settingIn(line: string): LineSetting | null {
  if (line === "" || line.startsWith("#")) return null;
  const [, name = "", value = ""] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
  if (name === "") return { fault: "write NAME=value" };
  if (!name.startsWith("CRIER_"))
    return { fault: `${name} is not a setting of Crier: those begin with CRIER_` };
  if (name === "CRIER_DATA")
    return {
      fault:
        "CRIER_DATA cannot be set in this file, because it determines where the file is. Set it in the environment",
    };
  if (/^(["']).*\1$/.test(value)) return { fault: `write the value of ${name} without quotes` };
  if (/\p{Cc}/u.test(value)) return { fault: `the value of ${name} has a control character` };
  return { name, value };
}

/** One descriptor for the look and the reading, so that the file can't be replaced in between. */
function read(path: string): string | null {
  let file: number;
  try {
    // A pipe would make every command wait.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new OperatorError(`${path} can't be read: ${messageOf(error)}`);
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new OperatorError(`${path} is not a file.`);
    if ((facts.mode & 0o022) !== 0)
      throw new OperatorError(
        `Other users may write ${path}, so it is not read. Correct it: chmod 600 ${path}`,
      );
    if (facts.size > MAX_BYTES)
      throw new OperatorError(`${path} has ${facts.size} bytes; at most ${MAX_BYTES} are read. Shorten it.`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} can't be read as UTF-8 text.`, { cause: error });
  } finally {
    closeSync(file);
  }
}
