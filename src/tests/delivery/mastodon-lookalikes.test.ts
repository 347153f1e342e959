// Tests servers of Mastodon's API that treat an Idempotency-Key differently: one status each, also for lost answers.
import { expect, test } from "bun:test";
import { isSettled, type Post } from "../../domain/post.ts";
import { GIVE_UP_MS } from "../support/time-limits.ts";
import { openWorld, type World } from "../support/world.ts";

const POSTS = 20;
/** Of each post: accounts whose answers are dropped after delivery, and before it. As many again are answered. */
const DELIVERED = 10;
const UNDELIVERED = 3;

test.each([
  ["honours keys", ""],
  ["ignores keys", "keyless-"],
  ["honours keys, but races", "racing-"],
])(
  "a server that %s: after 200 lost answers there are 200 statuses, and no person has to look",
  async (name, word) => {
    // A server of which nothing is heard is left alone for a while: then the last ones are late.
    await using world = await openWorld({ CRIER_LATE_MINUTES: "10080" });
    const began = performance.now();
    for (let n = 0; n < DELIVERED; n++) {
      await world.account("mastodon", `lost-${word}${n}`);
      if (n < UNDELIVERED) await world.account("mastodon", `ghost-${word}${n}`);
      await world.account("mastodon", `ok-${word}${n}`);
    }
    const captions = Array.from({ length: POSTS }, (_, i) => `Number ${i} #post`);
    const made = await Promise.all(captions.map((caption) => world.post({ caption, schedule: "now" })));
    const ids = made.map(({ id }) => id);

    const found = await targetsOf("lost", ids, world, isDecided);
    const all = world.published("mastodon");
    const there = all.filter(({ account }) => !account.startsWith("ok"));
    expect(there).toHaveLength(POSTS * DELIVERED);
    expect(all.every(({ accepted }) => accepted === 1)).toBe(true);
    for (const { caption, handle, state, url, verification } of found) {
      const own = there.filter((each) => each.account === handle && each.text === caption);
      expect({ state, verdict: verification?.verdict }).toEqual({ state: "posted", verdict: "live" });
      expect(own.map((each) => each.url)).toEqual([url ?? ""]);
    }

    // A list without the post proves nothing here: asked about to the end, it stays open, and is not sent again.
    const open = await targetsOf("ghost", ids, world, isQuiet);
    const states = open.map(({ state, verification }) => [state, verification?.verdict]);
    expect(states).toEqual(Array.from({ length: POSTS * UNDELIVERED }, () => ["uncertain", "unknown"]));
    expect(world.published("mastodon")).toHaveLength(POSTS * DELIVERED * 2);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `a server that ${name}: ${found.length} answers lost after delivery, all found, ${there.length} statuses; ` +
        `${open.length} lost before delivery, none there, none claimed; ${seconds} s`,
    );
  },
);

/** A question that a busy machine answers too late is asked again, until nothing more is planned. */
const isDecided = (post: Post) =>
  isSettled(post) &&
  post.targets.every(
    ({ handle, state, dueAt }) => !handle.startsWith("lost") || state === "posted" || dueAt === null,
  );
/** The last question about every lost answer is over: after a day and a half. */
const isQuiet = ({ targets }: Post) => targets.every(({ dueAt }) => dueAt === null);

async function targetsOf(
  behaviour: string,
  ids: readonly string[],
  world: World,
  request: (post: Post) => boolean,
) {
  const targets: Post["targets"][number][] = [];
  for (const id of ids) targets.push(...(await until(id, world, request)).targets);
  return targets.filter(({ handle }) => handle.startsWith(behaviour));
}

async function until(id: string, world: World, request: (post: Post) => boolean) {
  const { appliance, profileId, clock } = world;
  const giveUp = performance.now() + GIVE_UP_MS;
  for (;;) {
    const post = await appliance.store.posts.get(profileId, id);
    if (post && request(post)) return post;
    if (performance.now() > giveUp) throw new Error(`never came: ${JSON.stringify(post?.targets)}`);
    const due = post?.targets.flatMap(({ dueAt }) => dueAt ?? []) ?? [];
    // No further than to what is due next: an answer that is on its way must not come too late.
    const wait = due.length === 0 ? 1 : Math.min(...due) - clock.now();
    await world.turn(Math.max(1, wait));
    await new Promise(setImmediate);
  }
}
