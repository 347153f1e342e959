// Store interface: posts as a whole.
import type { AuditEntry } from "../audit.ts";
import type { Post, Warning, Target, PostStatus, TargetStatus, Reconciled } from "../post.ts";
import type { JournalEvent } from "../event.ts";
import type { Held, Place } from "../slot.ts";
import type { TargetMove } from "../target-move.ts";

/** Posts as a whole. */
export interface Posts {
  /**
   * Post, targets, media links, idempotency key and audit entry together, or nothing. With `slots`, the post takes the earliest one
   * that no other post holds. A key that is taken already answers with its claim, and nothing is stored.
   */
  create(post: NewPost, claim: Claim | null, slots: SlotPick | null, audit: AuditEntry): Promise<Created>;
  get(profileId: string, id: string): Promise<Post | null>;
  /** Newest first. */
  page(profileId: string, filter: PostFilter, limit: number, before: string | null): Promise<Post[]>;
  /** What a key was used for. */
  claimed(profileId: string, key: string): Promise<Claimed | null>;
  /**
   * Reads the post and changes it in one transaction: `decide` sees it as it is and says what changes. What it throws is
   * thrown, and nothing changes.
   */
  revise(profileId: string, id: string, decide: (post: Post) => Revision): Promise<Post | null>;
  events(profileId: string, id: string): Promise<JournalEvent[] | null>;
  /** The slots that queued posts hold, earliest first. */
  held(profileId: string, after: number, limit: number): Promise<HeldMoment[]>;
  /** What `look` finds among the moments that are held now; it asks in rising order. */
  amongHeld<T>(profileId: string, after: number, look: (held: Held) => T): Promise<T>;
  /** Waiting posts to be looked at again by `now` (D25a). */
  dueChecks(now: number, limit: number): Promise<Post[]>;
  /** Writes down what a look found, unless the post was changed since it was read: then it is looked at again. */
  checked(post: Post, check: Check): Promise<void>;
}

/** A look at a waiting post before its time. */
export interface Check {
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

/** The use of an idempotency key (D19). */
export interface Claim {
  readonly key: string;
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string;
}

export interface Claimed extends Claim {
  readonly postId: string;
}

/** The post as it is stored. */
export type Created =
  { readonly kind: "created"; readonly post: Post } | { readonly kind: "claimed"; readonly claim: Claimed };

/** Chooses a slot that is not held. Pure: it runs inside the transaction. */
export type SlotPick = (held: Held) => Place;

export interface HeldMoment {
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
