// Tests the queue's order, its pause and the preview of other slots through HTTP, the command line and the dispatcher.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { openCallers, type Callers } from "../support/two-callers.ts";
import {
  DAY,
  HOUR,
  inFuture,
  keyFor,
  MINUTE,
  openWorldWith,
  postAction,
  read,
  setSlots,
} from "../support/posting.ts";
import { waitUntil } from "../support/wait-until.ts";
import { type PostBody, type World } from "../support/world.ts";

let callers: Callers;
let world: World;
beforeEach(async () => {
  callers = await openCallers();
  world = callers.world;
  await world.account("bluesky", "ok");
  await setSlots(world, [{ time: "09:00" }, { time: "12:00" }, { time: "18:00" }]);
});
afterEach(() => callers[Symbol.asyncDispose]());

const make = (more: Record<string, unknown> = {}) =>
  world.post({ caption: "Hello", accounts: ["bluesky:ok"], ...more });
const queued = async (count: number) => {
  const posts: PostBody[] = [];
  for (let n = 0; n < count; n++) posts.push(await make({ caption: `Post ${n}` }));
  return posts;
};
const at = ({ scheduledFor }: PostBody) => Date.parse(scheduledFor ?? "");
const times = async (posts: readonly PostBody[]) =>
  await Promise.all(posts.map(async ({ id }) => at(await read(world, id))));
const pause = (body: Record<string, unknown> = { reason: "closed" }, headers: Record<string, string> = {}) =>
  world.ask("PUT", "/queue/pause", body, headers);
const resume = (headers: Record<string, string> = {}) =>
  world.ask("DELETE", "/queue/pause", undefined, headers);
const paused = async () => (await world.ask("GET", "/queue")).json["paused"];
const isPosted = (post: PostBody) => post.status === "posted";
const eventTexts = async ({ id }: PostBody) => {
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  return (json["events"] as { text: string }[]).map(({ text }) => text);
};

test("queued posts go out in the order that was set, and others stay where they are", async () => {
  const posts = await queued(4);
  const [a, b, c, d] = posts;
  if (!a || !b || !c || !d) throw new Error("no post");
  const { status, json } = await world.ask("PUT", "/queue/order", { ids: [c.id, a.id, b.id] });
  expect(status).toBe(200);
  expect(
    (json["posts"] as { id: string; at: string }[]).map((each) => [each.id, Date.parse(each.at)]),
  ).toEqual([
    [c.id, at(a)],
    [a.id, at(b)],
    [b.id, at(c)],
  ]);
  expect(await times([c, a, b, d])).toEqual(posts.map(at));
  expect((await eventTexts(c)).at(-1)).toContain("changed the order of the queue");
  world.clock.set(at(a));
  await world.until(c.id, isPosted);
  expect((await read(world, a.id)).status).toBe("queued");
});

test("an order with a post that is not in the queue changes nothing and names it", async () => {
  const [a, b] = await queued(2);
  const [scheduled, draft] = [
    await make({ schedule: inFuture(world, HOUR) }),
    await make({ schedule: "draft" }),
  ];
  if (!a || !b) throw new Error("no post");
  const ids = [b.id, scheduled.id, a.id, draft.id];
  const { status, json } = await world.ask("PUT", "/queue/order", { ids });
  expect([status, json["code"]]).toEqual([409, "not_waiting"]);
  expect((json["notWaiting"] as { id: string }[]).map(({ id }) => id)).toEqual([scheduled.id, draft.id]);
  expect(await times([a, b])).toEqual([at(a), at(b)]);
});

