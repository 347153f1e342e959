// Checks a world at rest: compares the store with what the networks hold.
import { TRANSITIONS, type State } from "../../../domain/target-state.ts";
import { statusOf, type Post, type PostStatus, type Target } from "../../../domain/post.ts";
import type { JournalEvent } from "../../../domain/event.ts";
import type { Disk } from "./disk.ts";
import { LATE_MS } from "./process-run.ts";
import { judgeSends } from "./judge-sends.ts";
import { count } from "./tally.ts";
import type { PlannedPost, World } from "./world.ts";

/** More posts than a seed has wishes. */
const PAGE = 100;
const LIST_EVERY = 8;

export async function judge(world: World, { posts, postIds }: Disk): Promise<void> {
  const { tally, profileId } = world;
  const found = await Promise.all(postIds().map((id) => posts.get(profileId, id)));
  const stored = found.filter((post) => post !== null);
  for (const request of world.plannedPosts) judgePlanned(request, stored, world);
  for (const post of stored) {
    tally.posts++;
    const events = (await posts.events(profileId, post.id)) ?? [];
    const status = judgeStatus(post, world);
    // The list makes its filter from the same rules; a look now and then is enough.
    const listed =
      world.seed % LIST_EVERY === 0 ? await posts.page(profileId, { status: [status] }, PAGE, null) : [post];
    if (!listed.some(({ id }) => id === post.id)) world.violate(`post ${post.id} is not listed as ${status}`);
    for (const target of post.targets) {
      const own = events.filter(({ targetId }) => targetId === target.id);
      judgeLife(target, own, world);
      judgeSends(target, own, world);
    }
  }
  tally.sends += world.truth.sends.length;
}

/** Promised is stored, once, and whole. */
function judgePlanned(request: PlannedPost, stored: readonly Post[], world: World): void {
  const name = (caption: string) => caption.replaceAll("'", "");
  const found = stored.filter(({ caption }) => name(caption) === name(request.caption));
  if (found.length > 1) world.violate(`${request.caption} is stored ${found.length} times`);
  const [post] = found;
  if (!post) {
    if (request.id !== null) world.violate(`${request.caption} was promised and is not stored`);
    return;
  }
  if (request.id !== null && post.id !== request.id)
    world.violate(`${request.caption} was promised with another id`);
  const accounts = post.targets.map(({ accountId }) => accountId).toSorted();
  const whole = post.caption === request.caption && Bun.deepEquals(accounts, request.accounts.toSorted());
  if (request.changed === "surely" && !whole)
    world.violate(`${request.caption} is not stored as it was wished`);
}

/** D15 in other words than the product's. */
function judgeStatus(post: Post, world: World): PostStatus {
  const statusNow = statusOf(post);
  const states = new Set(post.targets.map(({ state }) => state));
  const only = (state: State) => states.size === 1 && states.has(state);
  const settled = [...states].every((state) => ["posted", "failed", "uncertain", "draft"].includes(state));
  const is = only("draft")
    ? "draft"
    : !settled
      ? "publishing"
      : states.has("uncertain")
        ? "uncertain"
        : only("posted")
          ? "posted"
          : only("failed")
            ? "failed"
            : "partial";
  if (statusNow !== is) world.violate(`post ${post.id} says ${statusNow}, its targets say ${is}`);
  return statusNow;
}

/** Far more than the questions about a lost answer, and as often as a network's processing is looked at in a day. */
const MOST_LOOKS = 500;

/** Lines that change no state. */
const ASIDE: ReadonlySet<string> = new Set(["look", "late", "defer", "restored"]);

/** Every line of the journal is a move that exists, and the last one leads to where the target is. */
function judgeLife(target: Target, events: readonly JournalEvent[], world: World): void {
  const { tally } = world;
  const wrong = (what: string) => world.violate(`target ${target.id} (${target.platform}) ${what}`);
  const moves = events.filter(({ kind }) => !ASIDE.has(kind));
  let state: State = moves[0] ? (moves[0].kind === "schedule" ? "draft" : "pending") : target.state;
  let [attempt, held] = [0, false];
  for (const { kind, attempt: at, seq } of moves) {
    const to = (TRANSITIONS[state] as Partial<Record<string, State>>)[kind];
    if (!to) return wrong(`made the move ${kind} in the state ${state}`);
    count(tally.moves, `${state}.${kind}`);
    const lapsed = world.lapse !== null && seq > world.lapse.from && seq <= world.lapse.to;
    if (state === "pending" && kind === "claim" && lapsed) wrong("was begun without a live plan");
    const paused = world.pause !== null && seq > world.pause.from && seq <= world.pause.to;
    if (paused && (kind === "claim" || kind === "prepared"))
      wrong(`made the move ${kind} while publishing was paused`);
    if (kind === "claim") attempt++;
    if (kind === "disprove" && held) wrong("was held after a restore, and sent on a network's word");
    held = kind === "hold" || (held && kind !== "claim");
    if (at !== attempt) wrong(`has the move ${kind} in attempt ${at} during attempt ${attempt}`);
    state = to;
  }
  if ((target.lateness ?? 0) > LATE_MS) wrong(`was begun ${target.lateness} ms after its time`);
  const byAttempt = Map.groupBy(
    events.filter(({ kind }) => kind === "look"),
    (event) => event.attempt,
  );
  const most = Math.max(0, ...[...byAttempt.values()].map(({ length }) => length));
  if (most > MOST_LOOKS) wrong(`was asked about ${most} times in one attempt`);
  if (state !== target.state) wrong(`is ${target.state}, but its journal ends with ${state}`);
  if (attempt !== target.attempt) wrong(`counts ${target.attempt} attempts, its journal ${attempt}`);
  const waits = target.state === "uncertain" && target.dueAt !== null;
  const rests = ["draft", "posted", "failed", "uncertain"].includes(target.state) && !waits;
  if (!rests) wrong(`is stuck: ${target.state}, due ${target.dueAt ?? "never"}`);
  count(tally.ends, target.state);
  tally.targets++;
}
