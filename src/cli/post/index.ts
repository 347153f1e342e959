// crier post: create, look at and manage posts. Nothing is ever published by a mistyped word.
import { Command } from "@commander-js/extra-typings";
import { UsageError, type Context } from "../context.ts";
import { nearest } from "../../nearest.ts";
import { createCommand } from "./create.ts";
import { editCommand } from "./edit.ts";
import { eventsCommand, listCommand, showCommand } from "./list.ts";
import { cancelCommand, deleteCommand, retryCommand, scheduleCommand, watchCommand } from "./manage.ts";
import { reconcileCommand } from "./reconcile.ts";

export function postCommand(context: Context) {
  const post = new Command("post")
    .description("create, look at and manage posts")
    // Without this argument a text would be an unknown command, and the answer would not say what to do.
    .argument("[text...]")
    .allowUnknownOption()
    .usage("<command>")
    .action((words) => {
      const [first] = words;
      if (first === undefined) throw new UsageError("crier post --help lists what you can do with posts.");
      const meant =
        words.length === 1
          ? nearest(
              first,
              post.commands.map((each) => each.name()),
            )
          : null;
      if (meant !== null)
        throw new UsageError(`Unknown command: crier post ${first}. Did you mean crier post ${meant}?`);
      throw new UsageError(
        `Nothing was published. To publish a text: crier post create ${JSON.stringify(words.join(" "))}`,
      );
    });
  const commands = [
    ...[createCommand, listCommand, showCommand, eventsCommand, editCommand, scheduleCommand],
    ...[cancelCommand, retryCommand, reconcileCommand, deleteCommand, watchCommand],
  ];
  for (const command of commands) post.addCommand(command(context) as Command);
  return post;
}
