// crier serve: the appliance, until it is told to end.
import { Command } from "@commander-js/extra-typings";
import { openAppliance } from "../app.ts";
import { SETTINGS } from "../settings.ts";
import { networks } from "../networks/index.ts";
import { globalsOf, settings, type Context } from "./context.ts";

export function serveCommand(context: Context) {
  return new Command("serve")
    .description("run the appliance: API, scheduler and delivery in one process")
    .option("--host <address>", "address to listen on (CRIER_HOST)")
    .option("--port <port>", "port to listen on (CRIER_PORT)")
    .addHelpText("after", settingsHelp())
    .action(async ({ host, port }, command) => {
      const config = settings(context, globalsOf(command), { CRIER_HOST: host, CRIER_PORT: port });
      await using appliance = await openAppliance(config, { context, serves: true });
      const { url } = await appliance.serve();
      context.out(`Crier is ready at ${url}`);
      await context.ended;
    });
}

function settingsHelp(): string {
  const lines = Object.entries(SETTINGS).map(([name, setting]) => {
    const more = "secret" in setting && setting.secret ? `; also ${name}_FILE` : "";
    return `  ${name.padEnd(27)}${setting.help}${setting.default ? ` (${setting.default})` : ""}${more}`;
  });
  const endpoints = networks.list.map(({ id }) => `CRIER_ENDPOINT_${id.toUpperCase()}`).join(", ");
  return `\nSettings (environment):\n${lines.join("\n")}\n  ${endpoints}\n${" ".repeat(29)}Base address of a network, in place of its own\n`;
}
