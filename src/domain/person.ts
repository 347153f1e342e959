// The people who may sign in.
import { emailIn, type EventActor } from "./event.ts";
import { notYourOwn, onlyOwn, type Role } from "./permission.ts";

/** What a person may do, and where. */
export interface Access {
  readonly role: Role;
  /** Ids of profiles; an owner has all. */
  readonly profiles: "all" | readonly string[];
}

/** A person who may sign in. */
export interface Person extends Access {
  readonly id: string;
  /** In small letters. */
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}

/** A person as other people see them in a list. */
export interface ListedPerson extends Omit<Person, "passwordHash"> {
  readonly name: string | null;
  /** The last use of one of their sessions, ms since 1970; null: they are not signed in anywhere. */
  readonly lastSeenAt: number | null;
}

export const THEMES = ["auto", "light", "dark"] as const;

/** What a person chose for themselves. */
export interface OwnSettings {
  readonly name: string | null;
  /** IANA zone; null: the profile's. */
  readonly timezone: string | null;
  readonly theme: (typeof THEMES)[number];
  /** Whether keys of a single letter do something in the web app. */
  readonly letterKeys: boolean;
}

/** Whether the profile is one of those that the person works with. */
export const hasProfile = ({ profiles }: Pick<Access, "profiles">, id: string): boolean =>
  profiles === "all" || profiles.includes(id);

/** As the audit log names a person: with the role in which they act. */
export const personActor = ({ role, email }: { readonly role: Role; readonly email: string }): string =>
  `${role}:${email}`;

/** Who asks for something: a person with a role, or a program or the command line without one. */
export interface Asker {
  /** As the audit log names them. */
  readonly name: string;
  /** Null: not a signed-in person. */
  readonly role: Role | null;
}

/** Whether they may change what this one has made: an author changes only their own. */
export function mayChange({ name, role }: Asker, creator: EventActor): boolean {
  if (role === null || !onlyOwn(role)) return true;
  return creator.kind === "person" && creator.name === emailIn(name);
}

/** @throws Problem not_allowed */
export function requireOwn(asker: Asker, creator: EventActor): void {
  if (asker.role !== null && !mayChange(asker, creator)) throw notYourOwn(asker.role);
}
