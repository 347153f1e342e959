// Keeps a draft on the server: a while after each change, once at a time, and without writing over what others wrote.
import { isProblem, NoAnswerError } from "../api.ts";
import type { PostRecord } from "../post/queries.ts";
import type { LocalCopy, Stored } from "./copies.ts";
import { contentOf, contentOfPost, isBlank, sameContent, type Content } from "./draft.ts";
import { merge, type Field } from "./merge.ts";

export type SaveState =
  | { readonly kind: "saved" }
  /** It will be saved in a moment; a post that waits to go out, when the person says so. */
  | { readonly kind: "changed" }
  | { readonly kind: "saving" }
  /** The server can't be reached: the copy in this browser is all there is. */
  | { readonly kind: "local" }
  | { readonly kind: "refused"; readonly error: unknown }
  /** Somebody else changed the same fields. */
  | { readonly kind: "conflict"; readonly theirs: PostRecord; readonly fields: readonly Field[] }
  /** It went out, or is going out. */
  | { readonly kind: "started"; readonly post: PostRecord }
  /** Somebody deleted it. */
  | { readonly kind: "gone" };

export interface SaverDeps {
  readonly create: (key: string, content: Content) => Promise<PostRecord>;
  readonly edit: (stored: Stored, content: Content) => Promise<PostRecord>;
  readonly read: (id: string) => Promise<PostRecord>;
  readonly newKey: () => string;
  /** Says how it stands; what a local copy holds of it is in `stored` and `creating`. */
  readonly report: (state: SaveState, copy: Pick<LocalCopy, "stored" | "creating">) => void;
  /** Shows what somebody else wrote. */
  readonly take: (content: Content) => void;
}

export interface Saver {
  /** The content changed. */
  readonly note: (content: Content) => void;
  /** The server says how the post stands, without being asked. */
  readonly hear: (post: PostRecord) => void;
  /** Saves now. @throws what prevents it; an Error where a person has to decide first */
  readonly flush: () => Promise<Stored>;
  readonly resolve: (whose: "mine" | "theirs") => void;
  /** Makes a new draft in place of one that was deleted. */
  readonly keepAsNew: () => void;
  /** Nothing is saved by itself any more. @param isLeft what is not saved yet is saved once more */
  readonly stop: (isLeft: boolean) => void;
}

interface Start extends Pick<LocalCopy, "stored" | "creating"> {
  readonly content: Content;
  /** Whether it is saved without being asked. */
  readonly isAutomatic: boolean;
  /** Whether somebody wrote it; what only was put there is kept once it is changed. */
  readonly isWritten: boolean;
}

const SAVE_AFTER_MS = 2000;
const TRY_AGAIN_MS = 5000;
const EDITABLE: readonly PostRecord["status"][] = ["draft", "queued", "scheduled"];

