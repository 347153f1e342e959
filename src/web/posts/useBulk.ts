// Does something with the selected posts, once, and says of each whether it was done.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { call, ProblemError, v1 } from "../api.ts";
import type { PostRow } from "../lists.ts";
import { useProfile } from "../profile.tsx";
import { newKey } from "../random.ts";
import { LeftError, untilAnswered } from "../repeat.ts";
import type { bulkWords as words } from "../words/bulk.ts";

type Body = Parameters<ReturnType<typeof v1>["posts"]["actions"]["post"]>[0];

export interface BulkAct {
  /** As the result names it. */
  readonly name: keyof typeof words.did;
  /** What the result says beside the number, such as a time. */
  readonly detail: string;
  readonly body: Omit<Body, "ids" | "revisions">;
  /** What takes it back, where the server gives no token for that. */
  readonly inverse?: BulkAct;
}

export interface BulkResult {
  readonly id: string;
  readonly excerpt: string;
  /** Why it was left alone; null when it was done. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export interface BulkOutcome {
  readonly name: BulkAct["name"];
  readonly detail: string;
  readonly results: readonly BulkResult[];
  /** The server refused the rest of them all. */
  readonly error: ProblemError | null;
  readonly undo: (() => void) | null;
}

export type BulkState =
  | { readonly kind: "idle" }
  /** @param isLost no answer came, and it is asked again */
  | { readonly kind: "sending"; readonly count: number; readonly isLost: boolean }
  | { readonly kind: "done"; readonly outcome: BulkOutcome };

export interface Bulk {
  readonly state: BulkState;
  /** @param onDone called when it is known what became of it */
  readonly run: (act: BulkAct, posts: readonly PostRow[], onDone: () => void) => void;
  readonly dismiss: () => void;
}

const IDLE: BulkState = { kind: "idle" };
/** The server takes no more at once. */
const MOST = 100;

type Answer = {
  readonly results: readonly Omit<BulkResult & { error: BulkResult["problem"] }, "excerpt" | "problem">[];
};
interface Job {
  readonly posts: readonly Pick<PostRow, "id" | "excerpt">[];
  readonly send: () => Promise<Answer & { readonly undo?: string | null }>;
}

export function useBulk(): Bulk {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>(IDLE);
  const isRunning = useRef(false);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);

  const work = async (jobs: readonly Job[]) => {
    const count = jobs.reduce((sum, { posts }) => sum + posts.length, 0);
    setState({ kind: "sending", count, isLost: false });
    const results: BulkResult[] = [];
    const tokens: { readonly token: string; readonly posts: Job["posts"] }[] = [];
    let error: ProblemError | null = null;
    try {
      for (const { posts, send } of jobs) {
        const lost = () => setState({ kind: "sending", count, isLost: true });
        const answer = await untilAnswered(send, lost, left.current.signal);
        const excerpts = new Map(posts.map(({ id, excerpt }) => [id, excerpt]));
        results.push(
          ...answer.results.map(({ id, error: problem }) => ({
            id,
            excerpt: excerpts.get(id) ?? "",
            problem,
          })),
        );
        if (typeof answer.undo === "string") tokens.unshift({ token: answer.undo, posts });
      }
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      error = cause;
    }
    await Promise.all(
      ["listPosts", "countPosts", "getPost", "getAttention"].map((operation) =>
        queries.invalidateQueries({ queryKey: [operation] }),
      ),
    );
    return { results, tokens, error };
  };
  /** One at a time: a second click in the same moment finds the first one running. */
  const alone = async (act: () => Promise<BulkOutcome>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      setState({ kind: "done", outcome: await act() });
    } catch (cause) {
      setState(IDLE);
      if (!(cause instanceof LeftError)) throw cause;
    } finally {
      isRunning.current = false;
    }
  };
  const api = v1(profileId).posts.actions;
  const undoAll = (tokens: readonly { readonly token: string; readonly posts: Job["posts"] }[]) =>
    void alone(async () => {
      const jobs = tokens.map(({ token, posts }) => ({
        posts,
        send: () => call(() => api.undo.post({ token })),
      }));
      const { results, error } = await work(jobs);
      return { name: "undo", detail: "", results, error, undo: null };
    });
  const run = (act: BulkAct, posts: readonly PostRow[], onDone: (() => void) | null) =>
    void alone(async () => {
      const jobs = chunks(posts).map((part) => jobOf(profileId, act, part));
      const { results, tokens, error } = await work(jobs);
      onDone?.();
      const { inverse } = act;
      const did = new Set(results.flatMap(({ id, problem }) => (problem === null ? [id] : [])));
      const changed = posts.filter(({ id }) => did.has(id));
      const back = inverse && changed.length > 0 ? () => run(inverse, changed, null) : null;
      const undo = tokens.length > 0 ? () => undoAll(tokens) : back;
      return { name: onDone === null ? "undo" : act.name, detail: act.detail, results, error, undo };
    });
  return {
    state,
    run,
    dismiss: useCallback(() => setState(IDLE), []),
  };
}

const chunks = (posts: readonly PostRow[]): PostRow[][] =>
  Array.from({ length: Math.ceil(posts.length / MOST) }, (_, n) => posts.slice(n * MOST, (n + 1) * MOST));

/** With what makes a second one of it do nothing: its key, and the posts as they were seen. */
function jobOf(profileId: string, { body }: BulkAct, posts: readonly PostRow[]): Job {
  const headers = { "idempotency-key": newKey() };
  // A label that is there already changes nothing: whatever else was changed does not matter.
  const seen = { revisions: Object.fromEntries(posts.map(({ id, revision }) => [id, revision])) };
  const ids = posts.map(({ id }) => id);
  const request = { ...body, ids, ...(body.action !== "label" && seen) };
  return { posts, send: () => call(() => v1(profileId).posts.actions.post(request, { headers })) };
}
