// What a command receives: settings, streams and a way to end. Nothing here reads the process itself.
import type { Command } from "@commander-js/extra-typings";
import { readConfig, type Config } from "../app/config.ts";
import { dataFolder } from "../app/data-folder.ts";
import { readSettingsFile } from "../app/settings-file.ts";
import { SETTINGS } from "../app/settings.ts";
import { durationOf } from "../time.ts";
import { printableJson } from "./printable.ts";
import type { Terminal } from "./prompts.ts";
import { wrap } from "./table.ts";

export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results: what a script reads. */
  out(text: string): void;
  /** A line for people. */
  say(text: string): void;
  /** Text for a terminal as it is, without a line's end. */
  draw(text: string): void;
  /** Redraws in place only here. */
  readonly isTerminal: boolean;
  /** How many characters fit in a line of the results; null when they go to a file or a program. */
  readonly columns: number | null;
  /** How many lines the terminal shows; undefined when it is not one. */
  readonly rows?: number | undefined;
  /** Where a person can be asked; null for scripts. */
  readonly terminal: Terminal | null;
  /** Everything on standard input. */
  readInput(): Promise<string>;
  /** Resolves when the operator asks the process to end. A command that reads this ends in its own time; all others end immediately. */
  readonly ended: Promise<void>;
  /** The same for a command that may stop early. */
  readonly stopping?: AbortSignal | undefined;
  /** Ends the process as kill -9 would. */
  die(): never;
}

export interface GlobalOptions {
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
}

/** A command that was called in a way that can't work: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The settings of this run: flags, the environment, and crier.env in the data folder. @throws OperatorError with all faults */
export async function settings(
  context: Context,
  options: GlobalOptions,
  more: Record<string, string | undefined> = {},
): Promise<Config> {
  const flags = Object.entries({ CRIER_DATA: options.data, ...more }).filter(
    ([, value]) => value !== undefined,
  );
  const env: Context["env"] = { ...context.env, ...Object.fromEntries(flags) };
  const file = readSettingsFile(dataFolder(env));
  const names = [...Object.keys(env), ...(file?.settings.keys() ?? [])];
  return readConfig(env, names.every(isCommon) ? [] : await allNetworks(), file);
}

/** Whether it is not a setting of a single network. */
const isCommon = (name: string) => !name.startsWith("CRIER_") || name.replace(/_FILE$/, "") in SETTINGS;

/** Loading them takes half the time of a short command, and only their own settings need them here. */
const allNetworks = async () => (await import("../networks/index.ts")).networks.list;

/** The options that every command accepts besides its own. */
export function globalsOf(command: Pick<Command, "optsWithGlobals">): GlobalOptions {
  return command.optsWithGlobals();
}

/** The terminal on which questions may be asked; null for scripts and with --json. */
export function terminalOf(context: Context, globals: GlobalOptions): Terminal | null {
  return globals.json ? null : context.terminal;
}

/** One JSON document for machines, or lines for people. */
export function answer(context: Context, options: GlobalOptions, value: unknown, words: string): void {
  if (options.json) context.out(printableJson(value));
  else if (words !== "") context.out(wrap(words, context.columns));
}

/** A line for people about what was done, or what comes next; machines get none. */
export function tell(context: Context, options: GlobalOptions, line: string): void {
  if (!options.json) context.say(line);
}

/** "90d", "12h" → ms. @throws UsageError */
export function duration(text: string): number {
  const ms = durationOf(text);
  if (ms === null) throw new UsageError(`${text} is not a valid duration; use 30m, 12h, 90d or 4w.`);
  return ms;
}
