// What has changed since a position: new events and audit entries, and the present state of what they name.
import type { AccountStatus } from "../../domain/account.ts";
import { phaseOf, postStatus, type Phase, type Schedule } from "../../domain/post.ts";
import type {
  Act,
  ChangedPost,
  ChangePosition,
  Changes,
  ChangesAfter,
  PostNow,
  UploadNow,
} from "../../domain/store/changes.ts";
import type { State } from "../../domain/target-state.ts";
import type { Access } from "./access.ts";

/** Uploads under way that are watched; a profile may have few. */
const MOST_UPLOADS = 500;

export function openChanges({ db, read }: Access): Changes {
  const newest = db.query<ChangePosition, []>(
    `SELECT max(coalesce((SELECT max(seq) FROM event), 0), deleted_events_to) AS event,
       coalesce((SELECT max(seq) FROM audit), 0) AS act FROM workspace`,
  );
  // CROSS JOIN: the new events first, however many posts there are. `+?`: see due.ts.
  const events = db.query<ChangedPost, [number, number]>(
    `SELECT event.seq, post_id AS postId, profile_id AS profileId, kind FROM event CROSS JOIN post ON post.id = post_id
     WHERE event.seq > +? ORDER BY event.seq LIMIT +?`,
  );
  const acts = db.query<Act, [number, number]>(
    `SELECT seq, action, profile_id AS profileId, subject FROM audit WHERE seq > +? ORDER BY seq LIMIT +?`,
  );
  const posts = db.query<{ id: string; schedule: Schedule; revision: number }, [string]>(
    `SELECT id, schedule, revision FROM post WHERE id IN (SELECT value FROM json_each(+?))`,
  );
  const targets = db.query<{ postId: string; state: State; attempt: number }, [string]>(
    "SELECT post_id AS postId, state, attempt FROM target WHERE post_id IN (SELECT value FROM json_each(+?))",
  );
  const accounts = db.query<{ id: string; status: AccountStatus }, [string]>(
    "SELECT id, status FROM account WHERE id IN (SELECT value FROM json_each(+?))",
  );
  // `state <> 'completed'`: see uploads.ts.
  const uploads = db.query<UploadNow, [string, number]>(
    `SELECT id, profile_id AS profileId, received, size FROM upload
     WHERE state IN ('prepared', 'uploaded') AND state <> 'completed'
       AND +profile_id IN (SELECT value FROM json_each(+?)) LIMIT +?`,
  );
  return {
    newest: () => read(() => newest.get() ?? START),
    after: (position, profileIds, limit) => read(() => after(position, profileIds, limit)),
  };

  function after(position: ChangePosition, profileIds: readonly string[], limit: number): ChangesAfter {
    const [newEvents, newActs] = [events.all(position.event, limit), acts.all(position.act, limit)];
    const isWatched = ({ profileId }: { profileId: string | null }) =>
      profileId !== null && profileIds.includes(profileId);
    const named = newActs.filter((act) => isWatched(act) && act.action.startsWith("account."));
    return {
      position: {
        event: newEvents.at(-1)?.seq ?? position.event,
        act: newActs.at(-1)?.seq ?? position.act,
      },
      hasMore: newEvents.length === limit || newActs.length === limit,
      events: newEvents,
      acts: newActs,
      posts: postsNow(newEvents.filter(isWatched).map(({ postId }) => postId)),
      accounts: accountsNow(named.map(({ subject }) => subject)),
      uploads: uploads.all(JSON.stringify(profileIds), MOST_UPLOADS),
    };
  }

  function postsNow(ids: readonly string[]): Map<string, PostNow> {
    if (ids.length === 0) return new Map();
    const list = JSON.stringify([...new Set(ids)]);
    const phases = new Map<string, Phase[]>();
    for (const { postId, ...target } of targets.all(list))
      phases.set(postId, [...(phases.get(postId) ?? []), phaseOf(target)]);
    return new Map(
      posts.all(list).map(({ id, schedule, revision }) => {
        return [id, { revision, status: postStatus(schedule, phases.get(id) ?? []) }];
      }),
    );
  }

  function accountsNow(ids: readonly string[]): Map<string, AccountStatus> {
    if (ids.length === 0) return new Map();
    return new Map(accounts.all(JSON.stringify(ids)).map(({ id, status }) => [id, status]));
  }
}

const START: ChangePosition = { event: 0, act: 0 };
