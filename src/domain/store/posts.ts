// Store interface: posts as a whole.
import type { AuditEntry } from "../audit.ts";
import type {
  Post,
  PostStatus,
  PostWithoutContent,
  Reconciled,
  Target,
  TargetStatus,
  Warning,
} from "../post.ts";
import type { ReviewState, StoredReview } from "../review.ts";
import type { JournalEvent } from "../event.ts";
import type { ChainedRow } from "../event-chain.ts";
import type { AttemptRecord } from "../evidence.ts";
import type { HeldSlots, PostTime } from "../slot.ts";
import type { TargetMove } from "../target-move.ts";

export interface Posts {
  /**
   * Stores post, targets, media links, idempotency key and audit entry (whose actor has created it) together, or nothing. With `slots`, the post gets the
   * time that it picks. A key that was used before answers with its record, and nothing is stored.
   * @throws MissingMediaError, MissingLabelError
   */
  create(
    post: NewPost,
    claim: IdempotencyClaim | null,
    slots: SlotPick | null,
    audit: AuditEntry,
  ): Promise<Created>;
  get(profileId: string, id: string): Promise<Post | null>;
  /**
   * In the order of `sort`; the latest first without.
   * @param before where the page begins: after this post; of the order `created`, its id is enough
   */
  page(
    profileId: string,
    filter: PostFilter,
    limit: number,
    before: PostPlace | string | null,
    sort?: PostSort,
  ): Promise<Post[]>;
  /** Like `page`, but it stops once its posts take up `PAGE_BYTES`, so that long posts don't make it slow. */
  shortPage(...page: Parameters<Posts["page"]>): Promise<PostPage>;
  /**
   * The posts in a part of the calendar, earliest first: at their time, or else when they first went live; one that was to
   * go out at once and is not live stands where it was created. Drafts have no place.
   */
  calendar(profileId: string, range: TimeRange, filter: PostFilter, limit: number): Promise<PlacedPost[]>;
  /** How many posts of each status match; at most `MOST_OF_A_STATUS` of each. */
  counts(profileId: string, filter: PostFilter): Promise<PostCounts>;
  /** What an idempotency key was used for; null when it is unused. */
  claimed(profileId: string, key: string): Promise<IdempotencyRecord | null>;
  /**
   * Reads a post and changes it in one transaction: `decide` gets it as it is and returns what changes. What `decide`
   * throws is thrown, and nothing changes. A change gives the post its next revision. Null when there is no such post.
   * @param known the post as it was read before: while its revision is the same, its texts, which may be long, are not read again
   * @throws MissingMediaError
   */
  revise(profileId: string, id: string, decide: (post: Post) => Revision, known?: Post): Promise<Post | null>;
  /**
   * As `revise`, for several posts in one transaction: all revisions or none. Those that get a time let go of their slots
   * first, so that posts may exchange them.
   * @param now `decide` can ask for the slots that are held after it
   * @returns the posts that were revised, as they are then
   */
  reviseAll(
    profileId: string,
    ids: readonly string[],
    now: number,
    decide: DecideAll,
  ): Promise<PostWithoutContent[]>;
  /** The number of the newest event of each of these posts, of whichever profile; those that are gone are left out. */
  lastEvents(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The post's journal after the event with this number, oldest first; null when there is no such post. */
  events(profileId: string, id: string, after?: number): Promise<JournalEvent[] | null>;
  /** The same events as they are stored, with the links of their chain; null when there is no such post. */
  chain(profileId: string, id: string): Promise<ChainedRow[] | null>;
  /** The latest MAX_ATTEMPTS of each of the post's targets and the last that was sent, oldest first; null when there is no such post. */
  attempts(profileId: string, id: string): Promise<AttemptRecord[] | null>;
  /** The slots that queued posts hold, earliest first. */
  held(profileId: string, after: number, limit: number): Promise<HeldSlot[]>;
  /** Calls `look` with the times that queued posts hold now; `look` asks for them in ascending order. */
  amongHeld<T>(profileId: string, after: number, look: (held: HeldSlots) => T): Promise<T>;
  /** Waiting posts that are to be checked again by `now` (D25a). */
  dueChecks(now: number, limit: number): Promise<Post[]>;
  /** Stores the result of a check, unless the post has changed since it was read: then it is checked again. */
  checked(post: Post, check: PostCheck): Promise<void>;
}

/** A short page stops after the post whose texts bring it to this size. */
export const PAGE_BYTES = 512 * 1024;

export interface PostPage {
  readonly posts: readonly Post[];
  /** It ended early: more posts may follow. */
  readonly isCut: boolean;
}

/** The result of checking a waiting post before its time. */
export interface PostCheck {
  readonly at: number;
  /** When it is checked next; null: not again. */
  readonly nextAt: number | null;
  readonly warnings: readonly Warning[];
  /** Detail of the event; null: no event. */
  readonly detail: string | null;
}

export interface NewPost extends Omit<
  Post,
  | "targets"
  | "media"
  | "targetMedia"
  | "updatedAt"
  | "revision"
  | "createdBy"
  | "warnings"
  | "review"
  | "needsApproval"
> {
  readonly mediaIds: readonly string[];
  readonly targetMediaIds: readonly string[];
  readonly targets: readonly NewTarget[];
  readonly checkAt: number | null;
}

export interface NewTarget extends Pick<
  Target,
  "id" | "accountId" | "platform" | "handle" | "simulated" | "state" | "dueAt"
> {
  /** Key of the override that it gets; null: the caption. */
  readonly overrideKey: string | null;
  /** Key of the options that it gets; null: none. */
  readonly optionsKey: string | null;
}

/** How long an idempotency key is remembered after its post was deleted (D19). */
export const KEY_OUTLIVES_POST_MS = 31 * 86_400_000;

/** A request that wants to use an idempotency key (D19). */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string;
}

