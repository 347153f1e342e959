// What a row of a file says, as it is repaired on the screen: its text, its accounts, and when it goes out.
import type { Account } from "../today/queries.ts";

/** As in the body of a new post; what is not shown here stays as it is. */
export type Fields = Readonly<Record<string, unknown>>;

export const captionOf = ({ caption }: Fields): string => (typeof caption === "string" ? caption : "");

/** The chosen ones; a name that is no account's, or several accounts', chooses none. */
export function accountsOf({ accounts: given }: Fields, accounts: readonly Account[]): readonly string[] {
  if (given === undefined || given === "all") return accounts.map(({ id }) => id);
  const names = (Array.isArray(given) ? given : [given]).map((name) => String(name).toLowerCase());
  return accounts
    .filter(({ id, platform, handle }) =>
      [id, `${platform}:${handle}`, handle, platform].some((name) => names.includes(name.toLowerCase())),
    )
    .map(({ id }) => id);
}

export type ScheduleKind = "queue" | "draft" | "now" | "time";

export function scheduleOf({ schedule }: Fields): {
  readonly kind: ScheduleKind;
  readonly at: string | null;
} {
  if (schedule === undefined || schedule === null || schedule === "") return { kind: "queue", at: null };
  if (schedule === "draft" || schedule === "now") return { kind: schedule, at: null };
  const at = typeof schedule === "string" ? Date.parse(schedule) : Number.NaN;
  return { kind: "time", at: Number.isNaN(at) ? null : new Date(at).toISOString() };
}

/** @param at only of a time */
export function withSchedule(fields: Fields, kind: ScheduleKind, at: string): Fields {
  const { schedule: _, ...others } = fields;
  if (kind === "queue") return others;
  return { ...others, schedule: kind === "time" ? at : kind };
}

/** As lines of a file. */
export const fileOf = (rows: readonly Fields[]): string => rows.map((row) => JSON.stringify(row)).join("\n");
