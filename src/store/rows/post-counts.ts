// How many posts of each status there are, as both stores answer it.
import type { PostStatus } from "../../domain/post.ts";
import { MOST_OF_A_STATUS, type PostCounts } from "../../domain/store/posts.ts";

export interface StatusCount {
  readonly status: PostStatus;
  readonly n: number;
}

const NONE: Readonly<Record<PostStatus, number>> = {
  draft: 0,
  queued: 0,
  scheduled: 0,
  publishing: 0,
  uncertain: 0,
  posted: 0,
  failed: 0,
  partial: 0,
};

/** Statuses without a count have none. */
export function countsOf(found: readonly StatusCount[]): PostCounts {
  const counts: Record<PostStatus, number> = { ...NONE };
  for (const { status, n } of found) counts[status] = Math.min(n, MOST_OF_A_STATUS);
  return { counts, capped: found.some(({ n }) => n > MOST_OF_A_STATUS) };
}
