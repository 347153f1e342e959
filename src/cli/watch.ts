// Watches a post until it has settled, and redraws its table on each change.
import type { Appliance } from "../app/index.ts";
import { pause } from "../clock.ts";
import { isSettled, type Post } from "../domain/post.ts";
import type { Context, GlobalOptions } from "./context.ts";
import { outcomeTable } from "./table.ts";

/** After this the command leaves; the post goes on wherever a server runs. */
const WAIT_MS = 120_000;
/** The store is asked, not the engine: it may run in another process. */
const LOOK_EVERY_MS = 50;

/** Delivers here when no server holds the data folder; else the server does, and this only watches. */
export async function follow(
  post: Post,
  appliance: Appliance,
  context: Context,
  globals: GlobalOptions,
): Promise<Post> {
  // What is under way comes to its end before the process does.
  const { stopping } = context;
  await appliance.startDelivery();
  const until = appliance.clock.monotonic() + WAIT_MS;
  const draw = context.isTerminal && !globals.json;
  let latest = post;
  let drawn = "";
  while (!isSettled(latest) && !stopping?.aborted && appliance.clock.monotonic() < until) {
    await pause(appliance.clock, LOOK_EVERY_MS);
    latest = (await appliance.store.posts.get(post.profileId, post.id)) ?? latest;
    const picture = outcomeTable(latest);
    if (draw && picture !== drawn) {
      context.draw(`${erase(drawn)}${picture}\n`);
      drawn = picture;
    }
  }
  if (draw) context.draw(erase(drawn));
  return latest;
}

/** Takes the cursor back over what was drawn and clears it. */
function erase(drawn: string): string {
  return drawn === "" ? "" : `\u001b[${drawn.split("\n").length}A\u001b[0J`;
}
