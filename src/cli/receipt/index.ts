// crier receipt: signed statements of what was delivered, and whether one is genuine.
import { Command } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { namedIn } from "../named-in.ts";

const COMMANDS: Readonly<Record<string, () => Promise<(context: Context) => unknown>>> = {
  show: async () => (await import("./show.ts")).showCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
};

/** @param typed all words of the command line */
export async function receiptCommand(context: Context, typed: readonly string[]) {
  const receipt = new Command("receipt").description("get and verify signed delivery receipts");
  for (const load of namedIn(COMMANDS, typed)) receipt.addCommand((await load())(context) as Command);
  return receipt;
}
