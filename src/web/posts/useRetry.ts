// Tries a post again on the accounts where it failed.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, v1 } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";
import { postsWords as words } from "../words/posts.ts";
import { problemText } from "../words/problem.ts";
import type { Row } from "./queries.ts";

export interface Retry {
  readonly retry: (post: Row) => void;
  /** The post that is being sent. */
  readonly busy: string | null;
}

export const canRetry = ({ targets }: Row): boolean => targets.some(({ status }) => status === "failed");

export function useRetry(): Retry {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [busy, setBusy] = useState<string | null>(null);
  const retry = async (post: Row) => {
    if (busy !== null) return;
    if (!canRetry(post)) return notice({ text: words.nothingToRetry });
    setBusy(post.id);
    // What somebody else has changed meanwhile is looked at first.
    const headers = { prefer: "respond-async", "if-match": `"${post.revision}"` };
    try {
      await call(() => v1(profileId).posts({ id: post.id }).retry.post(undefined, { headers }));
      notice({ text: words.retrying(post.excerpt) });
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
    await Promise.all(
      ["listPosts", "countPosts"].map((operation) =>
        queries.invalidateQueries({ queryKey: [operation, profileId] }),
      ),
    );
    setBusy(null);
  };
  return { retry: (post) => void retry(post), busy };
}
