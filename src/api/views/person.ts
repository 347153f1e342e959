// The public view of people, and of invitations for those who are not here yet.
import { Type, type Static } from "@sinclair/typebox";
import { emailIn } from "../../domain/event.ts";
import type { Invite } from "../../domain/invite.ts";
import { ROLES } from "../../domain/permission.ts";
import type { Access, ListedPerson } from "../../domain/person.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

const profileIds = nullable(Type.Array(uuid), "ids of the profiles that they work with; null: all");

export const PersonView = Type.Object(
  {
    id: uuid,
    email: Type.String(),
    name: nullable(Type.String(), "what the person wants to be called"),
    role: words(ROLES),
    profiles: profileIds,
    createdAt: time,
    lastSeenAt: nullable(time, "to the minute; null: not signed in anywhere"),
  },
  { title: "Person" },
);

export const InviteView = Type.Object(
  {
    id: uuid,
    role: words(ROLES),
    profiles: profileIds,
    createdBy: nullable(Type.String(), "email address of who invites; null: the command line"),
    createdAt: time,
    expiresAt: time,
  },
  { title: "Invite" },
);

export function personView(person: ListedPerson): Static<typeof PersonView> {
  const { id, email, name, role, createdAt, lastSeenAt } = person;
  const times = { createdAt: iso(createdAt), lastSeenAt: isoOrNull(lastSeenAt) };
  return { id, email, name, role, profiles: idsOf(person), ...times };
}

export function inviteView(invite: Invite): Static<typeof InviteView> {
  const { id, role, createdBy, createdAt, expiresAt } = invite;
  const times = { createdAt: iso(createdAt), expiresAt: iso(expiresAt) };
  return { id, role, profiles: idsOf(invite), createdBy: emailIn(createdBy), ...times };
}

const idsOf = ({ profiles }: Access): string[] | null => (profiles === "all" ? null : [...profiles]);
