// What the server knows of the queue: its slots, and what holds the coming ones.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";
import { listRows, type PostRow } from "../lists.ts";

/** Moments that are shown. */
const SHOWN = 30;
const MOST_QUEUED = 100;

const read = (profileId: string) => call(() => v1(profileId).queue.get({ query: { limit: String(SHOWN) } }));

export type QueueState = Awaited<ReturnType<typeof read>>;
export type Moment = QueueState["upcoming"][number];

export const queueQuery = (profileId: string) =>
  queryOptions({ queryKey: ["getQueue", profileId], queryFn: () => read(profileId) });

/** Posts in the queue, the next one first. */
export const queuedQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { of: "queue" }],
    queryFn: () => listRows(profileId, { status: "queued", sort: "soonest", limit: String(MOST_QUEUED) }),
  });

export interface Line {
  readonly moment: Moment;
  /** Null for a free one, and while the post is being read. */
  readonly post: PostRow | null;
  /** Its time passed while the queue was paused. */
  readonly isPassed: boolean;
}

/** What is coming, with what waits although its time has passed. */
export function linesOf(queue: QueueState, queued: readonly PostRow[]): readonly Line[] {
  const byId = new Map(queued.map((post) => [post.id, post]));
  const shown = new Set(queue.upcoming.map(({ postId }) => postId));
  const first = queue.upcoming[0]?.at;
  const passed = queued
    .filter(
      ({ id, scheduledFor }) =>
        !shown.has(id) && scheduledFor !== null && (first === undefined || scheduledFor < first),
    )
    .map((post) => ({ moment: momentOf(post), post, isPassed: true }));
  const coming = queue.upcoming.map((moment) => ({
    moment,
    post: moment.postId === null ? null : (byId.get(moment.postId) ?? null),
    isPassed: false,
  }));
  return [...passed, ...coming];
}

const momentOf = ({ id, scheduledFor }: PostRow): Moment => ({
  at: scheduledFor ?? "",
  slotId: null,
  state: "held",
  postId: id,
  reason: null,
});
