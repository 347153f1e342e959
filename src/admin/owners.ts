// Owners: people who may sign in.
import type { AuditEntry } from "../domain/audit.ts";
import type { Owner } from "../domain/owner.ts";
import { hashPassword, passwordFault } from "../auth/password.ts";
import { emailOf, isEmail } from "../auth/session.ts";
import { Problem } from "../errors.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** @throws Problem invalid_request, already_exists */
export async function createOwner(
  actor: string,
  { email: text, password }: Credentials,
  deps: AdminDeps,
): Promise<Owner> {
  const owner = await newOwner({ email: text, password }, deps);
  if (!(await deps.store.owners.create(owner, ownerEntry(actor, owner, deps))))
    throw new Problem("already_exists", `An owner ${owner.email} already exists.`);
  return owner;
}

/** An owner who is not stored yet. @throws Problem invalid_request */
export async function newOwner(
  { email: text, password }: Credentials,
  { clock, newId }: Pick<AdminDeps, "clock" | "newId">,
): Promise<Owner> {
  const email = emailOf(text);
  if (!isEmail(email))
    throw invalid("/email", "must be an email address", `${text} is not a valid email address.`);
  refuseWeak(password, email, "/password");
  return { id: newId(), email, passwordHash: await hashPassword(password), createdAt: clock.now() };
}

/** The audit entry of a new owner. */
export function ownerEntry(actor: string, { id, email }: Owner, deps: Pick<AdminDeps, "clock">): AuditEntry {
  return entryOf(actor, deps, { action: "owner.create", profileId: null, subject: id, detail: { email } });
}

/**
 * Ends all sessions of the owner too.
 * @throws Problem invalid_request, not_found
 */
export async function setOwnerPassword(
  actor: string,
  { email: text, password }: Credentials,
  deps: AdminDeps,
): Promise<Pick<Owner, "id" | "email">> {
  const email = emailOf(text);
  refuseWeak(password, email, "/password");
  const owner = await deps.store.owners.byEmail(email);
  if (!owner) throw noOwner(email);
  const act = { action: "owner.password", profileId: null, subject: owner.id, detail: { email } };
  const hash = await hashPassword(password);
  const change = { password: { hash, replaces: null, keeps: null } };
  const outcome = await deps.store.owners.update(owner.id, change, [entryOf(actor, deps, act)]);
  if (outcome === "missing") throw noOwner(email);
  return { id: owner.id, email };
}

const noOwner = (email: string) => new Problem("not_found", `No owner ${email} exists.`);

/** Never says the password. @param pointer where it stands in the input @throws Problem invalid_request */
export function refuseWeak(password: string, email: string, pointer: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw invalid(pointer, fault, fault);
}
