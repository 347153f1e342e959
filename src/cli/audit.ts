// Writes an audit entry for each change made at the command line.
import type { AuditEntry } from "../accounts/ports.ts";
import type { House } from "../app/workspace.ts";
import type { Records } from "../store/index.ts";

export type Act = Pick<AuditEntry, "action" | "profileId" | "subject" | "detail">;

/** The records, for one act: its first change writes it down in the same transaction. */
export function recorded(house: House, act: Act): Records {
  return house.store.audited(entry(house, act));
}

/** Writes an act down that is done already. */
export async function record(house: House, act: Act): Promise<void> {
  await house.store.audit.add(entry(house, act));
}

function entry({ clock }: House, act: Act): AuditEntry {
  return { at: clock.now(), actor: "cli", ...act };
}
