// A file of posts on its way: read, checked row by row, and created, once.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useProfile } from "../profile.tsx";
import { LeftError, untilAnswered } from "../repeat.ts";
import { importWords as words } from "../words/import.ts";
import { fileOf } from "./fields.ts";
import { sendFile, withRows, type Answer } from "./requests.ts";
import { readUnfinished, writeUnfinished } from "./unfinished-import.ts";
import { rowsOf, useRepairs, type Repairs, type RowRepairs } from "./useRepairs.ts";

export type ImportState =
  | { readonly kind: "choose" }
  | { readonly kind: "checking"; readonly name: string; readonly isLost: boolean }
  | { readonly kind: "checked"; readonly name: string; readonly text: string; readonly answer: Answer }
  | { readonly kind: "creating"; readonly name: string; readonly answer: Answer; readonly isLost: boolean }
  | { readonly kind: "done"; readonly name: string; readonly answer: Answer }
  /** @param error of the server, or a sentence about the file */
  | { readonly kind: "refused"; readonly error: unknown };

export interface Import {
  readonly state: ImportState;
  readonly take: (file: File) => void;
  readonly create: () => void;
  /** What is changed about rows before they are created. */
  readonly rows: RowRepairs;
}

/** As the server allows. */
const MOST_BYTES = 1024 * 1024;

export function useImport(first: File | null): Import {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: "choose" });
  const run = useRef(new AbortController());
  const isCreating = useRef(false);
  const rows = useRepairs();
  const { repairs, forget } = rows;
  useEffect(() => () => run.current.abort(), []);

  useUnfinished(profileId, state, repairs);
  const take = async (name: string, read: () => Promise<string>) => {
    if (isCreating.current) return;
    run.current.abort();
    forget();
    const { signal } = (run.current = new AbortController());
    setState({ kind: "checking", name, isLost: false });
    const show = (next: ImportState) => !signal.aborted && setState(next);
    try {
      const text = await read();
      const lost = () => show({ kind: "checking", name, isLost: true });
      const answer = await untilAnswered(() => sendFile(profileId, text, true), lost, signal);
      show({ kind: "checked", name, text, answer });
    } catch (error) {
      if (!(error instanceof LeftError)) show({ kind: "refused", error });
    }
  };
  const create = async () => {
    if (state.kind !== "checked" || isCreating.current) return;
    isCreating.current = true;
    const { name, text, answer } = state;
    const checked = withRows(answer, rowsOf(repairs));
    setState({ kind: "creating", name, answer: checked, isLost: false });
    const lost = () => setState({ kind: "creating", name, answer: checked, isLost: true });
    try {
      const send = (file: string) =>
        untilAnswered(() => sendFile(profileId, file, false), lost, run.current.signal);
      const created = await createAll(text, repairs, send);
      setState({ kind: "done", name, answer: created });
    } catch (error) {
      if (!(error instanceof LeftError)) setState({ kind: "refused", error });
    }
    isCreating.current = false;
    await Promise.all(
      ["listPosts", "countPosts", "getQueue", "getAttention"].map((operation) =>
        queries.invalidateQueries({ queryKey: [operation] }),
      ),
    );
  };
  const takeFile = (file: File) => void take(file.name, () => textOf(file));
  const takeFirst = useEffectEvent(() => {
    if (first !== null) return takeFile(first);
    const unfinished = readUnfinished(profileId);
    if (unfinished === null) return;
    void take(unfinished.name, () => Promise.resolve(unfinished.text));
    for (const [row, fields] of unfinished.repairs) rows.change(row, fields);
  });
  useEffect(() => takeFirst(), []);
  return { state, take: takeFile, create: () => void create(), rows };
}

/** Until something was created, a reload comes back to it. */
function useUnfinished(profileId: string, state: ImportState, repairs: Repairs): void {
  useEffect(() => {
    if (state.kind === "done" || state.kind === "refused") writeUnfinished(profileId, null);
    if (state.kind !== "checked") return;
    const { name, text } = state;
    writeUnfinished(profileId, {
      name,
      text,
      repairs: [...repairs].map(([row, { fields }]) => [row, fields]),
    });
  }, [profileId, state, repairs]);
}

/**
 * The file goes first, exactly as it is, so that what an earlier import created of it is not created again; then the repaired
 * rows that it could not create, as a file of their own.
 */
async function createAll(
  text: string,
  repairs: Repairs,
  send: (file: string) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send(text);
  const repaired = answer.rows.flatMap(({ ok, row }) => {
    const repair = repairs.get(row);
    return ok || repair?.row?.ok !== true ? [] : [{ row, fields: repair.fields }];
  });
  if (repaired.length === 0) return answer;
  const { rows } = await send(fileOf(repaired.map(({ fields }) => fields)));
  const made = rows.flatMap((each, n) => {
    const row = repaired[n]?.row;
    return row === undefined ? [] : [[row, { ...each, row }] as const];
  });
  return withRows(answer, new Map(made));
}

/** Why a file can't be sent at all. */
export class FileError extends Error {
  override readonly name = "FileError";
}

/** @throws FileError */
async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new FileError(words.tooLarge(file.name));
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileError(words.unreadable(file.name));
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(words.notText(file.name));
  }
}
