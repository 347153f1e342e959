// What is done to a post that exists (contract 3, 4.3–4.5; D22–D24, D28): every answer, and what it leaves behind.
import { expect, test } from "bun:test";
import { settled, type World } from "../world.ts";
import { create, DAY, HOUR, inFuture, keyFor, list, MINUTE, openDesk, outcome, pointers } from "./desk.ts";
import { TOYS } from "./toys.ts";
import { publish, read, rows, setSlots, stranger, target, uncertain, upload } from "./desk.ts";

const act = (world: World, id: unknown, verb: string, body?: unknown) =>
  world.ask("POST", `/posts/${String(id)}/${verb}`, body);
const nobody = "01a1fdfa-4600-7729-8e3e-db26150be7c6";
const scheduled = async (world: World, more: Record<string, unknown> = {}) =>
  await world.post({ caption: "Later", schedule: inFuture(world, HOUR), ...more });

test("contract 3 draft-publishes-nothing", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { json } = await create(world);
  world.clock.turn(3 * DAY);
  expect(await read(world, String(json["id"]))).toMatchObject({
    status: "draft",
    targets: [{ status: "draft", attempts: 0 }],
  });
  expect(world.published("bluesky")).toHaveLength(0);
});

test("contract 3 timestamp-schedules-for-that-time", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { id } = await scheduled(world);
  world.clock.turn(HOUR - 1000);
  expect((await read(world, id)).status).toBe("scheduled");
  expect(world.published("bluesky")).toHaveLength(0);
  await world.until(id, settled);
  expect(world.published("bluesky")).toHaveLength(1);
});

test("contract 3 now-begins-at-once", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { json } = await world.ask("POST", "/posts", { caption: "x", schedule: "now" });
  expect(json).toMatchObject({ status: "posted", targets: [{ attempts: 1, lateness: 0 }] });
});

test("contract 3 cancel-makes-a-draft", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { id } = await scheduled(world);
  const answer = await act(world, id, "cancel");
  expect(answer).toMatchObject({
    status: 200,
    json: { status: "draft", canceled: true, targets: [{ status: "draft" }] },
  });
  world.clock.turn(2 * HOUR);
  expect((await read(world, id)).status).toBe("draft");
  expect(world.published("bluesky")).toHaveLength(0);
});

test("contract 4.4 repeating-cancel-is-safe", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { id } = await scheduled(world);
  for (let n = 0; n < 3; n++)
    expect(await act(world, id, "cancel")).toMatchObject({ status: 200, json: { canceled: true } });
});

test("contract 4.4 cancel-401", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { id } = await scheduled(world);
  const { status } = await fetch(`${world.url}/v1/posts/${id}/cancel`, { method: "POST" });
  expect(status).toBe(401);
  expect((await read(world, id)).status).toBe("scheduled");
});

test("contract 4.4 cancel-404", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { id } = await scheduled(world);
  const { headers } = await stranger(world);
  expect(outcome(await act(world, nobody, "cancel"))).toBe("404 not_found");
  expect(outcome(await world.ask("POST", `/posts/${id}/cancel`, undefined, headers))).toBe("404 not_found");
  expect((await read(world, id)).status).toBe("scheduled");
});

test("contract 4.4 cancel-409-once-started", async () => {
  await using world = await openDesk([
    "bluesky:ok",
    "mastodon:fail",
    "mastodon:ghost",
    "mastodon:limited",
    "bluesky:slow",
  ]);
  const of = async (id: string) => {
    const before = await read(world, id);
    expect(outcome(await act(world, id, "cancel"))).toBe("409 already_started");
    expect((await read(world, id)).canceled).toBe(before.canceled);
  };
  await of((await publish(world, { accounts: ["bluesky:ok"] })).id);
  await of((await publish(world, { accounts: ["mastodon:fail"] })).id);
  await of((await publish(world, { accounts: ["bluesky:ok", "mastodon:fail"] })).id);
  await of((await uncertain(world)).id);
  const limited = await world.post({ caption: "x", accounts: ["limited"], schedule: "now" });
  await world.until(limited.id, ({ targets }) => targets[0]?.status === "retrying");
  await of(limited.id);
  const slow = await world.post({ caption: "x", accounts: ["slow"], schedule: "now" });
  await world.until(slow.id, ({ status }) => status === "publishing", 1);
  await of(slow.id);
  await world.until(slow.id, settled, 500);
});

