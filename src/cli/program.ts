// The command line: every command, and how results and errors are reported.
import { Command, CommanderError } from "@commander-js/extra-typings";
import { problemDocument } from "../api/views/problem.ts";
import { Problem, Refusal } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { version } from "../version.ts";
import { accountCommand } from "./account.ts";
import { backupCommand, restoreCommand, verifyBackupCommand } from "./backup.ts";
import { completionCommand } from "./completion.ts";
import { UsageError, type Context } from "./context.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { importHostCommand } from "./import-host.ts";
import { keyCommand } from "./key.ts";
import { mediaCommand } from "./media.ts";
import { ownerCommand } from "./owner.ts";
import { planCommand } from "./plan.ts";
import { postCommand } from "./post/index.ts";
import { printable, printableJson } from "./printable.ts";
import { profileCommand } from "./profile.ts";
import { queueCommand } from "./queue.ts";
import { serveCommand } from "./serve.ts";
import { slotsCommand } from "./slots.ts";
import { statusCommand } from "./status.ts";
import { versionCommand } from "./version.ts";

/** Commands by what people want to do; the help lists them in this order. */
const GROUPS: Readonly<Record<string, readonly ((context: Context) => unknown)[]>> = {
  "Start:": [serveCommand, demoCommand, statusCommand],
  "Publish:": [postCommand, queueCommand, slotsCommand, mediaCommand],
  "Set up:": [profileCommand, accountCommand, keyCommand, ownerCommand, importHostCommand],
  "Operate:": [doctorCommand, backupCommand, verifyBackupCommand, restoreCommand, planCommand],
  "More:": [completionCommand, versionCommand],
};

/** Every command, ready to be parsed. */
export function openProgram(context: Context): Command {
  const program = new Command("crier")
    .description("Publishes one post to many social networks and shows exactly what happened on each.")
    .version(version)
    .option("--data <folder>", "data folder (CRIER_DATA)")
    .option("--json", "answer with one JSON document on standard output");
  for (const [heading, commands] of Object.entries(GROUPS))
    for (const command of commands) program.addCommand((command(context) as Command).helpGroup(heading));
  everyCommand(program, (command) =>
    command
      .exitOverride()
      // A guess that is far off makes it worse: ours are nearer.
      .showSuggestionAfterError(false)
      .configureOutput({
        writeOut: (text) => context.out(text.trimEnd()),
        writeErr: (text) => context.draw(text),
        getOutHelpWidth: () => context.columns ?? 100,
      }),
  );
  return program;
}

/** Runs one command. @returns the exit code: 0 done, 1 failed, 2 called wrongly (D41) */
export async function run(args: readonly string[], outside: Context): Promise<0 | 1 | 2> {
  // Commander's complaints are JSON too where JSON was asked for: they are written when all is known.
  const complaints: string[] = [];
  const asJson = args.includes("--json");
  // Nothing is read from it here: whoever asks for its end waits for it.
  const context: Context = Object.assign(Object.create(outside) as Context, {
    out: (text: string) => outside.out(printable(text)),
    say: (text: string) => outside.say(printable(text)),
  });
  const program = openProgram(
    Object.assign(Object.create(context) as Context, {
      draw: (text: string) => (isComplaint(text) ? void complaints.push(text) : outside.draw(text)),
    }),
  );
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const isUsage = error instanceof CommanderError || error instanceof UsageError;
    if (asJson) context.out(printableJson(problemFor(error)));
    else if (error instanceof CommanderError) context.say(complaintOf(error, complaints, program));
    else context.say(explain(error));
    return isUsage ? 2 : 1;
  }
}

const isComplaint = (text: string) => text.startsWith("error: ");

/** What Commander says, with a better guess. */
function complaintOf(error: CommanderError, complaints: readonly string[], program: Command): string {
  const text = (complaints.at(-1) ?? error.message).trim();
  const [, word = ""] = /unknown command '(.+?)'/.exec(text) ?? [];
  const all = program.commands.flatMap((each) => [
    each.name(),
    ...each.commands.map((command) => `${each.name()} ${command.name()}`),
  ]);
  const meant =
    word === ""
      ? null
      : nearest(
          word,
          all.filter((name) => !name.includes(" ")),
        );
  const guess = meant === null ? " crier --help lists all commands." : ` Did you mean crier ${meant}?`;
  return word === "" ? text : `${text}.${guess}`;
}

function everyCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const each of command.commands) everyCommand(each as Command, act);
}

interface AccountProblems {
  readonly platform: string;
  readonly handle: string;
  readonly problems: readonly { readonly message: string }[];
}

function explain(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return error.message;
  if (error instanceof Problem && error.status !== 500) {
    const networks = (error.extras["networks"] ?? []) as readonly AccountProblems[];
    const lines = networks.flatMap(({ platform, handle, problems }) =>
      problems.map(({ message }) => `  ${platform} ${handle}: ${message}`),
    );
    return [error.detail, ...lines].join("\n");
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A failure in the API's form (RFC 9457). */
function problemFor(error: unknown): object {
  if (error instanceof Problem) return problemDocument(error, "", "");
  const isUsage = error instanceof CommanderError || error instanceof UsageError;
  if (!isUsage && !(error instanceof Refusal)) return problemDocument(Problem.from(error), "", "");
  return {
    type: "about:blank",
    title: isUsage ? "The command can't be run like this" : "The command failed",
    status: 400,
    detail: error.message.replace(/^error: /, ""),
    code: isUsage ? "usage" : "failed",
  };
}
