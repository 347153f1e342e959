// A person has the network asked about an uncertain target now, and reports on several targets at once.
import { describe, expect, test } from "bun:test";
import { networks, pairedRegistry } from "../../app/networks.ts";
import type { Finding } from "../../networks/network.ts";
import { keyFor, MINUTE, publish, read, target, uncertainPost, unknownId } from "../support/posting.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

const SECOND = 1000;
const look = (
  world: World,
  post: PostBody,
  headers: Record<string, string> = {},
  targetId = target(post).id,
) => world.ask("POST", `/posts/${post.id}/targets/${targetId}/look`, undefined, headers);
const kindsOf = async (world: World, id: string) =>
  ((await world.ask("GET", `/posts/${id}/events`)).json["events"] as { kind: string }[]).map(
    ({ kind }) => kind,
  );

/** Planned looks: at once, after an hour, and two hours later, so that none comes before one that a test asks for. */
const PLAN = { CRIER_ASK_AFTER: "1h,2h" };

/** Mastodon, which answers questions about lost posts with these one after the other; then it can't tell. */
async function openScripted(answers: (Finding["kind"] | Promise<Finding["kind"]>)[]) {
  const pair = networks.pairs.find(({ network }) => network.id === "mastodon");
  if (!pair) throw new Error("there is no Mastodon");
  let asked = 0;
  const verify = async (): Promise<Finding> => {
    const kind = (await answers[asked++]) ?? "inconclusive";
    return kind === "found"
      ? { kind, remoteId: "1", url: "https://m.example/@a/1", evidence: "It is there." }
      : { kind, evidence: "Nothing." };
  };
  const registry = pairedRegistry([{ ...pair, network: { ...pair.network, verify } }]);
  const world = await openWorld(PLAN, registry);
  await world.account("mastodon", "ghost");
  return { world, asked: () => asked };
}

describe("a look at the network now", () => {
  test("finds a post that was not there before, in the name of who asked", async () => {
    const { world } = await openScripted(["inconclusive", "found"]);
    await using _ = world;
    const post = await uncertainPost(world);
    world.clock.turn(30 * SECOND);
    const { status, json } = await look(world, post);
    expect([status, json["status"]]).toEqual([200, "posted"]);
    const { events } = (await world.ask("GET", `/posts/${post.id}/events`)).json as {
      events: Record<string, unknown>[];
    };
    expect(events.at(-1)).toMatchObject({
      kind: "find",
      actor: { kind: "key", name: "test" },
      text: "The key “test” asked Crier to look on Mastodon. It looked and found it: it is live. It is there.",
      data: { verdict: "live" },
    });
    expect(world.published("mastodon")).toHaveLength(0);
  });

  test("at most once in 30 s, and the planned looks stay as they are", async () => {
    const { world, asked } = await openScripted([]);
    await using _ = world;
    const post = await uncertainPost(world);
    const tooSoon = await look(world, post);
    expect([tooSoon.status, tooSoon.json["code"]]).toEqual([429, "rate_limited"]);
    expect(Number(tooSoon.headers.get("retry-after"))).toBeWithin(1, 31);
    for (let extra = 1; extra <= 3; extra++) {
      world.clock.turn(30 * SECOND);
      expect((await look(world, post)).status).toBe(200);
    }
    expect(asked()).toBe(4);
    // The two that were planned: after an hour, and two hours later.
    await world.until(post.id, () => asked() === 5, 10 * MINUTE);
    await world.until(post.id, () => asked() === 6, 10 * MINUTE);
    // Until the last answer is recorded, asking again would return that answer.
    const { nextDue } = world.appliance.store.journal;
    await world.until(post.id, async () => (await nextDue(0)) === null, 10 * MINUTE);
    // After the last of them, a person may still ask, and that begins no new plan.
    world.clock.turn(MINUTE);
    expect((await look(world, post)).status).toBe(200);
    expect(asked()).toBe(7);
    expect(await nextDue(0)).toBeNull();
  });

  test("two callers of one moment get one look", async () => {
    const gate = Promise.withResolvers<Finding["kind"]>();
    const { world, asked } = await openScripted(["inconclusive", gate.promise]);
    await using _ = world;
    const post = await uncertainPost(world);
    world.clock.turn(30 * SECOND);
    let answered = 0;
    const both = [1, 2].map(() => look(world, post).finally(() => answered++));
    // While the network is silent, they wait as long as for a post.
    await world.until(post.id, () => answered === 2, 5 * SECOND);
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(asked()).toBe(2);
    gate.resolve("found");
    await world.until(post.id, ({ status }) => status === "posted");
  });

  test("asking often does not prove absence sooner: two answers lie 30 s apart by the monotonic clock", async () => {
    const { world, asked } = await openScripted(["inconclusive", "absent", "absent", "absent"]);
    await using _ = world;
    const post = await uncertainPost(world);
    world.clock.turn(30 * SECOND);
    await look(world, post);
    const seen = asked();
    // Someone sets the wall clock: a minute seems to have passed.
    world.clock.set(world.clock.now() + MINUTE);
    const again = await look(world, post);
    expect(again.status).toBe(200);
    expect(asked()).toBeGreaterThan(seen);
    expect(target(again.json as PostBody).status).toBe("uncertain");
    await world.until(post.id, () => asked() === 4, SECOND);
    await world.until(post.id, ({ targets }) => targets[0]?.status !== "uncertain", SECOND);
    expect(await kindsOf(world, post.id)).toContain("disprove");
  });

  test("waits only as long as it is asked to, and the network that is down is evidence", async () => {
    const gate = Promise.withResolvers<Finding["kind"]>();
    const { world } = await openScripted(["inconclusive", gate.promise]);
    await using _ = world;
    const post = await uncertainPost(world);
    world.clock.turn(30 * SECOND);
    const at = target(post).verification?.checkedAt;
    const early = await look(world, post, { prefer: "respond-async" });
    expect(target(early.json as PostBody).verification?.checkedAt).toBe(at ?? "");
    gate.resolve("inconclusive");
    await world.until(post.id, ({ targets }) => targets[0]?.verification?.checkedAt !== at);

    await using real = await openWorld(PLAN);
    await real.account("mastodon", "ghost");
    const lost = await uncertainPost(real);
    real.clock.turn(30 * SECOND);
    const answer = target((await look(real, lost)).json as PostBody);
    expect(answer).toMatchObject({ status: "uncertain", verification: { verdict: "unknown" } });
  });

  test("only where a look makes sense, and only for those who may", async () => {
    await using world = await openWorld(PLAN);
    await world.account("mastodon", "ok");
    await world.account("mastodon", "ghost");
    const fine = await publish(world, { accounts: ["mastodon:ok"] });
    const code = async (answer: ReturnType<typeof look>) => (await answer).json["code"];
    expect(await code(look(world, fine))).toBe("not_reconcilable");
    const post = await uncertainPost(world);
    expect(await code(look(world, post, {}, target(fine).id))).toBe("not_reconcilable");
    expect(await code(look(world, { ...post, id: unknownId }))).toBe("not_found");
    const reader = await keyFor(world, { scopes: ["read"] });
    expect(await code(look(world, post, reader))).toBe("insufficient_scope");
    const writer = await keyFor(world, { scopes: ["write"] });
    world.clock.turn(MINUTE);
    expect((await look(world, post, writer)).status).toBe(200);
  });
});

