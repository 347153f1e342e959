// The command line: every command, and how errors are reported.
import { Command, CommanderError } from "@commander-js/extra-typings";
import { dataFolder } from "../app/data-folder.ts";
import { Problem, OperatorError } from "../errors.ts";
import { readSettingsFile } from "../app/settings-file.ts";
import { version } from "../version.ts";
import { accountCommand } from "./account.ts";
import { backupCommand, restoreCommand, verifyBackupCommand } from "./backup.ts";
import type { Context } from "./context.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { importHostCommand } from "./import-host.ts";
import { keyCommand } from "./key.ts";
import { ownerCommand } from "./owner.ts";
import { printable } from "./printable.ts";
import { planCommand } from "./plan.ts";
import { postCommand } from "./post.ts";
import { profileCommand } from "./profile.ts";
import { serveCommand } from "./serve.ts";
import { slotsCommand } from "./slots.ts";
import { versionCommand } from "./version.ts";

/** Every command, ready to be parsed. */
export function openProgram(context: Context): Command {
  const program = new Command("crier")
    .description("Publishes one post to many social networks and shows exactly what happened on each.")
    .version(version)
    .option("--data <folder>", "data folder (CRIER_DATA)")
    .option("--json", "answer with one JSON document on standard output");
  const commands = [
    serveCommand,
    demoCommand,
    profileCommand,
    keyCommand,
    accountCommand,
    postCommand,
    slotsCommand,
    planCommand,
    importHostCommand,
    ownerCommand,
    backupCommand,
    verifyBackupCommand,
    restoreCommand,
    doctorCommand,
    versionCommand,
  ];
  for (const command of commands) program.addCommand(command(context) as Command);
  everyCommand(program, (command) =>
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => context.out(text.trimEnd()), writeErr: context.draw }),
  );
  return program;
}

/** Runs one command. @returns the exit code: 0 done, 1 failed, 2 called wrongly (D41) */
export async function run(args: readonly string[], outside: Context): Promise<0 | 1 | 2> {
  // The signal is not read here: reading it makes the process wait for its end.
  const context: Context = Object.assign(Object.create(outside) as Context, {
    out: (text: string) => outside.out(printable(text)),
    say: (text: string) => outside.say(printable(text)),
  });
  const program = openProgram(context);
  try {
    takeProfile(program, usualProfile(args, context));
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    context.say(explain(error));
    return 1;
  }
}

/** CRIER_PROFILE of the environment or of crier.env; needed before the arguments are parsed. */
function usualProfile(args: readonly string[], context: Context): string | null {
  const at = args.findIndex((arg) => arg === "--data" || arg.startsWith("--data="));
  const data = at < 0 ? undefined : (args[at]?.split("=")[1] ?? args[at + 1]);
  const env = data === undefined ? context.env : { ...context.env, CRIER_DATA: data };
  if (env["CRIER_PROFILE"] !== undefined) return env["CRIER_PROFILE"];
  try {
    return readSettingsFile(dataFolder(env))?.settings.get("CRIER_PROFILE")?.value ?? null;
  } catch {
    // Help and version work without; every other command says what is wrong with the file.
    return null;
  }
}

/** Commands that need a profile have one without being told. */
function takeProfile(program: Command, name: string | null): void {
  if (name === null) return;
  everyCommand(program, (command) => {
    if (command.options.some(({ long, mandatory }) => long === "--profile" && mandatory))
      command.setOptionValueWithSource("profile", name, "default");
  });
}

function everyCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const each of command.commands) everyCommand(each as Command, act);
}

interface Complaint {
  readonly platform: string;
  readonly handle: string;
  readonly problems: readonly { readonly message: string }[];
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Problem && error.status !== 500) {
    const complaints = (error.extras["networks"] ?? []) as readonly Complaint[];
    const lines = complaints.flatMap(({ platform, handle, problems }) =>
      problems.map(({ message }) => `  ${platform} ${handle}: ${message}`),
    );
    return [error.detail, ...lines].join("\n");
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
