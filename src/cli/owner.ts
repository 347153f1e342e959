// crier owner: people who may sign in to the app and the admin API.
import { Command } from "@commander-js/extra-typings";
import { createOwner, setOwnerPassword } from "../admin/owners.ts";
import { openWorkspace } from "../app/workspace.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";

const PASSWORD_HELP = "their password is read from standard input: at least 12 characters";

export function ownerCommand(context: Context) {
  const owner = new Command("owner").description("people who may sign in");

  owner
    .command("create")
    .description("let a person sign in; prints their id")
    .argument("<email>")
    .requiredOption("--password-stdin", PASSWORD_HELP)
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      const password = await readPassword(context);
      await using workspace = await openWorkspace(settings(context, globals));
      const { id, email, createdAt } = await createOwner(ACTOR, { email: text, password }, workspace);
      answer(context, globals, { id, email, createdAt: new Date(createdAt).toISOString() }, id);
    });

  owner
    .command("password")
    .description("give an owner a new password; ends all their sessions")
    .argument("<email>")
    .requiredOption("--password-stdin", PASSWORD_HELP)
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      const password = await readPassword(context);
      await using opened = await openWorkspace(settings(context, globals));
      const { id, email } = await setOwnerPassword(ACTOR, { email: text, password }, opened);
      answer(context, globals, { id, email }, `${email} has a new password and is signed out everywhere`);
    });

  return owner;
}

/** The line's end that `echo` adds is not part of it; anything else is. */
async function readPassword(context: Context): Promise<string> {
  return (await context.readInput()).replace(/\r?\n$/, "");
}
