// Store interface: the delivery journal, which moves targets from state to state while they are delivered.
import type { AttemptRef, MarkFacts, TargetFacts } from "../target-move.ts";
import type { INTERRUPTIBLE, Report, State, Transition } from "../target-state.ts";
import type { JournalEvent } from "../event.ts";
import type { Step } from "../evidence.ts";
import type { Json } from "../json.ts";
import type { PublishingPause, ServerPause } from "../pause.ts";
import type { RuleChanges } from "../rules.ts";
import type { Failure, Verification } from "../post.ts";
import type { Media } from "../media.ts";

/** Upper limits of the waits that Crier chooses, ms. */
export interface LongestWaits {
  /** For the next question about an uncertain target, by how often it was asked about. */
  readonly questionsMs: readonly number[];
  /** For an uncertain target that was asked about more often. */
  readonly lastQuestionMs: number;
  /** For a server that failed. */
  readonly serverMs: number;
  /** For anything else. */
  readonly otherMs: number;
}

/** Every change of a target is fenced by its state and attempt: of two callers, one succeeds. */
export interface Journal {
  /** Targets with something to do now: at most one of each account; profiles take turns. */
  due(request: DueQuery): Promise<Due[]>;
  /** The earliest due time after `after`, ms since 1970; null when there is none. */
  nextDue(after: number): Promise<number | null>;
  /**
   * Starts an attempt. Null when another process claimed the target first, when it is no longer in that state or no longer
   * due at `at`, and while publishing is paused, the queue in which its post waits,
   * or its account; and while another attempt tries its server after a pause.
   */
  claim(due: Due, from: "pending" | "retrying", at: number): Promise<Work | null>;
  /** Everything an attempt needs; null when the target is no longer in that attempt. */
  work(ref: AttemptRef): Promise<Work | null>;
  /**
   * Makes one move and writes its event and its facts in the same transaction. False when the target is no longer in
   * `from` with this attempt: then only an event of the kind `late` is written. The send mark has `mark`.
   */
  move<S extends State>(
    ref: AttemptRef,
    from: S,
    move: Exclude<Transition<S>, "prepared">,
    facts: TargetFacts,
  ): Promise<boolean>;
  /**
   * Records what the process that makes the attempt knows of it, by the move that fits the state in which the target is
   * found (`REPORTS`). False, with an event of the kind `late`, where none does: somebody has decided meanwhile.
   */
  report(ref: AttemptRef, report: Report, facts: TargetFacts): Promise<boolean>;
  /**
   * Writes the send mark: the move `prepared`. `paused`: publishing is, nothing was written, and nothing may be sent.
   * `late`: the target is no longer being prepared in this attempt, as with `move`.
   */
  mark(ref: AttemptRef, facts: MarkFacts): Promise<"marked" | "paused" | "late">;
  /** The pause of all publishing; null while there is none. */
  pause(): Promise<PublishingPause | null>;
  /**
   * Due targets that have to wait for a pause, of all publishing, of their queue or of their account, say so from now on, each with one
   * event; at most `limit` of those that do not yet. @returns their posts
   */
  notePause(now: number, limit: number): Promise<string[]>;
  /** Postpones a target that has not started, and remembers its own time. False when it has changed, or got another time, since it was read. */
  defer(due: Due, change: Deferral): Promise<boolean>;
  /** The wall clock was set: delays that Crier chose move along, times that people chose stay. @param byMs forward or back */
  clockSet(byMs: number): Promise<void>;
  /**
   * No wait that Crier chose ends later than if it began now. One that would is due to a clock that was set back while no
   * process ran; times that people chose stay.
   */
  shortenWaits(now: number, longest: LongestWaits): Promise<void>;
  /** Posts of an account that went live after `since`: how many, and when the first of them did. */
  usage(accountId: string, since: number): Promise<{ count: number; first: number | null }>;
  /**
   * Reserves the look at a target that the network has, where other processes would look as well: they leave it alone until
   * then, ms since 1970. False when another one was faster.
   */
  reserveLook(due: Due, until: number): Promise<boolean>;
  /** Leaves a target in its state, to be checked again at `dueAt` (null: not automatically). False when it has moved on. */
  lookAgain(ref: AttemptRef, state: State, change: NextCheck): Promise<boolean>;
  /** Adds an event to an attempt; nothing else changes. */
  note(ref: AttemptRef, event: Pick<JournalEvent, "kind" | "detail" | "at" | "data">): Promise<void>;
  /** Saves what a repeated `prepare` resumes from. Ignored unless the attempt is being prepared or sent. */
  saveProgress(ref: AttemptRef, progress: Json): Promise<void>;
  /**
   * The network's ids of the account's posts that are known to be live since then, and of the last one before. A post
   * whose answer was lost is none of them, and where the network numbers its posts, its number is near theirs.
   */
  remoteIds(accountId: string, since: number): Promise<string[]>;
  /** Attempts that were under way when the process ended. */
  interrupted(): Promise<Interrupted[]>;
}

export interface Interrupted {
  readonly ref: AttemptRef & { readonly platform: string };
  readonly state: (typeof INTERRUPTIBLE)[number];
}

export interface DueQuery {
  readonly now: number;
  readonly limit: number;
  /** Accounts and servers to leave out. */
  readonly busyAccounts: readonly string[];
  readonly fullServers: readonly string[];
  /** Attempts under way by profile: the more a profile has, the later its next target comes. */
  readonly running: Readonly<Record<string, number>>;
  /** False: only what the network has already (AT_NETWORK), no new attempt. */
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
  /** Until when its network asked the account to wait, ms since 1970; null: it did not. */
  readonly accountNotBefore: number | null;
  /** Its server failed again and again: when this has passed, the attempt that begins tries it for all others. */
  readonly serverPause: Pick<ServerPause, "failures" | "until"> | null;
  readonly state: State;
  readonly dueAt: number;
  /** Its own time, while it is deferred, ms since 1970. */
  readonly deferredSince: number | null;
  /** Limits of the account that differ from its network's. */
  readonly ruleChanges: RuleChanges;
}

/** Why a target that is due does not start yet, and when it may. Times in ms since 1970. */
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
  /** Of the post, and what only some of its targets have. */
  readonly media: readonly Media[];
  readonly targetMedia: readonly Media[];
  readonly progress: Json;
  readonly prepared: Json;
  readonly receipt: Json;
  /** When the publishing request was about to leave, ms since 1970. */
  readonly sentAt: number | null;
  /** Automatic tries so far, and when the first of them began. */
  readonly tries: number;
  readonly triesSince: number;
  readonly verification: Verification | null;
  /** A look that a person asked for; null when it is a planned one. */
  readonly look: RequestedLook | null;
  /** Held after a restore (restore-hold.ts): the network may be asked about it, but only a person can have it sent. */
  readonly held: boolean;
}

export interface RequestedLook {
  /** When the planned look was due, ms since 1970; null: there was to be none. */
  readonly plannedAt: number | null;
}

export interface NextCheck {
  readonly at: number;
  readonly dueAt: number | null;
  readonly receipt?: Json;
  readonly verification?: Verification;
  /** As in TargetFacts. */
  readonly accountNotBefore?: number;
  /** What was exchanged with the network for it. */
  readonly steps?: readonly Step[];
  readonly detail: string;
}
