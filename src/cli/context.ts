// What a command receives: settings, streams and a way to end. Nothing here reads the process itself.
import { readConfig, type Config } from "../app/config.ts";
import { dataFolder } from "../app/data-folder.ts";
import { OperatorError } from "../errors.ts";
import { durationOf } from "../time.ts";
import { networks } from "../networks/index.ts";
import { printableJson } from "./printable.ts";
import { readSettingsFile } from "../app/settings-file.ts";

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
  /** Everything on standard input. */
  readInput(): Promise<string>;
  /** Resolves when the operator asks the process to end. A command that reads this ends in its own time; all others end at once. */
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

/** The settings of this run: flags, the environment, and crier.env in the data folder. @throws OperatorError with all faults */
export function settings(
  context: Context,
  options: GlobalOptions,
  more: Record<string, string | undefined> = {},
): Config {
  const flags = Object.entries({ CRIER_DATA: options.data, ...more }).filter(
    ([, value]) => value !== undefined,
  );
  const env: Context["env"] = { ...context.env, ...Object.fromEntries(flags) };
  return readConfig(env, networks.list, readSettingsFile(dataFolder(env)));
}

/** What every command takes beside its own options. */
export function globalsOf(command: { optsWithGlobals(): object }): GlobalOptions {
  return command.optsWithGlobals();
}

/** One JSON document for machines, or lines for people. */
export function answer(context: Context, options: GlobalOptions, value: unknown, words: string): void {
  context.out(options.json ? printableJson(value) : words);
}

/** "90d", "12h" → ms. @throws OperatorError */
export function duration(text: string): number {
  const ms = durationOf(text);
  if (ms === null) throw new OperatorError(`${text} is not a valid duration; use 30m, 12h, 90d or 4w.`);
  return ms;
}
