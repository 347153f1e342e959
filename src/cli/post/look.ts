// crier post look: has the networks asked now about a post that may be live.
import { Command } from "@commander-js/extra-typings";
import { openAppliance } from "../../app/index.ts";
import { OperatorError, Problem } from "../../errors.ts";
import { isLookDue, requestLook } from "../../publishing/look.ts";
import { globalsOf, settings, tell, type Context } from "../context.ts";
import { follow } from "../watch.ts";
import { findPost } from "./find.ts";
import { actorFor, show } from "./manage.ts";
import { mayBeLive } from "./may-be-live.ts";

export function lookCommand(context: Context) {
  return new Command("look")
    .description("check with the networks now whether a post whose answer was lost is live")
    .argument("<id>", "id of the post, or the first characters of it")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      const uncertain = found.post.targets.filter(({ state }) => state === "uncertain");
      if (uncertain.length === 0)
        throw new OperatorError("Nothing to check: no answer of this post was lost.");
      const looks = await Promise.allSettled(
        uncertain.map((target) =>
          requestLook(actorFor(found), found.post.id, target.id, appliance.publishing),
        ),
      );
      requireOne(looks);
      const at = appliance.clock.now();
      const { timezone: zone } = found.profile;
      const isAnswered = ({ targets }: typeof found.post) => !targets.some((each) => isLookDue(each, at));
      const latest = await follow(found.post, appliance, { zone, isDone: isAnswered }, context, globals);
      show(latest, found, appliance, context, globals);
      for (const line of await mayBeLive(latest, appliance.store.accounts, context))
        tell(context, globals, line);
    });
}

/** @throws Problem of the first, when none of them was asked */
function requireOne(looks: readonly PromiseSettledResult<unknown>[]): void {
  for (const each of looks)
    if (each.status === "rejected" && !(each.reason instanceof Problem)) throw each.reason as Error;
  const [first] = looks;
  if (first?.status === "rejected" && looks.every(({ status }) => status === "rejected"))
    throw first.reason as Problem;
}
