// crier account connect NETWORK: with credentials that are typed or handed over, in a simulation, or with a link to sign in.
import { Command } from "@commander-js/extra-typings";
import { fieldsFor } from "../accounts/fields.ts";
import type { Account } from "../domain/account.ts";
import { connectAccounts, createConnectLink, simulateAccount } from "../admin/accounts.ts";
import { openAppliance, type Appliance } from "../app/index.ts";
import { OperatorError } from "../errors.ts";
import type { ConnectField, Network, OAuth } from "../networks/network.ts";
import { HANDLES } from "../simulator/behaviours.ts";
import { viewOf } from "./account-view.ts";
import { ACTOR } from "./actor.ts";
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
import { definitions } from "./help.ts";
import { chosenProfile } from "./profiles.ts";
import { askSecret, askText, type Terminal } from "./prompts.ts";

const SIMULATED_HELP = `connect a simulated account: nothing reaches the internet; its handle decides what happens: ${HANDLES}`;

export function connectCommand(context: Context, network: Network) {
  const { fields, oauth } = network.connect;
  const command = new Command(network.id)
    .description(`connect ${/^[AEIOU]/.test(network.name) ? "an" : "a"} ${network.name} account`)
    .option("--profile <name>", "the profile it belongs to; default: the only one, or CRIER_PROFILE")
    .option("--simulated", SIMULATED_HELP)
    .option("--credentials-stdin", "read the credentials from standard input, as one JSON object of strings")
    .option("--account <id-or-handle...>", "which accounts to connect, if the credentials cover several")
    .option("--all", "connect all accounts that the credentials cover")
    .addHelpText("after", fieldsHelp(network, context));
  // Where people sign in, tokens come from a script: those go over standard input, all at once.
  if (!oauth) for (const field of fields) command.option(flagOf(field), field.help);
  if (oauth || !fields.some(({ name }) => name === "handle"))
    command.option("--handle <handle>", "handle of the simulated account; default: ok");

  return command.action(async (_, self) => {
    const options: Options = self.opts();
    const globals: GlobalOptions = globalsOf(self);
    await using appliance = await openAppliance(await settings(context, globals), { context });
    const profile = await chosenProfile(textOf(options["profile"]) ?? undefined, appliance, context);
    if (oauth && !options["simulated"] && !options["credentialsStdin"]) {
      const link = await signIn(appliance, network, oauth, profile.id);
      if ("missing" in link) throw new UsageError(link.missing);
      if (appliance.running === null)
        tell(context, globals, "Crier is not running: start it with `crier serve` first.");
      tell(context, globals, `Open this link within an hour, in the browser where you use ${network.name}:`);
      return answer(context, globals, link, link.url);
    }
    const terminal = terminalOf(context, globals);
    const accounts = await connect(appliance, profile.id, network, options, context, terminal);
    const views = await Promise.all(accounts.map((account) => viewOf(account, appliance)));
    answer(context, globals, { accounts: views }, accounts.map(({ id }) => id).join("\n"));
    for (const { handle, simulated } of accounts)
      tell(
        context,
        globals,
        `✓ Connected the ${network.name} account ${handle}${simulated ? " (simulated)" : ""}.`,
      );
    tell(context, globals, `Next: crier post create "Hello" --to ${network.id} --now`);
  });
}

type Options = Record<string, unknown>;

async function signIn(appliance: Appliance, network: Network, oauth: OAuth, profileId: string) {
  const { applications, oauthFlow, running } = appliance;
  const { id, name } = network;
  const hasApplication = (await applications.of(id)) !== null || running?.applications.includes(id);
  if (!hasApplication) return { missing: setUpHelp(id, name, oauth, oauthFlow.redirectUri(id)) };
  const { url, expiresAt, redirectUri } = await createConnectLink(ACTOR, { profileId, network }, appliance);
  return { url, expiresAt: new Date(expiresAt).toISOString(), redirectUri };
}

