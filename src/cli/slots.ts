// crier slots: when a profile's queue publishes (D21).
import { Command } from "@commander-js/extra-typings";
import { setSlots } from "../admin/slots.ts";
import { DAYS, daysText, type Slot } from "../domain/slot.ts";
import { slotView } from "../api/views/slot.ts";
import { openWorkspace } from "../app/workspace.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, tell, UsageError, type Context } from "./context.ts";
import { examples } from "./help.ts";
import { chosenProfile } from "./profiles.ts";
import { table } from "./table.ts";

export function slotsCommand(context: Context) {
  const slots = new Command("slots").description("choose when a profile's queue publishes");

  slots
    .command("set")
    .description(
      "replace all slots of a profile; posts that are already queued keep their time, unless you add --reflow",
    )
    .argument("<slot...>", "days and a time: daily, mon, sat,sun or mon-fri, then HH:MM")
    .option("--profile <name>", "the profile whose queue it is; default: the only one, or CRIER_PROFILE")
    .option("--timezone <zone>", "IANA time zone of these slots; default: that of the profile")
    .option("--reflow", "move queued posts to the new slots, keeping their order")
    .addHelpText(
      "after",
      examples('crier slots set "mon-fri 09:00" "sat,sun 11:30"', 'crier slots set "daily 18:00" --reflow'),
    )
    .action(async (texts, options, command) => {
      const globals = globalsOf(command);
      const wishes = texts.map(readSlot);
      await using workspace = await openWorkspace(await settings(context, globals));
      const { id: profileId } = await chosenProfile(options.profile, workspace, context);
      const slots = wishes.map((request) => ({ ...request, timezone: options.timezone }));
      const made = await setSlots(ACTOR, { profileId, slots, reflow: options.reflow ?? false }, workspace);
      answer(context, globals, { slots: made.map(slotView) }, tableOf(made, context));
    });

  slots
    .command("list")
    .description("list the slots of a profile's queue")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .action(async ({ profile }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const found = await opened.store.slots.list((await chosenProfile(profile, opened, context)).id);
      answer(context, globals, { slots: found.map(slotView) }, tableOf(found, context));
      if (found.length === 0)
        tell(context, globals, 'No slots. Set them: crier slots set "mon-fri 09:00" "sat,sun 11:30"');
    });

  return slots;
}

function readSlot(text: string): Pick<Slot, "weekdays" | "time"> {
  const [, days = "", time = ""] = /^\s*(\S+)\s+((?:[01]\d|2[0-3]):[0-5]\d)\s*$/.exec(text) ?? [];
  const weekdays = days === "daily" ? [1, 2, 3, 4, 5, 6, 7] : days.toLowerCase().split(",").flatMap(daysOf);
  if (time === "" || weekdays.includes(0))
    throw new UsageError(
      `${JSON.stringify(text)} is not a slot; use "mon-fri 09:00", "sat,sun 11:30" or "daily 18:00".`,
    );
  return { weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b), time };
}

const dayOf = (name: string) => DAYS.findIndex((day) => day === name);

/** One day, or a range that may go over the weekend; 0 for what is no day. */
function daysOf(text: string): number[] {
  const [first = "", last = first, more] = text.split("-");
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from < 0 || to < 0 || more !== undefined) return [0];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, i) => ((from + i) % 7) + 1);
}

function tableOf(slots: readonly Slot[], { columns }: Context): string {
  const rows = slots.map((slot) => [daysText(slot), slot.time, slot.timezone]);
  return table(["days", "time", "time zone"], rows, columns);
}
