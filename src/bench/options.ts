// Reads the options of a bench from the command line, and answers --help and mistakes in the same way for all benches.
import { parseArgs } from "node:util";
import { nearest } from "../nearest.ts";
import { BENCHES, type Bench } from "./names.ts";

/** By name, without dashes. A number, a text (null: none unless given), or false for one that takes no value. */
type Defaults = Readonly<Record<string, number | string | false | null>>;

type Values<D extends Defaults> = {
  readonly [Name in keyof D]: D[Name] extends number
    ? number
    : D[Name] extends false
      ? boolean
      : D[Name] extends null
        ? string | null
        : string;
};

/** A mistake in the command line: one sentence about what is wrong. */
export class UsageError extends Error {}

/**
 * The options of this process. With --help, prints the help and exits with 0; after a mistake, prints it and exits with 2.
 * @param help a line for each option, and what else is good to know
 */
export function readOptions<const D extends Defaults>(bench: Bench, help: string, defaults: D): Values<D> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(`scripts/bench ${bench} [options]\n${BENCHES[bench]}\n\n${help}`);
    process.exit(0);
  }
  try {
    return parseOptions(args, defaults);
  } catch (error) {
    exitWithUsage(error, `scripts/bench ${bench} --help`);
  }
}

/** Prints what is wrong and where help is. @throws the error itself if it is not a UsageError */
export function exitWithUsage(error: unknown, help: string): never {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message} See ${help}.`);
  process.exit(2);
}

/** @throws UsageError */
export function parseOptions<const D extends Defaults>(args: readonly string[], defaults: D): Values<D> {
  const kinds = Object.entries(defaults).map(([name, value]) => {
    return [name, { type: value === false ? ("boolean" as const) : ("string" as const) }] as const;
  });
  const options = Object.fromEntries(kinds);
  // Not strict: its errors are several sentences for programmers.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const values: Record<string, number | string | boolean | null> = { ...defaults };
  for (const token of tokens) {
    if (token.kind === "positional") throw new UsageError(`Unexpected argument "${token.value}".`);
    if (token.kind === "option") values[token.name] = valueOf(token, defaults);
  }
  return values as Values<D>;
}

interface Given {
  readonly name: string;
  /** As written. */
  readonly rawName: string;
  readonly value?: string | undefined;
}

function valueOf({ name, rawName, value }: Given, defaults: Defaults): number | string | true {
  const normal = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
  if (normal === undefined) throw new UsageError(`Unknown option ${rawName}.${suggestion(name, defaults)}`);
  if (normal === false) {
    if (value !== undefined) throw new UsageError(`${rawName} does not accept a value.`);
    return true;
  }
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
  if (typeof normal !== "number") return value;
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new UsageError(`${rawName} must be a number from 0, not "${value}".`);
  return number;
}

function suggestion(name: string, defaults: Defaults): string {
  const near = nearest(name, Object.keys(defaults));
  return near === null ? "" : ` Did you mean --${near}?`;
}

/** A seed that differs each time. */
export const randomSeed = () => Math.floor(Math.random() * 1e9);