export interface IdempotencyRecord extends IdempotencyClaim {
  readonly postId: string;
}

/** The post as it is stored. */
export type Created =
  | { readonly kind: "created"; readonly post: Post }
  | { readonly kind: "claimed"; readonly claim: IdempotencyRecord };

/** Chooses a slot that is not held. Pure: it runs inside the transaction. */
export type SlotPick = (held: HeldSlots) => PostTime;

/**
 * Decides about several posts. Pure: it runs inside the transaction.
 * @param posts those that exist, in the order in which they were named; `held` includes their own slots
 */
export type DecideAll = (posts: readonly PostWithoutContent[], held: HeldSlots) => readonly PostRevision[];

export interface PostRevision {
  readonly post: PostWithoutContent;
  readonly revision: Revision;
}

export interface HeldSlot {
  /** ms since 1970. */
  readonly at: number;
  readonly postId: string;
}

/**
 * The latest first, by the time the post was created; is scheduled for, or else was created; first went live (the others
 * come last). `soonest` is `scheduled` the other way round.
 */
export const POST_SORTS = ["created", "scheduled", "soonest", "published"] as const;
export type PostSort = (typeof POST_SORTS)[number];

/** A place in a sorted list of posts. */
export interface PostPlace {
  readonly id: string;
  /** The post's time in that order, ms since 1970; of no matter for `created`. */
  readonly at: number;
}

/** A part of the calendar; ms since 1970. */
export interface TimeRange {
  readonly from: number;
  /** Not part of it. */
  readonly to: number;
}

/** A post, and where it stands in the calendar. */
export interface PlacedPost {
  /** ms since 1970. */
  readonly at: number;
  readonly post: Post;
}

export interface PostCounts {
  readonly counts: Readonly<Record<PostStatus, number>>;
  /** A status has more. */
  readonly capped: boolean;
}
export const MOST_OF_A_STATUS = 10_000;

/** A post matches when it matches every filter that is given. */
export interface PostFilter {
  /** Any of these; the other lists work the same way. */
  readonly status?: readonly PostStatus[] | undefined;
  readonly targetStatus?: readonly TargetStatus[] | undefined;
  readonly platform?: readonly string[] | undefined;
  readonly accountId?: readonly string[] | undefined;
  /** As the audit log names them: `key:<id>`, `<role>:<email>` or `cli`. */
  readonly createdBy?: readonly string[] | undefined;
  /** On the time the post is scheduled for, or else was created; ms since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** What was asked or decided about a draft last. */
  readonly review?: readonly ReviewState[] | undefined;
  /** Ids of labels. */
  readonly label?: readonly string[] | undefined;
  /** Words in the caption. */
  readonly text?: string | undefined;
}

/** Something that happened to a post as a whole. */
export type PostEvent = Pick<JournalEvent, "kind" | "detail"> & Partial<Pick<JournalEvent, "data">>;

/** A change of one post, decided inside the transaction that makes it. */
export interface Revision {
  readonly at: number;
  /** Fields that change. */
  readonly post?: Partial<Pick<Post, "warnings"> & Omit<NewPost, "id" | "profileId" | "targets">> & {
    readonly review?: StoredReview | null;
  };
  /** Picks a free slot, which becomes the post's time and the due time of its waiting targets. */
  readonly slots?: SlotPick | null;
  /** New due time of targets that have not started. */
  readonly dueAt?: number;
  readonly moves?: readonly TargetMove[];
  /** Replaces the post's targets; only for a post that has not started. */
  readonly targets?: readonly NewTarget[];
  /** A sentence for the journal of the post as a whole, or several in their order. */
  readonly event?: PostEvent | readonly PostEvent[];
  readonly reconciled?: { readonly targetIds: readonly string[]; readonly as: Reconciled };
  /** Makes an uncertain target due at once, and remembers who asked for it and when it was due. */
  readonly look?: { readonly targetId: string; readonly by: string };
  /** Stored only if something changes; its actor is the actor of all events. */
  readonly audit?: AuditEntry;
  /** Deletes the post here; what is on the networks stays. */
  readonly remove?: boolean;
}

/** A media of a new or edited post was deleted between its check and its transaction: nothing was stored. */
export class MissingMediaError extends Error {
  override readonly name = "MissingMediaError";
  /** @param position of the media in the post, from 0 */
  constructor(readonly position: number) {
    super(`media ${position} of the post does not exist`);
  }
}

/** A label of a new or edited post does not exist in its profile: nothing was stored. */
export class MissingLabelError extends Error {
  override readonly name = "MissingLabelError";
  /** @param position of the label in the post, from 0 */
  constructor(readonly position: number) {
    super(`label ${position} of the post does not exist`);
  }
}
