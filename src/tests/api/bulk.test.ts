// Tests the same action on several posts, and its undoing, through HTTP.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { UNDO_MS } from "../../publishing/bulk.ts";
import {
  DAY,
  HOUR,
  inFuture,
  keyFor,
  MINUTE,
  openWorldWith,
  otherProfile,
  postAction,
  publish,
  read,
  setSlots,
} from "../support/posting.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
  await world.account("mastodon", "fail");
});
afterAll(() => world[Symbol.asyncDispose]());

interface Result {
  id: string;
  ok: boolean;
  error: { code: string; message: string } | null;
}
const make = (more: Record<string, unknown> = {}) =>
  world.post({ caption: "Hello", accounts: ["bluesky:ok"], ...more });
async function act(posts: readonly PostBody[], body: Record<string, unknown>) {
  const ids = posts.map(({ id }) => id);
  const { status, json } = await world.ask("POST", "/posts/actions", { ids, ...body });
  return {
    status,
    results: json["results"] as Result[],
    undo: json["undo"] as string | null,
    code: json["code"],
  };
}
async function undo(token: string | null, headers: Record<string, string> = {}) {
  const { json } = await world.ask("POST", "/posts/actions/undo", { token }, headers);
  return { code: json["code"], results: json["results"] as Result[] };
}
const codes = (results: readonly Result[]) => results.map(({ ok, error }) => (ok ? "ok" : error?.code));
const states = async (posts: readonly PostBody[]) =>
  await Promise.all(
    posts.map(async ({ id }) => {
      const { status, schedule, scheduledFor, canceled } = await read(world, id);
      return { status, schedule, scheduledFor, canceled };
    }),
  );
const draft = () => make({ schedule: "draft" });

test("queue, schedule and cancel answer for each post, and are undone", async () => {
  const posts = [await draft(), await make({ schedule: inFuture(world, HOUR) }), await make()];
  const before = await states(posts);
  const live = await publish(world, { accounts: ["bluesky:ok"] });
  for (const body of [
    { action: "queue" },
    { action: "schedule", at: inFuture(world, 3 * DAY) },
    { action: "cancel" },
  ]) {
    const { results, undo: token } = await act([...posts, live], body);
    expect([body.action, codes(results)]).toEqual([body.action, ["ok", "ok", "ok", "already_started"]]);
    expect(results.map(({ id }) => id)).toEqual([...posts, live].map(({ id }) => id));
    expect(await states(posts)).not.toEqual(before);
    expect(codes((await undo(token)).results)).toEqual(["ok", "ok", "ok"]);
    expect(await states(posts)).toEqual(before);
    // It can be repeated.
    expect(codes((await undo(token)).results)).toEqual(["ok", "ok", "ok"]);
    expect(await states(posts)).toEqual(before);
  }
  const { json } = await world.ask("GET", `/posts/${posts[1]?.id}/events`);
  const texts = (json["events"] as { text: string }[]).map(({ text }) => text);
  expect(texts.at(-1)).toContain("undid the last change");
});

test("waiting posts move by days at the same time of day, also where the clocks change and into each other's slots", async () => {
  await world.appliance.store.profiles.update(world.profileId, { timezone: "Europe/Berlin" }, () => ({
    at: 0,
    actor: "cli",
    action: "a",
    profileId: null,
    subject: "s",
    detail: null,
  }));
  await setSlots(world, [{ time: "09:00", timezone: "Europe/Berlin" }]);
  const queued = [await make(), await make(), await make()];
  const at = queued.map(({ scheduledFor }) => Date.parse(scheduledFor ?? ""));
  const springForward = await make({ schedule: "2027-03-27T09:00:00+01:00" });
  const unmovable = await draft();
  const { results, undo: token } = await act([...queued, springForward, unmovable], {
    action: "shift",
    days: 1,
  });
  expect(codes(results)).toEqual(["ok", "ok", "ok", "ok", "not_waiting"]);
  const moved = await states([...queued, springForward]);
  expect(moved.map(({ status }) => status)).toEqual(["queued", "queued", "queued", "scheduled"]);
  expect(moved.map(({ scheduledFor }) => scheduledFor)).toEqual([
    ...at.map((time) => new Date(time + DAY).toISOString()),
    "2027-03-28T07:00:00.000Z",
  ]);
  expect(codes((await undo(token)).results)).toEqual(["ok", "ok", "ok", "ok"]);
  const back = await states([...queued, springForward]);
  expect(back.map(({ scheduledFor }) => Date.parse(scheduledFor ?? ""))).toEqual([
    ...at,
    Date.parse("2027-03-27T08:00:00Z"),
  ]);
  const [first] = queued;
  if (!first) throw new Error("no post");
  const past = await act([first], { action: "shift", days: -30 });
  expect(codes(past.results)).toEqual(["invalid_schedule"]);
  // Its slot of the next day is taken: it goes out at that time all the same.
  await act([first], { action: "shift", days: 1 });
  expect((await states([first]))[0]).toMatchObject({
    status: "scheduled",
    scheduledFor: new Date((at[0] ?? 0) + DAY).toISOString(),
  });
});

