// crier webhook: where events are sent, what arrived there, and a way to receive them on this machine.
import { Command } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { namedIn } from "../named-in.ts";

const COMMANDS: Readonly<Record<string, () => Promise<(context: Context) => unknown>>> = {
  create: async () => (await import("./change.ts")).createCommand,
  list: async () => (await import("./show.ts")).listCommand,
  show: async () => (await import("./show.ts")).showCommand,
  edit: async () => (await import("./change.ts")).editCommand,
  delete: async () => (await import("./change.ts")).deleteCommand,
  rotate: async () => (await import("./change.ts")).rotateCommand,
  test: async () => (await import("./deliveries.ts")).testCommand,
  deliveries: async () => (await import("./deliveries.ts")).deliveriesCommand,
  resend: async () => (await import("./deliveries.ts")).resendCommand,
  listen: async () => (await import("./listen.ts")).listenCommand,
};

/** @param typed all words of the command line */
export async function webhookCommand(context: Context, typed: readonly string[]) {
  const webhook = new Command("webhook").description("tell your own programs what happens, as it happens");
  for (const load of namedIn(COMMANDS, typed)) webhook.addCommand((await load())(context) as Command);
  return webhook;
}
