// Watches a post until it has settled or publishing is paused, and redraws its table on each change.
import type { Appliance } from "../app/index.ts";
import { pause } from "../clock.ts";
import { isAtRest, targetStatus, type Post } from "../domain/post.ts";
import type { Context, GlobalOptions } from "./context.ts";
import { outcomeTable } from "./outcome.ts";
import { height } from "./table.ts";

/** After this the command ends; a running server continues with the post. */
const WAIT_MS = 120_000;
/** The store is read, not the engine: it may run in another process. */
const LOOK_EVERY_MS = 50;

interface FollowOptions {
  readonly zone: string;
  readonly waitMs?: number;
  /** Default: nothing happens to the post any more, or publishing is paused. */
  readonly isDone?: (post: Post) => boolean;
}

/** Delivers here when no server holds the data folder; else the server does, and this only watches. */
export async function follow(
  post: Post,
  appliance: Appliance,
  { zone, waitMs = WAIT_MS, isDone = isAtRest }: FollowOptions,
  context: Context,
  globals: GlobalOptions,
): Promise<Post> {
  // Read now: a command that has read it finishes what is under way before the process ends.
  const { stopping } = context;
  await appliance.startDelivery();
  const { clock, store } = appliance;
  const until = clock.monotonic() + waitMs;
  const picture = openPicture(context, globals);
  let latest = (await store.posts.get(post.profileId, post.id)) ?? post;
  while (!isDone(latest) && !stopping?.aborted && clock.monotonic() < until) {
    await pause(clock, LOOK_EVERY_MS);
    latest = (await store.posts.get(post.profileId, post.id)) ?? latest;
    const { columns } = context;
    const full = outcomeTable(latest, { columns, zone, now: clock.now() });
    picture.draw(fits(full, context) ? full : counts(latest));
  }
  picture.clear();
  return latest;
}

/** What has scrolled off the top of a terminal can't be erased any more. */
function fits(text: string, { columns, rows }: Context): boolean {
  return height(text, columns ?? Infinity) < (rows ?? Infinity);
}

/** "3 posted, 8 publishing": for a terminal that is too small for the table. */
function counts({ targets }: Post): string {
  const statuses = targets.map(({ state }) => targetStatus(state));
  return [...new Set(statuses)]
    .toSorted()
    .map((status) => `${statuses.filter((each) => each === status).length} ${status}`)
    .join(", ");
}

/** Text on the terminal that is replaced in place; nothing elsewhere. */
function openPicture(context: Context, globals: GlobalOptions) {
  let drawn = "";
  const isShown = context.isTerminal && !globals.json;
  return {
    draw(text: string): void {
      if (!isShown || text === drawn) return;
      context.draw(`${erase()}${text}\n`);
      drawn = text;
    },
    clear(): void {
      if (isShown) context.draw(erase());
      drawn = "";
    },
  };

  /** A long line takes several rows of the terminal: the cursor goes up by rows. */
  function erase(): string {
    if (drawn === "") return "";
    return `\u001b[${height(drawn, context.columns ?? Infinity)}A\r\u001b[0J`;
  }
}
