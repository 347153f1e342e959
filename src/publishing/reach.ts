// Which accounts a caller can reach: those of its profile, or of them only the simulated ones. What a key for simulated
// accounts does is held against this wherever a post gets its accounts (targets.ts), a post that exists is changed
// (existing-post.ts), or the queue as a whole (queue.ts).
import { outOfReach } from "../domain/api-key.ts";
import type { Problem } from "../errors.ts";
import type { TargetAccount } from "./dependencies.ts";
import { matchAccounts, type AccountNames } from "./preflight/accounts.ts";

export interface Reach {
  readonly profileId: string;
  readonly simulatedOnly: boolean;
}

/** An account, or a target of a post. */
interface Reached {
  readonly platform: string;
  readonly handle: string;
  readonly simulated: boolean;
}

/** Of these accounts, those that the caller can reach. */
export const reachable = <T extends Pick<Reached, "simulated">>(
  { simulatedOnly }: Reach,
  accounts: readonly T[],
): T[] => accounts.filter(({ simulated }) => simulated || !simulatedOnly);

/** Why the caller can't change what goes to these accounts; null when it can. */
export function reachProblem({ simulatedOnly }: Reach, accounts: readonly Reached[]): Problem | null {
  const real = simulatedOnly && accounts.find(({ simulated }) => !simulated);
  if (!real) return null;
  return outOfReach(`${real.handle} on ${real.platform} is a real one.`);
}

/** @throws Problem simulated_only */
export function requireReach(by: Reach, accounts: readonly Reached[]): void {
  const problem = reachProblem(by, accounts);
  if (problem) throw problem;
}

/** Of what concerns every account of the profile. @throws Problem simulated_only */
export function requireFullReach({ simulatedOnly }: Reach, why: string): void {
  if (simulatedOnly) throw outOfReach(why);
}

/**
 * The accounts among which these names are looked up.
 * @throws Problem simulated_only when a name fits only real accounts, or all are meant and none is simulated
 */
export function accountsFor(
  by: Reach,
  names: AccountNames,
  all: readonly TargetAccount[],
): readonly TargetAccount[] {
  const within = reachable(by, all);
  if (within.length === all.length) return all;
  if (names === "all" || names === null) {
    if (!within.some(({ status }) => status === "active")) throw outOfReach("This profile has none.");
    return within;
  }
  const { unclear } = matchAccounts(names, within);
  const unknown = unclear.flatMap(({ name, candidates }) => (candidates.length === 0 ? [name] : []));
  requireReach(by, matchAccounts(unknown, all).named);
  return within;
}
