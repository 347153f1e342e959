// crier post: create, look at and manage posts. Nothing is ever published by a mistyped word.
import { Command } from "@commander-js/extra-typings";
import { nearest } from "../../nearest.ts";
import { UsageError, type Context } from "../context.ts";
import { namedIn } from "../named-in.ts";
import { quote } from "../quote.ts";

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<(context: Context) => unknown>>> = {
  create: async () => (await import("./create.ts")).createCommand,
  list: async () => (await import("./list.ts")).listCommand,
  show: async () => (await import("./show.ts")).showCommand,
  events: async () => (await import("./events.ts")).eventsCommand,
  edit: async () => (await import("./edit.ts")).editCommand,
  schedule: async () => (await import("./manage.ts")).scheduleCommand,
  cancel: async () => (await import("./manage.ts")).cancelCommand,
  retry: async () => (await import("./manage.ts")).retryCommand,
  look: async () => (await import("./look.ts")).lookCommand,
  reconcile: async () => (await import("./reconcile.ts")).reconcileCommand,
  delete: async () => (await import("./manage.ts")).deleteCommand,
  watch: async () => (await import("./manage.ts")).watchCommand,
};

/** @param typed all words of the command line */
export async function postCommand(context: Context, typed: readonly string[]) {
  const post = new Command("post")
    .description("create, look at and manage posts")
    // Without this argument a text would be an unknown command, and the answer would not say what to do.
    .argument("[text...]")
    .allowUnknownOption()
    .usage("<command>")
    .action((words) => {
      if (words.length === 0) post.help({ error: true });
      const found = words.length === 1 ? nearest(words[0] ?? "", Object.keys(COMMANDS)) : null;
      throw new UsageError(
        found === null
          ? `Nothing was published. To publish a text: ${createOf(words)}`
          : `Unknown command: crier post ${words[0]}. Did you mean crier post ${found}?`,
      );
    });
  for (const load of namedIn(COMMANDS, typed)) post.addCommand((await load())(context) as Command);
  return post;
}

/** The command that publishes these words: those before the first option are the text. */
function createOf(words: readonly string[]): string {
  const first = words.findIndex((word) => word.startsWith("--"));
  const [text, options] = first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)];
  return ["crier post create", ...[text.join(" "), ...options].map(quote)].join(" ");
}
