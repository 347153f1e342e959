// crier owner: people who may sign in to the app and the admin API.
import { Command } from "@commander-js/extra-typings";
import { hashPassword, passwordFault } from "../accounts/password.ts";
import { emailOf, isEmail } from "../accounts/session.ts";
import { openHouse } from "../app.ts";
import { Refusal } from "../errors.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./record.ts";

export function ownerCommand(context: Context) {
  const owner = new Command("owner").description("people who may sign in");

  owner
    .command("create")
    .description("let a person sign in; prints their id")
    .argument("<email>")
    .requiredOption("--password-stdin", "their password is read from standard input: at least 12 characters")
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      const email = emailOf(text);
      if (!isEmail(email)) throw new Refusal(`${text} is no e-mail address.`);
      // The line's end that `echo` adds is not part of it; anything else is.
      const password = (await context.readInput()).replace(/\r?\n$/, "");
      const fault = passwordFault(password);
      if (fault !== null) throw new Refusal(fault);
      await using house = await openHouse(settings(context, globals));
      const id = house.newId();
      const passwordHash = await hashPassword(password);
      const createdAt = house.clock.now();
      const act = { action: "owner.create", profileId: null, subject: id, detail: { email } };
      if (!(await recorded(house, act).owners.add({ id, email, passwordHash, createdAt }))) {
        throw new Refusal(`There is an owner ${email} already.`);
      }
      answer(context, globals, { id, email, createdAt: new Date(createdAt).toISOString() }, id);
    });

  return owner;
}
