// crier slots: when a profile's queue publishes (D21).
import { Command } from "@commander-js/extra-typings";
import { timezone } from "../domain/time-zone.ts";
import { openHouse } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";
import { twinOf, type Slot } from "../publishing/queue.ts";
import { reflowTo } from "../publishing/schedule.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./audit.ts";
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
      await using house = await openHouse(settings(context, globals));
      const profile = await house.profile(options.profile);
      const zone = zoneOf(options.timezone ?? profile.timezone);
      const made = wishes.map((wish): Slot => ({
        id: house.newId(),
        profileId: profile.id,
        ...wish,
        timezone: zone,
      }));
      const twin = twinOf(made);
      if (twin >= 0)
        throw new Refusal(
          `${JSON.stringify(texts[twin])} repeats the day and time of an earlier slot. A slot holds one post; remove one of them.`,
        );
      const detail = made.map(({ weekdays, time, timezone }) => ({ weekdays, time, timezone }));
      const act = { action: "slots.set", profileId: profile.id, subject: profile.id, detail };
      await recorded(house, act).slots.replace(
        profile.id,
        made,
        reflowTo(made, house.clock.now(), options.reflow ?? false),
      );
      answer(context, globals, made, tableOf(made));
    });

  slots
    .command("list")
    .description("the slots of a profile's queue")
    .requiredOption("--profile <name>", "the profile")
    .action(async ({ profile }, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const found = await house.store.slots.list((await house.profile(profile)).id);
      answer(context, globals, found, tableOf(found));
    });

  return slots;
}

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function readSlot(text: string): Pick<Slot, "weekdays" | "time"> {
  const [, days = "", time = ""] = /^\s*(\S+)\s+((?:[01]\d|2[0-3]):[0-5]\d)\s*$/.exec(text) ?? [];
  const weekdays = days === "daily" ? [1, 2, 3, 4, 5, 6, 7] : days.toLowerCase().split(",").flatMap(daysOf);
  if (time === "" || weekdays.includes(0))
    throw new Refusal(
      `${JSON.stringify(text)} is not a slot; use "mon-fri 09:00", "sat,sun 11:30" or "daily 18:00".`,
    );
  return { weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b), time };
}

/** One day, or a range that may go over the weekend; 0 for what is no day. */
function daysOf(text: string): number[] {
  const [first = "", last = first, more] = text.split("-");
  const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
  if (from < 0 || to < 0 || more !== undefined) return [0];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, i) => ((from + i) % 7) + 1);
}

function zoneOf(text: string): string {
  const zone = timezone(text);
  if (zone === null) throw new Refusal(`${text} is not a time zone; use one such as Europe/Berlin.`);
  return zone;
}

function tableOf(slots: readonly Slot[]): string {
  const rows = slots.map(({ weekdays, time, timezone }) => [
    weekdays.length === 7 ? "daily" : weekdays.map((day) => DAYS[day - 1] ?? "").join(","),
    time,
    timezone,
  ]);
  return table(["days", "time", "zone"], rows);
}