test("D22 cancel-a-draft", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { json } = await create(world);
  expect(await act(world, json["id"], "cancel")).toMatchObject({
    status: 200,
    json: { status: "draft", canceled: true },
  });
});

test("D22 canceled-can-be-scheduled-again", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const { id } = await scheduled(world);
  await act(world, id, "cancel");
  const { json } = await act(world, id, "schedule", { schedule: inFuture(world, 10 * MINUTE) });
  expect(json).toMatchObject({ status: "scheduled", canceled: false });
  world.clock.turn(10 * MINUTE);
  expect((await world.until(id, settled)).status).toBe("posted");
});

test("contract 4.3 retries-only-known-failures-in-place", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:fail", "mastodon:ghost"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const before = await world.until(id, settled);
  const answer = await act(world, id, "retry");
  expect(answer.status).toBe(200);
  const after = await world.until(id, settled);
  expect(after.targets.map((each) => [each.id, each.attempts])).toEqual(
    before.targets.map((each) => [each.id, each.status === "failed" ? 2 : 1]),
  );
  expect(world.published("bluesky")).toHaveLength(1);
});

test("D23 retry-is-at-once-and-succeeds", async () => {
  await using world = await openDesk(["mastodon:down"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const failed = await world.until(id, settled, 30_000);
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

test("D23 uncertain-only-409", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:ghost"]);
  const post = await uncertain(world, { accounts: ["mastodon:ghost"] });
  const answer = await act(world, post.id, "retry");
  expect(answer.json).toMatchObject({
    status: 409,
    code: "needs_reconciliation",
    postId: post.id,
    targets: [{ id: target(post).id }],
  });
  expect(target(await read(world, post.id)).attempts).toBe(1);
});

test("D23 publishing-409", async () => {
  await using world = await openDesk(["bluesky:slow"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  await world.until(id, ({ status }) => status === "publishing", 1);
  expect(outcome(await act(world, id, "retry"))).toBe("409 publishing");
  await world.until(id, settled, 500);
});

test("D23 nothing-to-do-200-unchanged", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const posted = await publish(world);
  expect((await act(world, posted.id, "retry")).json).toEqual({ ...posted });
  const { json } = await create(world);
  expect(await act(world, json["id"], "retry")).toMatchObject({ status: 200, json: { status: "draft" } });
  const waiting = await scheduled(world);
  expect(await act(world, waiting.id, "retry")).toMatchObject({ status: 200, json: { status: "scheduled" } });
});

test("contract 4.3 retry-404", async () => {
  await using world = await openDesk(["mastodon:fail"]);
  const post = await publish(world);
  const { headers } = await stranger(world);
  expect(outcome(await act(world, nobody, "retry"))).toBe("404 not_found");
  expect(outcome(await world.ask("POST", `/posts/${post.id}/retry`, undefined, headers))).toBe(
    "404 not_found",
  );
  expect(target(await read(world, post.id)).attempts).toBe(1);
});

const word = (targetId: unknown, more: Record<string, unknown> = {}) => ({
  targetId,
  action: "mark_published",
  confirmed: true,
  ...more,
});

test("contract 3 mark-published", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  const { status, json } = await act(world, post.id, "reconcile", word(target(post).id));
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: "posted",
    targets: [{ status: "posted", nextAction: "none", attempts: 1 }],
  });
  world.clock.turn(2 * DAY);
  expect(world.published("mastodon")).toHaveLength(0);
});

test("contract 3 confirm-not-published", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  const { json } = await act(
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

test("contract 4.5 reconcile-never-publishes", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  for (const action of ["mark_published", "confirm_not_published"]) {
    const post = await uncertain(world);
    await act(world, post.id, "reconcile", word(target(post).id, { action }));
    world.clock.turn(DAY);
    expect(target(await read(world, post.id)).attempts).toBe(1);
  }
  expect(world.published("mastodon")).toHaveLength(0);
});

test("contract 4.5 confirmed-must-be-true", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  for (const confirmed of [false, "true", 1, null, undefined])
    expect(pointers(await act(world, post.id, "reconcile", word(target(post).id, { confirmed })))).toEqual([
      "/confirmed",
    ]);
  expect(target(await read(world, post.id)).status).toBe("uncertain");
});

test("contract 4.5 reconcile-fields", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  const at = async (more: Record<string, unknown>) =>
    pointers(await act(world, post.id, "reconcile", word(target(post).id, more)));
  expect(await at({ targetId: "x" })).toEqual(["/targetId"]);
  expect(await at({ action: "publish" })).toEqual(["/action"]);
  expect(await at({ remoteUrl: "no address" })).toEqual(["/remoteUrl"]);
  expect(await at({ remoteUrl: "javascript:alert(1)" })).toEqual(["/remoteUrl"]);
  expect(await at({ note: "x".repeat(501) })).toEqual(["/note"]);
  expect(await at({ extra: 1 })).toEqual(["/extra"]);
  expect(
    (await act(world, post.id, "reconcile", word(target(post).id, { note: "x".repeat(500) }))).status,
  ).toBe(200);
});

