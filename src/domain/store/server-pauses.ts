// Store interface: servers that fail, and the pauses after which one post tries them again for all others.
import type { ServerPause } from "../pause.ts";

export interface ServerPauses {
  /** Those that posts wait for, also where the pause has passed and no post has tried yet. */
  all(): Promise<ServerPause[]>;
  /**
   * A request failed. Failures count in a row; those during a pause do not, as they were under way when it began.
   * @param pausesMs how long posts wait after the first failure, the second and so on; null: they don't. The last one
   * holds for all others.
   */
  fail(failure: ServerFailure, pausesMs: readonly (number | null)[]): Promise<void>;
  /** It responded: nothing waits for it any more. */
  respond(server: string): Promise<void>;
}

export interface ServerFailure {
  readonly platform: string;
  readonly server: string;
  /** ms since 1970 */
  readonly at: number;
}
