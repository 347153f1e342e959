// Ends what delivery waits for: the pause of a server that failed, and the wait that a network asked of an account.
import { accountEntry } from "../accounts/audit.ts";
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
  endPause(server: string): boolean;
  endWait(accountId: string): boolean;
  /** Something may have become due. */
  wake(): void;
}

interface WaitDeps extends AdminDeps {
  readonly waits: Waits;
}

/**
 * The next post at the server tries it at once; the others wait for what comes of it. Does nothing if none waits.
 * @param platform the network of the server
 */
export async function endServerPause(
  actor: string,
  { platform, server }: { readonly platform: string; readonly server: string },
  deps: WaitDeps,
): Promise<void> {
  const { store, clock, waits } = deps;
  if (
    !isLater(
      waits.pauses().find((each) => each.server === server),
      clock.now(),
    )
  )
    return;
  // Before the posts are due: they would be put off again.
  waits.endPause(server);
  const act = { action: "server.resume", profileId: null, subject: server, detail: { platform } };
  await store.accounts.endWait({ server }, entryOf(actor, deps, act));
  waits.wake();
}

/**
 * The posts of an account go on although its network asked to wait (Retry-After). Does nothing if it did not.
 * @throws Problem not_found
 */
export async function endAccountWait(actor: string, id: string, deps: WaitDeps): Promise<void> {
  const { store, clock, waits } = deps;
  const account = await existingAccount(id, deps);
  if (
    !isLater(
      waits.waits().find(({ accountId }) => accountId === account.id),
      clock.now(),
    )
  )
    return;
  waits.endWait(account.id);
  const entry = accountEntry(account, { at: clock.now(), actor, action: "account.end_wait" });
  await store.accounts.endWait({ accountId: account.id }, entry);
  waits.wake();
}

const isLater = (wait: { readonly until: number } | undefined, now: number): boolean =>
  wait !== undefined && wait.until > now;
