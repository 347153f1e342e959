// crier people: who may sign in, what they may do, and links with which others join.
import { Command, Option } from "@commander-js/extra-typings";
import { createInvite, inviteUrl } from "../admin/invites.ts";
import { editPerson, personCalled, removePerson, type AccessInput } from "../admin/people.ts";
import { inviteView, personView } from "../api/views/person.ts";
import { addressOf } from "../app/address.ts";
import { openWorkspace, type OpenWorkspace } from "../app/workspace.ts";
import { ROLES } from "../domain/permission.ts";
import type { Access, ListedPerson } from "../domain/person.ts";
import { OperatorError } from "../errors.ts";
import { ACTOR } from "./actor.ts";
import {
  answer,
  duration,
  globalsOf,
  settings,
  tell,
  terminalOf,
  UsageError,
  type Context,
} from "./context.ts";
import { examples } from "./help.ts";
import { namedProfile } from "./profiles.ts";
import { askYes } from "./prompts.ts";
import { table } from "./table.ts";
import { localTime, machineZone } from "./times.ts";

export function peopleCommand(context: Context) {
  const people = new Command("people").description("manage the people who may sign in, and what they may do");
  const commands = [listCommand, inviteCommand, editCommand, removeCommand];
  for (const command of commands) people.addCommand(command(context) as Command);
  return people;
}

const roleOption = () => new Option("--role <role>", "what they may do").choices(ROLES);
const PROFILES = "profiles that they work with, apart by commas; all";

function listCommand(context: Context) {
  return new Command("list").description("list all people").action(async (_, command) => {
    const globals = globalsOf(command);
    await using opened = await openWorkspace(await settings(context, globals));
    const people = await allPeople(opened);
    const names = new Map((await opened.store.profiles.list()).map(({ id, name }) => [id, name]));
    const [zone, now] = [machineZone(), opened.clock.now()];
    const rows = people.map(({ email, role, profiles, name, lastSeenAt }) => [
      email,
      name ?? "",
      role,
      profiles === "all" ? "all" : profiles.map((id) => names.get(id) ?? id).join(", "),
      lastSeenAt === null ? "not signed in" : localTime(lastSeenAt, zone, now),
    ]);
    const head = ["email", "name", "role", "profiles", "last seen"];
    answer(context, globals, { people: people.map(personView) }, table(head, rows, context.columns));
    if (people.length === 0) tell(context, globals, "Nobody yet. Create an owner: crier owner create EMAIL");
  });
}

async function allPeople({ store }: Pick<OpenWorkspace, "store">): Promise<ListedPerson[]> {
  const people: ListedPerson[] = [];
  for (let last: string | null = null; ;) {
    const page: readonly ListedPerson[] = await store.people.list(100, last);
    people.push(...page);
    last = page.at(-1)?.id ?? null;
    if (page.length < 100) return people;
  }
}

function inviteCommand(context: Context) {
  return new Command("invite")
    .description("print a link with which one person chooses a password and joins; it is shown only once")
    .addOption(roleOption().makeOptionMandatory())
    .option("--profiles <names>", `${PROFILES} by default`)
    .option("--expires <time>", "how long it works, at most 30d", "7d")
    .addHelpText("after", examples("crier people invite --role author --profiles harbour"))
    .action(async ({ role, profiles, expires }, command) => {
      const globals = globalsOf(command);
      const config = await settings(context, globals);
      await using opened = await openWorkspace(config);
      const expiresAt = opened.clock.now() + duration(expires);
      const access = { role, profiles: await profilesNamed(profiles, opened) };
      const made = await createInvite(ACTOR, null, { ...access, expiresAt }, opened);
      const url = inviteUrl(addressOf(config, await opened.place.runningServer()), made);
      answer(context, globals, { url, invite: inviteView(made.invite) }, url);
      tell(
        context,
        globals,
        `Give this link to the person: it works once, until ${localTime(expiresAt, machineZone(), opened.clock.now())}.`,
      );
    });
}

function editCommand(context: Context) {
  return new Command("edit")
    .description("change a person's role or profiles; another role ends their sessions")
    .argument("<email>")
    .addOption(roleOption())
    .option("--profiles <names>", PROFILES)
    .action(async (email, { role, profiles }, command) => {
      if (role === undefined && profiles === undefined)
        throw new UsageError("Nothing to change: use --role or --profiles.");
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const { id } = await personCalled(email, opened);
      const input: AccessInput = { role, profiles: await profilesNamed(profiles, opened) };
      const person = await editPerson(ACTOR, id, input, null, opened);
      answer(context, globals, personView(person), `${person.email} is ${person.role} now`);
    });
}

function removeCommand(context: Context) {
  return new Command("remove")
    .description("remove a person, and sign them out everywhere; what they have done stays on record")
    .argument("<email>")
    .option("--yes", "remove without asking")
    .action(async (text, { yes }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const { id, email } = await personCalled(text, opened);
      const terminal = terminalOf(context, globals);
      if (!yes && terminal && !(await askYes(terminal, `Remove ${email}? They can't sign in any more.`)))
        throw new OperatorError("Canceled. Nothing was changed.");
      answer(context, globals, personView(await removePerson(ACTOR, id, opened)), `removed ${email}`);
    });
}

/** @throws OperatorError for a profile that does not exist */
async function profilesNamed(
  text: string | undefined,
  workspace: OpenWorkspace,
): Promise<Access["profiles"] | undefined> {
  if (text === undefined || text.trim().toLowerCase() === "all")
    return text === undefined ? undefined : "all";
  const names = text.split(",").map((name) => name.trim());
  return await Promise.all(names.map(async (name) => (await namedProfile(workspace, name)).id));
}
