// crier completion: what a shell needs to complete commands, options, networks and profiles.
import { Argument, Command } from "@commander-js/extra-typings";
import { openWorkspace } from "../app/workspace.ts";
import { networks } from "../networks/index.ts";
import { COMMAND_NAMES, commandsIn } from "./commands.ts";
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
    .argument("[words...]", "the words typed so far; only the script passes them")
    .addHelpText("after", HELP)
    .action(async (shell, words) => {
      if (words.length === 0) return context.out(SCRIPTS[shell]);
      const found = await candidates(words, context);
      if (found.length > 0) context.out(found.join("\n"));
    });
}

/** What may stand where the last of these words is being typed. */
async function candidates(words: readonly string[], context: Context): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const command = await commandIn(before, context);
  const all = typed.startsWith("-") ? optionsOf(command) : await wordsAfter(before, command, context);
  return all.filter((candidate) => candidate.startsWith(typed)).toSorted();
}

const optionsOf = (command: Command | null): string[] => {
  const own = command?.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])) ?? [];
  return [...own, "--json", "--data", "--help"];
};

/** The values of the option that stands before, or the commands that may follow. */
async function wordsAfter(
  before: readonly string[],
  command: Command | null,
  context: Context,
): Promise<readonly string[]> {
  const option = before.findLast((word) => word.startsWith("-"));
  if (option === "--profile" && before.at(-1) === option) return await profileNames(before, context);
  if (option === "--to" || (option === "--network" && before.at(-1) === option))
    return networks.list.map(({ id }) => id);
  return command?.commands.map((each) => each.name()) ?? COMMAND_NAMES;
}

/** The command that these words name; null for none. */
async function commandIn(words: readonly string[], context: Context): Promise<Command | null> {
  const names = words.filter((word) => COMMAND_NAMES.includes(word)).slice(0, 1);
  if (names.length === 0) return null;
  let [command = null] = await commandsIn(names, context);
  for (const word of words)
    command = (command?.commands.find((each) => each.name() === word) as Command | undefined) ?? command;
  return command;
}

async function profileNames(words: readonly string[], context: Context): Promise<string[]> {
  const data = words.indexOf("--data");
  try {
    const config = await settings(context, data < 0 ? {} : { data: words[data + 1] });
    await using workspace = await openWorkspace(config);
    return (await workspace.store.profiles.list()).map(({ name }) => name);
  } catch {
    // No Crier here: there is nothing to complete, and a shell shows no errors.
    return [];
  }
}
