// Store interface: what has changed since a position, read from the journal of posts and the audit log.
import type { AccountStatus } from "../account.ts";
import type { JournalEvent } from "../event.ts";
import type { PostStatus } from "../post.ts";

/** Everything up to here is known: the number of the last event and of the last audit entry. Neither is given twice. */
export interface ChangePosition {
  readonly event: number;
  readonly act: number;
}

/** A new line in the journal of a post. */
export interface ChangedPost {
  readonly seq: number;
  readonly postId: string;
  readonly profileId: string;
  readonly kind: JournalEvent["kind"];
}

/** A new audit entry. */
export interface Act {
  readonly seq: number;
  readonly action: string;
  readonly profileId: string | null;
  readonly subject: string;
}

/** A post as it is now. */
export interface PostNow {
  readonly revision: number;
  readonly status: PostStatus;
}

/** An upload that is neither completed nor expired. */
export interface UploadNow {
  readonly id: string;
  readonly profileId: string;
  /** Bytes that are on the disk, and bytes declared. */
  readonly received: number;
  readonly size: number;
}

export interface ChangesAfter {
  /** Up to here they are complete. */
  readonly position: ChangePosition;
  /** There are more, after `position`. */
  readonly hasMore: boolean;
  /** Oldest first, of all profiles. */
  readonly events: readonly ChangedPost[];
  readonly acts: readonly Act[];
  /** Posts and accounts that these name, by id; only those of the profiles asked for that still exist. */
  readonly posts: ReadonlyMap<string, PostNow>;
  readonly accounts: ReadonlyMap<string, AccountStatus>;
  /** Uploads under way in these profiles, whether they have changed or not. */
  readonly uploads: readonly UploadNow[];
}

export interface Changes {
  /** The position of what was stored last. */
  newest(): Promise<ChangePosition>;
  /**
   * What was stored after a position, also by other processes, in one consistent read.
   * @param profileIds whose posts, accounts and uploads are read
   * @param limit at most so many events, and so many audit entries
   */
  after(position: ChangePosition, profileIds: readonly string[], limit: number): Promise<ChangesAfter>;
}
