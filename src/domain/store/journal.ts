// Store interface: the delivery journal, the only way to change the state of a target that is being delivered.
import type { AttemptRef, TargetFacts } from "../target-move.ts";
import type { INTERRUPTIBLE, State, Transition } from "../target-state.ts";
import type { JournalEvent } from "../event.ts";
import type { Json } from "../json.ts";
import type { RuleChanges } from "../../networks/rules.ts";
import type { Failure, Verification } from "../post.ts";
import type { Media } from "../media.ts";

/** The delivery journal: the only way a target's state changes. */
export interface Journal {
  /** What must be looked at now: at most one target of each account, profiles by turns. */
  due(request: DueQuery): Promise<Due[]>;
  /** When the next target becomes due of those that are not by `after`, ms since 1970. */
  nextDue(after: number): Promise<number | null>;
  /** Starts an attempt. Null when somebody else was faster or it is no longer in that state. */
  claim(due: Due, from: "pending" | "retrying", at: number): Promise<Work | null>;
  /** What the attempt under way knows; null when the target is not in that attempt any more. */
  work(ref: AttemptRef): Promise<Work | null>;
  /**
   * Makes one move and writes its event and its facts in the same transaction. False when the target is no longer in
   * `from` with this attempt: then only the late news is written, as an event.
   */
  move<S extends State>(ref: AttemptRef, from: S, move: Transition<S>, facts: TargetFacts): Promise<boolean>;
  /** Waits until then; its own time is kept beside it. False when it is no longer there. */
  defer(due: Due, change: Deferral): Promise<boolean>;
  /** The wall clock was set: waits of ours move along, times that people chose stay. @param byMs forward or back */
  clockSet(byMs: number): Promise<void>;
  /** Posts of an account that went live after `since`: how many, and when the first of them did. */
  usage(accountId: string, since: number): Promise<{ count: number; first: number | null }>;
  /** Stays in its state and is looked at again at `dueAt` (null: not by itself). */
  lookAgain(ref: AttemptRef, state: State, change: NextCheck): Promise<boolean>;
  /** One line for the events of an attempt; nothing else changes. */
  note(ref: AttemptRef, kind: JournalEvent["kind"], detail: string, at: number): Promise<void>;
  /** What `prepare` wants to find again when it is repeated, kept while it runs and while the post is sent. */
  saveProgress(ref: AttemptRef, progress: Json): Promise<void>;
  /**
   * What the network calls the account's posts that are known to be live since then, and the last one before: none of
   * them is a lost one, and where the network counts its posts, a lost one has a number near theirs.
   */
  remoteIds(accountId: string, since: number): Promise<string[]>;
  /** Attempts that were under way when the process ended. */
  interrupted(): Promise<{ ref: AttemptRef; state: (typeof INTERRUPTIBLE)[number] }[]>;
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

export interface Due extends AttemptRef {
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
export interface Work extends AttemptRef {
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

export interface NextCheck {
  readonly at: number;
  readonly dueAt: number | null;
  readonly receipt?: Json;
  readonly verification?: Verification;
  readonly detail: string;
}
