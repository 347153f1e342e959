// A file of posts on its way: read, checked row by row, and created, once.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call, v1 } from "../api.ts";
import { useProfile } from "../profile.tsx";
import { LeftError, untilAnswered } from "../repeat.ts";
import { importWords as words } from "../words/import.ts";

export type Answer = Awaited<ReturnType<typeof send>>;
export type Row = Answer["rows"][number];

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
}

/** As the server allows. */
const MOST_BYTES = 1024 * 1024;

export function useImport(first: File | null): Import {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: "choose" });
  const run = useRef(new AbortController());
  const isCreating = useRef(false);
  useEffect(() => () => run.current.abort(), []);

  const take = async (file: File) => {
    if (isCreating.current) return;
    run.current.abort();
    const { signal } = (run.current = new AbortController());
    const { name } = file;
    setState({ kind: "checking", name, isLost: false });
    const show = (next: ImportState) => !signal.aborted && setState(next);
    try {
      const text = await textOf(file);
      const lost = () => show({ kind: "checking", name, isLost: true });
      const answer = await untilAnswered(() => send(profileId, text, true), lost, signal);
      show({ kind: "checked", name, text, answer });
    } catch (error) {
      if (!(error instanceof LeftError)) show({ kind: "refused", error });
    }
  };
  const create = async () => {
    if (state.kind !== "checked" || isCreating.current) return;
    isCreating.current = true;
    const { name, text, answer: checked } = state;
    setState({ kind: "creating", name, answer: checked, isLost: false });
    const lost = () => setState({ kind: "creating", name, answer: checked, isLost: true });
    try {
      // The same file makes the same posts, however often it is sent.
      const answer = await untilAnswered(() => send(profileId, text, false), lost, run.current.signal);
      setState({ kind: "done", name, answer });
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
  const takeFirst = useEffectEvent(() => {
    if (first !== null) void take(first);
  });
  useEffect(() => takeFirst(), []);
  return { state, take: (file) => void take(file), create: () => void create() };
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

function send(profileId: string, text: string, isDry: boolean) {
  const type = text.trimStart().startsWith("{") ? "application/x-ndjson" : "text/csv";
  const options = { query: { dryRun: isDry ? "true" : "false" }, headers: { "content-type": type } } as const;
  return call(() => v1(profileId).posts.import.post(text, options));
}
