// Live events: looks for changes while somebody reads, and tells each reader what concerns their profile. Nothing runs
// while nobody reads.
import { every, type Clock, type Periodic } from "../../clock.ts";
import type { Json } from "../../domain/json.ts";
import type { ChangePosition, Changes, ChangesAfter } from "../../domain/store/changes.ts";
import { Problem } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { openMutex } from "../../mutex.ts";
import { HINTS, messagesOf, RESET, uploadMessages, type LiveMessage } from "./messages.ts";

/** A change, also one of another process, is seen after this time at the latest, ms. */
const LOOK_MS = 100;
/** A silent stream shows that it lives, and whether its reader may still read, this often, ms. */
const BEAT_MS = 15_000;
/** More open streams would not be one team's browsers. */
const MOST_READERS = 50;
/** So many changes are read at a time, of all profiles; also the most that is looked through for a reader who comes back. */
const BATCH = 5000;

/** One open stream, as the hub sees it. */
export interface LiveReader {
  readonly profileId: string;
  /** Whether the person may still read. */
  isAllowed(): Promise<boolean>;
  /** @returns false when the reader is too slow: then nothing of this is sent */
  send(messages: readonly LiveMessage[], position: ChangePosition): boolean;
  /** Ends the stream. */
  end(): void;
}

export interface LiveHub {
  /**
   * Adds a reader, who first gets what was missed since a position.
   * @param after what the reader knows; null: everything so far; "unknown": a position that can't be understood
   * @returns what removes the reader again. Throws Problem temporarily_unavailable or stopping.
   */
  open(reader: LiveReader, after: ChangePosition | "unknown" | null): Promise<() => void>;
}

export interface LiveDeps {
  readonly changes: Changes;
  /** Why nothing is published, as clients see it; null while it is. */
  readonly paused: () => Promise<Json>;
  /** Changes with what there is to see of backups that this process makes, and `ended` when one has ended. */
  readonly backups: () => { readonly seen: string; readonly ended: number };
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the server closes: all streams end. */
  readonly closing: AbortSignal;
}

/** Ends sessions, or what a person may do. */
const ACCESS_ACTS = /^(session|owner|person)\./;

