// crier slots: when a profile's queue publishes (D21).
import { Command } from "@commander-js/extra-typings";
import { setSlots } from "../admin/slots.ts";
import { DAYS, daysText, type Slot } from "../domain/slot.ts";
import { openWorkspace } from "../app/workspace.ts";
import { OperatorError } from "../errors.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { namedProfile } from "./named-profile.ts";
import { table } from "./table.ts";

export function slotsCommand(context: Context) {
  const slots = new Command("slots").description("when a profile's queue publishes");

  slots
    .command("set")
    .description(
      'replace all slots, such as "mon-fri 09:00" "sat,sun 11:30"; posts already queued stay unless --reflow',
    )
    .argument("<slot...>", "days and a time: daily, mon, sat,sun or mon-fri, then HH:MM")
    .requiredOption("--profile <name>", "the profile whose queue it is")
    .option("--timezone <zone>", "IANA time zone of these slots; default: that of the profile")
    .option("--reflow", "move queued posts to the new slots, keeping their order")
    .action(async (texts, options, command) => {
      const globals = globalsOf(command);
      const wishes = texts.map(readSlot);
      await using workspace = await openWorkspace(settings(context, globals));
      const { id: profileId } = await namedProfile(workspace, options.profile);
      const slots = wishes.map((request) => ({ ...request, timezone: options.timezone }));
      const made = await setSlots(ACTOR, { profileId, slots, reflow: options.reflow ?? false }, workspace);
      answer(context, globals, made, tableOf(made));
    });

  slots
    .command("list")
    .description("the slots of a profile's queue")
    .requiredOption("--profile <name>", "the profile")
    .action(async ({ profile }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(settings(context, globals));
      const found = await opened.store.slots.list((await namedProfile(opened, profile)).id);
      answer(context, globals, found, tableOf(found));
    });

  return slots;
}

function readSlot(text: string): Pick<Slot, "weekdays" | "time"> {
  const [, days = "", time = ""] = /^\s*(\S+)\s+((?:[01]\d|2[0-3]):[0-5]\d)\s*$/.exec(text) ?? [];
  const weekdays = days === "daily" ? [1, 2, 3, 4, 5, 6, 7] : days.toLowerCase().split(",").flatMap(daysOf);
  if (time === "" || weekdays.includes(0))
    throw new OperatorError(
      `${JSON.stringify(text)} is not a slot; use "mon-fri 09:00", "sat,sun 11:30" or "daily 18:00".`,
    );
  return { weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b), time };
}

const dayOf = (name: string) => DAYS.findIndex((day) => day === name);

/** One day, or a range that may go over the weekend; 0 for anything else. */
function daysOf(text: string): number[] {
  const [first = "", last = first, more] = text.split("-");
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from < 0 || to < 0 || more !== undefined) return [0];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, i) => ((from + i) % 7) + 1);
}

function tableOf(slots: readonly Slot[]): string {
  const rows = slots.map((slot) => [daysText(slot), slot.time, slot.timezone]);
  return table(["days", "time", "zone"], rows);
}
