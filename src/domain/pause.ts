// A pause of all publishing: a person stops everything, and lifts the pause when it is safe to go on.
import type { Failure } from "./post.ts";

export interface PublishingPause {
  /** A person's words. */
  readonly reason: string;
  /** ms since 1970. */
  readonly since: number;
  /** `owner:<email>` or `cli`. */
  readonly by: string;
}

/** The longest reason, in characters. */
export const MAX_REASON = 300;

/** What a target says that is due while publishing is paused. Its code and category together belong to nothing else. */
export const pausedFailure = ({ reason }: Pick<PublishingPause, "reason">): Failure => ({
  code: "waiting",
  category: "interrupted",
  detail: `Publishing is stopped: ${reason}`,
});

/** @param failure of a target, or its code and category as responses show them */
export const isPausedFailure = (
  failure: { readonly code: string | null; readonly category: string | null } | null,
): boolean => failure?.code === "waiting" && failure.category === "interrupted";
