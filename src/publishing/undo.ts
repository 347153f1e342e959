// Remembers for ten minutes what posts were like before an action on several of them, so that it can be undone.
import type { Clock } from "../clock.ts";
import { openExpiringMap } from "../expiring-map.ts";
import type { Post } from "../domain/post.ts";
import type { NewId } from "../id.ts";

/** What an action changes about when a post goes out. */
export type PostMoment = Pick<Post, "schedule" | "scheduledFor" | "canceled">;

export interface UndoStep {
  readonly id: string;
  readonly before: PostMoment;
  readonly after: PostMoment;
}

/** In memory only: after a restart there is nothing to undo. */
export interface UndoLog {
  /** @returns the token that undoes these steps */
  add(profileId: string, steps: readonly UndoStep[]): string;
  /** Null when the token is unknown or its time is over. */
  find(profileId: string, token: string): readonly UndoStep[] | null;
}

/** How long an action can be undone. */
export const UNDO_MS = 10 * 60_000;
/** With 100 posts each, some 20 MB. */
const MOST_TOKENS = 1000;

interface Entry {
  readonly profileId: string;
  readonly steps: readonly UndoStep[];
}

export function openUndoLog(clock: Clock, newId: NewId): UndoLog {
  const entries = openExpiringMap<Entry>({
    keptMs: UNDO_MS,
    most: MOST_TOKENS,
    monotonic: () => clock.monotonic(),
  });
  return {
    add(profileId, steps) {
      const token = newId();
      entries.set(token, { profileId, steps });
      return token;
    },
    find(profileId, token) {
      const entry = entries.get(token);
      return entry?.profileId === profileId ? entry.steps : null;
    },
  };
}

export const momentOfPost = ({ schedule, scheduledFor, canceled }: Post): PostMoment => ({
  schedule,
  scheduledFor,
  canceled,
});
