// The command line: runs one command, and reports its results and errors.
import { Command, CommanderError, Help } from "@commander-js/extra-typings";
import { problemDocument } from "../api/views/problem.ts";
import { Problem, OperatorError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { version } from "../version.ts";
import { COMMAND_NAMES, commandsIn } from "./commands.ts";
import { UsageError, type Context } from "./context.ts";
import { definition, HELP_COLUMNS } from "./help.ts";
import { printable, printableJson } from "./printable.ts";
import { wrap } from "./table.ts";

/**
 * The commands, ready to be parsed.
 * @param args those that these words name; default: all of them
 */
export async function openProgram(context: Context, args: readonly string[] = []): Promise<Command> {
  const program = new Command("crier")
    .description("Publishes one post to many social networks and shows exactly what happened on each.")
    .usage("<command>")
    .version(version, "--version", "show the version number")
    .option("--data <folder>", "data folder (CRIER_DATA)")
    .option("--json", "print one JSON document on standard output");
  for (const command of await commandsIn(args, context)) program.addCommand(command);
  const help = new Command("help").description("show the help of a command").helpGroup("More:");
  help.argument("[command]");
  program.addHelpCommand(help);
  everyCommand(program, (command) =>
    command
      .exitOverride()
      // A guess that is far off makes it worse: ours are nearer.
      .showSuggestionAfterError(false)
      .helpOption("-h, --help", "show this help")
      .configureOutput({
        writeOut: (text) => context.out(text.trimEnd()),
        writeErr: (text) => context.draw(text),
        // `run` reports it, when everything is known.
        outputError: () => {},
        getOutHelpWidth: () => context.columns ?? HELP_COLUMNS,
        getErrHelpWidth: () => context.columns ?? HELP_COLUMNS,
      })
      .configureHelp({
        subcommandTerm: (each) => termOf(each as Command),
        showGlobalOptions: true,
        formatItem: (term, nameWidth, meaning, { helpWidth: columns = HELP_COLUMNS }) =>
          definition(term, meaning, { nameWidth, columns }),
        commandUsage: (each) => wrap(usage.commandUsage(each), (context.columns ?? HELP_COLUMNS) - 7),
        // Everywhere but here it would only be noise.
        visibleGlobalOptions: ({ parent }) =>
          parent === null ? [] : program.options.filter((o) => o.long !== "--version"),
      }),
  );
  return program;
}

const usage = new Help();

/** "create [text]" rather than "create [options] [text]": nearly every command has options. */
function termOf(command: Command): string {
  const words = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "..." : ""}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...(command.commands.length > 0 ? ["<command>"] : words)].join(" ");
}

/** Runs one command. @returns the exit code: 0 done, 1 failed, 2 called wrongly (D41) */
export async function run(args: readonly string[], outside: Context): Promise<0 | 1 | 2> {
  const output = openOutput(outside, args.includes("--json"));
  const program = await openProgram(output.context, args);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    output.fail(error instanceof CommanderError ? callFault(error, args, program) : error);
    return error instanceof CommanderError || error instanceof UsageError ? 2 : 1;
  }
}

/** Where a command writes, and how its failure is reported: for machines as a problem, for people in words. */
function openOutput(outside: Context, asJson: boolean) {
  let hasAnswered = false;
  // Reading `ended` makes a command end in its own time, so it is not read here.
  const context: Context = Object.assign(Object.create(outside) as Context, {
    out(text: string) {
      hasAnswered = true;
      outside.out(printable(text));
    },
    say: (text: string) => outside.say(wrap(printable(text), outside.columns)),
    draw: (text: string) => (asJson ? undefined : outside.draw(text)),
  });
  return {
    context,
    fail(error: unknown): void {
      // There is one document: where the answer shows the failure already, it stands.
      if (asJson && !hasAnswered) context.out(printableJson(problemFor(error)));
      else if (!(error instanceof HelpShown)) context.say(explain(error));
    },
  };
}

/** A command that needs another word after it: its help says which. */
class HelpShown extends UsageError {}

/** Why the words that were typed are not a command. */
function callFault({ code, message }: CommanderError, args: readonly string[], program: Command): UsageError {
  const command = deepest(program, args);
  const path = pathOf(command);
  if (code === "commander.help") return new HelpShown(`A command is missing. ${path} --help lists them.`);
  const text = message.replace(/^error: /, "").replace(/^./, (first) => first.toUpperCase());
  const [, unknown] = /^Unknown command '(.+)'$/.exec(text) ?? [];
  const [, option] = /^Unknown option '(.+)'$/.exec(text) ?? [];
  if (unknown !== undefined) {
    const names = command === program ? COMMAND_NAMES : command.commands.map((each) => each.name());
    const found = nearest(unknown, names);
    const next = found === null ? `${path} --help lists all commands.` : `Did you mean ${path} ${found}?`;
    return new UsageError(`Unknown command: ${path} ${unknown}. ${next}`);
  }
  if (option !== undefined) {
    const flags = [...command.options, ...program.options].flatMap(({ long }) => long ?? []);
    const found = nearest(option, flags);
    const next = found === null ? `${path} --help lists all options.` : `Did you mean ${found}?`;
    return new UsageError(`Unknown option: ${option}. ${next}`);
  }
  return new UsageError(`${text.replace(/\.?$/, ".")} See ${path} --help.`);
}

/** The command that these words name, as far as they name one. */
function deepest(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args)
    command = (command.commands.find((each) => each.name() === word) ?? command) as Command;
  return command;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent as Command)} ${command.name()}`;
}

function everyCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const each of command.commands) {
    // Each has --help; only the program itself has a command for it too.
    each.helpCommand(false);
    if (each.commands.length > 0) each.usage("<command>");
    everyCommand(each as Command, act);
  }
}

interface AccountProblems {
  readonly platform: string;
  readonly handle: string;
  readonly problems: readonly { readonly message: string }[];
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof UsageError) return error.message;
  if (error instanceof Problem && error.status !== 500) {
    const networks = (error.extras["networks"] ?? []) as readonly AccountProblems[];
    const lines = networks.flatMap(({ platform, handle, problems }) =>
      problems.map(({ message }) => `  ${platform} ${handle}: ${message}`),
    );
    return [error.detail, ...lines].join("\n");
  }
  const known = Problem.from(error);
  if (known.status !== 500) return known.detail;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A failure in the API's form (RFC 9457). */
function problemFor(error: unknown): object {
  if (error instanceof Problem) return problemDocument(error, "", "");
  const isUsage = error instanceof UsageError;
  if (!isUsage && !(error instanceof OperatorError)) return problemDocument(Problem.from(error), "", "");
  return {
    type: "about:blank",
    title: isUsage ? "The command can't be run like this" : "The command failed",
    status: 400,
    detail: error.message,
    code: isUsage ? "usage" : "failed",
  };
}
