// crier owner: people who may sign in to the app and the admin API.
import { Command } from "@commander-js/extra-typings";
import { hashPassword, passwordFault } from "../auth/password.ts";
import { emailOf, isEmail } from "../auth/session.ts";
import { openHouse } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./audit.ts";

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
      const email = emailOf(text);
      if (!isEmail(email)) throw new Refusal(`${text} is not a valid email address.`);
      const password = await newPassword(context, email);
      await using house = await openHouse(settings(context, globals));
      const id = house.newId();
      const passwordHash = await hashPassword(password);
      const createdAt = house.clock.now();
      const act = { action: "owner.create", profileId: null, subject: id, detail: { email } };
      if (!(await recorded(house, act).owners.add({ id, email, passwordHash, createdAt }))) {
        throw new Refusal(`An owner ${email} already exists.`);
      }
      answer(context, globals, { id, email, createdAt: new Date(createdAt).toISOString() }, id);
    });

  owner
    .command("password")
    .description("give an owner a new password; ends all their sessions")
    .argument("<email>")
    .requiredOption("--password-stdin", PASSWORD_HELP)
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      const email = emailOf(text);
      const password = await newPassword(context, email);
      await using house = await openHouse(settings(context, globals));
      const found = await house.store.owners.byEmail(email);
      if (!found) throw new Refusal(`No owner ${email} exists.`);
      const { id } = found;
      const act = { action: "owner.password", profileId: null, subject: id, detail: { email } };
      await recorded(house, act).owners.setPassword(id, await hashPassword(password));
      answer(context, globals, { id, email }, `${email} has a new password and is signed out everywhere`);
    });

  return owner;
}

/** @throws Refusal when it is too short or too easy to guess */
async function newPassword(context: Context, email: string): Promise<string> {
  // The line's end that `echo` adds is not part of it; anything else is.
  const password = (await context.readInput()).replace(/\r?\n$/, "");
  const fault = passwordFault(password, email);
  if (fault !== null) throw new Refusal(fault);
  return password;
}
