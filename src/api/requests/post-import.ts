// Makes posts of a file: each row of a CSV or JSONL file is checked, and created with a key of its own, so that sending the
// file again creates nothing twice.
import { setImmediate } from "node:timers/promises";
import { Type, type Static } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Caller } from "../../domain/caller.ts";
import { Problem } from "../../errors.ts";
import { fieldsIn } from "../http/field-errors.ts";
import { openJsonScan } from "../http/json-scan.ts";
import { prototypeKeysIn } from "../http/prototype-keys.ts";
import { excerptOf } from "../views/post-row.ts";
import { strict } from "../views/shapes.ts";
import { CsvError, csvRecords, MOST_EMPTY } from "./csv.ts";
import { createFromCall, type PostsDeps } from "./posts.ts";
import { NewPost } from "./post-input.ts";

export const MAX_IMPORT_BYTES = 1024 * 1024;
export const MAX_IMPORT_ROWS = 500;
export const IMPORT_TYPES = ["text/csv", "application/x-ndjson"] as const;

export interface ImportFile {
  readonly type: (typeof IMPORT_TYPES)[number];
  readonly text: string;
}

export interface RowProblem {
  readonly code: string;
  readonly message: string;
}

type Fields = Record<string, unknown>;

export interface RowResult {
  /** From 1; the line with the names of the columns is not counted. */
  readonly row: number;
  /** The beginning of the caption; "" when the row can't be read. */
  readonly excerpt: string;
  /** As the row says it; null for the next free slot, and when the row can't be read. */
  readonly schedule: string | null;
  readonly problems: readonly RowProblem[];
  /** What a row with problems says, by the names of the fields; null for others, and when it can't be read. */
  readonly fields: Fields | null;
  /** Null unless it was created, now or by an earlier import of the same file. */
  readonly postId: string | null;
  readonly replayed: boolean;
}

/** Checks every row, or creates its post. @throws Problem invalid_request for a file that is not as it must be */
export async function importPosts(
  caller: Caller,
  file: ImportFile,
  dryRun: boolean,
  deps: PostsDeps,
): Promise<RowResult[]> {
  const rows = await rowsOf(file);
  const hash = new Bun.CryptoHasher("sha256").update(file.text).digest("hex");
  const results: RowResult[] = [];
  for (const [index, { body, given, problems }] of rows.entries()) {
    await setImmediate();
    const row = index + 1;
    const found = body
      ? await resultOf(caller, body, dryRun, `import ${hash} ${row}`, deps)
      : { problems, postId: null, replayed: false };
    const { caption = "", schedule = null } = body ?? {};
    const fields = found.problems.length > 0 ? given : null;
    results.push({ row, excerpt: excerptOf(caption), schedule, fields, ...found });
  }
  deps.wake();
  return results;
}

type Body = Static<typeof ImportedPost>;
type Outcome = Pick<RowResult, "problems" | "postId" | "replayed">;

async function resultOf(
  caller: Caller,
  body: Body,
  dryRun: boolean,
  key: string,
  deps: PostsDeps,
): Promise<Outcome> {
  try {
    // Nobody waits for the networks here.
    const { signal } = new AbortController();
    const call = { caller, body: { ...body, dryRun }, key, lenient: false, waitMs: 0, signal };
    const answer = await createFromCall(call, deps);
    if (answer.kind === "checked") return { problems: [], postId: null, replayed: false };
    return { problems: [], postId: answer.post.id, replayed: answer.replayed };
  } catch (cause) {
    const problem = Problem.from(cause);
    if (problem.code === "internal") throw cause;
    return { problems: problemsOf(problem), postId: null, replayed: false };
  }
}

/** Each fault of a field or a network on its own. */
function problemsOf({ code, detail, extras }: Problem): RowProblem[] {
  const { networks, errors = [] } = extras;
  const faults = Array.isArray(networks) ? (networks as NetworkFaults[]) : [];
  const ofNetworks = faults.flatMap(({ platform, handle, problems }) =>
    problems.map(({ rule, message }) => ({ code: rule, message: `${platform} (${handle}): ${message}` })),
  );
  if (ofNetworks.length > 0) return ofNetworks;
  return errors.length === 0 || code === "invalid_schedule"
    ? [{ code, message: detail }]
    : errors.map(({ pointer, message }) => ({ code, message: `${pointer.slice(1)}: ${message}` }));
}
interface NetworkFaults {
  readonly platform: string;
  readonly handle: string;
  readonly problems: readonly { readonly rule: string; readonly message: string }[];
}