test("a long order is carried out in full, even if somebody asks for another order or cancels a post meanwhile", async () => {
  await using many = await openWorldWith(Array.from({ length: 16 }, (_, n) => `bluesky:ok-${n + 2}`));
  await setSlots(many, [{ time: "09:00" }]);
  const posts: PostBody[] = [];
  for (let n = 0; n < 60; n++) posts.push(await many.post({ caption: `Number ${n}`, accounts: "all" }));
  const slots = posts.map(at);
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const order = (inOrder: readonly PostBody[]) => many.ask("PUT", "/queue/order", { ids: idsOf(inOrder) });
  const now = async () => {
    const all = await Promise.all(posts.map(({ id }) => read(many, id)));
    return all.filter(({ status }) => status === "queued").toSorted((a, b) => at(a) - at(b));
  };
  // Each post one place later, the last one first: all of them go round in one circle.
  const round = [...posts.slice(-1), ...posts.slice(0, -1)];
  const { json } = await order(round);
  const answer = json["posts"] as { id: string; at: string }[];
  const expected = round.map(({ id }, n) => `${id} ${slots[n]}`);
  expect(answer.map((each) => `${each.id} ${Date.parse(each.at)}`)).toEqual(expected);
  expect((await now()).map((each) => `${each.id} ${at(each)}`)).toEqual(expected);
  const back = posts.toReversed();
  const both = await Promise.all([order(posts), order(back)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect([idsOf(posts), idsOf(back)]).toContainEqual(idsOf(await now()));
  await order(posts);
  const [, gone] = posts;
  if (!gone) throw new Error("no post");
  const [{ status }] = await Promise.all([order(back), postAction(many, gone.id, "cancel")]);
  // Where it was canceled first, it is not in the queue any more, and nothing changes.
  const left = (status === 200 ? back : posts).filter((post) => post !== gone);
  expect(idsOf(await now())).toEqual(idsOf(left));
});

test("of a new order and the dispatcher one wins, and each post goes out once", async () => {
  for (let round = 0; round < 6; round++) {
    const [soon, later] = await queued(2);
    if (!soon || !later) throw new Error("no post");
    world.clock.set(at(soon) - 1);
    const ordered = world.ask("PUT", "/queue/order", { ids: [later.id, soon.id] });
    world.clock.turn(1);
    const { status } = await ordered;
    const [first, second] = status === 200 ? [later, soon] : [soon, later];
    await world.until(first.id, isPosted);
    const rest = await read(world, second.id);
    expect([rest.status, at(rest)]).toEqual(["queued", at(later)]);
    await postAction(world, second.id, "cancel");
  }
  expect(world.published("bluesky")).toHaveLength(6);
});

test("while the queue is paused queued posts wait and scheduled ones go out; then they take the next free slots", async () => {
  const posts = await queued(3);
  const [first, second, third] = posts;
  if (!first || !second || !third) throw new Error("no post");
  const { status, json } = await pause({ reason: "The harbour is closed" });
  expect([status, json["paused"]]).toEqual([200, await paused()]);
  expect(await paused()).toMatchObject({
    reason: "The harbour is closed",
    until: null,
    by: expect.any(String),
  });
  const timed = await make({ schedule: new Date(at(first)).toISOString() });
  world.clock.set(at(first));
  await world.until(timed.id, isPosted);
  const waiting = await world.until(first.id, ({ targets }) => targets[0]?.waitReason !== undefined);
  expect(waiting.targets[0]?.waitReason).toBe("The queue is paused: The harbour is closed");
  expect([waiting.status, waiting.targets[0]?.attempts]).toEqual(["queued", 0]);
  // Also after a restart, and when another slot has passed.
  await world.restart(at(second) + MINUTE - world.clock.now());
  world.clock.turn(1000);
  expect(await paused()).toMatchObject({ reason: "The harbour is closed" });
  expect((await read(world, second.id)).status).toBe("queued");
  expect((await resume()).json).toEqual({ paused: null });
  const now = world.clock.now();
  const moved = await times([first, second, third]);
  // The third keeps its slot; the others follow it, in their order.
  expect(moved[2]).toBe(at(third));
  expect(moved[0]).toBeGreaterThan(at(third));
  expect(moved[1]).toBeGreaterThan(moved[0] ?? 0);
  expect(moved.every((time) => time > now)).toBeTrue();
  expect((await eventTexts(first)).slice(-2)).toEqual([
    "It has to wait for Bluesky. The queue is paused: The harbour is closed",
    "Its slot passed while the queue was paused, so it moved to the next free one.",
  ]);
  for (const [i, post] of [third, first, second].entries()) {
    world.clock.set([at(third), moved[0], moved[1]][i] ?? 0);
    const done = await world.until(post.id, isPosted);
    expect(done.targets[0]?.lateness).toBeLessThan(MINUTE);
  }
  const texts = world.published("bluesky").map(({ text }) => text);
  expect(texts.toSorted()).toEqual(["Hello", "Post 0", "Post 1", "Post 2"]);
});

test("a pause ends at its time, and a slot at that very time is kept", async () => {
  const [first, second] = await queued(2);
  if (!first || !second) throw new Error("no post");
  const until = second.scheduledFor;
  expect((await pause({ reason: "closed", until })).json["paused"]).toMatchObject({ until });
  world.clock.set(at(first));
  await world.until(first.id, ({ targets }) => targets[0]?.waitReason !== undefined);
  world.clock.set(at(second));
  await world.until(second.id, isPosted);
  expect(await paused()).toBeNull();
  const moved = await read(world, first.id);
  expect([moved.status, at(moved) > at(second)]).toEqual(["queued", true]);
  expect(moved.targets[0]?.waitReason).toBeUndefined();
  const [entry] = await world.appliance.store.audit.page(1, null);
  expect([entry?.actor, entry?.action]).toEqual(["crier", "queue.resume"]);
});

test("a queue without slots stays paused until its passed posts have somewhere to go", async () => {
  const [first] = await queued(1);
  if (!first) throw new Error("no post");
  await pause({ reason: "closed", until: new Date(at(first) + HOUR).toISOString() });
  world.clock.set(at(first) + 2 * HOUR);
  await setSlots(world, []);
  world.clock.turn(2000);
  const refused = await resume();
  expect([refused.status, refused.json["code"]]).toEqual([400, "queue_has_no_slots"]);
  expect([(await read(world, first.id)).status, await paused()]).toEqual(["queued", expect.anything()]);
  await setSlots(world, [{ time: "09:00" }]);
  await waitUntil(async () => {
    world.clock.turn(500);
    return (await paused()) === null;
  });
  expect(at(await read(world, first.id))).toBeGreaterThan(world.clock.now());
});

test("a pause that the store does not let end keeps nothing else from going out", async () => {
  const [first] = await queued(1);
  if (!first) throw new Error("no post");
  await pause({ reason: "closed", until: new Date(at(first) + HOUR).toISOString() });
  const refused = await world.database.refuse("UPDATE OF queue_paused_at ON profile");
  world.clock.set(at(first) + 2 * HOUR);
  const other = await make({ schedule: inFuture(world, MINUTE) });
  await world.until(other.id, isPosted, 500);
  expect(await paused()).not.toBeNull();
  await refused[Symbol.asyncDispose]();
  await waitUntil(async () => {
    world.clock.turn(500);
    return (await paused()) === null;
  });
});

test("a post that has begun on one account goes out on the others", async () => {
  await world.account("mastodon", "slow");
  const [first] = [await make({ accounts: ["bluesky:ok", "mastodon:slow"] })];
  world.clock.set(at(first));
  await world.until(first.id, ({ targets }) => targets[0]?.status === "posted", 10);
  await pause();
  await world.until(first.id, isPosted);
});

test("the command line pauses and resumes, and every view shows it", async () => {
  const [first] = await queued(1);
  if (!first) throw new Error("no post");
  const rows = await callers.rowsOf(async () => {
    const { out, err } = await callers.crier("queue", "pause", "--reason", "closed", "--until", "in 5 hours");
    expect(`${out}${err}`).toContain("The queue is paused until");
    expect(await paused()).toMatchObject({ reason: "closed", by: "cli", until: expect.any(String) });
    expect((await callers.crier("queue", "list")).err).toContain("closed. Queued posts wait");
    const { out: resumed } = await callers.crier("queue", "resume");
    expect(resumed).toContain("The queue goes on");
    expect((await callers.crier("queue", "resume")).out).toBe("The queue was not paused.");
  });
  expect(rows).toEqual(["cli queue.pause", "cli queue.resume"]);
  const free = (await world.ask("GET", "/queue")).json["upcoming"] as { at: string; state: string }[];
  const slot = free.filter(({ state }) => state === "free").at(2)?.at ?? "";
  const { code } = await callers.crier("post", "schedule", first.id, "--slot", slot);
  expect([code, at(await read(world, first.id))]).toEqual([0, Date.parse(slot)]);
});

test("an agent reads that its queued post waits", async () => {
  await pause({ reason: "The harbour is closed", until: inFuture(world, DAY) });
  const [first] = await queued(1);
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_post", arguments: { id: first?.id } },
  };
  const answer = await fetch(`${world.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${world.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(call),
  });
  expect(await answer.text()).toContain(
    "The harbour is closed. The post waits; it goes out in a slot after that.",
  );
});

test("a pause needs words and an end ahead; ending it needs the scope publish", async () => {
  const code = async (body: Record<string, unknown>) => (await pause(body)).json["code"];
  expect(await code({})).toBe("invalid_request");
  expect(await code({ reason: "  " })).toBe("invalid_request");
  expect(await code({ reason: "x", until: "soon" })).toBe("invalid_request");
  expect(await code({ reason: "x", until: inFuture(world, -HOUR) })).toBe("invalid_request");
  expect(await code({ reason: "x", until: inFuture(world, 900 * DAY) })).toBe("invalid_request");
  expect(await paused()).toBeNull();
  const headers = await keyFor(world, { scopes: ["read", "write"] });
  expect((await pause({ reason: "x" }, headers)).status).toBe(200);
  const since = ((await paused()) as { since: string }).since;
  world.clock.turn(1000);
  expect((await pause({ reason: "y", until: inFuture(world, HOUR) })).json["paused"]).toMatchObject({
    since,
    reason: "y",
  });
  expect((await resume(headers)).json["code"]).toBe("insufficient_scope");
  expect((await resume()).status).toBe(200);
  expect((await resume()).status).toBe(200);
});

test("the preview of other slots says what setting them does, and changes nothing", async () => {
  const posts = await queued(4);
  const path = `/profiles/${world.profileId}/slots`;
  const slots = [
    { weekdays: [1, 2, 3, 4, 5, 6, 7], time: "10:00" },
    { weekdays: [1, 3], time: "12:00" },
  ];
  interface Preview {
    posts: { id: string; excerpt: string; from: string; to: string }[];
    slots: { at: string; postId: string | null }[];
  }
  const preview = async (reflow: boolean) =>
    (await callers.ask("POST", `${path}/preview`, { slots, reflow })).json as unknown as Preview;
  const stays = await preview(false);
  expect(stays.posts.map(({ from, to }) => from === to)).toEqual([true, true, true, true]);
  expect(stays.posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id));
  expect(stays.slots).toHaveLength(30);
  const moves = await preview(true);
  expect(moves.posts.map(({ excerpt }) => excerpt)).toEqual(["Post 0", "Post 1", "Post 2", "Post 3"]);
  expect(await times(posts)).toEqual(posts.map(at));
  expect(
    moves.slots.filter(({ postId }) => postId !== null).map(({ at: time, postId }) => [postId, time]),
  ).toEqual(moves.posts.map(({ id, to }) => [id, to]));
  await callers.ask("PUT", path, { slots, reflow: true });
  expect(await times(posts)).toEqual(moves.posts.map(({ to }) => Date.parse(to)));
  const none = await callers.ask("POST", `${path}/preview`, { slots: [], reflow: true });
  expect([none.status, none.json["code"]]).toEqual([400, "queue_has_no_slots"]);
});
