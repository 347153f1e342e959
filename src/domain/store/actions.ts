// Store interface: actions on several posts that were done lately: what undoes them, and what a repeated request is answered.
import type { UndoStep } from "../undo.ts";
import type { IdempotencyClaim } from "./posts.ts";

export interface ActionRecords {
  /** @param token finds them again. @param now ms since 1970: what is over by then is forgotten */
  addUndo(undo: StoredUndo, now: number): Promise<void>;
  /** Null when the token is unknown, another profile's, or over. */
  findUndo(profileId: string, token: string, now: number): Promise<readonly UndoStep[] | null>;
  /** In place of one with the same key that is over. @param now as above */
  addAnswer(answer: StoredAnswer, now: number): Promise<void>;
  /** Null when no request with this key was answered lately. */
  findAnswer(profileId: string, key: string, now: number): Promise<StoredAnswer | null>;
}

export interface StoredUndo {
  readonly token: string;
  readonly profileId: string;
  readonly steps: readonly UndoStep[];
  /** Then it is forgotten, ms since 1970. */
  readonly until: number;
}

export interface StoredAnswer extends IdempotencyClaim {
  readonly profileId: string;
  /** JSON. */
  readonly body: string;
  /** As above. */
  readonly until: number;
}

/** How many of each are kept at most, of all profiles together: with 100 posts each, some 20 MB. */
export const MAX_ACTIONS = 1000;