test("more than fits in one transaction moves into each other's slots, forth and back", async () => {
  await using many = await openWorldWith(Array.from({ length: 16 }, (_, n) => `bluesky:ok-${n + 2}`));
  await setSlots(many, [{ time: "09:00" }]);
  const posts: PostBody[] = [];
  for (let n = 0; n < 25; n++) posts.push(await many.post({ caption: `Number ${n}`, accounts: "all" }));
  const places = async () =>
    await Promise.all(
      posts.map(async ({ id }) => {
        const { status, scheduledFor } = await read(many, id);
        return [status, Date.parse(scheduledFor ?? "")] as const;
      }),
    );
  const before = await places();
  const later = before.map(([status, time]) => [status, time + DAY] as const);
  // In an order that is not the one of their times.
  const ids = posts.map(({ id }) => id).toSorted((a, b) => (a.slice(-4) < b.slice(-4) ? -1 : 1));
  const shift = async (days: number) =>
    (await many.ask("POST", "/posts/actions", { ids, action: "shift", days })).json;
  for (const undone of [true, false]) {
    const { undo: token, results } = await shift(1);
    expect(new Set(codes(results as Result[]))).toEqual(new Set(["ok"]));
    expect(await places()).toEqual(later);
    if (undone) await many.ask("POST", "/posts/actions/undo", { token });
    else await shift(-1);
    expect(await places()).toEqual(before);
  }
});

test("a draft without accounts is refused as any other draft, alone and among others", async () => {
  const { json } = await world.ask(
    "POST",
    "/posts",
    { caption: "Nowhere", accounts: [], schedule: "draft" },
    { prefer: "handling=lenient" },
  );
  const nowhere = json as unknown as PostBody;
  expect(nowhere.targets).toEqual([]);
  const waiting = await make({ schedule: inFuture(world, HOUR) });
  for (const posts of [[nowhere], [nowhere, waiting], [waiting, nowhere]]) {
    const { results } = await act(posts, { action: "shift", days: 1 });
    expect(codes(results)).toEqual(posts.map((post) => (post === nowhere ? "not_waiting" : "ok")));
  }
});

test("an undo leaves alone what was moved, has begun or lost its slot since", async () => {
  const posts = [
    await make(),
    await make(),
    await make({ schedule: inFuture(world, HOUR) }),
    await make({ schedule: inFuture(world, HOUR) }),
  ];
  const [queued, moved, started, deleted] = posts;
  if (!queued || !moved || !started || !deleted) throw new Error("no post");
  const { undo: token } = await act(posts, { action: "cancel" });
  const thief = await draft();
  await postAction(world, thief.id, "schedule", { slotAt: queued.scheduledFor });
  await postAction(world, moved.id, "schedule", { schedule: inFuture(world, 5 * HOUR) });
  await postAction(world, started.id, "schedule", { schedule: "now" });
  await world.until(started.id, ({ status }) => status === "posted");
  await world.ask("DELETE", `/posts/${deleted.id}`);
  expect(codes((await undo(token)).results)).toEqual([
    "slot_taken",
    "edit_conflict",
    "already_started",
    "not_found",
  ]);
  expect((await states([queued]))[0]?.status).toBe("draft");
});

test("an undo is for ten minutes, its profile, and those who may publish", async () => {
  const { undo: token } = await act([await make()], { action: "cancel" });
  const { headers } = await otherProfile(world);
  expect((await undo(token, headers)).code).toBe("not_found");
  expect((await undo(token, await keyFor(world, { scopes: ["read", "write"] }))).code).toBe(
    "insufficient_scope",
  );
  world.clock.turn(UNDO_MS - MINUTE);
  expect((await undo(token)).code).toBeUndefined();
  world.clock.turn(MINUTE);
  expect((await undo(token)).code).toBe("not_found");
});

test("delete and retry have no undo, and scopes are those of the single actions", async () => {
  const { id } = await world.post({ caption: "Hello", accounts: ["mastodon:fail"], schedule: "now" });
  const failed = await world.until(id, ({ status }) => status === "failed");
  const retried = await act([failed], { action: "retry" });
  expect([codes(retried.results), retried.undo]).toEqual([["ok"], null]);
  await world.until(id, ({ status, targets }) => status === "failed" && targets[0]?.attempts === 2);
  const gone = await draft();
  const deleted = await act([gone, failed, await make()], { action: "delete" });
  expect([codes(deleted.results), deleted.undo]).toEqual([["ok", "ok", "already_started"], null]);
  const headers = await keyFor(world, { scopes: ["read", "write"] });
  const ids = [(await draft()).id];
  const codeOf = async (body: Record<string, unknown>) =>
    (await world.ask("POST", "/posts/actions", { ids, ...body }, headers)).json["code"];
  expect(await codeOf({ action: "queue" })).toBe("insufficient_scope");
  expect(await codeOf({ action: "cancel" })).toBeUndefined();
});

