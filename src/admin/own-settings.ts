// What people change about themselves: their name, time zone, colours, keys and password.
import { hashPassword, isPassword } from "../auth/password.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { personActor, type OwnSettings } from "../domain/person.ts";
import type { SessionRecord } from "../domain/session.ts";
import type { NewPassword, PersonChange } from "../domain/store/people.ts";
import { Problem } from "../errors.ts";
import { entryOf, type AdminDeps } from "./deps.ts";
import { nameOf, zoneOf } from "./names.ts";
import { refuseWeak } from "./people.ts";

/** What is left out stays; null takes a name or time zone away. */
export interface OwnChange {
  readonly name?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly theme?: OwnSettings["theme"] | undefined;
  readonly letterKeys?: boolean | undefined;
  readonly password?: PasswordChange | undefined;
}

export interface PasswordChange {
  readonly current: string;
  readonly new: string;
}

/** What is done about guesses of the current password. */
export interface Guesses {
  /** Before the password is compared; throws when there were too many. */
  begin(): Promise<void>;
  right(): Promise<void>;
  wrong(): void;
}

/**
 * A new password ends all other sessions of the person.
 * @param session with which they ask
 * @throws Problem invalid_request, wrong_password, sign_in_required; then nothing was changed
 */
export async function changeOwnSettings(
  session: SessionRecord,
  change: OwnChange,
  guesses: Guesses,
  deps: AdminDeps,
): Promise<void> {
  const settings = settingsOf(change);
  if (change.password) refuseWeak(change.password.new, session.email, "/password/new");
  const password = change.password && (await newPassword(session, change.password, guesses, deps));
  const stored: PersonChange = { ...(settings && { settings }), ...(password && { password }) };
  const outcome = await deps.store.people.update(session.personId, stored, entriesOf(session, stored, deps));
  if (outcome === "missing") throw new Problem("sign_in_required", "You must be signed in.");
  if (outcome === "password_differs") throw wrongPassword();
}

/** Null when none is given. */
function settingsOf({ name, timezone, theme, letterKeys }: OwnChange): Partial<OwnSettings> | null {
  const settings = {
    ...(name !== undefined && { name: name === null ? null : nameOf(name, "person") }),
    ...(timezone !== undefined && { timezone: timezone === null ? null : zoneOf(timezone, "/timezone") }),
    ...(theme !== undefined && { theme }),
    ...(letterKeys !== undefined && { letterKeys }),
  };
  return Object.keys(settings).length > 0 ? settings : null;
}

async function newPassword(
  { id, email }: SessionRecord,
  change: PasswordChange,
  guesses: Guesses,
  { store }: AdminDeps,
): Promise<NewPassword> {
  await guesses.begin();
  const replaces = (await store.people.byEmail(email))?.passwordHash ?? null;
  if (!(await isPassword(change.current, replaces))) {
    guesses.wrong();
    throw wrongPassword();
  }
  await guesses.right();
  return { hash: await hashPassword(change.new), replaces, keeps: id };
}

const wrongPassword = () =>
  new Problem("wrong_password", "The current password is wrong. Nothing was changed.");

function entriesOf(
  { personId: subject, email, role }: SessionRecord,
  { settings, password }: PersonChange,
  deps: AdminDeps,
): AuditEntry[] {
  const entry = (action: string, detail: AuditEntry["detail"]) =>
    entryOf(personActor({ role, email }), deps, { action, profileId: null, subject, detail });
  return [
    ...(settings ? [entry("person.update", { fields: Object.keys(settings) })] : []),
    ...(password ? [entry("person.password", { email })] : []),
  ];
}
