// What an owner chooses as the plan, and whether posts would still go out with it.
import type { CalendarDateTime } from "@internationalized/date";
import { now } from "../api.ts";
import { localTime, momentOf } from "../parts/MomentField.tsx";
import type { Plan } from "./queries.ts";

export interface PlanChoice {
  readonly plan: Plan["plan"];
  /** It ends at `until`; otherwise never, or a trial after its three days. */
  readonly hasEnd: boolean;
  readonly until: CalendarDateTime;
  /** As typed; empty: any number. */
  readonly accounts: string;
}

/** An end that is not chosen yet is offered so much later. */
const MONTH_MS = 30 * 86_400_000;

export function choiceOf({ plan, until, accounts }: Plan, zone: string): PlanChoice {
  return {
    plan,
    hasEnd: until !== null,
    until: localTime(until ?? new Date(now() + MONTH_MS).toISOString(), zone),
    accounts: accounts === null ? "" : String(accounts),
  };
}

export const hasBounds = ({ plan }: Pick<PlanChoice, "plan">): boolean =>
  plan === "trial" || plan === "active";

const MOST_ACCOUNTS = 1_000_000;

export const isNumber = (accounts: string): boolean =>
  accounts === "" || (/^\d{1,7}$/.test(accounts) && Number(accounts) <= MOST_ACCOUNTS);

/** As the server takes it. */
export function bodyOf(choice: PlanChoice, zone: string) {
  const { plan, hasEnd, until, accounts } = choice;
  if (!hasBounds(choice)) return { plan, until: null, accounts: null };
  return {
    plan,
    until: hasEnd ? momentOf(until, zone) : null,
    accounts: accounts === "" ? null : Number(accounts),
  };
}

/** Whether nothing would be published any more that is published now. */
export function wouldStop({ plan, until, accounts }: ReturnType<typeof bodyOf>, present: Plan): boolean {
  if (present.state !== "live" || plan === "unlimited") return false;
  const end = until ?? (plan === "trial" ? present.trialEndsAt : null);
  return (
    plan === "lapsed" ||
    (end !== null && Date.parse(end) <= now()) ||
    (accounts !== null && accounts < present.connectedAccounts)
  );
}
