// Tests start, cancel and retry (contract 3, 4.3, 4.4; D22, D23): every answer, and what is sent.
import { expect, test } from "bun:test";
import { isSettled } from "../../support/world.ts";
import {
  create,
  DAY,
  HOUR,
  inFuture,
  MINUTE,
  openWorldWith,
  outcome,
  publish,
  read,
  otherProfile,
  target,
  uncertainPost,
  postAction,
  unknownId,
  scheduledPost,
} from "../../support/posting.ts";

test("a draft is never published (contract 3)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { json } = await create(world);
  world.clock.turn(3 * DAY);
  expect(await read(world, String(json["id"]))).toMatchObject({
    status: "draft",
    targets: [{ status: "draft", attempts: 0 }],
  });
  expect(world.published("bluesky")).toHaveLength(0);
});

test("a post with a timestamp is published at that time (contract 3)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await scheduledPost(world);
  world.clock.turn(HOUR - 1000);
  expect((await read(world, id)).status).toBe("scheduled");
  expect(world.published("bluesky")).toHaveLength(0);
  await world.until(id, isSettled);
  expect(world.published("bluesky")).toHaveLength(1);
});

test("a post scheduled for now is published at once (contract 3)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { json } = await world.ask("POST", "/posts", { caption: "x", schedule: "now" });
  expect(json).toMatchObject({ status: "posted", targets: [{ attempts: 1, lateness: 0 }] });
});

test("canceling a scheduled post makes it a draft (contract 3)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await scheduledPost(world);
  const answer = await postAction(world, id, "cancel");
  expect(answer).toMatchObject({
    status: 200,
    json: { status: "draft", canceled: true, targets: [{ status: "draft" }] },
  });
  world.clock.turn(2 * HOUR);
  expect((await read(world, id)).status).toBe("draft");
  expect(world.published("bluesky")).toHaveLength(0);
});

test("canceling again changes nothing (contract 4.4)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await scheduledPost(world);
  for (let n = 0; n < 3; n++)
    expect(await postAction(world, id, "cancel")).toMatchObject({ status: 200, json: { canceled: true } });
});

test("canceling without a key is refused with 401 (contract 4.4)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await scheduledPost(world);
  const { status } = await fetch(`${world.url}/v1/posts/${id}/cancel`, { method: "POST" });
  expect(status).toBe(401);
  expect((await read(world, id)).status).toBe("scheduled");
});

test("canceling an unknown or foreign post is refused with 404 (contract 4.4)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await scheduledPost(world);
  const { headers } = await otherProfile(world);
  expect(outcome(await postAction(world, unknownId, "cancel"))).toBe("404 not_found");
  expect(outcome(await world.ask("POST", `/posts/${id}/cancel`, undefined, headers))).toBe("404 not_found");
  expect((await read(world, id)).status).toBe("scheduled");
});

test("a post that has started can't be canceled (contract 4.4)", async () => {
  await using world = await openWorldWith([
    "bluesky:ok",
    "mastodon:fail",
    "mastodon:ghost",
    "mastodon:limited",
    "bluesky:slow",
  ]);
  const of = async (id: string) => {
    const before = await read(world, id);
    expect(outcome(await postAction(world, id, "cancel"))).toBe("409 already_started");
    expect((await read(world, id)).canceled).toBe(before.canceled);
  };
  await of((await publish(world, { accounts: ["bluesky:ok"] })).id);
  await of((await publish(world, { accounts: ["mastodon:fail"] })).id);
  await of((await publish(world, { accounts: ["bluesky:ok", "mastodon:fail"] })).id);
  await of((await uncertainPost(world)).id);
  const limited = await world.post({ caption: "x", accounts: ["limited"], schedule: "now" });
  await world.until(limited.id, ({ targets }) => targets[0]?.status === "retrying");
  await of(limited.id);
  const slow = await world.post({ caption: "x", accounts: ["slow"], schedule: "now" });
  await world.until(slow.id, ({ status }) => status === "publishing", 1);
  await of(slow.id);
  await world.until(slow.id, isSettled, 500);
});

