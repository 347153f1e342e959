// What has changed since a position: new events and audit entries, and the present state of what they name.
import type { AccountStatus } from "../../domain/account.ts";
import type {
  Act,
  ChangedPost,
  ChangePosition,
  Changes,
  ChangesAfter,
  UploadNow,
} from "../../domain/store/changes.ts";
import {
  foundAfter,
  MOST_UPLOADS,
  namedIn,
  postsNow,
  type PostRow,
  type TargetRow,
} from "../rows/changes.ts";
import type { Access } from "./access.ts";

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
  const posts = db.query<PostRow, [string]>(
    `SELECT id, schedule, revision FROM post WHERE id IN (SELECT value FROM json_each(+?))`,
  );
  const targets = db.query<TargetRow, [string]>(
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
    const named = namedIn(newEvents, newActs, profileIds);
    return {
      ...foundAfter(position, newEvents, newActs, limit),
      posts: postsOf(named.posts),
      accounts: accountsOf(named.accounts),
      uploads: uploads.all(JSON.stringify(profileIds), MOST_UPLOADS),
    };
  }

  function postsOf(ids: readonly string[]): ChangesAfter["posts"] {
    if (ids.length === 0) return new Map();
    const list = JSON.stringify(ids);
    return postsNow(posts.all(list), targets.all(list));
  }

  function accountsOf(ids: readonly string[]): ChangesAfter["accounts"] {
    if (ids.length === 0) return new Map();
    return new Map(accounts.all(JSON.stringify(ids)).map(({ id, status }) => [id, status]));
  }
}

const START: ChangePosition = { event: 0, act: 0 };
