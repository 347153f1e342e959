// The input for connecting an account: the fields its network needs, and the choice among several accounts.
import { Problem } from "../errors.ts";
import type { Connection, Credentials, Network } from "../networks/network.ts";

/** A field that is missing, or that the network does not ask for. */
interface FieldFault {
  readonly name: string;
  readonly message: string;
}

/** All that the network asks for, and nothing else. Never says what was given: it may be a secret. */
export function fieldsFor(
  { name: network, connect }: Network,
  given: Readonly<Record<string, string>>,
): { readonly fields: Credentials } | { readonly fault: FieldFault } {
  const faulty = (name: string, message: string) => ({ fault: { name, message } });
  const unknown = Object.keys(given).find((name) => !connect.fields.some((field) => field.name === name));
  if (unknown !== undefined) return faulty(unknown, `${network} does not ask for this`);
  const fields: Record<string, string> = {};
  for (const field of connect.fields) {
    const text = given[field.name]?.trim() ?? "";
    const value = text === "" ? field.default : text;
    if (value !== null) fields[field.name] = value;
    else if (!field.optional) return faulty(field.name, `${network} needs this: ${field.help}`);
  }
  return { fields };
}

/**
 * Those of the accounts found that are meant.
 * @param request remote ids or handles; null: the only one there is
 * @throws Problem choose_accounts, which lists them
 */
export function choose(
  { name }: Network,
  found: readonly Connection[],
  request: readonly string[] | "all" | null,
): readonly Connection[] {
  if (request === "all" || (request === null && found.length === 1)) return found;
  const names = (request ?? []).map((each) => each.replace(/^@/, "").toLowerCase());
  const namesOf = ({ remoteId, handle }: Connection) => [
    remoteId.toLowerCase(),
    handle.replace(/^@/, "").toLowerCase(),
  ];
  const unknown = names.find((each) => !found.some((one) => namesOf(one).includes(each)));
  const matches = found.filter((one) => namesOf(one).some((each) => names.includes(each)));
  if (matches.length > 0 && unknown === undefined) return matches;
  const list = found.map(({ handle, remoteId }) => `${handle} (${remoteId})`).join(", ");
  const why = unknown === undefined ? "Choose one or more of them." : `None of them is ${unknown}.`;
  const accounts = found.map(({ remoteId, handle, displayName }) => ({ remoteId, handle, displayName }));
  throw new Problem("choose_accounts", `${name} offers these accounts: ${list}. ${why}`, { accounts });
}