interface Row {
  /** Null when it can't be read. */
  readonly body: Body | null;
  /** Its fields, right or not; null when it has none. */
  readonly given: Fields | null;
  readonly problems: readonly RowProblem[];
}

const { dryRun: _dryRun, ...fields } = NewPost.properties;
const ImportedPost = Type.Object(fields, strict);
let compiled: ReturnType<typeof TypeCompiler.Compile<typeof ImportedPost>> | null = null;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function rowsOf({ type, text }: ImportFile): Promise<Row[]> {
  const rows: Row[] = [];
  for (const row of type === "text/csv" ? csvRows(text) : jsonRows(text)) {
    if (rows.length === MAX_IMPORT_ROWS)
      throw invalidFile(`The file has more than ${MAX_IMPORT_ROWS} rows. Send it in parts.`);
    rows.push(row);
    await setImmediate();
  }
  if (rows.length === 0) throw invalidFile("The file has no rows.");
  return rows;
}

function check(value: unknown): Row {
  compiled ??= TypeCompiler.Compile(ImportedPost);
  const given = isFields(value) ? value : null;
  if (compiled.Check(value)) return { body: value, given, problems: [] };
  const problems = fieldsIn(compiled.Errors(value)).map(({ pointer, message }) => ({
    code: "invalid_request",
    message: pointer === "" ? message : `${pointer.slice(1)}: ${message}`,
  }));
  return { body: null, given, problems };
}

function* jsonRows(text: string): Generator<Row> {
  let empty = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    if (line !== "") yield jsonRow(line);
    else if (++empty > MOST_EMPTY) throw invalidFile(`The file has more than ${MOST_EMPTY} empty lines.`);
  }
}

function jsonRow(line: string): Row {
  try {
    openJsonScan(Infinity)(new TextEncoder().encode(line));
    const value: unknown = JSON.parse(line);
    if (prototypeKeysIn(line, value).length > 0) throw new SyntaxError("a field named __proto__");
    return check(value);
  } catch (cause) {
    const message = cause instanceof Problem ? cause.detail : "The line is not one JSON object.";
    return { body: null, given: null, problems: [{ code: "invalid_json", message }] };
  }
}

const COLUMNS = ["caption", "accounts", "schedule", "media"] as const;

function* csvRows(text: string): Generator<Row> {
  try {
    let columns: readonly string[] | null = null;
    for (const cells of csvRecords(text)) {
      if (columns) yield csvRow(columns, cells);
      else columns = columnsOf(cells);
    }
  } catch (cause) {
    if (cause instanceof CsvError) throw invalidFile(`The file is not CSV: ${cause.message}`);
    throw cause;
  }
}

function columnsOf(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const known = `The first line names the columns: caption, and any of ${COLUMNS.slice(1).join(", ")}.`;
  const strange = names.find((name) => !COLUMNS.some((each) => each === name));
  if (strange !== undefined)
    throw invalidFile(`There is no column ${JSON.stringify(strange.slice(0, 50))}. ${known}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalidFile(`The column ${twice} is there twice. ${known}`);
  if (!names.includes("caption")) throw invalidFile(`The column caption is missing. ${known}`);
  return names;
}

function csvRow(columns: readonly string[], cells: readonly string[]): Row {
  if (cells.length > columns.length) {
    const message = `The row has ${cells.length} cells, and there are ${columns.length} columns. Quote cells that contain the separator.`;
    return { body: null, given: null, problems: [{ code: "invalid_request", message }] };
  }
  const of = (name: (typeof COLUMNS)[number]) => cells[columns.indexOf(name)]?.trim() ?? "";
  const [accounts, schedule, media] = [of("accounts"), of("schedule"), of("media")];
  return check({
    caption: cells[columns.indexOf("caption")] ?? "",
    ...(accounts !== "" && { accounts: accounts === "all" ? accounts : listIn(accounts) }),
    ...(schedule !== "" && { schedule }),
    ...(media !== "" && { media: listIn(media) }),
  });
}

/** Several in one cell, apart by commas or semicolons. */
const listIn = (cell: string) =>
  cell
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");

function invalidFile(detail: string): Problem {
  return new Problem("invalid_request", detail, { errors: [{ pointer: "", message: detail }] });
}
