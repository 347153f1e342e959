// Ends what delivery waits for: the pause of a server that failed, and the wait that a network asked of an account.
import { accountEntry } from "../accounts/audit.ts";
import { Problem } from "../errors.ts";
import { existingAccount } from "./accounts.ts";
import { entryOf, type AdminDeps } from "./deps.ts";

interface ServerPause {
  readonly platform: string;
  readonly server: string;
  readonly until: number;
  /** A sentence for a person. */
  readonly reason: string;
}

/** What delivery waits for. Times in ms since 1970. */
export interface Waits {
  pauses(): readonly ServerPause[];
  waits(): readonly { readonly accountId: string; readonly until: number }[];
  endPause(server: string): void;
  /** False when the account does not wait. */
  endWait(accountId: string): boolean;
  /** Something may have become due. */
  wake(): void;
}

interface WaitDeps extends AdminDeps {
  readonly waits: Waits;
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
  const { store, clock, waits } = deps;
  const pause = waits.pauses().find((each) => each.platform === platform && each.server === server);
  if (!pause) throw new Problem("not_found", "No post waits for this server.");
  // The next post tries it anyway.
  if (pause.until <= clock.now()) return;
  // Before the posts are due: they would be put off again.
  waits.endPause(server);
  const act = { action: "server.resume", profileId: null, subject: server, detail: { platform } };
  await store.accounts.endWait({ server }, entryOf(actor, deps, act));
  waits.wake();
}

/**
 * The posts of an account go on although its network asked to wait (Retry-After).
 * @throws Problem not_found, also when it does not wait
 */
export async function endAccountWait(actor: string, id: string, deps: WaitDeps): Promise<void> {
  const { store, clock, waits } = deps;
  const account = await existingAccount(id, deps);
  if (!waits.endWait(account.id)) throw new Problem("not_found", "This account does not wait.");
  const entry = accountEntry(account, { at: clock.now(), actor, action: "account.end_wait" });
  await store.accounts.endWait({ accountId: account.id }, entry);
  waits.wake();
}