export function openLiveHub({ changes, paused, backups, clock, log, closing }: LiveDeps): LiveHub {
  /** With what each of them knows; null while they catch up. */
  const readers = new Map<LiveReader, ChangePosition | null>();
  const mutex = openMutex(() => new Error("not asked to stop"));
  let known: ChangePosition = { event: 0, act: 0 };
  let uploads = new Map<string, number>();
  let lastPaused = "null";
  let lastBackups = backups();
  let tasks: readonly Periodic[] = [];
  closing.addEventListener("abort", endAll, { once: true });
  return { open };

  async function open(reader: LiveReader, after: ChangePosition | "unknown" | null): Promise<() => void> {
    if (closing.aborted) throw new Problem("stopping", "The server is stopping.");
    if (readers.size >= MOST_READERS)
      throw new Problem("temporarily_unavailable", TOO_MANY, { retryAfter: RETRY_S });
    readers.set(reader, null);
    try {
      await mutex.take("changes", () => welcome(reader, after));
    } catch (error) {
      remove(reader);
      throw error;
    }
    return () => remove(reader);
  }

  /** No look runs meanwhile, so that the reader misses nothing between what was and what comes. */
  async function welcome(reader: LiveReader, after: ChangePosition | "unknown" | null): Promise<void> {
    const [newest, state] = [await changes.newest(), await paused()];
    const { messages, position } = await changesSince(reader.profileId, after, newest);
    if (!readers.has(reader)) return;
    if (tasks.length === 0) start(newest, state);
    readers.set(reader, position);
    send(reader, [...messages, { event: "system", data: { paused: state } }], position);
  }

  async function changesSince(
    profileId: string,
    after: ChangePosition | "unknown" | null,
    newest: ChangePosition,
  ) {
    if (after === null) return { messages: [], position: newest };
    const reset = { messages: [RESET], position: newest };
    // From before a backup was restored, or never given out.
    if (after === "unknown" || after.event > newest.event || after.act > newest.act) return reset;
    const found = await changes.after(after, [profileId], BATCH);
    return found.hasMore
      ? reset
      : { messages: messagesOf(profileId, found, after), position: found.position };
  }

  function start(newest: ChangePosition, state: Json): void {
    known = newest;
    uploads = new Map();
    lastPaused = JSON.stringify(state);
    lastBackups = backups();
    tasks = [every(clock, LOOK_MS, orEndAll(look)), every(clock, BEAT_MS, orEndAll(beat))];
  }

  /** A reader whose stream broke comes back and gets what was missed, or learns what is wrong. */
  function orEndAll(act: () => Promise<void>): () => Promise<void> {
    return async () => {
      try {
        await act();
      } catch (cause) {
        if (!closing.aborted) log.error("live_failed", { cause });
        endAll();
      }
    };
  }

  function look(): Promise<void> {
    return mutex.take("changes", async () => {
      tellOfBackups();
      for (let hasMore = true; hasMore && readers.size > 0;) {
        const profileIds = [...new Set([...readers.keys()].map((reader) => reader.profileId))];
        const found = await changes.after(known, profileIds, BATCH);
        for (const [reader, from] of readers) if (from) tell(reader, found, from);
        known = found.position;
        uploads = new Map(found.uploads.map(({ id, received }) => [id, received]));
        if (found.acts.length > 0) await afterActs(found);
        ({ hasMore } = found);
      }
    });
  }

  function tell(reader: LiveReader, found: ChangesAfter, from: ChangePosition): void {
    const { profileId } = reader;
    const messages = [
      ...messagesOf(profileId, found, from),
      ...uploadMessages(profileId, found.uploads, uploads),
    ];
    const position = later(from, found.position);
    readers.set(reader, position);
    if (messages.length > 0) send(reader, messages, position);
  }

  async function afterActs({ acts }: ChangesAfter): Promise<void> {
    // The backup may be another process's: readers ask how far it is.
    if (acts.some(({ action }) => action.startsWith("backup."))) sendAll([HINTS.backups]);
    for (const { action, subject } of acts) if (action === "profile.delete") endReadersOf(subject);
    if (acts.some(({ action }) => ACCESS_ACTS.test(action))) await endForbidden();
    const state = await paused();
    if (JSON.stringify(state) === lastPaused) return;
    lastPaused = JSON.stringify(state);
    sendAll([{ event: "system", data: { paused: state } }]);
  }

  /** Without what it is: that is for those who run the server, and they ask for it. */
  function tellOfBackups(): void {
    const { seen, ended } = backups();
    if (seen === lastBackups.seen) return;
    const isOver = ended !== lastBackups.ended;
    lastBackups = { seen, ended };
    sendAll([HINTS.backups, ...(isOver ? [HINTS.attention] : [])]);
  }

  async function beat(): Promise<void> {
    await endForbidden();
    sendAll([]);
  }

  function sendAll(messages: readonly LiveMessage[]): void {
    for (const [reader, position] of readers) if (position) send(reader, messages, position);
  }

  async function endForbidden(): Promise<void> {
    const forbid = async (reader: LiveReader) => {
      if (!(await reader.isAllowed())) end(reader);
    };
    await Promise.all([...readers.keys()].map(forbid));
  }

  function send(reader: LiveReader, messages: readonly LiveMessage[], position: ChangePosition): void {
    if (reader.send(messages, position)) return;
    log.info("live_reader_slow", { profileId: reader.profileId });
    end(reader);
  }

  function endReadersOf(profileId: string): void {
    for (const reader of readers.keys()) if (reader.profileId === profileId) end(reader);
  }

  function endAll(): void {
    for (const reader of readers.keys()) end(reader);
  }

  function end(reader: LiveReader): void {
    remove(reader);
    reader.end();
  }

  function remove(reader: LiveReader): void {
    readers.delete(reader);
    if (readers.size > 0) return;
    for (const task of tasks) void task.stop();
    tasks = [];
  }
}

/** What both include: a reader that was just welcomed may be ahead of the last look. */
function later(a: ChangePosition, b: ChangePosition): ChangePosition {
  return { event: Math.max(a.event, b.event), act: Math.max(a.act, b.act) };
}

/** Seconds. */
const RETRY_S = 15;
const TOO_MANY = `${MOST_READERS} live streams are open, which is the limit. Close a browser tab, or poll meanwhile.`;