test("a request that does not fit its action is refused", async () => {
  const post = await draft();
  for (const body of [
    { action: "schedule" },
    { action: "shift" },
    { action: "shift", days: 1, at: inFuture(world, HOUR) },
    { action: "queue", days: 1 },
    { action: "shift", days: 400 },
    { action: "publish" },
  ])
    expect((await act([post], body)).code).toBe("invalid_request");
  expect((await act([post], { action: "schedule", at: "soon" })).code).toBe("invalid_schedule");
  expect((await act([post, post], { action: "queue" })).code).toBe("invalid_request");
  expect((await act([], { action: "queue" })).code).toBe("invalid_request");
});

const labelsOf = async (posts: readonly PostBody[]) =>
  await Promise.all(posts.map(async ({ id }) => (await read(world, id)).labels));

async function label(name: string): Promise<string> {
  const { json } = await world.ask("POST", "/labels", { name, colour: "teal" });
  return (json["label"] as { id: string }).id;
}

test("a post that was changed since is left alone, also when the request is repeated", async () => {
  const posts = [
    await make({ schedule: inFuture(world, DAY) }),
    await make({ schedule: inFuture(world, DAY) }),
  ];
  const revisions = Object.fromEntries(posts.map(({ id, revision }) => [id, revision]));
  const [first, second] = posts as [PostBody, PostBody];
  await world.ask("PATCH", `/posts/${second.id}`, { caption: "Changed meanwhile" });
  const before = await states(posts);
  const body = { action: "shift", days: 1, revisions };
  expect(codes((await act(posts, body)).results)).toEqual(["ok", "revision_conflict"]);
  expect(codes((await act(posts, body)).results)).toEqual(["revision_conflict", "revision_conflict"]);
  const [moved, kept] = await states(posts);
  expect(Date.parse(moved?.scheduledFor ?? "")).toBe(Date.parse(before[0]?.scheduledFor ?? "") + DAY);
  expect(kept?.scheduledFor).toBe(before[1]?.scheduledFor ?? null);
  for (const action of ["cancel", "queue", "delete", "label"])
    expect(codes((await act([first], { action, revisions })).results)).toEqual(["revision_conflict"]);
});

test("the same request with the same key is carried out once, and its undo is given again", async () => {
  const post = await make({ schedule: inFuture(world, DAY) });
  const body = { ids: [post.id], action: "shift", days: 1 };
  const send = async (more: object = {}, key = "shift-1") =>
    await world.ask("POST", "/posts/actions", { ...body, ...more }, { "idempotency-key": key });
  const [one, two] = await Promise.all([send(), send()]);
  expect(two.json).toEqual(one.json);
  const replayed = [one, two].map(({ headers }) => headers.get("idempotent-replayed"));
  expect(new Set(replayed)).toEqual(new Set(["true", null]));
  expect((await send()).json["undo"]).toBe(one.json["undo"]);
  expect(Date.parse((await read(world, post.id)).scheduledFor ?? "")).toBe(
    Date.parse(post.scheduledFor ?? "") + DAY,
  );
  expect((await send({ days: 2 })).json["code"]).toBe("idempotency_conflict");
  expect((await send({}, "")).json["code"]).toBe("invalid_idempotency_key");
  // What was refused is tried anew.
  expect((await send({ at: "x" }, "shift-2")).json["code"]).toBe("invalid_request");
  expect((await send({}, "shift-2")).status).toBe(200);
});

test("labels are given to several posts and taken from them, whatever has happened to them", async () => {
  const [calm, loud] = [await label("calm"), await label("loud")];
  const posts = [await draft(), await publish(world, { accounts: ["bluesky:ok"] })];
  expect(codes((await act(posts, { action: "label", addLabels: [calm, loud] })).results)).toEqual([
    "ok",
    "ok",
  ]);
  expect(await labelsOf(posts)).toEqual([
    [calm, loud],
    [calm, loud],
  ]);
  const revisions = await Promise.all(posts.map(async ({ id }) => (await read(world, id)).revision));
  // What they have already changes nothing.
  await act(posts, { action: "label", addLabels: [loud] });
  expect(await Promise.all(posts.map(async ({ id }) => (await read(world, id)).revision))).toEqual(revisions);
  expect((await act(posts, { action: "label", removeLabels: [calm] })).undo).toBeNull();
  expect(await labelsOf(posts)).toEqual([[loud], [loud]]);
  const unknown = "00000000-0000-7000-8000-000000000000";
  expect((await act(posts, { action: "label", addLabels: [unknown] })).code).toBe("unknown_label");
  expect((await act(posts, { action: "cancel", addLabels: [calm] })).code).toBe("invalid_request");
  const many = await Promise.all(Array.from({ length: 20 }, async (_, n) => await label(`n${n}`)));
  expect(codes((await act(posts, { action: "label", addLabels: many })).results)).toEqual([
    "too_many_labels",
    "too_many_labels",
  ]);
});
