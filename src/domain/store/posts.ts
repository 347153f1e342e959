// Store interface: posts as a whole.
import type { AuditEntry } from "../audit.ts";
import type { Post, Warning, Target, PostStatus, TargetStatus, Reconciled } from "../post.ts";
import type { JournalEvent } from "../event.ts";
import type { HeldTimes, PostTime } from "../slot.ts";
import type { TargetMove } from "../target-move.ts";

/** Posts as a whole. */
export interface Posts {
  /**
   * Post, targets, media links, idempotency key and audit entry together, or nothing. With `slots`, the post takes the earliest one
   * that no other post holds. A key that is taken already answers with its claim, and nothing is stored.
   */
  create(
    post: NewPost,
    claim: IdempotencyClaim | null,
    slots: SlotPick | null,
    audit: AuditEntry,
  ): Promise<Created>;
  get(profileId: string, id: string): Promise<Post | null>;
  /** Newest first. */
  page(profileId: string, filter: PostFilter, limit: number, before: string | null): Promise<Post[]>;
  /** What a key was used for. */
  claimed(profileId: string, key: string): Promise<IdempotencyRecord | null>;
  /**
   * Reads the post and changes it in one transaction: `decide` sees it as it is and says what changes. What it throws is
   * thrown, and nothing changes.
   */
  revise(profileId: string, id: string, decide: (post: Post) => Revision): Promise<Post | null>;
  events(profileId: string, id: string): Promise<JournalEvent[] | null>;
  /** The slots that queued posts hold, earliest first. */
  held(profileId: string, after: number, limit: number): Promise<HeldSlot[]>;
  /** What `look` finds among the moments that are held now; it asks in rising order. */
  amongHeld<T>(profileId: string, after: number, look: (held: HeldTimes) => T): Promise<T>;
  /** Waiting posts to be looked at again by `now` (D25a). */
  dueChecks(now: number, limit: number): Promise<Post[]>;
  /** Writes down what a look found, unless the post was changed since it was read: then it is looked at again. */
  checked(post: Post, check: PostCheck): Promise<void>;
}

/** A look at a waiting post before its time. */
export interface PostCheck {
  readonly at: number;
  /** When it is looked at next; null: not again. */
  readonly nextAt: number | null;
  readonly warnings: readonly Warning[];
  /** For the journal; null when there is nothing to say. */
  readonly detail: string | null;
}

export interface NewPost extends Omit<Post, "targets" | "media"> {
  readonly mediaIds: readonly string[];
  readonly targets: readonly NewTarget[];
  readonly checkAt: number | null;
}

export type NewTarget = Pick<
  Target,
  "id" | "accountId" | "platform" | "handle" | "simulated" | "state" | "dueAt" | "caption" | "options"
>;

/** How long an idempotency key is remembered after its post was deleted (D19). */
export const KEY_OUTLIVES_POST_MS = 31 * 86_400_000;

/** The use of an idempotency key (D19). */
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
export type SlotPick = (held: HeldTimes) => PostTime;

export interface HeldSlot {
  /** ms since 1970. */
  readonly at: number;
  readonly postId: string;
}

/** Of each list, one is enough; a filter that is left out lets everything through. */
export interface PostFilter {
  /** Any of these; the same for the others. */
  readonly status?: readonly PostStatus[] | undefined;
  readonly targetStatus?: readonly TargetStatus[] | undefined;
  readonly platform?: readonly string[] | undefined;
  readonly accountId?: readonly string[] | undefined;
  /** On the time it is scheduled for, else created; ms since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Words that the caption has. */
  readonly text?: string | undefined;
}

/** A change of one post, decided inside the transaction that makes it. */
export interface Revision {
  readonly at: number;
  /** Fields that change. */
  readonly post?: Partial<Omit<NewPost, "id" | "profileId" | "targets">>;
  /** Takes a free slot: the post's time and its waiting targets' due time become that. */
  readonly slots?: SlotPick | null;
  /** New due time of targets that wait and have not begun. */
  readonly dueAt?: number;
  readonly moves?: readonly TargetMove[];
  /** The post's targets from now on; only for a post that has not begun. */
  readonly targets?: readonly NewTarget[];
  /** One sentence for the journal of the post as a whole. */
  readonly event?: Pick<JournalEvent, "kind" | "detail">;
  readonly reconciled?: { readonly targetId: string; readonly as: Reconciled };
  /** Written down only if something changes. */
  readonly audit?: AuditEntry;
  /** The record goes; the networks are not touched. */
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
