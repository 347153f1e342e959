// crier serve: runs the server until it is stopped.
import { Command } from "@commander-js/extra-typings";
import { openAppliance, type Appliance } from "../app/index.ts";
import { SETTINGS } from "../app/settings.ts";
import { OperatorError, waitFault } from "../errors.ts";
import { networks } from "../networks/index.ts";
import { globalsOf, settings, type Context } from "./context.ts";
import { definitions } from "./help.ts";
import { quote } from "./quote.ts";
import { wrap } from "./table.ts";

export function serveCommand(context: Context) {
  return new Command("serve")
    .description("run the server: API, scheduler and delivery in one process")
    .option("--host <address>", "address to listen on (CRIER_HOST)")
    .option("--port <port>", "port to listen on (CRIER_PORT)")
    .addHelpText("after", settingsHelp(context))
    .action(async ({ host, port }, command) => {
      const { ended } = context;
      const config = await settings(context, globalsOf(command), { CRIER_HOST: host, CRIER_PORT: port });
      await using appliance = await openAppliance(config, { context, serves: true }).catch(refuseStart);
      const { url, setupUrl } = await appliance.serve().catch(refuseStart);
      context.out(`Crier is ready at ${url}`);
      if (setupUrl !== null) context.say(`Set up at ${setupUrl}`);
      const next = await nextStep(appliance);
      if (next !== null) context.say(next);
      await ended;
    });
}

/** Nobody can have asked for anything before Crier is ready, so a database failure at startup leaves nothing in doubt. */
function refuseStart(cause: unknown): never {
  const fault = waitFault(cause);
  throw fault === null ? cause : new OperatorError(`Crier can't start: the database ${fault}.`, { cause });
}

/** What is still missing before anything can be published; null for nothing. */
async function nextStep({ store }: Appliance): Promise<string | null> {
  const profiles = await store.profiles.list();
  const [first] = profiles;
  if (!first) return "There is no profile yet. Next: crier profile create NAME";
  const accounts = await Promise.all(profiles.map(({ id }) => store.accounts.ofProfile(id)));
  if (accounts.flat().length === 0)
    return `No account is connected yet. Next: crier account connect NETWORK --profile ${quote(first.name)}`;
  if ((await store.keys.ofProfile(null)).length === 0)
    return `There is no API key yet. For scripts and agents: crier key create --profile ${quote(first.name)}`;
  return null;
}

function settingsHelp({ columns }: Context): string {
  const common = Object.entries(SETTINGS).map(([name, setting]) => {
    const more = "secret" in setting && setting.secret ? `; also ${name}_FILE` : "";
    const usual = setting.default ? ` (${setting.default})` : "";
    return [name, `${setting.help}${usual}${more}`] as const;
  });
  const head =
    "Settings (environment, or NAME=value lines in crier.env in the data folder; the environment takes precedence):";
  return `\n${wrap(head, columns)}\n${definitions([...common, ...networkSettings()], columns)}\n`;
}

function networkSettings(): (readonly [name: string, meaning: string])[] {
  const ids = networks.list.map(({ id }) => id.toUpperCase()).join(", ");
  const purposes = networks.list.flatMap(({ id, endpoints }) =>
    Object.keys(endpoints)
      .filter((purpose) => purpose !== "api")
      .map((purpose) => `${id.toUpperCase()}_${purpose.toUpperCase()}`),
  );
  return [
    [
      "CRIER_ENDPOINT_<NETWORK>",
      `Base URL to use instead of the network's own; may be private and plain http. For other servers of a network, CRIER_ENDPOINT_ and one of: ${purposes.join(", ")}`,
    ],
    ["CRIER_<NETWORK>_CLIENT_ID", "Your application at the network"],
    ["CRIER_<NETWORK>_CLIENT_SECRET", "Its secret; also CRIER_<NETWORK>_CLIENT_SECRET_FILE"],
    ["CRIER_<NETWORK>_SCOPES", "Scopes to request at sign-in instead of Crier's default"],
    ["<NETWORK>", `One of ${ids}`],
  ];
}
