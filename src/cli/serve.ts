// crier serve: runs the server until it is stopped.
import { Command } from "@commander-js/extra-typings";
import { openAppliance, type Appliance } from "../app/index.ts";
import { SETTINGS } from "../app/settings.ts";
import { networks } from "../networks/index.ts";
import { globalsOf, settings, type Context } from "./context.ts";
import { quoted } from "./quoted.ts";

export function serveCommand(context: Context) {
  return new Command("serve")
    .description("run the server: API, scheduler and delivery in one process")
    .option("--host <address>", "address to listen on (CRIER_HOST)")
    .option("--port <port>", "port to listen on (CRIER_PORT)")
    .addHelpText("after", settingsHelp())
    .action(async ({ host, port }, command) => {
      const { ended } = context;
      const config = await settings(context, globalsOf(command), { CRIER_HOST: host, CRIER_PORT: port });
      await using appliance = await openAppliance(config, { context, serves: true });
      const { url } = await appliance.serve();
      context.out(`Crier is ready at ${url}`);
      const next = await nextStep(appliance);
      if (next !== null) context.say(next);
      await ended;
    });
}

/** What is still missing before anything can be published; null for nothing. */
async function nextStep({ store }: Appliance): Promise<string | null> {
  const [first] = await store.profiles.list();
  if (!first) return "There is no profile yet. Next: crier profile create NAME";
  if ((await store.accounts.platforms()).length === 0)
    return `No account is connected yet. Next: crier account connect NETWORK --profile ${quoted(first.name)}`;
  if ((await store.keys.ofProfile(null)).length === 0)
    return `There is no API key yet. For scripts and agents: crier key create --profile ${quoted(first.name)}`;
  return null;
}

function settingsHelp(): string {
  const lines = Object.entries(SETTINGS).map(([name, setting]) => {
    const more = "secret" in setting && setting.secret ? `; also ${name}_FILE` : "";
    return `  ${name.padEnd(27)}${setting.help}${setting.default ? ` (${setting.default})` : ""}${more}`;
  });
  const ids = networks.list.map(({ id }) => id.toUpperCase()).join(", ");
  const purposes = networks.list.flatMap(({ id, endpoints }) =>
    Object.keys(endpoints)
      .filter((purpose) => purpose !== "api")
      .map((purpose) => `CRIER_ENDPOINT_${id.toUpperCase()}_${purpose.toUpperCase()}`),
  );
  const perNetwork = [
    "CRIER_ENDPOINT_<NETWORK>   Base URL to use instead of the network's own; may be private and plain http",
    ...purposes.map((name) => `${name.padEnd(27)}the same for another of the network's servers`),
    "CRIER_<NETWORK>_CLIENT_ID, CRIER_<NETWORK>_CLIENT_SECRET",
    "                           Your application there; the secret also as …_CLIENT_SECRET_FILE",
    "CRIER_<NETWORK>_SCOPES     Scopes to request at sign-in instead of Crier's default",
    `                           where <NETWORK> is one of ${ids}`,
  ];
  return `\nSettings (environment, or NAME=value lines in crier.env in the data folder; the environment takes precedence):\n${[...lines, ...perNetwork.map((line) => `  ${line}`)].join("\n")}\n`;
}
