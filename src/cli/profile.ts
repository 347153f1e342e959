// crier profile: create, list, delete.
import { Command } from "@commander-js/extra-typings";
import { openHouse } from "../app.ts";
import { Refusal } from "../errors.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { table } from "./table.ts";

export function profileCommand(context: Context) {
  const profile = new Command("profile").description("a profile holds accounts, posts, media and keys");

  profile
    .command("create")
    .description("make a profile; prints its id")
    .argument("<name>")
    .option("--timezone <zone>", "IANA zone of its queue, such as Europe/Berlin", "UTC")
    .action(async (name, { timezone }, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const record = await house.createProfile(name, zone(timezone));
      answer(context, globals, record, record.id);
    });

  profile
    .command("list")
    .description("all profiles")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const profiles = await house.store.profiles.list();
      const rows = profiles.map(({ name, timezone, id }) => [name, timezone, id]);
      answer(context, globals, profiles, table(["name", "timezone", "id"], rows));
    });

  profile
    .command("delete")
    .description("delete a profile with its accounts, posts, media and keys; no network is touched")
    .argument("<name>")
    .requiredOption("--yes", "really")
    .action(async (name, _, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const { id } = await house.profile(name);
      await house.store.profiles.remove(id);
      answer(context, globals, { deleted: id }, `deleted ${id}`);
    });

  return profile;
}

function zone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new Refusal(`${name} is no time zone; write one like Europe/Berlin.`);
  }
}
