// Ends what delivery waits for: the pause of a server that failed, and the wait that a network asked of an account.
import { accountEntry } from "../accounts/audit.ts";
import { Problem } from "../errors.ts";
import { existingAccount } from "./accounts.ts";
import { entryOf, type AdminDeps } from "./deps.ts";

interface WaitDeps extends AdminDeps {
  /** Something may have become due. */
  readonly wake: () => void;
}

/**
 * The next post at the server tries it at once; the others wait for what comes of it.
 * @param platform the network of the server
 * @throws Problem not_found when no post waits for it
 */
export async function endServerPause(
  actor: string,
  { platform, server }: { readonly platform: string; readonly server: string },
  deps: WaitDeps,
): Promise<void> {
  const pauses = await deps.store.serverPauses.all();
  const isPaused = pauses.some((each) => each.platform === platform && each.server === server);
  if (!isPaused) throw new Problem("not_found", "No post waits for this server.");
  const act = { action: "server.resume", profileId: null, subject: server, detail: { platform } };
  // A pause that has passed needs no end: the next post tries the server anyway.
  if (await deps.store.accounts.endWait({ server }, entryOf(actor, deps, act))) deps.wake();
}

/**
 * The posts of an account go on although its network asked to wait (Retry-After).
 * @throws Problem not_found, also when it does not wait
 */
export async function endAccountWait(actor: string, id: string, deps: WaitDeps): Promise<void> {
  const { store, clock, wake } = deps;
  const account = await existingAccount(id, deps);
  const entry = accountEntry(account, { at: clock.now(), actor, action: "account.end_wait" });
  const isEnded = await store.accounts.endWait({ accountId: account.id }, entry);
  if (!isEnded) throw new Problem("not_found", "This account does not wait.");
  wake();
}