test("contract 3 reconcile-active-or-settled-or-inaccessible-409", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:ghost", "bluesky:slow", "mastodon:fail"]);
  const is = async (id: string, targetId: unknown) =>
    outcome(await act(world, id, "reconcile", word(targetId)));
  const posted = await publish(world, { accounts: ["bluesky:ok"] });
  const failed = await publish(world, { accounts: ["mastodon:fail"] });
  const waiting = await scheduled(world, { accounts: ["bluesky:ok"] });
  const lost = await uncertain(world);
  for (const post of [posted, failed, waiting])
    expect(await is(post.id, target(post).id)).toBe("409 not_reconcilable");
  expect(await is(lost.id, target(posted).id)).toBe("409 not_reconcilable");
  expect(await is(lost.id, nobody)).toBe("409 not_reconcilable");
  const slow = await world.post({ caption: "x", accounts: ["slow"], schedule: "now" });
  await world.until(slow.id, ({ status }) => status === "publishing", 1);
  expect(await is(slow.id, target(slow).id)).toBe("409 not_reconcilable");
  await world.until(slow.id, settled, 500);
});

test("D24 repeated-is-409", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  const again = async () => outcome(await act(world, post.id, "reconcile", word(target(post).id)));
  expect([await again(), await again()]).toEqual(["200", "409 not_reconcilable"]);
});

test("D24 not-published-can-be-retried", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  await act(world, post.id, "reconcile", word(target(post).id, { action: "confirm_not_published" }));
  expect(
    (await world.ask("POST", `/posts/${post.id}/retry`, undefined, { prefer: "respond-async" })).status,
  ).toBe(200);
  expect(target(await world.until(post.id, ({ targets }) => targets[0]?.attempts === 2)).id).toBe(
    target(post).id,
  );
});

test("D24 reconciled-is-shown-and-audited", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  const { json } = await act(
    world,
    post.id,
    "reconcile",
    word(target(post).id, { note: "I looked", remoteId: "7" }),
  );
  expect(json["targets"]).toMatchObject([
    { reconciled: { action: "mark_published", note: "I looked", at: expect.any(String) }, remoteId: "7" },
  ]);
  const [entry] = rows<{ actor: string; action: string; subject: string; detail: string }>(
    world,
    "SELECT * FROM audit",
  );
  expect(entry).toMatchObject({
    action: "post.reconcile",
    subject: target(post).id,
    actor: expect.stringMatching(/^key:[0-9a-f-]{36}$/),
  });
  expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ postId: post.id, note: "I looked", remoteId: "7" });
});

