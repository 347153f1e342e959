// crier profile: create, list, delete.
import { Command } from "@commander-js/extra-typings";
import type { Profile } from "../accounts/ports.ts";
import { timezone as knownZone } from "../accounts/timezone.ts";
import { openHouse } from "../house.ts";
import { Refusal } from "../errors.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./record.ts";
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
      const record = house.newProfile(name, zone(timezone));
      const records = recorded(house, { action: "profile.create", ...facts(record) });
      await house.addProfile(record, records);
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
      const found = await house.profile(name);
      const { id } = found;
      await recorded(house, { action: "profile.delete", ...facts(found) }).profiles.remove(id);
      answer(context, globals, { deleted: id }, `deleted ${id}`);
    });

  return profile;
}

const facts = ({ id, name, timezone }: Profile) => ({
  profileId: id,
  subject: id,
  detail: { name, timezone },
});

function zone(name: string): string {
  const found = knownZone(name);
  if (found === null) throw new Refusal(`${name} is no time zone; write one like Europe/Berlin.`);
  return found;
}
