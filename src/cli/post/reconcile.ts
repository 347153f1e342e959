// crier post reconcile: a person has looked at the network and says whether an uncertain post is there.
import { Command, Option } from "@commander-js/extra-typings";
import { openAppliance } from "../../app/index.ts";
import type { Post, Target } from "../../domain/post.ts";
import { OperatorError } from "../../errors.ts";
import { reconcile } from "../../publishing/reconcile.ts";
import { globalsOf, settings, tell, terminalOf, UsageError, type Context } from "../context.ts";
import { examples } from "../help.ts";
import { askYes } from "../prompts.ts";
import { findPost } from "./find.ts";
import { actorFor, show } from "./manage.ts";
import { idFor } from "./next-step.ts";

export function reconcileCommand(context: Context) {
  return new Command("reconcile")
    .description("record whether a post is live where the answer was lost; look at the network first")
    .argument("<id>", "id of the post, or the first characters of it")
    .argument("<target>", "where: a network, handle, network:handle, or the id of the target")
    .addOption(new Option("--published", "the post is there").conflicts("notPublished"))
    .addOption(new Option("--not-published", "the post is not there; then it can be retried"))
    .option("--url <address>", "where the post is")
    .option("--remote-id <id>", "the id that the network gave the post")
    .option("--note <text>", "what you saw, for the record")
    .addHelpText("after", examples("crier post reconcile 01a20364-a18d bluesky --published --confirmed"))
    .option("--confirmed", "confirm that you looked at the network; otherwise Crier asks")
    .action(async (id, name, options, command) => {
      const globals = globalsOf(command);
      if (!options.published && !options.notPublished)
        throw new UsageError("Say what you saw: --published or --not-published.");
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      const target = targetOf(found.post, name);
      const where = `${target.platform}:${target.handle}`;
      if (!options.confirmed) {
        const terminal = terminalOf(context, globals);
        if (!terminal) throw new UsageError("Look at the network first, then confirm with --confirmed.");
        context.say(target.verification?.evidence ?? "Crier has not been able to check.");
        const seen = options.published ? "is there" : "is NOT there; a retry publishes it again";
        if (!(await askYes(terminal, `Have you looked at ${where}, and the post ${seen}?`)))
          throw new OperatorError("Canceled. Nothing was changed.");
      }
      const post = await reconcile(
        actorFor(found),
        found.post.id,
        {
          targetIds: [target.id],
          action: options.published ? "mark_published" : "confirm_not_published",
          remoteId: options.remoteId ?? null,
          remoteUrl: options.url ?? null,
          note: options.note ?? null,
        },
        appliance.publishing,
      );
      show(post, found, appliance, context, globals);
      const next = options.published ? "" : ` To publish it there: crier post retry ${idFor(post, context)}`;
      tell(context, globals, `Settled ${where}.${next}`);
    });
}

/** By id, or by what names one of the post's accounts. @throws OperatorError */
function targetOf({ targets }: Post, name: string): Target {
  const lower = name.toLowerCase();
  const found = targets.filter(({ id, accountId, platform, handle }) =>
    [id, accountId, platform, handle.toLowerCase(), `${platform}:${handle.toLowerCase()}`].includes(lower),
  );
  const [first] = found;
  if (first && found.length === 1) return first;
  const names = targets.map(({ platform, handle }) => `${platform}:${handle}`).join(", ");
  throw new OperatorError(
    `${first ? "Several targets are" : "No target of this post is"} called ${name}. There are: ${names}.`,
  );
}
