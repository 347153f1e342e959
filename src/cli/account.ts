// crier account: list, check, disconnect; and connect, with a command for each network.
import { Command } from "@commander-js/extra-typings";
import { checkAccount, disconnectAccount } from "../admin/accounts.ts";
import { openAppliance } from "../app/index.ts";
import { openWorkspace } from "../app/workspace.ts";
import { OperatorError } from "../errors.ts";
import { networks } from "../networks/index.ts";
import { ACTOR } from "./actor.ts";
import { connectCommand } from "./connect.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { namedProfile } from "./named-profile.ts";
import { table } from "./table.ts";

export function accountCommand(context: Context) {
  const account = new Command("account").description("accounts at networks");
  const connect = account.command("connect").description("connect an account; prints its id");
  for (const network of networks.list) connect.addCommand(connectCommand(context, network));
  return account
    .addCommand(listCommand(context))
    .addCommand(checkCommand(context))
    .addCommand(disconnectCommand(context));
}

const listCommand = (context: Context) =>
  new Command("list")
    .description("the accounts of a profile")
    .requiredOption("--profile <name>", "the profile")
    .action(async ({ profile }, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(settings(context, globals));
      const accounts = await workspace.store.accounts.ofProfile((await namedProfile(workspace, profile)).id);
      const rows = accounts.map(({ id, platform, handle, simulated, status, statusDetail }) => [
        id,
        simulated ? `${platform} (simulated)` : platform,
        handle,
        status,
        statusDetail ?? "",
      ]);
      answer(context, globals, accounts, table(["id", "network", "account", "status", "note"], rows));
    });

const checkCommand = (context: Context) =>
  new Command("check")
    .description("ask the network whether the account's credentials still work")
    .argument("<id>")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const { platform, handle, status, statusDetail } = await checkAccount(ACTOR, id, appliance);
      if (status !== "active") throw new OperatorError(statusDetail ?? `${platform} ${handle} is ${status}.`);
      answer(context, globals, { id, status: "active" }, `${platform} ${handle}: works`);
    });

const disconnectCommand = (context: Context) =>
  new Command("disconnect")
    .description("forget the account's credentials; its posts stay on record")
    .argument("<id>")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const { revoked, detail } = await disconnectAccount(ACTOR, id, appliance);
      answer(context, globals, { id, status: "disconnected", revoked, detail }, `disconnected ${id}`);
      context.say(detail);
    });