export function openSaver(start: Start, deps: SaverDeps): Saver {
  let { stored, creating, content } = start;
  let state: SaveState = { kind: "saved" };
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  let isAsked = start.isWritten;
  const isUntouched = () => !isAsked && creating === null && content === start.content;
  const isDirty = () =>
    stored === null ? !isBlank(content) && !isUntouched() : !sameContent(stored.content, content);
  const isHeld = () => ["conflict", "started", "gone"].includes(state.kind);

  function report(next: SaveState): void {
    state = next;
    deps.report(next, { stored, creating });
  }

  function later(ms: number): void {
    clearTimeout(timer);
    if (start.isAutomatic && !isStopped) timer = setTimeout(() => void save(), ms);
  }

  /** One at a time: what changes meanwhile is saved after it. */
  function save(): Promise<void> {
    running ??= saveAll().finally(() => void (running = null));
    return running;
  }

  async function saveAll(): Promise<void> {
    clearTimeout(timer);
    while (isDirty() && !isHeld()) {
      const sent = contentOf(content);
      report({ kind: "saving" });
      try {
        await saveOnce(sent);
      } catch (error) {
        await refuse(error, sent);
        if (!isHeld() && state.kind !== "saving") return;
      }
    }
    if (!isHeld()) report({ kind: isDirty() ? "changed" : "saved" });
  }

  async function saveOnce(sent: Content): Promise<void> {
    if (stored !== null) {
      const { id, revision } = await deps.edit(stored, sent);
      stored = { id, revision, content: sent };
      return;
    }
    // What may have arrived is repeated as it was: the key belongs to that content.
    creating ??= { key: deps.newKey(), content: sent };
    report({ kind: "saving" });
    const { id, revision } = await deps.create(creating.key, creating.content);
    stored = { id, revision, content: creating.content };
    creating = null;
  }

  async function refuse(error: unknown, sent: Content): Promise<void> {
    try {
      if (stored !== null && (isProblem(error, "revision_conflict") || isProblem(error, "edit_conflict")))
        return understand(await deps.read(stored.id), sent);
      if (stored !== null && (isProblem(error, "already_started") || isProblem(error, "publishing")))
        return understand(await deps.read(stored.id), sent);
      if (stored !== null && isProblem(error, "not_found")) return report({ kind: "gone" });
      if (error instanceof NoAnswerError) throw error;
      // Another content may be accepted: it is another request.
      creating = null;
      report({ kind: "refused", error });
    } catch {
      report({ kind: "local" });
      later(TRY_AGAIN_MS);
    }
  }

  /** @param sent content that may have arrived, although no answer said so */
  function understand(post: PostRecord, sent: Content | null): void {
    if (!EDITABLE.includes(post.status)) return report({ kind: "started", post });
    const theirs = contentOfPost(post);
    const base = stored?.content ?? theirs;
    const isOurs = sent !== null && sameContent(theirs, sent);
    const merged = isOurs ? ({ kind: "merged", content } as const) : merge(base, content, theirs);
    if (merged.kind === "conflict") return report({ kind: "conflict", theirs: post, fields: merged.fields });
    stored = { id: post.id, revision: post.revision, content: theirs };
    if (!sameContent(merged.content, content)) {
      content = merged.content;
      deps.take(merged.content);
    }
  }

  report({ kind: isDirty() ? "changed" : "saved" });
  if (isDirty()) later(0);

  return {
    note(next) {
      content = next;
      if (isHeld() || running !== null) return;
      if (isDirty()) {
        // While somebody types nothing is said with every key.
        if (state.kind !== "local" && state.kind !== "changed") report({ kind: "changed" });
        later(SAVE_AFTER_MS);
      } else {
        clearTimeout(timer);
        report({ kind: "saved" });
      }
    },
    hear(post) {
      if (running !== null || stored === null || isHeld()) return;
      if (EDITABLE.includes(post.status) && post.revision <= stored.revision) return;
      understand(post, null);
      if (isHeld()) return;
      report({ kind: isDirty() ? "changed" : "saved" });
      if (isDirty()) later(SAVE_AFTER_MS);
    },
    async flush() {
      isAsked = true;
      await save();
      // What changed in the last moment.
      if (isDirty() && !isHeld() && state.kind === "changed") await save();
      if (state.kind === "refused") throw state.error;
      if (state.kind === "local") throw new NoAnswerError();
      if (stored === null || isDirty() || isHeld()) throw new Error(`not saved: ${state.kind}`);
      return stored;
    },
    resolve(whose) {
      if (state.kind !== "conflict") return;
      const { theirs } = state;
      stored = { id: theirs.id, revision: theirs.revision, content: contentOfPost(theirs) };
      if (whose === "theirs") {
        ({ content } = stored);
        deps.take(content);
      }
      report({ kind: isDirty() ? "changed" : "saved" });
      if (isDirty()) later(0);
    },
    keepAsNew() {
      stored = null;
      creating = null;
      report({ kind: "changed" });
      later(0);
    },
    stop(isLeft) {
      const isWaiting = timer !== undefined && isDirty() && !isHeld();
      clearTimeout(timer);
      if (isLeft && isWaiting && !isStopped && start.isAutomatic) void save();
      isStopped = true;
    },
  };
}