function setUpHelp(id: string, name: string, { application, scopes }: OAuth, redirectUri: string): string {
  const setting = `CRIER_${id.toUpperCase()}`;
  return [
    `${name} requires an application that you register there once:`,
    `  1. Register it at ${application.url}`,
    `     ${application.help}`,
    `  2. Its redirect address, exactly: ${redirectUri}`,
    `  3. Its scopes: ${scopes.join(" ")}`,
    `  4. Enter its id and secret in the web app (Accounts → Connect → ${name}), or set ${setting}_CLIENT_ID and`,
    `     ${setting}_CLIENT_SECRET and restart Crier.`,
    "Or use existing tokens: --credentials-stdin (see --help).",
  ].join("\n");
}

async function connect(
  appliance: Appliance,
  profileId: string,
  network: Network,
  options: Options,
  context: Context,
  terminal: Terminal | null,
): Promise<readonly Account[]> {
  const { connections } = appliance;
  const place = { profileId, network };
  if (options["simulated"])
    return [await simulateAccount(ACTOR, place, textOf(options["handle"]) ?? "ok", connections)];
  const typed = options["credentialsStdin"]
    ? jsonFields(network, await readCredentials(context))
    : await typedFields(network, options, context, terminal);
  const result = fieldsFor(network, typed);
  if ("fault" in result) throw new OperatorError(faultOf(network, result.fault));
  const choose = options["all"] ? "all" : ((options["account"] as string[] | undefined) ?? null);
  return await connectAccounts(ACTOR, { ...place, fields: result.fields, choose }, connections);
}

function faultOf({ connect }: Network, { name, message }: { name: string; message: string }): string {
  const field = connect.fields.find((each) => each.name === name);
  return `${message}${field ? ` (${connect.oauth ? `"${name}"` : flagOf(field)})` : ` ("${name}")`}`;
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** A secret never comes as an argument: those stand in the process list and in the shell's history. */
function flagOf({ name, secret }: ConnectField): string {
  return secret ? `--${name}-stdin` : `--${name} <${name}>`;
}

/** From the options; on a terminal it asks for what is missing. */
async function typedFields(
  { connect }: Network,
  options: Options,
  context: Context,
  terminal: Terminal | null,
) {
  const fields: Record<string, string> = {};
  for (const field of connect.fields) {
    const { name, secret, optional } = field;
    const option = options[secret ? `${name}Stdin` : name];
    const isTyped = secret && option === true && context.terminal !== null;
    if (isTyped) fields[name] = await askField(field, context.terminal);
    else if (secret && option === true) fields[name] = await context.readInput();
    else if (typeof option === "string") fields[name] = option;
    // What has a usual value is not missing.
    else if (terminal && !optional && field.default === null) fields[name] = await askField(field, terminal);
  }
  return fields;
}

/** At a keyboard nothing comes through a pipe, and a terminal would show what is typed. */
async function readCredentials({ terminal, readInput }: Context): Promise<string> {
  return terminal ? await askSecret(terminal, { message: "Credentials (JSON)" }) : await readInput();
}

async function askField({ label, help, secret }: ConnectField, terminal: Terminal): Promise<string> {
  const check = (typed: string) => (typed.trim() === "" ? `${label} can't be empty.` : undefined);
  return await (secret ? askSecret : askText)(terminal, { message: label, help, check });
}

/** Never says what was given: it holds secrets. */
function jsonFields({ name }: Network, text: string): Record<string, string> {
  const wrong = new OperatorError(
    `${name} expects one JSON object of strings on standard input; --help lists the fields.`,
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong;
  const members = Object.entries(value);
  if (members.some(([, each]) => typeof each !== "string")) throw wrong;
  return Object.fromEntries(members) as Record<string, string>;
}

function fieldsHelp({ name, connect }: Network, { columns }: Context): string {
  const rows = connect.fields.map((field) => {
    const optional = field.optional || field.default !== null ? " (optional)" : "";
    return [field.name, `${field.help}${optional}`] as const;
  });
  const signIn = connect.oauth
    ? `Without --credentials-stdin, this prints a link for signing in at ${name}.\n`
    : "";
  return `\n${signIn}--credentials-stdin expects this JSON:\n${definitions(rows, columns)}\n`;
}
