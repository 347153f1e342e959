// crier account: list, check, disconnect; and connect, with a command for each network.
import { Command } from "@commander-js/extra-typings";
import type { Account } from "../accounts/ports.ts";
import { openAppliance } from "../app/index.ts";
import { openHouse } from "../app/workspace.ts";
import { Problem, Refusal } from "../errors.ts";
import { networks } from "../networks/index.ts";
import { connectCommand } from "./connect.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./audit.ts";
import { table } from "./table.ts";

export function accountCommand(context: Context) {
  const account = new Command("account").description("accounts at networks");
  const connect = account.command("connect").description("connect an account; prints its id");
  for (const network of networks.list) connect.addCommand(connectCommand(context, network));

  account
    .command("list")
    .description("the accounts of a profile")
    .requiredOption("--profile <name>", "the profile")
    .action(async ({ profile }, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const accounts = await house.store.accounts.ofProfile((await house.profile(profile)).id);
      const rows = accounts.map(({ id, platform, handle, simulated, status, statusDetail }) => [
        id,
        simulated ? `${platform} (simulated)` : platform,
        handle,
        status,
        statusDetail ?? "",
      ]);
      answer(context, globals, accounts, table(["id", "network", "account", "status", "note"], rows));
    });

  account
    .command("check")
    .description("ask the network whether the account's credentials still work")
    .argument("<id>")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const found = await existing(appliance.store.accounts, id);
      if (found.status === "disconnected")
        throw new Refusal("The account is disconnected. Connect it again.");
      const checked = (works: boolean) =>
        recorded(appliance, { action: "account.check", ...facts(found, { works }) }).accounts;
      try {
        await appliance.connections.creator(found);
      } catch (error) {
        if (error instanceof Problem && error.code === "connect_refused") {
          await checked(false).setStatus(id, "needs_reconnect", error.detail);
        }
        throw error;
      }
      await checked(true).setStatus(id, "active", null);
      answer(context, globals, { id, status: "active" }, `${found.platform} ${found.handle}: works`);
    });

  account
    .command("disconnect")
    .description("forget the account's credentials; its posts stay on record")
    .argument("<id>")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const found = await existing(appliance.store.accounts, id);
      if (found.status === "disconnected") throw new Refusal("The account is already disconnected.");
      const { accounts } = recorded(appliance, { action: "account.disconnect", ...facts(found) });
      const { revoked, detail } = await appliance.connections.disconnect(found, accounts);
      answer(context, globals, { id, status: "disconnected", revoked, detail }, `disconnected ${id}`);
      context.say(detail);
    });

  return account;
}

/** What the record says of an act on an account. */
const facts = ({ id, profileId, platform, handle }: Account, more: Record<string, boolean> = {}) => ({
  profileId,
  subject: id,
  detail: { platform, handle, ...more },
});

async function existing<T>(accounts: { find(id: string): Promise<T | null> }, id: string): Promise<T> {
  const account = await accounts.find(id);
  if (!account) throw new Refusal(`Unknown account ${id}; crier account list shows all accounts.`);
  return account;
}
