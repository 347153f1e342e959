// crier owner: people who may sign in to the app and the admin API.
import { Command } from "@commander-js/extra-typings";
import { createOwner, setPassword } from "../admin/people.ts";
import { openWorkspace } from "../app/workspace.ts";
import { ACTOR } from "./actor.ts";
import { passwordFault } from "../auth/password.ts";
import { OperatorError } from "../errors.ts";
import {
  answer,
  globalsOf,
  settings,
  tell,
  terminalOf,
  UsageError,
  type Context,
  type GlobalOptions,
} from "./context.ts";
import { askSecret } from "./prompts.ts";

const PASSWORD_HELP = "read the password from standard input: at least 12 characters";

export function ownerCommand(context: Context) {
  const owner = new Command("owner").description("create owners, and replace lost passwords");

  owner
    .command("create")
    .description("create an owner, who may do everything")
    .argument("<email>")
    .option("--password-stdin", PASSWORD_HELP)
    .action(async (text, { passwordStdin }, command) => {
      const globals = globalsOf(command);
      const password = await readPassword(text, passwordStdin, context, globals);
      await using workspace = await openWorkspace(await settings(context, globals));
      const { id, email, createdAt } = await createOwner(ACTOR, { email: text, password }, workspace);
      answer(context, globals, { id, email, createdAt: new Date(createdAt).toISOString() }, id);
      tell(context, globals, `✓ ${email} can sign in now.`);
    });

  owner
    .command("password")
    .description("set a new password for a person, and end all their sessions")
    .argument("<email>")
    .option("--password-stdin", PASSWORD_HELP)
    .action(async (text, { passwordStdin }, command) => {
      const globals = globalsOf(command);
      const password = await readPassword(text, passwordStdin, context, globals);
      await using opened = await openWorkspace(await settings(context, globals));
      const { id, email } = await setPassword(ACTOR, { email: text, password }, opened);
      answer(context, globals, { id, email }, `${email} has a new password and is signed out everywhere`);
    });

  return owner;
}

/** From standard input, or typed twice on a terminal. @throws UsageError, OperatorError */
async function readPassword(
  email: string,
  fromInput: true | undefined,
  context: Context,
  globals: GlobalOptions,
): Promise<string> {
  // The line's end that `echo` adds is not part of it; anything else is.
  if (fromInput && !context.terminal) return (await context.readInput()).replace(/\r?\n$/, "");
  const terminal = fromInput ? context.terminal : terminalOf(context, globals);
  if (!terminal) throw new UsageError("The password is missing: pass it with --password-stdin.");
  const check = (typed: string) => passwordFault(typed, email) ?? undefined;
  const password = await askSecret(terminal, { message: "Password (at least 12 characters)", check });
  const again = await askSecret(terminal, { message: "The same password again" });
  if (again !== password) throw new OperatorError("The two passwords differ. Nothing was changed.");
  return password;
}
