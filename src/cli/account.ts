// crier account: list, show, check, disconnect; and connect, with a command for each network.
import { Command } from "@commander-js/extra-typings";
import type { Account } from "../domain/account.ts";
import { checkAccount, disconnectAccount } from "../admin/accounts.ts";
import { accountsOf } from "../api/views/account.ts";
import { iso } from "../api/views/shapes.ts";
import { openAppliance, type Appliance } from "../app/index.ts";
import { openWorkspace } from "../app/workspace.ts";
import { OperatorError } from "../errors.ts";
import { isId } from "../id.ts";
import { networks } from "../networks/index.ts";
import { optionsOf } from "../networks/options.ts";
import { withChanges } from "../domain/rules.ts";
import { avatarUrl, knownNetwork, quotaOf, viewOf } from "./account-view.ts";
import { ACTOR } from "./actor.ts";
import { connectCommand } from "./connect.ts";
import { answer, globalsOf, settings, tell, terminalOf, UsageError, type Context } from "./context.ts";
import { examples } from "./help.ts";
import { othersThan } from "./known-names.ts";
import { chosenProfile } from "./profiles.ts";
import { askYes } from "./prompts.ts";
import { quote } from "./quote.ts";
import { table } from "./table.ts";

export function accountCommand(context: Context) {
  const account = new Command("account").description("connect and manage accounts at networks");
  const commands = [connectCommands, listCommand, showCommand, checkCommand, disconnectCommand];
  for (const command of commands) account.addCommand(command(context) as Command);
  return account;
}

function connectCommands(context: Context) {
  const connect = new Command("connect")
    .description("connect an account, and print its id")
    .addHelpText(
      "after",
      examples(
        "crier account connect bluesky --handle alice.bsky.social",
        "crier account connect mastodon --server mastodon.social --token-stdin < token",
        "crier account connect instagram --simulated --handle ok",
      ),
    );
  for (const network of networks.list) connect.addCommand(connectCommand(context, network));
  return connect;
}

function listCommand(context: Context) {
  return new Command("list")
    .description("list the accounts of a profile")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .action(async ({ profile: name }, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const { store, clock } = workspace;
      const profile = await chosenProfile(name, workspace, context);
      const network = (platform: string) => networks.find(platform) ?? null;
      const quota = quotaOf(store.journal, clock);
      const accounts = await accountsOf(profile.id, { accounts: store.accounts, network, quota, avatarUrl });
      const rows = accounts.map(({ id, platform, handle, simulated, status, statusDetail }) => [
        id,
        simulated ? `${platform} (simulated)` : platform,
        handle,
        status,
        statusDetail ?? "",
      ]);
      const head = ["id", "network", "account", "status", "details"];
      answer(context, globals, { accounts }, table(head, rows, context.columns));
      if (accounts.length === 0)
        tell(
          context,
          globals,
          `No accounts. Connect one: crier account connect NETWORK --profile ${quote(profile.name)}`,
        );
    });
}

function showCommand(context: Context) {
  return new Command("show")
    .description("show an account, its limits, and the options that posts to it can have")
    .argument("<account>", "its id, handle or network:handle")
    .option("--profile <name>", "the profile of the account; default: the only one, or CRIER_PROFILE")
    .action(async (name, options, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findAccount(name, options.profile, appliance, context);
      const network = knownNetwork(found);
      const view = await viewOf(found, appliance);
      const schema = optionsOf(network, withChanges(network.rules, found.rules));
      const live = await appliance.publishing.live(found.id);
      const required = new Set(schema.required ?? []);
      const rows = Object.entries(schema.properties).map(([option, { description = "" }]) => [
        `${found.platform}.${option}`,
        required.has(option) ? "required" : "",
        description,
      ]);
      const reports = Object.entries(live?.values ?? {}).map(([name, value]) => [
        name,
        JSON.stringify(value),
      ]);
      const { caption, media } = view.limits;
      const lines = [
        `${network.name} ${found.handle} (${found.id}): ${found.status}${found.statusDetail === null ? "" : `, ${found.statusDetail}`}`,
        `Text up to ${caption.max} ${caption.unit}; up to ${media.maxItems} files (${media.kinds.join(", ") || "none"})`,
        ...(rows.length === 0 ? [] : ["", table(["option", "", "meaning"], rows, context.columns)]),
        ...(reports.length === 0 ? [] : ["", table(["the network reports", ""], reports, context.columns)]),
      ];
      const values = live?.values ?? {};
      const fetchedAt = live === null ? null : iso(appliance.clock.now());
      answer(context, globals, { account: view, options: schema, values, fetchedAt }, lines.join("\n"));
    });
}

function checkCommand(context: Context) {
  return new Command("check")
    .description("ask the network whether the account's credentials still work")
    .argument("<account>", "its id, handle or network:handle")
    .option("--profile <name>", "the profile of the account; default: the only one, or CRIER_PROFILE")
    .action(async (name, options, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findAccount(name, options.profile, appliance, context);
      const account = await checkAccount(ACTOR, found.id, appliance);
      const { platform, handle, status, statusDetail } = account;
      const works = status === "active";
      if (works || globals.json)
        answer(context, globals, await viewOf(account, appliance), `${platform} ${handle}: works`);
      if (!works) throw new OperatorError(statusDetail ?? `${platform} ${handle} is ${status}.`);
    });
}

function disconnectCommand(context: Context) {
  return new Command("disconnect")
    .description("delete the account's credentials; its posts stay on record")
    .argument("<account>", "its id, handle or network:handle")
    .option("--profile <name>", "the profile of the account; default: the only one, or CRIER_PROFILE")
    .option("--yes", "disconnect without asking")
    .action(async (name, options, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const { id, platform, handle } = await findAccount(name, options.profile, appliance, context);
      const terminal = terminalOf(context, globals);
      if (
        !options.yes &&
        terminal &&
        !(await askYes(terminal, `Disconnect ${platform}:${handle}? Posts that wait for it will fail.`))
      )
        throw new OperatorError("Canceled. Nothing was changed.");
      const { account, detail } = await disconnectAccount(ACTOR, id, appliance);
      answer(context, globals, await viewOf(account, appliance), `disconnected ${id}`);
      tell(context, globals, detail);
    });
}

/** By id in any profile; else by what names an account of the profile. @throws OperatorError, UsageError */
async function findAccount(
  name: string,
  profileName: string | undefined,
  appliance: Appliance,
  context: Context,
): Promise<Account> {
  const { store } = appliance;
  if (isId(name)) {
    const found = await store.accounts.find(name.toLowerCase());
    if (!found)
      throw new OperatorError(`Unknown account ${name}; crier account list shows the accounts of a profile.`);
    return found;
  }
  const profile = await chosenProfile(profileName, appliance, context);
  const lower = name.toLowerCase();
  const all = await store.accounts.ofProfile(profile.id);
  const found = all.filter(({ platform, handle }) =>
    [platform, handle.toLowerCase(), `${platform}:${handle.toLowerCase()}`].includes(lower),
  );
  const [first] = found;
  if (!first) {
    const names = all.map(({ platform, handle }) => `${platform}:${handle}`);
    const others = names.length === 0 ? `${profile.name} has no accounts.` : othersThan(name, names);
    throw new OperatorError(`Unknown account ${name}. ${others}`);
  }
  if (found.length === 1) return first;
  const names = found.map(({ platform, handle }) => `${platform}:${handle}`).join(", ");
  throw new UsageError(`Several accounts are called ${name}: ${names}.`);
}
