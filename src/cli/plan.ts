// crier plan: show or set the plan of the workspace (D26).
import { Argument, Command } from "@commander-js/extra-typings";
import { momentOf } from "../time.ts";
import { planNow, setPlan, type PlanNow } from "../admin/plan.ts";
import { PLANS, type PlanState } from "../domain/plan.ts";
import { openWorkspace } from "../app/workspace.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, UsageError, type Context } from "./context.ts";
import { quantity, countOf } from "./numbers.ts";
import { localTime, machineZone } from "./times.ts";

export function planCommand(context: Context) {
  const plan = new Command("plan").description("show or set the plan of the workspace");

  plan
    .command("set")
    .description("set the plan; it applies immediately, also to a running server")
    .addArgument(new Argument("<plan>").choices(PLANS))
    .option("--until <date>", "its last day, such as 2027-01-31, or the time when it ends, with an offset")
    .option("--accounts <n>", "how many connected accounts it covers; default: unlimited")
    .action(async (name, { until, accounts }, command) => {
      const globals = globalsOf(command);
      const request = {
        plan: name,
        until: until === undefined ? null : endOf(until),
        accounts: accounts === undefined ? null : countOf(accounts, 0, 999_999),
      };
      await using workspace = await openWorkspace(await settings(context, globals));
      const set = await setPlan(ACTOR, request, workspace);
      answer(context, globals, viewOf(set), sentence(set, workspace.clock.now()));
    });

  plan
    .command("show")
    .description("show the plan, and what it currently allows")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const now = await planNow(opened);
      answer(context, globals, viewOf(now), sentence(now, opened.clock.now()));
    });

  return plan;
}

const viewOf = ({ until, endsAt, trialEndsAt: _, ...plan }: PlanNow) => ({
  ...plan,
  until: isoOrNull(until),
  endsAt: isoOrNull(endsAt),
});

/** "Plan: active until Mon 1 Feb 2027 00:00 (UTC); 3 of 5 accounts connected." */
function sentence({ plan, state, endsAt, accounts, connectedAccounts }: PlanNow, now: number): string {
  const zone = machineZone();
  const verb = endsAt !== null && endsAt <= now ? ", ended" : " until";
  const end = endsAt === null ? "" : `${verb} ${localTime(endsAt, zone, now)} (${zone})`;
  return `Plan: ${plan}${end}; ${connections(connectedAccounts, accounts)}.${REMEDIES[state]}`;
}

function connections(count: number, covered: number | null): string {
  if (covered === null) return `${quantity(count, "account")} connected`;
  return count > covered
    ? `${quantity(count, "account")} connected, but it covers ${covered}`
    : `${count} of ${quantity(covered, "account")} connected`;
}

const REMEDIES: Readonly<Record<PlanState, string>> = {
  live: "",
  payment_required: " Nothing is published until the plan is renewed: crier plan set PLAN",
  too_many_accounts: " Nothing is published until accounts are disconnected or the plan covers more of them.",
};

/** A day counts to its end, in UTC. */
function endOf(text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? momentOf(`${text}T00:00Z`) : null;
  const at = day === null ? momentOf(text) : day + 24 * 3_600_000;
  if (at === null)
    throw new UsageError(`${text} is not a valid date; use 2027-01-31 or 2027-01-31T09:00:00+01:00.`);
  return at;
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
