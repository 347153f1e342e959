// crier profile: create, list, change, delete.
import { Command } from "@commander-js/extra-typings";
import { createProfile, deleteProfile, editProfile } from "../admin/profiles.ts";
import { openAppliance } from "../app/index.ts";
import { openWorkspace } from "../app/workspace.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { namedProfile } from "./named-profile.ts";
import { table } from "./table.ts";

export function profileCommand(context: Context) {
  const profile = new Command("profile").description("a profile holds accounts, posts, media and keys");
  return profile
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(changeCommand(context))
    .addCommand(deleteCommand(context));
}

const createCommand = (context: Context) =>
  new Command("create")
    .description("create a profile and print its id")
    .argument("<name>")
    .option("--timezone <zone>", "IANA time zone of its queue, such as Europe/Berlin", "UTC")
    .option("--keep-metadata", KEEPS)
    .action(async (name, { timezone, keepMetadata }, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(settings(context, globals), { begins: true });
      const record = await createProfile(ACTOR, { name, timezone, keepMetadata }, workspace);
      answer(context, globals, record, record.id);
    });

const listCommand = (context: Context) =>
  new Command("list").description("all profiles").action(async (_, command) => {
    const globals = globalsOf(command);
    await using opened = await openWorkspace(settings(context, globals));
    const profiles = await opened.store.profiles.list();
    const rows = profiles.map(({ name, timezone, keepMetadata, id }) => [
      name,
      timezone,
      keepMetadata ? "kept" : "removed",
      id,
    ]);
    answer(context, globals, profiles, table(["name", "timezone", "metadata", "id"], rows));
  });

const changeCommand = (context: Context) =>
  new Command("change")
    .description("change a profile; omitted options keep their value")
    .argument("<name>", "name or id")
    .option("--name <name>", "another name")
    .option("--timezone <zone>", "another IANA zone; queue slots keep theirs")
    .option("--keep-metadata", KEEPS)
    .option("--no-keep-metadata", "take it out again before anything is sent")
    .action(async (nameOrId, { name, timezone, keepMetadata }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(settings(context, globals));
      const { id } = await namedProfile(opened, nameOrId);
      const record = await editProfile(ACTOR, id, { name, timezone, keepMetadata }, opened);
      answer(context, globals, record, record.id);
    });

const deleteCommand = (context: Context) =>
  new Command("delete")
    .description("delete a profile with its accounts, posts, media and keys; no network is touched")
    .argument("<name>")
    .requiredOption("--yes", "really")
    .action(async (name, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const { id } = await namedProfile(appliance, name);
      await deleteProfile(ACTOR, id, appliance);
      answer(context, globals, { deleted: id }, `deleted ${id}`);
    });

const KEEPS = "keep location and camera metadata in published files";
