// crier version.
import { Command } from "@commander-js/extra-typings";
import { commit, version } from "../version.ts";
import { answer, globalsOf, type Context } from "./context.ts";

export function versionCommand(context: Context) {
  return new Command("version").description("show the version").action((_, command) => {
    const facts = { version, commit, bun: Bun.version, platform: `${process.platform}-${process.arch}` };
    answer(
      context,
      globalsOf(command),
      facts,
      `crier ${version} (${commit}), Bun ${facts.bun}, ${facts.platform}`,
    );
  });
}