describe("a person's word about several targets", () => {
  async function twoUncertain() {
    const world = await openWorld();
    for (const handle of ["ghost", "ghost-2", "ok"]) await world.account("mastodon", handle);
    const post = await publish(world, { accounts: "all" });
    const ids = (status: string) => post.targets.filter((each) => each.status === status).map(({ id }) => id);
    return { world, post, uncertain: ids("uncertain"), posted: ids("posted") };
  }
  const word = { action: "mark_published", confirmed: true };

  test("counts for all of them", async () => {
    const { world, post, uncertain } = await twoUncertain();
    await using _ = world;
    const [first = "", second = ""] = uncertain;
    const targetIds = [first.toUpperCase(), second];
    const { status, json } = await world.ask("POST", `/posts/${post.id}/reconcile`, { ...word, targetIds });
    expect([status, json["status"]]).toEqual([200, "posted"]);
    const byPerson = (json as PostBody).targets
      .filter(({ reconciled }) => reconciled !== null)
      .map(({ id }) => id);
    expect(byPerson.toSorted()).toEqual(uncertain.toSorted());
  });

  test("or for none, if one of them is not uncertain", async () => {
    const { world, post, uncertain, posted } = await twoUncertain();
    await using _ = world;
    const targetIds = [...uncertain, ...posted];
    const { json } = await world.ask("POST", `/posts/${post.id}/reconcile`, { ...word, targetIds });
    expect(json["code"]).toBe("not_reconcilable");
    expect((await read(world, post.id)).targets.filter(({ status }) => status === "uncertain")).toHaveLength(
      2,
    );
  });

  test("has one way to name them, and no single address for many", async () => {
    const { world, post, uncertain } = await twoUncertain();
    await using _ = world;
    const [first = "", second = ""] = uncertain;
    const remoteUrl = "https://m.example/@a/1";
    const refused = [
      {},
      { targetId: first, targetIds: [second] },
      { targetIds: [] },
      { targetIds: [first, first.toUpperCase()] },
      { targetIds: Array.from({ length: 101 }, () => crypto.randomUUID()) },
      { targetIds: uncertain, remoteUrl },
      { targetIds: uncertain, remoteId: "1" },
    ];
    for (const body of refused) {
      const { json } = await world.ask("POST", `/posts/${post.id}/reconcile`, { ...word, ...body });
      expect({ body, code: json["code"] }).toEqual({ body, code: "invalid_request" });
    }
    const one = await world.ask("POST", `/posts/${post.id}/reconcile`, {
      ...word,
      targetIds: [first],
      remoteUrl,
    });
    expect(one.status).toBe(200);
  });
});
