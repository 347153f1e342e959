// Pauses: a person stops all publishing, or the queue of a profile, and lifts the pause when it is safe to go on.
import type { Failure } from "./post.ts";

export interface PublishingPause {
  /** A person's words. */
  readonly reason: string;
  /** ms since 1970. */
  readonly since: number;
  /** `<role>:<email>` or `cli`. */
  readonly by: string;
}

/** A pause of one profile's queue: queued posts wait, those with a time of their own go out. */
export interface QueuePause extends PublishingPause {
  /** When it ends of its own accord, ms since 1970; null: when somebody ends it. */
  readonly until: number | null;
}

/** A server that failed again and again: posts there wait. */
export interface ServerPause {
  readonly platform: string;
  /** The platform, where the network is one server. */
  readonly server: string;
  /** Requests in a row that failed. */
  readonly failures: number;
  /** ms since 1970. When that has passed, the next post tries the server for all others. */
  readonly until: number;
}

/** An account whose network asked it to wait (Retry-After). */
export interface AccountWait {
  readonly accountId: string;
  /** ms since 1970 */
  readonly until: number;
}

/** Why posts wait for a server, as a sentence for a person. */
export const serverPausedReason = ({ server, failures }: Pick<ServerPause, "server" | "failures">): string =>
  `${failures} requests in a row to ${server} failed; posts there wait until it responds again.`;

/** The longest reason, in characters. */
export const MAX_REASON = 300;

/** What a target says that is due while publishing is paused. Its code and category together belong to nothing else. */
export const pausedFailure = ({ reason }: Pick<PublishingPause, "reason">): Failure => ({
  code: "waiting",
  category: "interrupted",
  detail: `Publishing is stopped: ${reason}`,
});

/** What a target of a queued post says whose slot comes while the queue is paused. */
export const queuePausedFailure = ({ reason }: Pick<QueuePause, "reason">): Failure => ({
  ...pausedFailure({ reason }),
  detail: `The queue is paused: ${reason}`,
});

/** What a target says that is due while its account is paused. */
export const accountPausedFailure: Failure = {
  code: "waiting",
  category: "interrupted",
  detail: "The account is paused: its posts wait until somebody resumes it.",
};

/** @param failure of a target, or its code and category as responses show them */
export const isPausedFailure = (
  failure: { readonly code: string | null; readonly category: string | null } | null,
): boolean => failure?.code === "waiting" && failure.category === "interrupted";
