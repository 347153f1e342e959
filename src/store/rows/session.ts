// Rows of the table session with their person, as both stores read them.
import type { Access } from "../../domain/person.ts";
import type { SessionRecord } from "../../domain/session.ts";
import { accessColumns, type AccessRow } from "./access.ts";

/** Of `session JOIN person`: what the person may do now, not when they signed in. */
export const SESSION_COLUMNS = `session.id, person_id AS "personId", email, session.created_at AS "createdAt",
  last_used_at AS "lastUsedAt", address, device, ${accessColumns("person")}`;
export type SessionRow = Omit<SessionRecord, keyof Access> & AccessRow;
