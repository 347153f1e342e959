// Rows of the table invite, as both stores read them.
import type { Invite } from "../../domain/invite.ts";
import type { Access } from "../../domain/person.ts";
import { accessColumns, type AccessRow } from "./access.ts";

export const INVITE_COLUMNS = `invite.id, invite.created_by AS "createdBy", invite.created_at AS "createdAt",
  invite.expires_at AS "expiresAt", invite.used_at AS "usedAt", ${accessColumns("invite")}`;
export type InviteRow = Omit<Invite, keyof Access> & AccessRow;

/** Nobody has used it, its time is not over, and of its profiles there is one left. */
export const isOpen = ({ usedAt, expiresAt, profiles }: Invite, now: number): boolean =>
  usedAt === null && expiresAt > now && profiles.length > 0;
