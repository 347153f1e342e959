// crier profile: create, list, change, delete.
import { Command } from "@commander-js/extra-typings";
import type { Profile } from "../accounts/ports.ts";
import { timezone as knownZone } from "../domain/time-zone.ts";
import { openAppliance } from "../app/index.ts";
import { openHouse } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./audit.ts";
import { table } from "./table.ts";

export function profileCommand(context: Context) {
  const profile = new Command("profile").description("a profile holds accounts, posts, media and keys");

  profile
    .command("create")
    .description("create a profile and print its id")
    .argument("<name>")
    .option("--timezone <zone>", "IANA time zone of its queue, such as Europe/Berlin", "UTC")
    .option("--keep-metadata", KEEPS)
    .action(async (name, { timezone, keepMetadata = false }, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals), { begins: true });
      const record = { ...house.newProfile(name, zone(timezone)), keepMetadata };
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
      const rows = profiles.map(({ name, timezone, keepMetadata, id }) => [
        name,
        timezone,
        keepMetadata ? "kept" : "removed",
        id,
      ]);
      answer(context, globals, profiles, table(["name", "timezone", "metadata", "id"], rows));
    });

  profile
    .command("change")
    .description("change a profile; omitted options keep their value")
    .argument("<name>", "name or id")
    .option("--name <name>", "another name")
    .option("--timezone <zone>", "another IANA zone; queue slots keep theirs")
    .option("--keep-metadata", KEEPS)
    .option("--no-keep-metadata", "take it out again before anything is sent")
    .action(async (wanted, { name, timezone, keepMetadata }, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const before = await house.profile(wanted);
      const record: Profile = {
        ...before,
        name: name?.trim() ?? before.name,
        timezone: timezone === undefined ? before.timezone : zone(timezone),
        keepMetadata: keepMetadata ?? before.keepMetadata,
      };
      if (record.name === "") throw new Refusal("A profile needs a name.");
      const records = recorded(house, { action: "profile.update", ...facts(record) });
      if (!(await records.profiles.update(record)))
        throw new Refusal(`A profile named ${record.name} already exists.`);
      answer(context, globals, record, record.id);
    });

  profile
    .command("delete")
    .description("delete a profile with its accounts, posts, media and keys; no network is touched")
    .argument("<name>")
    .requiredOption("--yes", "really")
    .action(async (name, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const found = await appliance.profile(name);
      const { id } = found;
      const { profiles } = recorded(appliance, { action: "profile.delete", ...facts(found) });
      await appliance.deleteWithFiles(id, () => profiles.remove(id));
      answer(context, globals, { deleted: id }, `deleted ${id}`);
    });

  return profile;
}

const KEEPS = "keep location and camera metadata in published files";

const facts = ({ id, name, timezone, keepMetadata }: Profile) => ({
  profileId: id,
  subject: id,
  detail: { name, timezone, keepMetadata },
});

function zone(name: string): string {
  const found = knownZone(name);
  if (found === null) throw new Refusal(`${name} is not a time zone; use one such as Europe/Berlin.`);
  return found;
}
