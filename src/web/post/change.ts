// Changes a post, once: with the revision it was seen at, and with the truth when the answer is lost.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { changeLimit, isProblem, NoAnswerError } from "../api.ts";
import { useNotice, type Notice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";
import { postQuery, type PostRecord } from "./queries.ts";

export type ChangeName = keyof typeof words.doing;

export interface Change {
  readonly name: ChangeName;
  /** Which one it is about, where a post has several. */
  readonly targetId?: string;
  /** @param conditions what makes a second one of the same change do nothing */
  readonly send: (conditions: Conditions) => Promise<unknown>;
  /** What is said when it is done; the usual words without. */
  readonly notice?: Notice;
  /** What follows once it is done. */
  readonly after?: () => void;
}

export interface Conditions {
  readonly headers: { readonly "if-match": string; readonly prefer: string };
  readonly fetch: { readonly signal: AbortSignal };
}

/** @param prefer how the server should answer (RFC 7240) */
export function conditionsOf(revision: number, prefer = "respond-async"): Conditions {
  return {
    headers: { "if-match": `"${revision}"`, prefer },
    fetch: changeLimit(),
  };
}

export type ChangeState =
  | { readonly kind: "idle" }
  /** `unknown`: no answer came, and the server is asked how the post stands. */
  | { readonly kind: "sending" | "unknown" | "known"; readonly change: Change }
  /** @param revision of the post that the change did not reach */
  | {
      readonly kind: "missed";
      readonly change: Change;
      readonly revision: number;
      readonly again: () => void;
    }
  | { readonly kind: "refused"; readonly change: Change; readonly error: unknown };

export interface Changes {
  readonly state: ChangeState;
  /** Whether one is on its way: no other can be begun. */
  readonly isBusy: boolean;
  readonly run: (change: Change) => void;
  readonly dismiss: () => void;
}

const IDLE: ChangeState = { kind: "idle" };

export function useChanges(post: PostRecord | undefined): Changes {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [state, setState] = useState<ChangeState>(IDLE);
  const isRunning = useRef(false);
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);

  const run = async (change: Change) => {
    // A second click in the same moment sees the state of the first only here.
    if (!post || isRunning.current) return;
    isRunning.current = true;
    setState({ kind: "sending", change });
    try {
      await change.send(conditionsOf(post.revision));
      if (change.name !== "delete") await refresh(queries, post.id);
      setState(IDLE);
      notice(change.notice ?? { text: words.did[change.name] });
      change.after?.();
    } catch (error) {
      await refuse(change, post, error);
    }
    isRunning.current = false;
  };
  const refuse = async (change: Change, before: PostRecord, error: unknown) => {
    if (!(error instanceof NoAnswerError)) {
      await refresh(queries, before.id);
      setState({ kind: "refused", change, error });
      return;
    }
    setState({ kind: "unknown", change });
    const now = await untilAnswered(queries, profileId, before.id, gone.current.signal);
    if (now === "left") return;
    await refresh(queries, before.id);
    const { revision } = before;
    if (now === "gone" || now.revision !== revision) setState({ kind: "known", change });
    else setState({ kind: "missed", change, revision, again: () => void run(change) });
  };
  // It was on its way for longer than it took the server to answer the question after it.
  const isLate = state.kind === "missed" && post?.revision !== state.revision;
  return {
    state: isLate ? { kind: "known", change: state.change } : state,
    isBusy: state.kind === "sending" || state.kind === "unknown",
    run: (change) => void run(change),
    dismiss: () => setState(IDLE),
  };
}

const refresh = (queries: QueryClient, postId: string): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [operation, , subject] }) =>
      subject === postId || operation === "listPosts" || operation === "getAttention",
  });

const ASK_EVERY_MS = 2000;

/** The post as it stands, as soon as the server says it. */
async function untilAnswered(
  queries: QueryClient,
  profileId: string,
  postId: string,
  signal: AbortSignal,
): Promise<PostRecord | "gone" | "left"> {
  // A question from before the change knows nothing of it.
  await queries.cancelQueries({ queryKey: postQuery(profileId, postId).queryKey });
  while (!signal.aborted) {
    try {
      return await queries.fetchQuery({ ...postQuery(profileId, postId), staleTime: 0, retry: false });
    } catch (error) {
      if (isProblem(error, "not_found")) return "gone";
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
  return "left";
}
