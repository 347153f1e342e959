// crier profile: create, list, edit, delete.
import { Command, Option } from "@commander-js/extra-typings";
import { createProfile, deleteProfile, editProfile } from "../admin/profiles.ts";
import { WEEK_STARTS, type Profile } from "../domain/profile.ts";
import { resolveAccounts } from "../publishing/preflight/accounts.ts";
import { targetAccounts } from "../publishing/target-accounts.ts";
import { profileView } from "../api/views/profile.ts";
import type { Appliance } from "../app/index.ts";
import { openWorkspace } from "../app/workspace.ts";
import { timezone } from "../domain/time-zone.ts";
import { OperatorError } from "../errors.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, tell, terminalOf, UsageError, type Context } from "./context.ts";
import { quantity } from "./numbers.ts";
import { examples } from "./help.ts";
import { namedProfile } from "./profiles.ts";
import { askText, askYes, type Terminal } from "./prompts.ts";
import { quote } from "./quote.ts";
import { table } from "./table.ts";
import { machineZone } from "./times.ts";

export function profileCommand(context: Context) {
  const profile = new Command("profile").description(
    "manage profiles: each has its own accounts, posts, media and keys",
  );
  const commands = [createCommand, listCommand, editCommand, deleteCommand];
  for (const command of commands) profile.addCommand(command(context) as Command);
  return profile;
}

function createCommand(context: Context) {
  return new Command("create")
    .description("create a profile and print its id")
    .argument("<name>")
    .option("--timezone <zone>", "IANA time zone of its queue, such as Europe/Berlin; default: UTC")
    .option("--keep-metadata", KEEPS)
    .addOption(weekStartOption())
    .addHelpText("after", examples("crier profile create me --timezone Europe/Berlin"))
    .action(async (name, { timezone, keepMetadata, weekStart }, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals), { begins: true });
      const terminal = terminalOf(context, globals);
      const zone = timezone ?? (terminal ? await askZone(terminal) : "UTC");
      const record = await createProfile(ACTOR, { name, timezone: zone, keepMetadata, weekStart }, workspace);
      answer(context, globals, profileView(record), record.id);
      tell(context, globals, `✓ Created the profile ${record.name} (${record.timezone}).`);
      tell(context, globals, `Next: crier account connect NETWORK --profile ${quote(record.name)}`);
    });
}

function listCommand(context: Context) {
  return new Command("list").description("list all profiles").action(async (_, command) => {
    const globals = globalsOf(command);
    await using opened = await openWorkspace(await settings(context, globals));
    const profiles = await opened.store.profiles.list();
    const rows = profiles.map(({ name, timezone, keepMetadata, id }) => [
      name,
      timezone,
      keepMetadata ? "kept" : "removed",
      id,
    ]);
    const head = ["name", "time zone", "metadata of files", "id"];
    answer(context, globals, { profiles: profiles.map(profileView) }, table(head, rows, context.columns));
    if (profiles.length === 0) tell(context, globals, "No profiles. Create one: crier profile create NAME");
  });
}

function editCommand(context: Context) {
  return new Command("edit")
    .description("change a profile; omitted options keep their value")
    .argument("<name>", "name or id")
    .option("--name <name>", "another name")
    .option("--timezone <zone>", "another IANA time zone; queue slots keep theirs")
    .option("--keep-metadata", KEEPS)
    .option("--no-keep-metadata", "remove location and camera metadata before publishing")
    .option("--review", "drafts of authors have to be approved before they get a time")
    .option("--no-review", "drafts of authors need no approval")
    .addOption(weekStartOption())
    .option(
      "--default-accounts <account...>",
      "accounts with which a new post begins in the web app: networks, handles, network:handle or ids",
    )
    .option("--no-default-accounts", "a new post begins with the accounts that were chosen last")
    .action(async (nameOrId, { defaultAccounts: names, ...options }, command) => {
      const globals = globalsOf(command);
      if ([names, ...Object.values(options)].every((each) => each === undefined))
        throw new UsageError(
          "Nothing to change: use --name, --timezone, --keep-metadata, --review, --week-start or --default-accounts.",
        );
      await using opened = await openWorkspace(await settings(context, globals));
      const { id } = await namedProfile(opened, nameOrId);
      const defaultAccounts = await accountIds(id, names, opened);
      const record = await editProfile(ACTOR, id, { ...options, defaultAccounts }, opened);
      answer(context, globals, profileView(record), record.id);
      tell(context, globals, `Changed the profile ${record.name}.`);
    });
}

function deleteCommand(context: Context) {
  return new Command("delete")
    .description("delete a profile with its accounts, posts, files and keys; published posts stay online")
    .argument("<name>", "name or id")
    .option("--yes", "delete without asking")
    .action(async (nameOrId, { yes }, command) => {
      const globals = globalsOf(command);
      // Only this one deletes files: the others start without everything that media need.
      const { openAppliance } = await import("../app/index.ts");
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await namedProfile(appliance, nameOrId);
      if (!yes) {
        const goes = await contentsOf(found, appliance);
        const terminal = terminalOf(context, globals);
        if (!terminal)
          throw new UsageError(`This deletes the profile ${found.name} with ${goes}. Confirm it with --yes.`);
        if (
          !(await askYes(
            terminal,
            `Delete the profile ${found.name} with ${goes}? Published posts stay online.`,
          ))
        )
          throw new OperatorError("Canceled. Nothing was deleted.");
      }
      await deleteProfile(ACTOR, found.id, appliance);
      answer(context, globals, { deleted: found.id }, `deleted ${found.id}`);
    });
}

const weekStartOption = () =>
  new Option("--week-start <day>", "the first day of a week in calendars").choices(WEEK_STARTS);

/** @throws Problem no_accounts, unknown_accounts, ambiguous_account */
async function accountIds(
  profileId: string,
  names: readonly string[] | boolean | undefined,
  { store }: Pick<Appliance, "store">,
): Promise<string[] | null | undefined> {
  if (typeof names !== "object") return names === false ? null : undefined;
  // Most commands about profiles start without the networks.
  const { networks } = await import("../networks/index.ts");
  const accounts = targetAccounts(store.accounts, (platform) => networks.find(platform) ?? null);
  return resolveAccounts(names, await accounts.ofProfile(profileId)).map(({ id }) => id);
}

const KEEPS = "keep location and camera metadata in published files";

async function askZone(terminal: Terminal): Promise<string> {
  const check = (text: string) =>
    timezone(text) === null ? "Write an IANA time zone, such as Europe/Berlin." : undefined;
  return await askText(terminal, {
    message: "Time zone of its queue and times",
    usual: machineZone(),
    check,
  });
}

/** What is deleted with a profile. */
async function contentsOf({ id }: Profile, { store }: Appliance): Promise<string> {
  const accounts = (await store.accounts.ofProfile(id)).length;
  const keys = (await store.keys.ofProfile(id)).filter(({ revokedAt }) => revokedAt === null).length;
  const planned = await store.posts.page(id, { status: ["queued", "scheduled"] }, 100, null);
  const posts =
    planned.length === 100 ? "100 or more planned posts" : quantity(planned.length, "planned post");
  return `${quantity(accounts, "account")}, ${quantity(keys, "key")}, ${posts} and all its files`;
}
