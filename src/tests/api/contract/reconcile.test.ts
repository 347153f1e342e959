// Tests reconciling (contract 3, 4.5; D24): a person settles a lost answer, and nothing is ever sent.
import { expect, test } from "bun:test";
import { isSettled } from "../../support/world.ts";
import {
  create,
  DAY,
  openWorldWith,
  outcome,
  pointers,
  publish,
  read,
  otherProfile,
  target,
  uncertainPost,
  postAction,
  unknownId,
  scheduledPost,
} from "../../support/posting.ts";
import { TOYS } from "../../support/toy/variants.ts";

const word = (targetId: unknown, more: Record<string, unknown> = {}) => ({
  targetId,
  action: "mark_published",
  confirmed: true,
  ...more,
});

test("marking a target as published settles it without sending anything (contract 3)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const { status, json } = await postAction(world, post.id, "reconcile", word(target(post).id));
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: "posted",
    targets: [{ status: "posted", nextAction: "none", attempts: 1 }],
  });
  world.clock.turn(2 * DAY);
  expect(world.published("mastodon")).toHaveLength(0);
});

test("confirming that nothing was published makes the target failed and retryable (contract 3)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const { json } = await postAction(
    world,
    post.id,
    "reconcile",
    word(target(post).id, { action: "confirm_not_published" }),
  );
  expect(json).toMatchObject({
    status: "failed",
    targets: [{ status: "failed", retryable: true, nextAction: "retry", attempts: 1 }],
  });
  expect(world.published("mastodon")).toHaveLength(0);
});

test("reconciling never publishes (contract 4.5)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  for (const action of ["mark_published", "confirm_not_published"]) {
    const post = await uncertainPost(world);
    await postAction(world, post.id, "reconcile", word(target(post).id, { action }));
    world.clock.turn(DAY);
    expect(target(await read(world, post.id)).attempts).toBe(1);
  }
  expect(world.published("mastodon")).toHaveLength(0);
});

test("reconciling requires confirmed to be true (contract 4.5)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  for (const confirmed of [false, "true", 1, null, undefined])
    expect(
      pointers(await postAction(world, post.id, "reconcile", word(target(post).id, { confirmed }))),
    ).toEqual(["/confirmed"]);
  expect(target(await read(world, post.id)).status).toBe("uncertain");
});

test("every field of a reconciliation is checked (contract 4.5)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const at = async (more: Record<string, unknown>) =>
    pointers(await postAction(world, post.id, "reconcile", word(target(post).id, more)));
  expect(await at({ targetId: "x" })).toEqual(["/targetId"]);
  expect(await at({ action: "publish" })).toEqual(["/action"]);
  expect(await at({ remoteUrl: "no address" })).toEqual(["/remoteUrl"]);
  expect(await at({ remoteUrl: "javascript:alert(1)" })).toEqual(["/remoteUrl"]);
  expect(await at({ note: "x".repeat(501) })).toEqual(["/note"]);
  expect(await at({ extra: 1 })).toEqual(["/extra"]);
  expect(
    (await postAction(world, post.id, "reconcile", word(target(post).id, { note: "x".repeat(500) }))).status,
  ).toBe(200);
});

test("only an uncertain target of the same post can be reconciled (contract 3)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ghost", "bluesky:slow", "mastodon:fail"]);
  const is = async (id: string, targetId: unknown) =>
    outcome(await postAction(world, id, "reconcile", word(targetId)));
  const posted = await publish(world, { accounts: ["bluesky:ok"] });
  const failed = await publish(world, { accounts: ["mastodon:fail"] });
  const waiting = await scheduledPost(world, { accounts: ["bluesky:ok"] });
  const lost = await uncertainPost(world);
  for (const post of [posted, failed, waiting])
    expect(await is(post.id, target(post).id)).toBe("409 not_reconcilable");
  expect(await is(lost.id, target(posted).id)).toBe("409 not_reconcilable");
  expect(await is(lost.id, unknownId)).toBe("409 not_reconcilable");
  const slow = await world.post({ caption: "x", accounts: ["slow"], schedule: "now" });
  await world.until(slow.id, ({ status }) => status === "publishing", 1);
  expect(await is(slow.id, target(slow).id)).toBe("409 not_reconcilable");
  await world.until(slow.id, isSettled, 500);
});

test("reconciling twice is refused with 409 (D24)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const again = async () => outcome(await postAction(world, post.id, "reconcile", word(target(post).id)));
  expect([await again(), await again()]).toEqual(["200", "409 not_reconcilable"]);
});

test("a target confirmed as not published can be retried (D24)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  await postAction(world, post.id, "reconcile", word(target(post).id, { action: "confirm_not_published" }));
  expect(
    (await world.ask("POST", `/posts/${post.id}/retry`, undefined, { prefer: "respond-async" })).status,
  ).toBe(200);
  expect(target(await world.until(post.id, ({ targets }) => targets[0]?.attempts === 2)).id).toBe(
    target(post).id,
  );
});

test("a reconciliation is shown and audited (D24)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const { json } = await postAction(
    world,
    post.id,
    "reconcile",
    word(target(post).id, { note: "I looked", remoteId: "7" }),
  );
  expect(json["targets"]).toMatchObject([
    { reconciled: { action: "mark_published", note: "I looked", at: expect.any(String) }, remoteId: "7" },
  ]);
  const [entry] = await world.database.all<{
    actor: string;
    action: string;
    subject: string;
    detail: string;
  }>("SELECT * FROM audit WHERE action = 'post.reconcile'");
  expect(entry).toMatchObject({
    action: "post.reconcile",
    subject: target(post).id,
    actor: expect.stringMatching(/^key:[0-9a-f-]{36}$/),
  });
  expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ postId: post.id, note: "I looked", remoteId: "7" });
});

test("another profile's post and target can't be reconciled (D6)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const { headers, profileId } = await otherProfile(world);
  const mastodon = TOYS.find("mastodon");
  if (mastodon) await world.appliance.connections.simulate(profileId, mastodon, "ok", "cli");
  const own = String((await create(world, {}, headers)).json["id"]);
  const of = async (id: string, targetId: string) => {
    const { status, json } = await world.ask("POST", `/posts/${id}/reconcile`, word(targetId), headers);
    return { status, ...json, detail: String(json["detail"]).replace(targetId, "ID"), instance: "" };
  };
  // A post that is not theirs is none; a target that is not theirs is out of reach, like one that does not exist.
  expect(await of(post.id, target(post).id)).toEqual(await of(unknownId, unknownId));
  expect(await of(own, target(post).id)).toEqual(await of(own, unknownId));
  expect(await of(own, unknownId)).toMatchObject({ status: 409, code: "not_reconcilable" });
  expect(await of(post.id, unknownId)).toMatchObject({ status: 404 });
  expect(target(await read(world, post.id)).status).toBe("uncertain");
});
