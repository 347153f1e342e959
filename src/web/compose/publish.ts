// Sends a post out, once: held for a moment when it is for now, and asked about when the answer is lost.
import { isProblem, NoAnswerError } from "../api.ts";
import type { PostRecord } from "../post/queries.ts";
import type { Stored } from "./copies.ts";
import type { When } from "./draft.ts";

export type Sending =
  | { readonly kind: "idle" }
  /** @param until by the browser's clock, ms since 1970 */
  | { readonly kind: "held"; readonly until: number }
  | { readonly kind: "checking" | "saving" | "sending" }
  /** No answer came: it may be on its way. */
  | { readonly kind: "unknown" }
  /** The server can be reached again, and nothing was sent. */
  | { readonly kind: "missed" }
  /** The text could not even be saved; nothing was sent. */
  | { readonly kind: "unreached" }
  | { readonly kind: "refused"; readonly error: unknown };

export interface PublisherDeps {
  /** What has to be there before anything is sent. */
  readonly save: () => Promise<Stored>;
  /** Gives the post its time. Null leaves the time as it is. */
  readonly schedule: ((stored: Stored) => Promise<unknown>) | null;
  /** Whether a post that was changed since shows that it was done. */
  readonly isDone: (post: PostRecord) => boolean;
  readonly read: (id: string) => Promise<PostRecord>;
  readonly report: (sending: Sending) => void;
  /** @param isLeft the person is somewhere else by now */
  readonly done: (id: string, isLeft: boolean) => void;
}

export interface Publisher {
  /** @param holdMs how long it can be taken back */
  readonly start: (holdMs: number) => void;
  /** @returns whether there was anything to take back */
  readonly undo: () => boolean;
  readonly dismiss: () => void;
  readonly stop: () => void;
}

/** What a request is answered whose forerunner arrived after all. */
const LATE = ["revision_conflict", "already_started", "publishing"] as const;

const ASK_EVERY_MS = 2000;

export function openPublisher(depsNow: () => PublisherDeps): Publisher {
  let hold: ReturnType<typeof setTimeout> | undefined;
  // A second click in the same moment sees no other state than the first.
  let isBusy = false;
  let isStopped = false;

  const report = (sending: Sending) => {
    if (!isStopped) depsNow().report(sending);
  };

  async function send(): Promise<void> {
    hold = undefined;
    // The person's last word: what is written from here on belongs to another moment.
    const { save, schedule, ...deps } = depsNow();
    const done = (id: string) => deps.done(id, isStopped);
    try {
      report({ kind: "saving" });
      const stored = await save();
      const isDone = schedule === null || (await scheduleOnce(stored, schedule, deps));
      if (isDone) done(stored.id);
    } catch (error) {
      report(error instanceof NoAnswerError ? { kind: "unreached" } : { kind: "refused", error });
    }
    isBusy = false;
  }

  /** @returns false when nothing was sent */
  async function scheduleOnce(
    stored: Stored,
    schedule: NonNullable<PublisherDeps["schedule"]>,
    { read, isDone }: Pick<PublisherDeps, "read" | "isDone">,
  ): Promise<boolean> {
    try {
      report({ kind: "sending" });
      await schedule(stored);
      return true;
    } catch (error) {
      const isLate = LATE.some((code) => isProblem(error, code));
      if (!(error instanceof NoAnswerError) && !isLate) throw error;
      if (!isLate) report({ kind: "unknown" });
      const post = await untilAnswered(stored.id, read);
      // It gave the post its time, or somebody else did: either way it is not to be sent again.
      if (post !== null && post.revision !== stored.revision && isDone(post)) return true;
      if (isLate) throw error;
      report({ kind: "missed" });
      return false;
    }
  }

  async function untilAnswered(id: string, read: PublisherDeps["read"]): Promise<PostRecord | null> {
    while (!isStopped) {
      try {
        return await read(id);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      }
    }
    return null;
  }

  return {
    start(holdMs) {
      if (isBusy) return;
      isBusy = true;
      if (holdMs === 0) {
        void send();
        return;
      }
      report({ kind: "held", until: Date.now() + holdMs });
      hold = setTimeout(() => void send(), holdMs);
    },
    undo() {
      if (hold === undefined) return false;
      clearTimeout(hold);
      hold = undefined;
      isBusy = false;
      report({ kind: "idle" });
      return true;
    },
    dismiss: () => report({ kind: "idle" }),
    stop() {
      clearTimeout(hold);
      isStopped = true;
    },
  };
}

/** Whether two choices mean the same moment. */
export const sameWhen = (a: When, b: When): boolean =>
  a.kind === b.kind && ("at" in a ? a.at : "") === ("at" in b ? b.at : "");
