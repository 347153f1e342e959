// Invitations: links with which one person each sets a password and joins, with a role and profiles.
import { createHash, randomBytes } from "node:crypto";
import type { Invite } from "../domain/invite.ts";
import { personActor, type Access, type Person } from "../domain/person.ts";
import { Problem } from "../errors.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";
import { accessOf, emailTaken, newcomer, personEntry, type AccessInput, type Credentials } from "./people.ts";

const DAY_MS = 86_400_000;
const USUAL_MS = 7 * DAY_MS;
const LONGEST_MS = 30 * DAY_MS;
/** How long after its end a link can still say that it is over. */
const REMEMBERED_MS = 30 * DAY_MS;

export interface InviteInput extends AccessInput {
  readonly role: Access["role"];
  /** ms since 1970; null: in seven days. */
  readonly expiresAt: number | null;
}

export interface NewInvite {
  readonly invite: Invite;
  /** Goes into the link, once: 32 random bytes in base64url. */
  readonly token: string;
}

/** @param inviter id of the person who invites; null: the command line @throws Problem invalid_request */
export async function createInvite(
  actor: string,
  inviter: string | null,
  { expiresAt, ...input }: InviteInput,
  deps: AdminDeps,
): Promise<NewInvite> {
  const { store, clock, newId } = deps;
  const now = clock.now();
  const end = expiresAt ?? now + USUAL_MS;
  if (end <= now || end > now + LONGEST_MS)
    throw invalid("/expiresAt", "must be in the next 30 days", "An invitation is valid for 30 days at most.");
  const access = await accessOf(input, { role: input.role, profiles: "all" }, deps);
  if (access.profiles.length === 0)
    throw invalid(
      "/profiles",
      "must name at least one profile",
      "Name at least one profile, or leave them out.",
    );
  const token = randomBytes(32).toString("base64url");
  const invite = { id: newId(), ...access, createdBy: actor, createdAt: now, expiresAt: end, usedAt: null };
  const detail = { ...access, expiresAt: new Date(end).toISOString() };
  const entry = entryOf(actor, deps, {
    action: "invite.create",
    profileId: null,
    subject: invite.id,
    detail,
  });
  const secret = { hash: hashOf(token), inviterId: inviter };
  await store.invites.add(invite, secret, now - REMEMBERED_MS, entry);
  return { invite, token };
}

/** The address of the page on which the person accepts. The token is in its fragment, which no server sees. */
export const inviteUrl = (baseUrl: string, { token }: NewInvite): string => `${baseUrl}/invite#${token}`;

/** @throws Problem not_found */
export async function revokeInvite(actor: string, id: string, deps: AdminDeps): Promise<void> {
  const subject = id.toLowerCase();
  const entry = entryOf(actor, deps, { action: "invite.revoke", profileId: null, subject, detail: null });
  if (!(await deps.store.invites.revoke(subject, entry)))
    throw new Problem("not_found", "No open invitation has this id.");
}

/** What the person is invited to. @throws Problem invite_invalid */
export async function openInvite(token: string, { store, clock }: AdminDeps): Promise<Invite> {
  const invite = await store.invites.byHash(hashOf(token));
  if (!invite) throw inviteInvalid("This invitation is not valid, or was withdrawn.");
  if (invite.usedAt !== null) throw inviteInvalid("This invitation was used already.");
  if (invite.expiresAt <= clock.now()) throw inviteInvalid("This invitation has expired.");
  if (invite.profiles.length === 0) throw inviteInvalid("The profiles of this invitation no longer exist.");
  return invite;
}

/** The person joins, and the link is used up; or neither. @throws Problem invite_invalid, invalid_request, already_exists */
export async function acceptInvite(token: string, input: Credentials, deps: AdminDeps): Promise<Person> {
  const { id: inviteId, createdBy } = await openInvite(token, deps);
  const joining = await newcomer(input, deps);
  const result = await deps.store.invites.accept(hashOf(token), joining, (access) => {
    const entry = personEntry(
      personActor({ ...access, email: joining.email }),
      { ...joining, ...access },
      deps,
    );
    return {
      ...entry,
      action: "invite.accept",
      detail: { ...access, email: joining.email, inviteId, createdBy },
    };
  });
  if (result.kind === "accepted") return result.person;
  if (result.kind === "email_taken") throw emailTaken(joining.email);
  throw inviteInvalid("This invitation was used already, or was withdrawn.");
}

const inviteInvalid = (why: string) => new Problem("invite_invalid", `${why} Ask for a new one.`);

const hashOf = (token: string): Uint8Array => createHash("sha256").update(token).digest();
