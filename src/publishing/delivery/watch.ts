// Notifies callers about changes of a post.

export interface Watch {
  /** Something about the post changed. */
  changed(postId: string): void;
  /** Resolves at the next change of the post, or when the signal ends. Ask before reading, then read, then wait. */
  next(postId: string, signal: AbortSignal): Promise<void>;
}

export function openWatch(): Watch {
  const waiting = new Map<string, Set<() => void>>();
  return {
    changed(postId) {
      const all = waiting.get(postId);
      waiting.delete(postId);
      all?.forEach((wake) => wake());
    },
    next(postId, signal) {
      if (signal.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const all = waiting.get(postId) ?? new Set();
      waiting.set(postId, all.add(done));
      signal.addEventListener("abort", done, { once: true });
      return promise;

      function done() {
        signal.removeEventListener("abort", done);
        all.delete(done);
        if (all.size === 0 && waiting.get(postId) === all) waiting.delete(postId);
        resolve();
      }
    },
  };
}
