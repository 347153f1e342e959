// Waits until it is known what happened to a post on every account.
import { sleep } from "./repeat.ts";
import type { Call, Post } from "./types.ts";

export interface WaitOptions {
  /** How long to wait between two looks, ms; default: 2000. */
  readonly everyMs?: number;
  /** Ends the waiting: `AbortSignal.timeout(60_000)`. */
  readonly signal?: AbortSignal;
}

const UNDER_WAY: readonly Post["status"][] = ["queued", "scheduled", "publishing"];

export async function settledPost(
  GET: Call<"get">,
  id: string,
  { everyMs = 2000, signal }: WaitOptions,
): Promise<Post> {
  for (;;) {
    const post = await GET("/posts/{id}", { params: { path: { id } }, signal: signal ?? null });
    // An uncertain target has to wait while the network is being asked.
    const isWaiting = post.targets.some(({ nextAction }) => nextAction === "wait");
    if (!UNDER_WAY.includes(post.status) && !isWaiting) return post;
    await sleep(everyMs, signal ?? null);
  }
}
