// Which messages tell the readers of one profile about changes: the contents of the live stream.
import type { Json } from "../../domain/json.ts";
import type {
  Act,
  ChangedPost,
  ChangePosition,
  ChangesAfter,
  UploadNow,
} from "../../domain/store/changes.ts";

export const LIVE_EVENTS = [
  "post",
  "journal",
  "account",
  "media",
  "queue",
  "labels",
  "attention",
  "plan",
  "profile",
  "backups",
  "system",
  "reset",
] as const;

export interface LiveMessage {
  readonly event: (typeof LIVE_EVENTS)[number];
  readonly data: Json;
}

/** Events that may change what waits in the queue, and when. */
const QUEUE_EVENTS: readonly ChangedPost["kind"][] = [
  ...(["created", "edited", "scheduled", "canceled", "restored"] as const),
  ...(["claim", "retry", "miss", "lapse", "hold"] as const),
];
/** Events that change nothing about what needs a person's attention. */
const QUIET_EVENTS: readonly ChangedPost["kind"][] = [
  ...(["created", "claim", "prepared", "process", "converting", "late"] as const),
];
const QUEUE_ACTS = /^(slots\.|queue\.|post\.delete$|profile\.update$)/;
/** What people do that changes nothing about what needs attention. */
const QUIET_ACTS = /^(queue|label|session|key|media|upload|import_host|owner)\./;

/**
 * A reader who missed more changes than this reads anew: it costs less than to tell them everything, which could be more
 * than may wait for one reader.
 */
const MOST_MISSED = 1000;

export const RESET: LiveMessage = { event: "reset", data: {} };

/** Messages without content: readers who show this ask for it again. */
export const HINTS = {
  queue: { event: "queue", data: {} },
  labels: { event: "labels", data: {} },
  attention: { event: "attention", data: {} },
  plan: { event: "plan", data: {} },
  profile: { event: "profile", data: {} },
  backups: { event: "backups", data: {} },
} as const satisfies Record<string, LiveMessage>;

/**
 * What a reader of a profile gets, oldest first. Of a post that changed several times, its state is sent once, right
 * before the last line of its journal. After more than 1,000 changes: only that everything is to be read anew.
 * @param from what the reader knows already
 */
export function messagesOf(profileId: string, changes: ChangesAfter, from: ChangePosition): LiveMessage[] {
  const events = changes.events.filter((each) => each.seq > from.event && each.profileId === profileId);
  const acts = changes.acts.filter(
    (each) => each.seq > from.act && (each.profileId === profileId || each.profileId === null),
  );
  const fromActs = actMessages(acts, changes);
  if (events.length + fromActs.length > MOST_MISSED) return [RESET];
  return [
    ...postMessages(events, changes),
    ...fromActs,
    ...hint("queue", events.some(isOf(QUEUE_EVENTS)) || acts.some(({ action }) => QUEUE_ACTS.test(action))),
    ...hint(
      "labels",
      acts.some(({ action }) => action.startsWith("label.")),
    ),
    ...hint(
      "plan",
      acts.some(({ action }) => action === "plan.set"),
    ),
    ...hint(
      "profile",
      acts.some(({ action }) => action === "profile.update"),
    ),
    ...hint(
      "attention",
      !events.every(isOf(QUIET_EVENTS)) || !acts.every(({ action }) => QUIET_ACTS.test(action)),
    ),
  ];
}

const isOf =
  (kinds: readonly ChangedPost["kind"][]) =>
  ({ kind }: ChangedPost) =>
    kinds.includes(kind);

function postMessages(events: readonly ChangedPost[], { posts }: ChangesAfter): LiveMessage[] {
  const last = new Map(events.map(({ postId, seq }) => [postId, seq]));
  return events.flatMap(({ postId, seq }): LiveMessage[] => {
    const journal = { event: "journal", data: { postId, seq } } as const;
    const now = last.get(postId) === seq ? posts.get(postId) : undefined;
    return now ? [{ event: "post", data: { id: postId, ...now, seq } }, journal] : [journal];
  });
}

/** Of several acts on the same thing, the last counts. */
function actMessages(acts: readonly Act[], { accounts, position }: ChangesAfter): LiveMessage[] {
  const messages = new Map<string, LiveMessage>();
  for (const { action, subject: id } of acts) {
    const status = action.startsWith("account.") ? accounts.get(id) : undefined;
    const media = MEDIA_ACTS[action];
    if (status !== undefined) messages.set(id, { event: "account", data: { id, status } });
    else if (media !== undefined) messages.set(id, { event: "media", data: { id, status: media } });
    else if (action === "post.delete") {
      const data = { id, revision: 0, status: "deleted", seq: position.event };
      messages.set(id, { event: "post", data });
    }
  }
  return [...messages.values()];
}

const MEDIA_ACTS: Readonly<Record<string, string>> = {
  "media.create": "created",
  "media.edit": "changed",
  "media.delete": "deleted",
};

const hint = (event: keyof typeof HINTS, isDue: boolean): LiveMessage[] => (isDue ? [HINTS[event]] : []);

/** How far uploads of a profile are, of those that moved on since `before` (bytes by id). */
export function uploadMessages(
  profileId: string,
  uploads: readonly UploadNow[],
  before: ReadonlyMap<string, number>,
): LiveMessage[] {
  return uploads
    .filter((each) => each.profileId === profileId && each.received !== (before.get(each.id) ?? 0))
    .map(({ id, received, size }) => ({ event: "media", data: { id, progress: received / size } }));
}