test("D6 reconcile-of-another-profile", async () => {
  await using world = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(world);
  const { headers, profileId } = await stranger(world);
  const mastodon = TOYS.find("mastodon");
  if (mastodon) await world.appliance.connections.simulate(profileId, mastodon, "ok");
  const own = String((await create(world, {}, headers)).json["id"]);
  const of = async (id: string, targetId: string) => {
    const { status, json } = await world.ask("POST", `/posts/${id}/reconcile`, word(targetId), headers);
    return { status, ...json, instance: "" };
  };
  // A post that is not theirs is none; a target that is not theirs is out of reach, like one that does not exist.
  expect(await of(post.id, target(post).id)).toEqual(await of(nobody, nobody));
  expect(await of(own, target(post).id)).toEqual(await of(own, nobody));
  expect(await of(own, nobody)).toMatchObject({ status: 409, code: "not_reconcilable" });
  expect(await of(post.id, nobody)).toMatchObject({ status: 404 });
  expect(target(await read(world, post.id)).status).toBe("uncertain");
});

const edit = (world: World, id: string, body: unknown) => world.ask("PATCH", `/posts/${id}`, body);

test("D28 edit-while-unstarted", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:ok"]);
  const media = await upload(world);
  for (const before of [(await create(world)).json as never as { id: string }, await scheduled(world)]) {
    const { status, json } = await edit(world, before.id, {
      caption: "Better",
      accounts: ["bluesky"],
      media: [media],
      overrides: { bluesky: "B" },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: before.id,
      caption: "Better",
      media: [{ id: media }],
      targets: [{ platform: "bluesky" }],
    });
    expect(json["targets"]).toHaveLength(1);
    expect((await edit(world, before.id, { accounts: "all" })).json).toMatchObject({
      caption: "Better",
      targets: [{}, {}],
    });
  }
});

test("D28 edit-is-checked-as-creating", async () => {
  await using world = await openDesk(["bluesky:ok", "photos:ok"]);
  const { id } = await scheduled(world, { accounts: ["bluesky"] });
  const before = await read(world, id);
  const bad: [unknown, string][] = [
    [{}, "400 invalid_request"],
    [{ caption: "" }, "400 invalid_request"],
    [{ schedule: "now" }, "400 invalid_request"],
    [{ caption: "x".repeat(400) }, "422 preflight_failed"],
    [{ accounts: ["photos"] }, "422 preflight_failed"],
    [{ accounts: ["x"] }, "400 unknown_accounts"],
    [{ media: [nobody] }, "400 unknown_media"],
    [{ overrides: { mastodon: "x" } }, "400 unknown_override"],
  ];
  for (const [body, is] of bad)
    expect({ body, is: outcome(await edit(world, id, body)) }).toEqual({ body, is });
  expect(await read(world, id)).toEqual(before);
});

test("D28 edit-409-once-started", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  const post = await publish(world);
  expect(outcome(await edit(world, post.id, { caption: "Too late" }))).toBe("409 already_started");
  expect(outcome(await edit(world, nobody, { caption: "x" }))).toBe("404 not_found");
  expect(await read(world, post.id)).toEqual(post);
});

test("D28 an-edited-post-publishes-what-it-says-now", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:ok"]);
  const { id } = await scheduled(world);
  await edit(world, id, { caption: "New words", overrides: { mastodon: "For Mastodon" } });
  world.clock.turn(HOUR);
  await world.until(id, settled);
  expect(world.published("bluesky")).toMatchObject([{ text: "New words" }]);
  expect(world.published("mastodon")).toMatchObject([{ text: "For Mastodon" }]);
});

