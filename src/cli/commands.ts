// Every command, by what people want to do and in the order of the help. Each is loaded only when it is needed.
import type { Command } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { namedIn } from "./named-in.ts";

/** @param words what was typed: a command with commands of its own loads only those that are named */
type Open = (context: Context, words: readonly string[]) => unknown;

const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Open>>>>> = {
  "Start:": {
    serve: async () => (await import("./serve.ts")).serveCommand,
    demo: async () => (await import("./demo.ts")).demoCommand,
    status: async () => (await import("./status.ts")).statusCommand,
  },
  "Publish:": {
    post: async () => (await import("./post/index.ts")).postCommand,
    queue: async () => (await import("./queue.ts")).queueCommand,
    slots: async () => (await import("./slots.ts")).slotsCommand,
    media: async () => (await import("./media.ts")).mediaCommand,
    receipt: async () => (await import("./receipt/index.ts")).receiptCommand,
  },
  "Set up:": {
    profile: async () => (await import("./profile.ts")).profileCommand,
    account: async () => (await import("./account.ts")).accountCommand,
    key: async () => (await import("./key.ts")).keyCommand,
    owner: async () => (await import("./owner.ts")).ownerCommand,
    people: async () => (await import("./people.ts")).peopleCommand,
    webhook: async () => (await import("./webhook/index.ts")).webhookCommand,
    "import-host": async () => (await import("./import-host.ts")).importHostCommand,
  },
  "Operate:": {
    pause: async () => (await import("./pause.ts")).pauseCommand,
    resume: async () => (await import("./pause.ts")).resumeCommand,
    doctor: async () => (await import("./doctor.ts")).doctorCommand,
    backup: async () => (await import("./backup.ts")).backupCommand,
    "verify-backup": async () => (await import("./backup.ts")).verifyBackupCommand,
    restore: async () => (await import("./backup.ts")).restoreCommand,
    move: async () => (await import("./move.ts")).moveCommand,
    plan: async () => (await import("./plan.ts")).planCommand,
    simulator: async () => (await import("./simulator.ts")).simulatorCommand,
  },
  "More:": {
    completion: async () => (await import("./completion.ts")).completionCommand,
    version: async () => (await import("./version.ts")).versionCommand,
  },
};

const ALL = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, load]) => [name, { group, load }] as const),
  ),
);

export const COMMAND_NAMES: readonly string[] = Object.keys(ALL);

/** The commands whose names are among these words, or all of them when none is. */
export async function commandsIn(words: readonly string[], context: Context): Promise<Command[]> {
  return await Promise.all(
    namedIn(ALL, words).map(async ({ group, load }) => {
      const open = await load();
      return ((await open(context, words)) as Command).helpGroup(group);
    }),
  );
}
