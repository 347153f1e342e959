// crier receipt show: the signed receipt of a settled post.
import { Command } from "@commander-js/extra-typings";
import { addressOf } from "../../app/address.ts";
import { receiptFromCall } from "../../api/requests/receipt.ts";
import { answer, globalsOf, tell, type Context } from "../context.ts";
import { examples } from "../help.ts";
import { findPost } from "../post/find.ts";
import { openRecords } from "../records.ts";

export function showCommand(context: Context) {
  return new Command("show")
    .description("print the signed receipt of a settled post")
    .argument("<id>", "id of the post, or the first characters of it")
    .addHelpText("after", examples("crier receipt show 019aa4c3-5d2e > receipt.jwt"))
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using records = await openRecords(context, globals);
      const { post, profile } = await findPost(id, records);
      const { config, place, store, signing, clock, newId } = records;
      const url = addressOf(config, await place.runningServer());
      const deps = { posts: store.posts, signing, clock, newId, baseUrl: () => url };
      const found = await receiptFromCall(profile.id, post.id, deps);
      if (globals.json) answer(context, globals, found, "");
      // As it is: in a line that is wrapped it would no longer be one word.
      else context.out(found.receipt);
      tell(context, globals, "To verify it: crier receipt verify FILE");
    });
}