test("D28 schedule-a-draft", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const ids = await Promise.all([1, 2, 3].map(async () => String((await create(world)).json["id"])));
  const [queued, timed, now] = ids;
  expect((await act(world, queued, "schedule", {})).json).toMatchObject({
    status: "queued",
    scheduledFor: "2026-11-21T15:00:00.000Z",
  });
  expect((await act(world, timed, "schedule", { schedule: inFuture(world, HOUR) })).json).toMatchObject({
    status: "scheduled",
  });
  expect((await act(world, now, "schedule", { schedule: "now" })).json).toMatchObject({
    status: "posted",
    schedule: "now",
  });
  expect(outcome(await act(world, timed, "schedule", { schedule: "draft" }))).toBe("400 invalid_schedule");
  expect(outcome(await act(world, timed, "schedule", { schedule: "soon" }))).toBe("400 invalid_schedule");
  expect(outcome(await act(world, now, "schedule", { schedule: "now" }))).toBe("409 already_started");
  expect(outcome(await act(world, nobody, "schedule", {}))).toBe("404 not_found");
});

test("D28 schedule-again-moves-it", async () => {
  await using world = await openDesk(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const { id } = await scheduled(world);
  const later = inFuture(world, 5 * HOUR);
  expect((await act(world, id, "schedule", { schedule: later })).json).toMatchObject({
    status: "scheduled",
    scheduledFor: later,
  });
  world.clock.turn(2 * HOUR);
  expect((await read(world, id)).status).toBe("scheduled");
  expect((await act(world, id, "schedule", {})).json).toMatchObject({
    status: "queued",
    scheduledFor: "2026-11-21T15:00:00.000Z",
  });
  world.clock.turn(HOUR);
  expect((await world.until(id, settled)).status).toBe("posted");
});

test("D28 delete-drafts-and-settled-posts", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:fail"]);
  const posted = await publish(world);
  const { json } = await create(world);
  for (const id of [posted.id, String(json["id"])]) {
    const gone = await fetch(`${world.url}/v1/posts/${id}`, {
      method: "DELETE",
      headers: await keyFor(world),
    });
    expect([gone.status, await gone.text()]).toEqual([204, ""]);
    expect(outcome(await world.ask("GET", `/posts/${id}`))).toBe("404 not_found");
    expect(outcome(await world.ask("DELETE", `/posts/${id}`))).toBe("404 not_found");
  }
  expect(world.published("bluesky")).toHaveLength(1);
  expect(rows(world, "SELECT * FROM target")).toEqual([]);
});

test("D28 delete-409-while-something-may-happen", async () => {
  await using world = await openDesk(["bluesky:ok", "mastodon:ghost", "bluesky:slow"]);
  const is = async (id: string) => outcome(await world.ask("DELETE", `/posts/${id}`));
  expect(await is((await scheduled(world)).id)).toBe("409 already_started");
  expect(await is((await uncertain(world)).id)).toBe("409 needs_reconciliation");
  const slow = await world.post({ caption: "x", accounts: ["slow"], schedule: "now" });
  await world.until(slow.id, ({ status }) => status === "publishing", 1);
  expect(await is(slow.id)).toBe("409 publishing");
  await world.until(slow.id, settled, 500);
  expect(await list(world)).toHaveLength(3);
});

test("D28 events-tell-the-whole-story", async () => {
  await using world = await openDesk(["mastodon:limited"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  await world.until(id, settled, 5000);
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  const events = json["events"] as { kind: string; seq: number; targetId: string | null; detail: string }[];
  expect(events.map(({ kind }) => kind)).toEqual([
    "created",
    ...["claim", "prepared", "postpone"],
    ...["claim", "prepared", "postpone"],
    ...["claim", "prepared", "accept"],
  ]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
  expect(events.every(({ detail }) => detail !== "")).toBeTrue();
  const { headers } = await stranger(world);
  expect(outcome(await world.ask("GET", `/posts/${id}/events`, undefined, headers))).toBe("404 not_found");
});
