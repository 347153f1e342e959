// Asks the server what each network would be sent: a moment after the last change, and never twice at once.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call, NoAnswerError, v1 } from "../api.ts";
import { useProfile } from "../profile.tsx";
import { contentOf, isBlank, type Draft } from "./draft.ts";
import { bodyOf, scheduleOf } from "./requests.ts";

/** After the last key, ms. */
const QUIET_MS = 250;
/** So often it is asked again while the server can't be reached, ms. */
const AGAIN_MS = 5000;

type CheckBody = ReturnType<typeof bodyOf> & { schedule?: string };

const readCheck = (profileId: string, body: CheckBody, signal: AbortSignal) =>
  call(() => v1(profileId).posts.check.post(body, { fetch: { signal } }));

export type PostCheck = Awaited<ReturnType<typeof readCheck>>;
export type CheckedTarget = PostCheck["targets"][number];
export type CheckedProblem = CheckedTarget["problems"][number];
export type Fix = NonNullable<CheckedProblem["fix"]>;

export interface Check {
  /** The last answer, which may be about an older text; undefined before the first. */
  readonly data: PostCheck | undefined;
  /** Whether the last answer is about a post that was still empty. */
  readonly isOfBlank: boolean;
  /** Whether the last answer is about what stands there now. */
  readonly isFresh: boolean;
  /** Why there is no newer answer; null when there is one, or it is on its way. */
  readonly error: unknown;
  /** When the last answer came, ms since 1970. */
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

export function useCheck(draft: Draft): Check {
  const { id: profileId } = useProfile();
  const quiet = useQuiet(draft);
  const body = useMemo(() => ({ ...bodyOf(contentOf(quiet)), ...scheduleOf(quiet.when) }), [quiet]);
  const query = useQuery({
    queryKey: ["checkPost", profileId, body],
    // A new question ends the one before.
    queryFn: async ({ signal }) => ({
      answer: await readCheck(profileId, body, signal),
      isOfBlank: isBlank(quiet),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error } }) => (error instanceof NoAnswerError ? AGAIN_MS : false),
    gcTime: 10_000,
  });
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const last = useLast(data, dataUpdatedAt);
  const isFresh = data !== undefined && !isPlaceholderData && quiet === draft;
  const shown = data ?? last.data;
  const at = last.at;
  return useMemo(
    () => ({
      data: shown?.answer,
      isOfBlank: shown?.isOfBlank ?? false,
      isFresh,
      error,
      dataUpdatedAt: at,
      refetch,
    }),
    [shown, isFresh, error, at, refetch],
  );
}

/** The value once it has stayed the same for a while. */
function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return quiet;
}

/** A question that fails takes the answer before it away; here it stays. */
function useLast<T>(data: T | undefined, at: number) {
  const [last, setLast] = useState({ data, at });
  if (data !== undefined && at > 0 && (last.data !== data || last.at !== at)) setLast({ data, at });
  return last;
}
