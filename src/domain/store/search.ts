// Store interface: upkeep of the search index.

export interface Search {
  /** Adds some posts more to the index. @returns false when none was missing */
  catchUp(): Promise<boolean>;
  /** Adds all that are missing, step by step. */
  complete(): Promise<void>;
  /** Removes the words of deleted posts from the index's file, step by step. */
  tidy(): Promise<void>;
}
