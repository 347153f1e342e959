// What publishing needs from other folders, as interfaces. One operation is one transaction; callers never hold one.
import type { DraftMedia, Io, Json, Network } from "../networks/network.ts";
import type { Framing } from "../networks/options.ts";
import type { RuleChanges, Rules } from "../networks/rules.ts";
import type { AnyTransition, Transition, State } from "../domain/target-state.ts";
import type {
  Failure,
  Media,
  Post,
  PostStatus,
  Reconciled,
  TakenMedia,
  Target,
  TargetStatus,
  Verification,
  Warning,
} from "../domain/post.ts";
import type { LongestWaits } from "./delivery/retry-policy.ts";
import type { AuditEntry } from "../domain/audit.ts";
import type { Held, Place, Reflow, Slot } from "../domain/slot.ts";

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

export interface TargetMove {
  readonly ref: Ref;
  readonly from: State;
  readonly move: AnyTransition;
  readonly facts: Facts;
}

/** A move for a revision; the types know whether it exists. */
export function moveOf<S extends State>(
  target: Target,
  from: S,
  move: Transition<S>,
  facts: Facts,
): TargetMove {
  return { ref: { id: target.id, postId: target.postId, attempt: target.attempt }, from, move, facts };
}

/** Slots of a profile's queue. */
export interface Slots {
  list(profileId: string): Promise<Slot[]>;
  /**
   * All of them at once; with `reflow`, queued posts move to the new slots in the order they stand. False when
   * there is no such profile.
   */
  replace(
    profileId: string,
    slots: readonly Slot[],
    reflow: Reflow | null,
    audit: AuditEntry,
  ): Promise<boolean>;
}

/** Whether the workspace may publish now (D26). */
export interface Plans {
  state(now: number): Promise<"live" | "payment_required" | "too_many_accounts">;
}

/** The delivery journal: the only way a target's state changes. */
export interface Journal {
  /** What must be looked at now: at most one target of each account, profiles by turns. */
  due(request: DueQuery): Promise<Due[]>;
  /** When the next target becomes due of those that are not by `after`, ms since 1970. */
  nextDue(after: number): Promise<number | null>;
  /** Starts an attempt. Null when somebody else was faster or it is no longer in that state. */
  claim(due: Due, from: "pending" | "retrying", at: number): Promise<Work | null>;
  /** What the attempt under way knows; null when the target is not in that attempt any more. */
  work(ref: Ref): Promise<Work | null>;
  /**
   * Makes one move and writes its event and its facts in the same transaction. False when the target is no longer in
   * `from` with this attempt: then only the late news is written, as an event.
   */
  move<S extends State>(ref: Ref, from: S, move: Transition<S>, facts: Facts): Promise<boolean>;
  /** Waits until then; its own time is kept beside it. False when it is no longer there. */
  defer(due: Due, change: Deferral): Promise<boolean>;
  /** The wall clock was set: waits of ours move along, times that people chose stay. @param byMs forward or back */
  clockSet(byMs: number): Promise<void>;
  /**
   * No wait of ours ends later than if it began now. One that would is due to a clock that was set back while no process
   * ran; times that people chose stay.
   */
  shortenWaits(now: number, longest: LongestWaits): Promise<void>;
  /** Posts of an account that went live after `since`: how many, and when the first of them did. */
  usage(accountId: string, since: number): Promise<{ count: number; first: number | null }>;
  /** Stays in its state and is looked at again at `dueAt` (null: not by itself). */
  lookAgain(ref: Ref, state: State, change: NextCheck): Promise<boolean>;
  /** One line for the events of an attempt; nothing else changes. */
  note(ref: Ref, kind: JournalEvent["kind"], detail: string, at: number): Promise<void>;
  /** What `prepare` wants to find again when it is repeated, kept while it runs and while the post is sent. */
  saveProgress(ref: Ref, progress: Json): Promise<void>;
  /**
   * What the network calls the account's posts that are known to be live since then, and the last one before: none of
   * them is a lost one, and where the network counts its posts, a lost one has a number near theirs.
   */
  remoteIds(accountId: string, since: number): Promise<string[]>;
  /** Attempts that were under way when the process ended. */
  interrupted(): Promise<{ ref: Ref; state: "preparing" | "committing" }[]>;
}

export interface Ref {
  readonly id: string;
  readonly postId: string;
  readonly attempt: number;
}

export interface DueQuery {
  readonly now: number;
  readonly limit: number;
  /** Accounts and servers that are left out. */
  readonly busyAccounts: readonly string[];
  readonly fullServers: readonly string[];
  /** What runs already, by profile: who has much under way comes later. */
  readonly running: Readonly<Record<string, number>>;
  /** Without: only what is under way at the network, no new attempt. */
  readonly begin: boolean;
}

export interface Due extends Ref {
  readonly profileId: string;
  readonly accountId: string;
  readonly platform: string;
  /** Where its account lives; the platform, where the network is one. */
  readonly server: string;
  /** Its account exists only in the simulator, and shares nothing with any other (D40). */
  readonly simulated: boolean;
  readonly state: State;
  readonly dueAt: number;
  /** Its own time when it was made to wait, ms since 1970. */
  readonly deferredSince: number | null;
  /** What the account's limits are different in. */
  readonly ruleChanges: RuleChanges;
}

/** Why a target that is due does not begin yet, and when it may. Times in ms since 1970. */
export interface Deferral {
  readonly at: number;
  readonly until: number;
  readonly failure: Failure;
}

