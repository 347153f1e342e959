// Reads the public keys of another Crier, from a file or an address that the person at the command line names.
import { readFileSync } from "node:fs";
import { keysIn } from "../../auth/jws.ts";
import type { PublicKey } from "../../domain/signing-key.ts";
import { messageOf, OperatorError } from "../../errors.ts";

const TIMEOUT_MS = 10_000;

/** @param place path of a JWK Set, or its http(s) address @throws OperatorError */
export async function keysAt(place: string): Promise<PublicKey[]> {
  const keys = keysIn(await documentAt(place));
  if (keys === null) throw new OperatorError(`${place} is not a JWK Set: a JSON object with \`keys\`.`);
  return keys;
}

async function documentAt(place: string): Promise<unknown> {
  try {
    if (!/^https?:\/\//i.test(place)) return JSON.parse(readFileSync(place, "utf8"));
    const answer = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    return await answer.json();
  } catch (error) {
    throw new OperatorError(`The keys at ${place} can't be read: ${messageOf(error)}`);
  }
}