test("canceling a draft marks it as canceled (D22)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { json } = await create(world);
  expect(await postAction(world, json["id"], "cancel")).toMatchObject({
    status: 200,
    json: { status: "draft", canceled: true },
  });
});

test("a canceled post can be scheduled again (D22)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await scheduledPost(world);
  await postAction(world, id, "cancel");
  const { json } = await postAction(world, id, "schedule", { schedule: inFuture(world, 10 * MINUTE) });
  expect(json).toMatchObject({ status: "scheduled", canceled: false });
  world.clock.turn(10 * MINUTE);
  expect((await world.until(id, isSettled)).status).toBe("posted");
});

test("a retry repeats known failures only, in the same post (contract 4.3)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:fail", "mastodon:ghost"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const before = await world.until(id, isSettled);
  const answer = await postAction(world, id, "retry");
  expect(answer.status).toBe(200);
  const after = await world.until(id, isSettled);
  expect(after.targets.map((each) => [each.id, each.attempts])).toEqual(
    before.targets.map((each) => [each.id, each.status === "failed" ? 2 : 1]),
  );
  expect(world.published("bluesky")).toHaveLength(1);
});

test("a retry starts at once and may use all attempts again (D23)", async () => {
  await using world = await openWorldWith(["mastodon:down"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const failed = await world.until(id, isSettled, 30_000);
  expect(target(failed)).toMatchObject({ status: "failed", retryable: true, attempts: 5 });
  const answer = await world.ask("POST", `/posts/${id}/retry`, undefined, { prefer: "respond-async" });
  expect(answer.json).toMatchObject({
    status: "publishing",
    targets: [{ id: target(failed).id, status: "pending" }],
  });
  expect(
    target(await world.until(id, ({ targets }) => (targets[0]?.attempts ?? 0) > 5)).attempts,
  ).toBeGreaterThan(5);
});

test("a retry of uncertain targets only is refused with 409 (D23)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ghost"]);
  const post = await uncertainPost(world, { accounts: ["mastodon:ghost"] });
  const answer = await postAction(world, post.id, "retry");
  expect(answer.json).toMatchObject({
    status: 409,
    code: "needs_reconciliation",
    postId: post.id,
    targets: [{ id: target(post).id }],
  });
  expect(target(await read(world, post.id)).attempts).toBe(1);
});

test("a retry during publishing is refused with 409 (D23)", async () => {
  await using world = await openWorldWith(["bluesky:slow"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  await world.until(id, ({ status }) => status === "publishing", 1);
  expect(outcome(await postAction(world, id, "retry"))).toBe("409 publishing");
  await world.until(id, isSettled, 500);
});

test("a retry with nothing to do answers with the unchanged post (D23)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const posted = await publish(world);
  expect((await postAction(world, posted.id, "retry")).json).toEqual({ ...posted });
  const { json } = await create(world);
  expect(await postAction(world, json["id"], "retry")).toMatchObject({
    status: 200,
    json: { status: "draft" },
  });
  const waiting = await scheduledPost(world);
  expect(await postAction(world, waiting.id, "retry")).toMatchObject({
    status: 200,
    json: { status: "scheduled" },
  });
});

test("a retry of an unknown or foreign post is refused with 404 (contract 4.3)", async () => {
  await using world = await openWorldWith(["mastodon:fail"]);
  const post = await publish(world);
  const { headers } = await otherProfile(world);
  expect(outcome(await postAction(world, unknownId, "retry"))).toBe("404 not_found");
  expect(outcome(await world.ask("POST", `/posts/${post.id}/retry`, undefined, headers))).toBe(
    "404 not_found",
  );
  expect(target(await read(world, post.id)).attempts).toBe(1);
});
