// The workspace's plan (D26): what it may publish, and until when.
import { planEnd, planFault, planState, type Plan, type PlanFacts, type PlanState } from "../domain/plan.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

/** The plan, and what it allows now. */
export interface PlanNow extends Plan {
  readonly state: PlanState;
  /** ms since 1970; null when it has no end, or none yet. */
  readonly endsAt: number | null;
  readonly connectedAccounts: number;
  /** When a trial without an end of its own ends, ms since 1970; null: it begins with the first profile. */
  readonly trialEndsAt: number | null;
}

export type PlanDeps = Pick<AdminDeps, "clock"> & {
  readonly store: { readonly workspace: Pick<AdminDeps["store"]["workspace"], "planFacts"> };
};

export async function planNow({ store, clock }: PlanDeps): Promise<PlanNow> {
  const facts = await store.workspace.planFacts();
  const { plan, firstProfileAt, connectedAccounts } = facts;
  const endsAt = planEnd(plan, firstProfileAt);
  const trialEndsAt = planEnd({ plan: "trial", until: null, accounts: null }, firstProfileAt);
  return { ...plan, state: stateOf(facts, clock.now()), endsAt, connectedAccounts, trialEndsAt };
}

/** Whether the workspace may publish at `now`, ms since 1970. */
export async function planStateAt(now: number, { store }: Pick<PlanDeps, "store">): Promise<PlanState> {
  return stateOf(await store.workspace.planFacts(), now);
}

/** @throws Problem invalid_request */
export async function setPlan(
  actor: string,
  { plan, until, accounts }: Plan,
  deps: AdminDeps,
): Promise<PlanNow> {
  const fault = planFault({ plan, until, accounts });
  if (fault !== null) throw invalid(until === null ? "/accounts" : "/until", fault, fault);
  const detail = { plan, until: until === null ? null : new Date(until).toISOString(), accounts };
  const act = { action: "plan.set", profileId: null, subject: "workspace", detail };
  await deps.store.workspace.setPlan({ plan, until, accounts }, entryOf(actor, deps, act));
  return await planNow(deps);
}

function stateOf({ plan, connectedAccounts, firstProfileAt }: PlanFacts, now: number): PlanState {
  return planState(plan, now, connectedAccounts, firstProfileAt);
}
