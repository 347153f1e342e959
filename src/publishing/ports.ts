// What publishing needs from the rest of the house. One operation is one transaction; nobody outside holds one.
import type { DraftMedia, Io, Json, Network } from "../networks/network.ts";
import type { Rules } from "../networks/rules.ts";
import type { AnyMove, Move, State } from "./life.ts";
import type { Failure, Media, Post, Target, Verification } from "./post.ts";
import type { Slot } from "./queue.ts";

/** Posts as a whole. */
export interface Posts {
  /** Post, targets and media links together, or nothing. */
  create(post: NewPost): Promise<void>;
  get(profileId: string, id: string): Promise<Post | null>;
  /** Newest first; `before` is the id of the last post of the page before. */
  page(profileId: string, limit: number, before: string | null): Promise<Post[]>;
}

export interface NewPost extends Omit<Post, "targets" | "media"> {
  readonly mediaIds: readonly string[];
  readonly targets: readonly NewTarget[];
}
export type NewTarget = Pick<
  Target,
  "id" | "accountId" | "platform" | "handle" | "simulated" | "state" | "dueAt" | "caption" | "options"
>;

/** The delivery journal: the only way a target's state changes. */
export interface Journal {
  /** What must be looked at by `now`: at most one target of each account that is not in `busyAccounts`. */
  due(now: number, busyAccounts: readonly string[], limit: number): Promise<Due[]>;
  /** When the next target becomes due, ms since 1970. */
  nextDue(): Promise<number | null>;
  /** Starts an attempt. Null when somebody else was faster or it is no longer in that state. */
  claim(due: Due, from: "pending" | "retrying", at: number): Promise<Work | null>;
  /** What the attempt under way knows; null when the target is not in that attempt any more. */
  work(ref: Ref): Promise<Work | null>;
  /**
   * Makes one move and writes its event and its facts in the same transaction. False when the target is no longer in
   * `from` with this attempt: then only the late news is written, as an event.
   */
  move<S extends State>(ref: Ref, from: S, move: Move<S>, facts: Facts): Promise<boolean>;
  /** Stays in its state and is looked at again at `dueAt` (null: not by itself). */
  lookAgain(ref: Ref, state: State, change: LookAgain): Promise<boolean>;
  /** What `prepare` wants to find again when it is repeated. */
  saveProgress(ref: Ref, progress: Json): Promise<void>;
  /** What the network calls the account's posts that are known to be live since then: none of them is a lost one. */
  remoteIds(accountId: string, since: number): Promise<string[]>;
  /** Attempts that were under way when the process ended. */
  interrupted(): Promise<{ ref: Ref; state: "preparing" | "committing" }[]>;
}

export interface Ref {
  readonly id: string;
  readonly postId: string;
  readonly attempt: number;
}

export interface Due extends Ref {
  readonly accountId: string;
  readonly platform: string;
  readonly state: State;
  readonly dueAt: number;
}

/** One attempt with everything it needs. */
export interface Work extends Ref {
  readonly profileId: string;
  readonly accountId: string;
  readonly platform: string;
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
  readonly verification?: Verification;
  /** One sentence for the event; no secrets. */
  readonly detail: string;
}

export interface LookAgain {
  readonly at: number;
  readonly dueAt: number | null;
  readonly receipt?: Json;
  readonly verification?: Verification;
  readonly detail: string;
}

/** A line of the journal as a caller may see it. */
export interface JournalEvent {
  readonly seq: number;
  readonly targetId: string | null;
  readonly attempt: number | null;
  readonly kind: AnyMove | "created" | "look" | "late";
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
export interface Outside {
  network(platform: string): Network | null;
  /** Throws Stop when the account's credentials can't be had. */
  io(accountId: string, attempt: { saved: Json; save(progress: Json): Promise<void> }): Promise<AccountIo>;
  /** Gets new credentials after the network called them expired. False when there is no way. */
  renew(accountId: string): Promise<boolean>;
  /** The network no longer takes this account's credentials. */
  needsReconnect(accountId: string, detail: string): Promise<void>;
}

export interface AccountIo {
  readonly io: Io;
  readonly remoteAccountId: string;
  readonly rules: Rules;
}

/** The files of a post. */
export interface Shelf {
  /** The profile's media with these ids, in this order; a missing one is null. */
  find(profileId: string, ids: readonly string[]): Promise<(Media | null)[]>;
  /** A file as a network takes it; converted first where `wanted` says so. Throws Problem. */
  fitted(media: Media, wanted: Wanted | null): Promise<DraftMedia>;
}

/** What a file must become. */
export interface Wanted {
  readonly mime: string;
  readonly maxBytes: number;
  /** width × height. */
  readonly maxPixels: number | null;
  /** Longest side, px. */
  readonly maxSide: number | null;
}

/** Slots of a profile's queue. */
export interface Slots {
  list(profileId: string): Promise<Slot[]>;
  /** All of them at once. Posts that are queued already stay where they are. */
  replace(profileId: string, slots: readonly Slot[]): Promise<void>;
}
