// Sessions: they end after inactivity, at a maximum age, and when their person signs out.
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { isPassword } from "./password.ts";
import type { Person } from "../domain/person.ts";
import type { People } from "../domain/store/people.ts";
import type { NewId } from "../id.ts";
import type { SessionOrigin, SessionRecord } from "../domain/session.ts";
import type { Sessions } from "../domain/store/sessions.ts";

const DAY_MS = 24 * 3_600_000;
const IDLE_MS = 7 * DAY_MS;
export const LONGEST_SESSION_MS = 30 * DAY_MS;
/** How often `last used` is written at most, ms. */
const USED_GRAIN_MS = 60_000;
/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

export interface SignedIn {
  readonly hash: Uint8Array;
  readonly record: SessionRecord;
}

/** A new session: its token goes to the browser, once. */
export interface NewSession {
  readonly token: string;
  readonly record: SessionRecord;
  /** Stores it, with its audit entry. False when the password was changed meanwhile. */
  start(audit: AuditEntry): Promise<boolean>;
}

/** The browser in which a session begins. */
export interface Browser extends SessionOrigin {
  /** The token of the session that is replaced. */
  readonly oldToken: string | null;
}

export interface SignIn {
  /** A session of a person who is known to be this one. */
  newSession(person: Person, browser: Browser): NewSession;
  /** Null for a wrong password and for an unknown e-mail address alike, after the same time. */
  signIn(email: string, password: string, browser: Browser): Promise<NewSession | null>;
  /** Null when the session was never, is over or was ended. */
  recognise(token: string | null): Promise<SignedIn | null>;
  /** A session that was recognised, as it is now; null when it is over. Does not count as using it. */
  current(session: Pick<SignedIn, "hash">): Promise<SessionRecord | null>;
}

export function openSignIn(
  people: Pick<People, "byEmail">,
  sessions: Sessions,
  clock: Clock,
  newId: NewId,
): SignIn {
  return { newSession, signIn, recognise, current: ({ hash }) => liveRecord(hash) };

  async function signIn(email: string, password: string, browser: Browser): Promise<NewSession | null> {
    const person = await people.byEmail(emailOf(email));
    if (!(await isPassword(password, person?.passwordHash ?? null)) || !person) return null;
    return newSession(person, browser);
  }

  function newSession(
    { id: personId, email, passwordHash, role, profiles }: Person,
    { oldToken, address, device }: Browser,
  ): NewSession {
    const now = clock.now();
    const token = randomBytes(32).toString("base64url");
    const who = { personId, email, role, profiles };
    const record = { id: newId(), ...who, createdAt: now, lastUsedAt: now, address, device };
    return {
      token,
      record,
      start(audit) {
        const replaces = oldToken === null ? null : hashOf(oldToken);
        return sessions.add(record, { hash: hashOf(token), replaces, passwordHash }, audit);
      },
    };
  }

  async function recognise(token: string | null): Promise<SignedIn | null> {
    if (token === null || !TOKEN.test(token)) return null;
    const hash = hashOf(token);
    const record = await liveRecord(hash);
    if (!record) return null;
    const now = clock.now();
    if (now - record.lastUsedAt >= USED_GRAIN_MS) {
      await sessions.used(hash, now);
      return { hash, record: { ...record, lastUsedAt: now } };
    }
    return { hash, record };
  }

  async function liveRecord(hash: Uint8Array): Promise<SessionRecord | null> {
    const record = await sessions.byHash(hash);
    return record && clock.now() < sessionEnd(record) ? record : null;
  }
}

/** When the session ends unless it is used again. */
export function sessionEnd({ createdAt, lastUsedAt }: SessionRecord): number {
  return Math.min(createdAt + LONGEST_SESSION_MS, lastUsedAt + IDLE_MS);
}

/** Removes the sessions that are over. */
export function sweepSessions(sessions: Sessions, now: number): Promise<void> {
  return sessions.sweep(now - LONGEST_SESSION_MS, now - IDLE_MS);
}

/** The one form of an e-mail address in here. */
export const emailOf = (text: string): string => text.trim().toLowerCase();

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@"<>,;:]+@[^\s@"<>,;:]+$/.test(text);
}

const hashOf = (token: string): Uint8Array => createHash("sha256").update(token).digest();
