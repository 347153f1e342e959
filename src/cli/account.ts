// crier account: connect, list, check, disconnect. Each network's own flags come from its description.
import { Command } from "@commander-js/extra-typings";
import type { Account } from "../accounts/ports.ts";
import { openAppliance } from "../app.ts";
import { openHouse } from "../house.ts";
import { Problem, Refusal } from "../errors.ts";
import { networks } from "../networks/index.ts";
import type { ConnectField, Network } from "../networks/network.ts";
import { answer, globalsOf, settings, type Context, type GlobalOptions } from "./context.ts";
import { record, recorded } from "./record.ts";
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
      const rows = accounts.map(({ id, platform, handle, simulated, status }) => [
        id,
        simulated ? `${platform} (simulated)` : platform,
        handle,
        status,
      ]);
      answer(context, globals, accounts, table(["id", "network", "account", "status"], rows));
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
      await using house = await openHouse(settings(context, globals));
      const found = await existing(house.store.accounts, id);
      await recorded(house, { action: "account.disconnect", ...facts(found) }).accounts.disconnect(id);
      answer(context, globals, { id, status: "disconnected" }, `disconnected ${id}`);
    });

  return account;
}

const SIMULATED_HELP =
  "at the simulator inside Crier; the handle decides what happens: ok, fail, limited, slow, lost, ghost, down, expired";

function connectCommand(context: Context, network: Network) {
  const command = new Command(network.id)
    .description(`a ${network.name} account`)
    .requiredOption("--profile <name>", "the profile it belongs to")
    .option("--simulated", SIMULATED_HELP);
  for (const field of network.connect.fields) command.option(flagOf(field), field.help);
  if (!network.connect.fields.some(({ name }) => name === "handle"))
    command.option("--handle <handle>", "of a simulated account");

  return command.action(async (_, self) => {
    const options: Record<string, unknown> = self.opts();
    const globals: GlobalOptions = globalsOf(self);
    await using appliance = await openAppliance(settings(context, globals), { context });
    const { id: profileId } = await appliance.profile(String(options["profile"]));
    const account = options["simulated"]
      ? await appliance.connections.simulate(profileId, network, textOf(options["handle"]) ?? "ok")
      : await appliance.connections.login(profileId, network, await fieldsOf(network, options, context));
    const { simulated } = account;
    await record(appliance, { action: "account.connect", ...facts(account, { simulated }) });
    answer(context, globals, account, account.id);
    context.say(
      `${network.name} account ${account.handle} is connected${account.simulated ? " (simulated)" : ""}.`,
    );
  });
}

/** What the record says of an act on an account. */
const facts = ({ id, profileId, platform, handle }: Account, more: Record<string, boolean> = {}) => ({
  profileId,
  subject: id,
  detail: { platform, handle, ...more },
});

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** A secret never comes as an argument: those stand in the process list and in the shell's history. */
function flagOf({ name, secret }: ConnectField): string {
  return secret ? `--${name}-stdin` : `--${name} <${name}>`;
}

async function fieldsOf(network: Network, options: Record<string, unknown>, context: Context) {
  const fields: Record<string, string> = {};
  for (const field of network.connect.fields) {
    const given = options[field.secret ? `${field.name}Stdin` : field.name];
    const value = field.secret && given === true ? (await context.readInput()).trim() : given;
    const known = textOf(value) ?? field.default;
    if (known === null) throw new Refusal(`${network.name} needs ${flagOf(field)}: ${field.help}.`);
    fields[field.name] = known;
  }
  return fields;
}

async function existing<T>(accounts: { find(id: string): Promise<T | null> }, id: string): Promise<T> {
  const account = await accounts.find(id);
  if (!account) throw new Refusal(`There is no account ${id}; crier account list shows them.`);
  return account;
}
