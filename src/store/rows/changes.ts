// Rows of what has changed, as both stores read them, and what they say.
import { phaseOf, postStatus, type Phase, type Schedule } from "../../domain/post.ts";
import type { Act, ChangedPost, ChangePosition, ChangesAfter, PostNow } from "../../domain/store/changes.ts";
import type { State } from "../../domain/target-state.ts";

/** Uploads under way that are watched; a profile may have few. */
export const MOST_UPLOADS = 500;

export interface PostRow {
  readonly id: string;
  readonly schedule: Schedule;
  readonly revision: number;
}
export interface TargetRow {
  readonly postId: string;
  readonly state: State;
  readonly attempt: number;
}

/** @param limit how many of each were read at most */
export const foundAfter = (
  position: ChangePosition,
  events: readonly ChangedPost[],
  acts: readonly Act[],
  limit: number,
): Pick<ChangesAfter, "position" | "hasMore" | "events" | "acts"> => ({
  position: { event: events.at(-1)?.seq ?? position.event, act: acts.at(-1)?.seq ?? position.act },
  hasMore: events.length === limit || acts.length === limit,
  events,
  acts,
});

/** Ids of the posts and accounts that these name, of the profiles that are watched. */
export function namedIn(
  events: readonly ChangedPost[],
  acts: readonly Act[],
  profileIds: readonly string[],
): { readonly posts: readonly string[]; readonly accounts: readonly string[] } {
  const isWatched = ({ profileId }: { readonly profileId: string | null }) =>
    profileId !== null && profileIds.includes(profileId);
  const named = acts.filter((act) => isWatched(act) && act.action.startsWith("account."));
  return {
    posts: [...new Set(events.filter(isWatched).map(({ postId }) => postId))],
    accounts: [...new Set(named.map(({ subject }) => subject))],
  };
}

export function postsNow(posts: readonly PostRow[], targets: readonly TargetRow[]): Map<string, PostNow> {
  const phases = new Map<string, Phase[]>();
  for (const { postId, ...target } of targets)
    phases.set(postId, [...(phases.get(postId) ?? []), phaseOf(target)]);
  return new Map(
    posts.map(({ id, schedule, revision }) => {
      return [id, { revision, status: postStatus(schedule, phases.get(id) ?? []) }];
    }),
  );
}
