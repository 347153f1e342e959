// What single accounts chose, by their ids: taken out, put in, and never left empty.
import type { Act, Draft } from "./draft.ts";

export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

export function withOption(
  options: Draft["options"],
  { accountId, name, value }: Extract<Act, { type: "option" }>,
): Draft["options"] {
  const own = options[accountId] ?? {};
  const changed = value === undefined ? without(own, name) : { ...own, [name]: value };
  return Object.keys(changed).length === 0
    ? without(options, accountId)
    : { ...options, [accountId]: changed };
}

/** The files that an account chose for itself; null where it takes all. */
export function mediaOf({ options }: Pick<Draft, "options">, accountId: string): readonly string[] | null {
  const chosen = options[accountId]?.["media"];
  return Array.isArray(chosen) ? chosen.filter((id) => typeof id === "string") : null;
}