/** One attempt with everything it needs. */
export interface Work extends Ref {
  readonly profileId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly server: string;
  readonly simulated: boolean;
  readonly state: State;
  readonly caption: string;
  readonly options: Json;
  readonly media: readonly Media[];
  readonly progress: Json;
  readonly prepared: Json;
  readonly receipt: Json;
  /** When the publishing request was about to leave, ms since 1970. */
  readonly sentAt: number | null;
  /** Automatic tries so far, and when the first of them began. */
  readonly tries: number;
  readonly triesSince: number;
  readonly verification: Verification | null;
  /** Restored from a backup (restore-hold.ts): the network may find it, but nothing sends it except a person's word. */
  readonly held: boolean;
}

/** What a move makes known. Keys that are left out stay as they are. */
export interface Facts {
  readonly at: number;
  /** When to look again; null when the new state needs nothing. */
  readonly dueAt: number | null;
  readonly failure?: Failure | null;
  readonly remote?: { readonly id: string | null; readonly url: string | null };
  readonly publishedAt?: number;
  readonly prepared?: { readonly json: Json; readonly fingerprint: string };
  readonly receipt?: Json;
  /** Null: what was said of an earlier attempt says nothing about this one. */
  readonly verification?: Verification | null;
  /** One sentence for the event; no secrets. */
  readonly detail: string;
}

export interface NextCheck {
  readonly at: number;
  readonly dueAt: number | null;
  readonly receipt?: Json;
  readonly verification?: Verification;
  readonly detail: string;
}

/** What a restored database has that is not live, and what becomes of it (restore-hold.ts). */
export interface Holding {
  /**
   * Asks `decide` about every target that is not live and holds the chosen ones; entry and moves are one transaction.
   * `decide` may be asked twice. @returns what was decided about each
   */
  hold(decide: (target: HoldCandidate) => Hold, entry: AuditEntry): Promise<HeldTarget[]>;
}

export interface HoldCandidate extends Ref {
  readonly state: State;
  /** Its own time, also while it is deferred. */
  readonly dueAt: number | null;
  /** Its latest attempt had reached the send mark, so a connector can be asked about it. */
  readonly canVerify: boolean;
}
export type HeldTarget = Pick<HoldCandidate, "state" | "canVerify"> & Pick<Hold, "kind">;

/** To hold it, with these facts; or a line for the journal of a target that stays as it is. */
export type Hold =
  { readonly kind: "hold"; readonly facts: Facts } | { readonly kind: "leave"; readonly detail: string };

/** A line of the journal as a caller may see it. */
export interface JournalEvent {
  readonly seq: number;
  readonly targetId: string | null;
  readonly attempt: number | null;
  readonly kind:
    | AnyTransition
    | "created"
    | "defer"
    | "look"
    | "late"
    | "converting"
    | "edited"
    | "scheduled"
    | "canceled"
    | "restored"
    | "preflight.warning";
  readonly detail: string;
  readonly at: number;
}

/** The accounts a post can go to. */
export interface TargetAccounts {
  ofProfile(profileId: string): Promise<TargetAccount[]>;
}

export interface TargetAccount {
  readonly id: string;
  readonly platform: string;
  readonly handle: string;
  readonly status: "active" | "needs_reconnect" | "disconnected";
  readonly simulated: boolean;
  readonly rules: Rules;
}

/** The outside world of one attempt. */
export interface AccountConnections {
  network(platform: string): Network | null;
  /** Throws StepFailed when the account's credentials can't be had. */
  io(accountId: string, attempt: { saved: Json; save(progress: Json): Promise<void> }): Promise<AccountIo>;
  /**
   * Whether there are others than the credentials of version `used`, which the network refused in the `count`-th of the
   * tries since `since`, ms; new ones are asked for. False when there is no way, and when those were new already.
   * Throws StepFailed when the network can't be asked now.
   */
  refreshCredentials(
    accountId: string,
    used: number,
    tries: { count: number; since: number },
  ): Promise<boolean>;
  /** The network no longer takes the credentials of version `used`. */
  needsReconnect(accountId: string, used: number, detail: string): Promise<void>;
}

export interface AccountIo {
  readonly io: Io;
  /** Of the credentials in there: it grows with every change of them. */
  readonly credentialsVersion: number;
  readonly remoteAccountId: string;
  readonly rules: Rules;
}

/** Where everything is written down. */
export interface Disk {
  /** Too little room to begin anything new. */
  isLow(): boolean;
  /** A write failed: makes room for what must be written. */
  release(): void;
}

/** The files of a post. */
export interface PostFiles {
  /** The profile's media with these ids, in this order; a missing one is null. */
  find(profileId: string, ids: readonly string[]): Promise<(Media | null)[]>;
  /**
   * A file as a network takes it, without what it tells of its maker; converted first where `wanted` says so. Throws Problem.
   * @param told hears how far a long conversion is, a share from 0 to 1
   */
  fitted(media: TakenMedia, wanted: TargetFormat | null, told?: (share: number) => void): Promise<DraftMedia>;
  /** Whether the file is there, whole and can be opened. */
  isReadable(media: Media): Promise<boolean>;
  /** What says why this machine can't convert a file, with what to do about it; null when it can. */
  unable(): Promise<(media: Media) => string | null>;
}

/** What a file must become. */
export interface TargetFormat {
  readonly mime: string;
  readonly maxBytes: number;
  /** width × height. */
  readonly maxPixels: number | null;
  /** Longest side, px. */
  readonly maxSide: number | null;
  /** Of a video, frames a second; the least only where it has fewer. */
  readonly maxFrameRate?: number;
  readonly minFrameRate?: number;
  readonly frame?: Frame;
}

/** A shape to bring a file into, because somebody chose so. */
export interface Frame {
  readonly by: Framing;
  /** width ÷ height. */
  readonly ratio: number;
}
