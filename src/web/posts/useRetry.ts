// Tries a post again on the accounts where it failed.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { call, v1 } from "../api.ts";
import type { PostRow } from "../lists.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";
import { postsWords as words } from "../words/posts.ts";
import { problemText } from "../words/problem.ts";

interface Retry {
  readonly retry: (post: PostRow) => void;
  /** The post that is being sent. */
  readonly busy: string | null;
}

export function useRetry(): Retry {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [busy, setBusy] = useState<string | null>(null);
  const isBusy = useRef(false);
  const retry = useCallback(
    async ({ id, revision, excerpt }: PostRow) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setBusy(id);
      // What somebody else has changed meanwhile is looked at first.
      const headers = { prefer: "respond-async", "if-match": `"${revision}"` };
      try {
        await call(() => v1(profileId).posts({ id }).retry.post(undefined, { headers }));
        notice({ text: words.retrying(excerpt) });
      } catch (error) {
        notice({ text: problemText(error), tone: "bad" });
      }
      await Promise.all(
        ["listPosts", "countPosts"].map((operation) =>
          queries.invalidateQueries({ queryKey: [operation, profileId] }),
        ),
      );
      isBusy.current = false;
      setBusy(null);
    },
    [profileId, queries, notice],
  );
  return { retry: useCallback((post: PostRow) => void retry(post), [retry]), busy };
}
