// crier import-host: hosts that files may be imported from by address (D32).
import { Command } from "@commander-js/extra-typings";
import { addImportHost, removeImportHost } from "../admin/import-hosts.ts";
import { openWorkspace } from "../app/workspace.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, tell, type Context } from "./context.ts";
import { table } from "./table.ts";

export function importHostCommand(context: Context) {
  const command = new Command("import-host").description(
    "manage the hosts from which files may be imported by address",
  );

  command
    .command("add")
    .description("allow a host: an exact name, or *.name for all its subdomains")
    .argument("<host>")
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const { host, createdAt } = await addImportHost(ACTOR, text, workspace);
      answer(context, globals, { host, createdAt: new Date(createdAt).toISOString() }, host);
    });

  command
    .command("remove")
    .description("stop allowing a host")
    .argument("<host>")
    .action(async (text, _, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const host = await removeImportHost(ACTOR, text, opened);
      answer(context, globals, { removed: host }, `removed ${host}`);
    });

  command
    .command("list")
    .description("list the allowed hosts")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using opened = await openWorkspace(await settings(context, globals));
      const hosts = (await opened.store.importHosts.list()).map(({ host, createdAt }) => ({
        host,
        createdAt: new Date(createdAt).toISOString(),
      }));
      const rows = hosts.map(({ host, createdAt }) => [host, createdAt]);
      answer(context, globals, { importHosts: hosts }, table(["host", "since"], rows, context.columns));
      if (hosts.length === 0) tell(context, globals, "No hosts. Allow one: crier import-host add HOST");
    });

  return command;
}
