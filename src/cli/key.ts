// crier key: create, list, rotate, revoke.
import { Command } from "@commander-js/extra-typings";
import { createKey, listKeys, revokeKey, rotateKey } from "../admin/keys.ts";
import { keyView, newKeyView } from "../api/views/key.ts";
import { openWorkspace } from "../app/workspace.ts";
import { SCOPES, type KeyRecord, type Scope } from "../domain/api-key.ts";
import { OperatorError } from "../errors.ts";
import { ACTOR } from "./actor.ts";
import { askYes } from "./prompts.ts";
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
import { chosenProfile, namedProfile } from "./profiles.ts";
import { table } from "./table.ts";
import { localTime, machineZone } from "./times.ts";

export function keyCommand(context: Context) {
  const key = new Command("key").description(
    "manage API keys, with which scripts and agents act for one profile",
  );
  const commands = [createCommand, listCommand, rotateCommand, revokeCommand];
  for (const command of commands) key.addCommand(command(context) as Command);
  return key;
}

function createCommand(context: Context) {
  return new Command("create")
    .description("create a key, and print it; it is shown only once")
    .option("--profile <name>", "the profile it belongs to; default: the only one, or CRIER_PROFILE")
    .option("--name <name>", "what it is for", "command line")
    .option("--scopes <list>", `permissions: ${SCOPES.join(",")}`, SCOPES.join(","))
    .addHelpText("after", examples("crier key create --name claude --scopes read,write --expires 90d"))
    .option("--expires <time>", "how long it works, such as 90d; default: without end")
    .option("--simulated-only", "it may post to simulated accounts only")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const { id: profileId, name } = await chosenProfile(options.profile, workspace, context);
      const expiresAt =
        options.expires === undefined ? null : workspace.clock.now() + duration(options.expires);
      const { name: keyName, simulatedOnly } = options;
      const input = { profileId, name: keyName, scopes: scopesOf(options.scopes), expiresAt, simulatedOnly };
      const made = await createKey(ACTOR, input, workspace);
      answer(context, globals, newKeyView(made), made.key);
      tell(
        context,
        globals,
        `Created a key for the profile ${name}. Store it now: it will not be shown again.`,
      );
    });
}

function listCommand(context: Context) {
  return new Command("list")
    .description("list all keys, without the keys themselves")
    .option("--profile <name>", "only keys of this profile")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const profileId =
        options.profile === undefined ? null : (await namedProfile(opened, options.profile)).id;
      const profiles = new Map((await opened.store.profiles.list()).map(({ id, name }) => [id, name]));
      const keys = await listKeys(profileId, opened);
      const now = opened.clock.now();
      const zone = machineZone();
      const time = (ms: number | null, none: string) => (ms === null ? none : localTime(ms, zone, now));
      const rows = keys.map(({ record: each, posts30d }) => [
        each.id,
        profiles.get(each.profileId) ?? "",
        each.name,
        `…${each.last4}`,
        each.scopes.join(",") + (each.simulatedOnly ? " (simulated only)" : ""),
        time(each.lastUsedAt, "never") + (each.lastUsedFrom === null ? "" : ` from ${each.lastUsedFrom}`),
        String(posts30d),
        each.expiresAt === null || stateOf(each, now) !== "valid"
          ? stateOf(each, now)
          : `valid until ${localTime(each.expiresAt, zone, now)}`,
      ]);
      const head = ["id", "profile", "name", "ends in", "scopes", "last used", "posts in 30 days", "state"];
      answer(context, globals, { keys: keys.map(keyView) }, table(head, rows, context.columns));
      if (keys.length === 0) tell(context, globals, "No keys. Create one: crier key create");
    });
}

function rotateCommand(context: Context) {
  return new Command("rotate")
    .description("replace a key with a new one, and print it; the old one works until the overlap ends")
    .argument("<id>")
    .option("--overlap <time>", "how long the old key still works", "24h")
    .action(async (id, options, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const made = await rotateKey(ACTOR, id, duration(options.overlap), opened);
      answer(context, globals, newKeyView(made), made.key);
      tell(
        context,
        globals,
        `The old key works until ${options.overlap} from now. Store this one now: it will not be shown again.`,
      );
    });
}

function revokeCommand(context: Context) {
  return new Command("revoke")
    .description("revoke a key immediately")
    .argument("<id>")
    .option("--yes", "revoke without asking")
    .action(async (id, { yes }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const terminal = terminalOf(context, globals);
      if (
        !yes &&
        terminal &&
        !(await askYes(terminal, "Revoke this key? Programs that use it stop working."))
      )
        throw new OperatorError("Canceled. Nothing was changed.");
      const revoked = await revokeKey(ACTOR, id, opened);
      answer(context, globals, keyView(revoked), `revoked ${revoked.record.id}`);
    });
}

function scopesOf(text: string): Scope[] {
  const names = text.split(",").map((scope) => scope.trim());
  const unknown = names.filter((scope) => !SCOPES.some((known) => known === scope));
  if (unknown.length > 0)
    throw new UsageError(`Unknown scopes: ${unknown.join(", ")}. There are ${SCOPES.join(", ")}.`);
  return SCOPES.filter((scope) => names.includes(scope));
}

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: number): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "valid";
}
