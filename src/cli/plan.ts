// crier plan: show or set the plan of the workspace (D26).
import { Argument, Command } from "@commander-js/extra-typings";
import { momentOf } from "../time.ts";
import { planNow, setPlan, type PlanNow } from "../admin/plan.ts";
import { PLANS } from "../domain/plan.ts";
import { openWorkspace } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";

export function planCommand(context: Context) {
  const plan = new Command("plan").description("show or set the plan of the workspace");

  plan
    .command("set")
    .description("set the plan; takes effect immediately, even while the server runs")
    .addArgument(new Argument("<plan>").choices(PLANS))
    .option("--until <date>", "when it ends: a day such as 2027-01-31 (its last), or a time with an offset")
    .option("--accounts <n>", "how many connected accounts it covers; default: any number")
    .action(async (name, { until, accounts }, command) => {
      const globals = globalsOf(command);
      const request = {
        plan: name,
        until: until === undefined ? null : endOf(until),
        accounts: accounts === undefined ? null : countOf(accounts),
      };
      await using workspace = await openWorkspace(await settings(context, globals));
      const shown = shownOf(await setPlan(ACTOR, request, workspace));
      answer(context, globals, shown, words(shown));
    });

  plan
    .command("show")
    .description("show the plan and what it currently allows")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const shown = shownOf(await planNow(opened));
      answer(context, globals, shown, words(shown));
    });

  return plan;
}

const shownOf = ({ plan, until, accounts, state, endsAt, connectedAccounts }: PlanNow) => ({
  ...{ plan, until: isoOrNull(until), accounts },
  ...{ state, endsAt: isoOrNull(endsAt), connectedAccounts },
});

function words({ plan, state, endsAt, accounts, connectedAccounts }: ReturnType<typeof shownOf>) {
  const end = endsAt === null ? "" : `, until ${endsAt}`;
  const covered = accounts === null ? "" : ` of ${accounts} covered`;
  return `${plan}: ${state}${end}; ${connectedAccounts} accounts connected${covered}`;
}

/** A day counts to its end, in UTC. */
function endOf(text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? momentOf(`${text}T00:00Z`) : null;
  const at = day === null ? momentOf(text) : day + 24 * 3_600_000;
  if (at === null)
    throw new Refusal(`${text} is not a valid date; use 2027-01-31 or 2027-01-31T09:00:00+01:00.`);
  return at;
}

function countOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Refusal(`${text} is not a valid number of accounts.`);
  return Number(text);
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
