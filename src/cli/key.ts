// crier key: create, list, rotate, revoke.
import { Command } from "@commander-js/extra-typings";
import { createKey, revokeKey, rotateKey } from "../admin/keys.ts";
import { openWorkspace } from "../app/workspace.ts";
import { SCOPES, type KeyRecord, type Scope } from "../domain/api-key.ts";
import { OperatorError } from "../errors.ts";
import { ACTOR } from "./actor.ts";
import { answer, duration, globalsOf, settings, type Context } from "./context.ts";
import { namedProfile } from "./named-profile.ts";
import { table } from "./table.ts";

export function keyCommand(context: Context) {
  const key = new Command("key").description("keys let scripts and agents act for one profile");
  return key
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(rotateCommand(context))
    .addCommand(revokeCommand(context));
}

const createCommand = (context: Context) =>
  new Command("create")
    .description("create a key and print it once, alone, on standard output")
    .requiredOption("--profile <name>", "the profile it belongs to")
    .option("--name <name>", "what it is for", "command line")
    .option("--scopes <list>", `permissions: ${SCOPES.join(",")}`, SCOPES.join(","))
    .option("--expires <time>", "lifetime, such as 90d; default: unlimited")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(settings(context, globals));
      const { id: profileId } = await namedProfile(workspace, options.profile);
      const expiresAt =
        options.expires === undefined ? null : workspace.clock.now() + duration(options.expires);
      const input = { profileId, name: options.name, scopes: scopesOf(options.scopes), expiresAt };
      const made = await createKey(ACTOR, input, workspace);
      answer(context, globals, { key: made.key, ...shown(made.record) }, made.key);
      context.say("Store it now: it will not be shown again.");
    });

const listCommand = (context: Context) =>
  new Command("list")
    .description("all keys, without the keys themselves")
    .option("--profile <name>", "only of this profile")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(settings(context, globals));
      const profileId =
        options.profile === undefined ? null : (await namedProfile(opened, options.profile)).id;
      const keys = (await opened.store.keys.ofProfile(profileId)).map(shown);
      const now = opened.clock.now();
      const rows = keys.map((each) => [
        each.id,
        each.name,
        `…${each.last4}`,
        each.scopes.join(","),
        life(each, now),
      ]);
      answer(context, globals, keys, table(["id", "name", "ends in", "scopes", "state"], rows));
    });

const rotateCommand = (context: Context) =>
  new Command("rotate")
    .description("a new key with the same rights; prints it; the old one ends after the overlap")
    .argument("<id>")
    .option("--overlap <time>", "how long the old one still works", "24h")
    .action(async (id, options, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(settings(context, globals));
      const made = await rotateKey(ACTOR, id, duration(options.overlap), opened);
      answer(context, globals, { key: made.key, ...shown(made.record) }, made.key);
    });

const revokeCommand = (context: Context) =>
  new Command("revoke")
    .description("revoke a key immediately")
    .argument("<id>")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(settings(context, globals));
      await revokeKey(ACTOR, id, opened);
      answer(context, globals, { revoked: id }, `revoked ${id}`);
    });

function scopesOf(text: string): Scope[] {
  const names = text.split(",").map((scope) => scope.trim());
  const unknown = names.filter((scope) => !SCOPES.some((known) => known === scope));
  if (unknown.length > 0)
    throw new OperatorError(`${unknown.join(", ")} is not a scope; use ${SCOPES.join(", ")}.`);
  return SCOPES.filter((scope) => names.includes(scope));
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function shown(key: KeyRecord) {
  return {
    ...key,
    createdAt: isoOrNull(key.createdAt),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    expiresAt: isoOrNull(key.expiresAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}

function life({ revokedAt, expiresAt }: ReturnType<typeof shown>, now: number): string {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "live";
  return Date.parse(expiresAt) <= now ? "expired" : `live until ${expiresAt}`;
}
