// People who may sign in: made, given a role and profiles, signed out, and removed.
import type { AuditEntry } from "../domain/audit.ts";
import type { Access, ListedPerson, Person } from "../domain/person.ts";
import { hashPassword, passwordFault } from "../auth/password.ts";
import { emailOf, isEmail } from "../auth/session.ts";
import type { Sessions } from "../domain/store/sessions.ts";
import { Problem } from "../errors.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const EVERYTHING: Access = { role: "owner", profiles: "all" };

/** @throws Problem invalid_request, already_exists */
export async function createOwner(actor: string, input: Credentials, deps: AdminDeps): Promise<Person> {
  const owner = await newOwner(input, deps);
  if (!(await deps.store.people.create(owner, personEntry(actor, owner, deps))))
    throw emailTaken(owner.email);
  return owner;
}

/** An owner who is not stored yet. @throws Problem invalid_request */
export const newOwner = async (
  input: Credentials,
  deps: Pick<AdminDeps, "clock" | "newId">,
): Promise<Person> => ({ ...(await newcomer(input, deps)), ...EVERYTHING });

/** A person who may do nothing yet. @throws Problem invalid_request */
export async function newcomer(
  { email: text, password }: Credentials,
  { clock, newId }: Pick<AdminDeps, "clock" | "newId">,
): Promise<Omit<Person, keyof Access>> {
  const email = emailOf(text);
  if (!isEmail(email))
    throw invalid("/email", "must be an email address", `${text} is not a valid email address.`);
  refuseWeak(password, email, "/password");
  return { id: newId(), email, passwordHash: await hashPassword(password), createdAt: clock.now() };
}

export const emailTaken = (email: string) =>
  new Problem("already_exists", `Somebody with the email address ${email} can sign in already.`);

/** The audit entry of a new person. */
export function personEntry(
  actor: string,
  { id, email, role, profiles }: Pick<Person, "id" | "email" | keyof Access>,
  deps: Pick<AdminDeps, "clock">,
): AuditEntry {
  const detail = { email, role, profiles };
  return entryOf(actor, deps, { action: "person.create", profileId: null, subject: id, detail });
}

/**
 * Ends all sessions of the person too.
 * @throws Problem invalid_request, not_found
 */
export async function setPassword(
  actor: string,
  { email: text, password }: Credentials,
  deps: AdminDeps,
): Promise<Pick<Person, "id" | "email">> {
  const email = emailOf(text);
  refuseWeak(password, email, "/password");
  const { id } = await personCalled(email, deps);
  const act = { action: "person.password", profileId: null, subject: id, detail: { email } };
  const change = { password: { hash: await hashPassword(password), replaces: null, keeps: null } };
  const outcome = await deps.store.people.update(id, change, [entryOf(actor, deps, act)]);
  if (outcome === "missing") throw nobodyCalled(email);
  return { id, email };
}

/** @throws Problem not_found */
export async function personCalled(email: string, { store }: Pick<AdminDeps, "store">): Promise<Person> {
  const person = await store.people.byEmail(emailOf(email));
  if (!person) throw nobodyCalled(emailOf(email));
  return person;
}

const nobodyCalled = (email: string) =>
  new Problem("not_found", `Nobody with the email address ${email} exists.`);

/** Never says the password. @param pointer where it stands in the input @throws Problem invalid_request */
export function refuseWeak(password: string, email: string, pointer: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw invalid(pointer, fault, fault);
}

/** What is left out stays. */
export type AccessInput = { readonly [Field in keyof Access]?: Access[Field] | undefined };

/**
 * Changes what a person may do. Another role ends their sessions.
 * @param keptSession id of a session that goes on
 * @throws Problem not_found, last_owner, invalid_request
 */
export async function editPerson(
  actor: string,
  id: string,
  input: AccessInput,
  keptSession: string | null,
  deps: AdminDeps,
): Promise<ListedPerson> {
  const before = await existingPerson(id, deps);
  const access = await accessOf(input, before, deps);
  const detail = { email: before.email, role: access.role, profiles: access.profiles };
  const entry = entryOf(actor, deps, {
    action: "person.access",
    profileId: null,
    subject: before.id,
    detail,
  });
  const outcome = await deps.store.people.setAccess(before.id, access, keptSession, entry);
  if (outcome === "missing") throw noPerson();
  if (outcome === "last_owner") throw lastOwner("stay an owner");
  return await existingPerson(id, deps);
}

/**
 * A role with its profiles, as it is to be stored.
 * @param before what is left out is taken from here
 * @throws Problem invalid_request for profiles that do not exist, and for an owner of some
 */
export async function accessOf(
  { role, profiles }: AccessInput,
  before: Access,
  { store }: Pick<AdminDeps, "store">,
): Promise<Access> {
  const access = { role: role ?? before.role, profiles: profilesOf(profiles ?? before.profiles) };
  if (access.role === "owner") {
    if (profiles !== undefined && profiles !== "all")
      throw invalid("/profiles", "an owner has all profiles", "An owner has all profiles: leave them out.");
    return EVERYTHING;
  }
  if (profiles === undefined || access.profiles === "all") return access;
  const known = new Set((await store.profiles.list()).map(({ id }) => id));
  const missing = access.profiles.findIndex((each) => !known.has(each));
  if (missing >= 0)
    throw invalid(`/profiles/${missing}`, "no profile has this id", "One of the profiles does not exist.");
  return access;
}

const profilesOf = (profiles: Access["profiles"]): Access["profiles"] =>
  profiles === "all" ? "all" : [...new Set(profiles.map((each) => each.toLowerCase()))];

/** @throws Problem not_found, last_owner */
export async function removePerson(actor: string, id: string, deps: AdminDeps): Promise<ListedPerson> {
  const person = await existingPerson(id, deps);
  const { email, role } = person;
  const act = { action: "person.delete", profileId: null, subject: person.id, detail: { email, role } };
  const outcome = await deps.store.people.remove(person.id, entryOf(actor, deps, act));
  if (outcome === "missing") throw noPerson();
  if (outcome === "last_owner") throw lastOwner("stay");
  return person;
}

/** Ends all their sessions. @param keptSession id of one that goes on @throws Problem not_found */
export async function signOutPerson(
  actor: string,
  id: string,
  keptSession: string | null,
  deps: AdminDeps & { readonly store: { readonly sessions: Pick<Sessions, "removeOthers"> } },
): Promise<void> {
  const { id: subject, email } = await existingPerson(id, deps);
  const act = { action: "person.sign_out", profileId: null, subject };
  await deps.store.sessions.removeOthers(subject, keptSession, (count) =>
    entryOf(actor, deps, { ...act, detail: { email, count } }),
  );
}

/** @throws Problem not_found */
export async function existingPerson(id: string, { store }: Pick<AdminDeps, "store">): Promise<ListedPerson> {
  const person = await store.people.find(id.toLowerCase());
  if (!person) throw noPerson();
  return person;
}

const noPerson = () => new Problem("not_found", "Nobody has this id.");
const lastOwner = (must: string) =>
  new Problem("last_owner", `This is the only owner, and has to ${must} until there is another one.`);
