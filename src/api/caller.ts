// Who is asking: the bearer key of a request, recognised before anything else is read (D7, D8).
import type { KeyRecord, Scope } from "../accounts/ports.ts";
import type { Keyring } from "../accounts/keyring.ts";
import { Problem } from "../errors.ts";

const callers = new WeakMap<Request, KeyRecord>();

/** @throws Problem unauthorized: the same for a missing, malformed, unknown, revoked and expired key */
export async function recogniseCaller(request: Request, keyring: Keyring): Promise<void> {
  const [scheme, key] = (request.headers.get("authorization") ?? "").split(" ", 2);
  const record = scheme?.toLowerCase() === "bearer" && key ? await keyring.recognise(key) : null;
  if (!record) {
    throw new Problem(
      "unauthorized",
      "This needs a key: send `Authorization: Bearer crier_live_…` with one that is live.",
    );
  }
  callers.set(request, record);
}

/** The key of a request that was let in. */
export function callerOf(request: Request): KeyRecord {
  const caller = callers.get(request);
  if (!caller) throw new Problem("unauthorized", "This needs a key.");
  return caller;
}

/** Route settings: the scope a key must have, checked before the body is looked at. */
export function needs(scope: Scope) {
  return {
    transform: ({ request }: { request: Request }) => requireScope(request, scope),
    detail: { "x-scope": scope },
  };
}

function requireScope(request: Request, scope: Scope): void {
  mustHave(callerOf(request), scope);
}

/** @throws Problem insufficient_scope */
export function mustHave(caller: KeyRecord, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  throw new Problem("insufficient_scope", `This key lacks the scope \`${scope}\`.`, { scope });
}
