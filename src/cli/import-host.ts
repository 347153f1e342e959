// crier import-host: hosts that files may be imported from by address (D32).
import { Command } from "@commander-js/extra-typings";
import { importHost } from "../media/import-hosts.ts";
import { openHouse } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { recorded } from "./audit.ts";
import { table } from "./table.ts";

export function importHostCommand(context: Context) {
  const command = new Command("import-host").description("hosts that files may be imported from by address");

  command
    .command("add")
    .description("allow a host: an exact name, or *.name for every name below it")
    .argument("<host>")
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      const host = hostOf(text);
      await using house = await openHouse(settings(context, globals));
      const createdAt = house.clock.now();
      const act = { action: "import_host.add", profileId: null, subject: host, detail: null };
      if (!(await recorded(house, act).importHosts.add({ host, createdAt }))) {
        throw new Refusal(`${host} is on the list already.`);
      }
      answer(context, globals, { host, createdAt: new Date(createdAt).toISOString() }, host);
    });

  command
    .command("remove")
    .description("no longer allow a host")
    .argument("<host>")
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      const host = hostOf(text);
      await using house = await openHouse(settings(context, globals));
      const act = { action: "import_host.remove", profileId: null, subject: host, detail: null };
      if (!(await recorded(house, act).importHosts.remove(host))) {
        throw new Refusal(`${host} is not on the list; crier import-host list shows it.`);
      }
      answer(context, globals, { removed: host }, `removed ${host}`);
    });

  command
    .command("list")
    .description("the allowed hosts")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using house = await openHouse(settings(context, globals));
      const hosts = (await house.store.importHosts.list()).map(({ host, createdAt }) => ({
        host,
        createdAt: new Date(createdAt).toISOString(),
      }));
      const rows = hosts.map(({ host, createdAt }) => [host, createdAt]);
      answer(context, globals, hosts, table(["host", "since"], rows));
    });

  return command;
}

function hostOf(text: string): string {
  const host = importHost(text.trim());
  if (host === null) throw new Refusal(`${text} is not a host name; use media.example.com or *.example.com.`);
  return host;
}
