// What a workspace's plan allows (D26), as a pure function.

export const PLANS = ["unlimited", "trial", "active", "lapsed"] as const;
export type PlanName = (typeof PLANS)[number];

export interface Plan {
  readonly plan: PlanName;
  /** When it ends, ms since 1970; null: never, or for a trial three days after the first profile. */
  readonly until: number | null;
  /** How many connected accounts it covers; null: any number. */
  readonly accounts: number | null;
}

/** What decides whether the workspace may publish. */
export interface PlanFacts {
  readonly plan: Plan;
  /** When the first profile was made, also if that one is gone: a trial runs from there. Null: there was none yet. */
  readonly firstProfileAt: number | null;
  /** How many accounts of the whole workspace are not disconnected. */
  readonly connectedAccounts: number;
}

export type PlanState = "live" | "payment_required" | "too_many_accounts";

const TRIAL_MS = 3 * 24 * 3_600_000;

/** @param firstProfileAt null when there was none yet: then a trial has not begun */
export function planState(
  plan: Plan,
  now: number,
  connectedAccounts: number,
  firstProfileAt: number | null,
): PlanState {
  if (plan.plan === "unlimited") return "live";
  if (plan.plan === "lapsed") return "payment_required";
  const end = planEnd(plan, firstProfileAt);
  if (end !== null && now >= end) return "payment_required";
  return plan.accounts !== null && connectedAccounts > plan.accounts ? "too_many_accounts" : "live";
}

/** The first moment at which the plan is over; null when it has no end, or none yet. */
export function planEnd({ plan, until }: Plan, firstProfileAt: number | null): number | null {
  if (plan === "active") return until;
  if (plan !== "trial") return null;
  return until ?? (firstProfileAt === null ? null : firstProfileAt + TRIAL_MS);
}

/** Why a plan cannot be set like this, as a sentence; null when it can. */
export function planFault({ plan, until, accounts }: Plan): string | null {
  if (plan !== "unlimited" && plan !== "lapsed") return null;
  const more = until === null ? (accounts === null ? null : "a number of accounts") : "an end";
  return more === null ? null : `The plan ${plan} has no place for ${more}; active and trial do.`;
}
