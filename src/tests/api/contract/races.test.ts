// Tests cancel, retry and reconcile against the dispatcher (D22–D24): exactly one of two racers wins.
import { expect, test } from "bun:test";
import { atCommandLine } from "../../../publishing/actor.ts";
import { cancelPost, retryPost } from "../../../publishing/manage.ts";
import { reconcile } from "../../../publishing/reconcile.ts";
import type { Post } from "../../../domain/post.ts";
import { isSettled } from "../../support/world.ts";
import { inFuture, list, openWorldWith, outcome, target } from "../../support/posting.ts";
import { generatedCases } from "../../support/generated-cases.ts";
import { AT_ONCE, openLab, type Lab } from "./race-lab.ts";

const CANCELS = generatedCases(2000, 640);
const RETRIES = generatedCases(1000, 320);
const RECONCILES = generatedCases(1000, 320);

/** Runs rounds of posts, one on each account, until there were `count`. */
async function races(
  name: string,
  count: number,
  seed: number,
  round: (lab: Lab, tally: Tally) => Promise<void>,
) {
  await using lab = await openLab(seed);
  const tally: Tally = new Map();
  const began = performance.now();
  let done = 0;
  for (; done < count; done += AT_ONCE) await round(lab, tally);
  const ms = performance.now() - began;
  console.log(
    `${name}: ${done} races in ${Math.round(ms)} ms (${Math.round((done / ms) * 1000)}/s), seed ${seed}`,
    Object.fromEntries(tally),
  );
  expect(lab.faults).toEqual([]);
  return tally;
}
type Tally = Map<string, number>;
const count = (tally: Tally, what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
const only = (post: Post) => {
  const [first] = post.targets;
  if (!first) throw new Error("no target");
  return first;
};

test("of canceling and publishing exactly one wins (D22)", async () => {
  const tally = await races("cancel", CANCELS, 22, async (lab, tally) => {
    const before = lab.published.length;
    const posts = await lab.make("takes", 60_000);
    const cancels = posts.map(async (post) => {
      await lab.tick(Math.floor(lab.random() * 7));
      return await lab.attempt(() => cancelPost(atCommandLine(lab.profileId), post.id, lab.deps));
    });
    await lab.tick(Math.floor(lab.random() * 3));
    lab.clock.turn(60_000);
    lab.dispatcher.wake();
    const answers = await Promise.all(cancels);
    const after = await lab.settle(posts);
    const live = new Set(lab.published.slice(before));
    expect(lab.published.length - before).toBe(live.size);
    for (const [index, post] of after.entries()) {
      const answer = answers[index] ?? "";
      count(tally, answer);
      const { id, state, attempt } = only(post);
      const expected =
        answer === "ok"
          ? { state: "draft", attempt: 0, live: false }
          : { state: "posted", attempt: 1, live: true };
      expect({ answer, state, attempt, live: live.has(id) }).toEqual({ answer, ...expected } as never);
      expect(post.canceled).toBe(answer === "ok");
    }
  });
  expect([...tally.keys()].toSorted()).toEqual(["already_started", "ok"]);
  // Both must really have happened.
  for (const times of tally.values()) expect(times).toBeGreaterThan(CANCELS / 50);
});

test("several retries at once send once (D23)", async () => {
  const tally = await races("retry", RETRIES, 23, async (lab, tally) => {
    const before = lab.published.length;
    const posts = await lab.make("refuses-once", 1000);
    lab.clock.turn(1000);
    const failed = await lab.settle(posts);
    expect(failed.every((post) => only(post).state === "failed")).toBeTrue();
    const retries = failed.flatMap((post) =>
      [0, 1, 2].map(async () => {
        await lab.tick(Math.floor(lab.random() * 6));
        const answer = await lab.attempt(() => retryPost(atCommandLine(lab.profileId), post.id, lab.deps));
        lab.dispatcher.wake();
        return answer;
      }),
    );
    const cancels = failed.map(async (post) => {
      await lab.tick(Math.floor(lab.random() * 6));
      return await lab.attempt(() => cancelPost(atCommandLine(lab.profileId), post.id, lab.deps));
    });
    for (const answer of await Promise.all(retries)) count(tally, answer);
    expect(new Set(await Promise.all(cancels))).toEqual(new Set(["already_started"]));
    const after = await lab.settle(failed);
    expect(lab.published.length - before).toBe(posts.length);
    for (const post of after) {
      expect(only(post)).toMatchObject({ state: "posted", attempt: 2 });
      expect((await lab.events(post)).filter((kind) => kind === "retry")).toHaveLength(1);
    }
  });
  expect(tally.get("publishing")).toBeGreaterThan(RETRIES / 50);
});

test("of reconciling and verification exactly one wins (D24)", async () => {
  const WINNERS = ["find", "markPublished", "confirmNotPublished"];
  const tally = await races("reconcile", RECONCILES, 24, async (lab, tally) => {
    const before = lab.published.length;
    const posts = await lab.make("loses", 1000);
    lab.clock.turn(1000);
    const lost = await lab.settle(posts);
    const words = lost.flatMap((post) =>
      (["mark_published", "confirm_not_published"] as const).map(async (action) => {
        await lab.tick(Math.floor(lab.random() * 24));
        const word = {
          targetIds: [only(post).id],
          action,
          remoteId: null,
          remoteUrl: null,
          note: null,
        };
        return await lab.attempt(() => reconcile(atCommandLine(lab.profileId), post.id, word, lab.deps));
      }),
    );
    await lab.tick(Math.floor(lab.random() * 3));
    lab.clock.turn(40_000);
    lab.dispatcher.wake();
    const answers = await Promise.all(words);
    const after = await lab.settle(lost, (post) => only(post).state !== "uncertain");
    // Nobody sends again on the word of anybody.
    expect(lab.published.length - before).toBe(posts.length);
    for (const [index, post] of after.entries()) {
      const winners = (await lab.events(post)).filter((kind) => WINNERS.includes(kind));
      expect(winners).toHaveLength(1);
      const [winner = ""] = winners;
      count(tally, winner);
      const reconciled = answers.slice(index * 2, index * 2 + 2);
      expect(reconciled).toEqual([
        winner === "markPublished" ? "ok" : "not_reconcilable",
        winner === "confirmNotPublished" ? "ok" : "not_reconcilable",
      ]);
      expect(only(post)).toMatchObject({
        state: winner === "confirmNotPublished" ? "failed" : "posted",
        attempt: 1,
      });
    }
  });
  for (const winner of WINNERS) expect(tally.get(winner) ?? 0).toBeGreaterThan(RECONCILES / 50);
});

test("of canceling and publishing over HTTP exactly one wins (D22)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const rounds = 20;
  const seen = new Set<string>();
  for (let n = 0; n < rounds; n++) {
    const schedule = inFuture(world, 60_000);
    const posts = await Promise.all(
      ["bluesky", "mastodon"].map((name) =>
        world.post({ caption: `${n} ${name}`, accounts: [name], schedule }),
      ),
    );
    const cancel = (id: string) => world.ask("POST", `/posts/${id}/cancel`);
    const early = n % 3 === 0 ? posts.map(({ id }) => cancel(id)) : [];
    world.clock.turn(60_000);
    if (n % 3 === 2) await list(world);
    const answers = await Promise.all(n % 3 === 0 ? early : posts.map(({ id }) => cancel(id)));
    for (const [index, answer] of answers.entries()) {
      seen.add(outcome(answer));
      const post = await world.until(posts[index]?.id ?? "", isSettled, 10);
      const live = world.published(target(post).platform).some(({ text }) => text === post.caption);
      expect({ status: answer.status, live }).toEqual({ status: answer.status, live: answer.status === 409 });
    }
  }
  expect(await list(world, "?limit=100")).toHaveLength(rounds * 2);
  expect([...seen].every((each) => each === "200" || each === "409 already_started")).toBeTrue();
});
