// crier completion: what a shell needs to complete commands, options, networks and profiles.
import { Argument, Command } from "@commander-js/extra-typings";
import { openWorkspace } from "../app/workspace.ts";
import { networks } from "../networks/index.ts";
import { settings, type Context } from "./context.ts";

const SCRIPTS = {
  bash: `_crier() {
  local IFS=$'\\n'
  COMPREPLY=($(crier completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _crier crier`,
  zsh: `#compdef crier
_crier() {
  local -a candidates
  candidates=("\${(@f)$(crier completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#candidates} )) && [[ -n \${candidates[1]} ]]; then compadd -- $candidates; else _files; fi
}
compdef _crier crier`,
  fish: `complete -c crier -a '(crier completion fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;

const HELP = `
To turn it on:
  bash: crier completion bash >> ~/.bashrc
  zsh:  crier completion zsh >> ~/.zshrc
  fish: crier completion fish > ~/.config/fish/completions/crier.fish`;

export function completionCommand(context: Context) {
  return new Command("completion")
    .description("print a script that completes commands, options, networks and profiles")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"] as const))
    .argument("[words...]", "what is typed so far, after --; the script passes it")
    .addHelpText("after", HELP)
    .action(async (shell, words, _, command) => {
      if (words.length === 0) return context.out(SCRIPTS[shell]);
      const found = await candidates(words, command.parent as Command | null, context);
      if (found.length > 0) context.out(found.join("\n"));
    });
}

/** What may stand where the last of these words is being typed. */
async function candidates(
  words: readonly string[],
  program: Command | null,
  context: Context,
): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (!program) return [];
  let command = program;
  for (const word of words.slice(0, -1)) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next as Command;
  }
  return (await all()).filter((candidate) => candidate.startsWith(typed)).toSorted();

  async function all(): Promise<string[]> {
    if (before === "--profile") return await profileNames(context);
    if (before === "--to" || before === "--network") return networks.list.map(({ id }) => id);
    if (typed.startsWith("-")) {
      const global = ["--json", "--data", "--help"];
      return [...command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])), ...global];
    }
    return command.commands.map((each) => each.name());
  }
}

async function profileNames(context: Context): Promise<string[]> {
  try {
    await using workspace = await openWorkspace(settings(context, {}));
    return (await workspace.store.profiles.list()).map(({ name }) => name);
  } catch {
    // No Crier here: there is nothing to complete, and a shell shows no errors.
    return [];
  }
}
