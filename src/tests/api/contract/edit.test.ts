// Tests editing, scheduling and deleting posts, and their events (D28).
import { expect, test } from "bun:test";
import { isSettled, type World } from "../../support/world.ts";
import {
  create,
  HOUR,
  inFuture,
  keyFor,
  list,
  openWorldWith,
  outcome,
  publish,
  read,
  setSlots,
  otherProfile,
  uncertainPost,
  upload,
  postAction,
  unknownId,
  scheduledPost,
} from "../../support/posting.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const edit = (world: World, id: string, body: unknown) => world.ask("PATCH", `/posts/${id}`, body);

test("a post can be edited until it starts (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const media = await upload(world);
  for (const before of [(await create(world)).json as never as { id: string }, await scheduledPost(world)]) {
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

test("an edit is checked like a new post (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "photos:ok"]);
  const { id } = await scheduledPost(world, { accounts: ["bluesky"] });
  const before = await read(world, id);
  const bad: [unknown, string][] = [
    [{}, "400 invalid_request"],
    [{ caption: "" }, "400 invalid_request"],
    [{ schedule: "now" }, "400 invalid_request"],
    [{ caption: "x".repeat(400) }, "422 preflight_failed"],
    [{ accounts: ["photos"] }, "422 preflight_failed"],
    [{ accounts: ["x"] }, "400 unknown_accounts"],
    [{ media: [unknownId] }, "400 unknown_media"],
    [{ overrides: { mastodon: "x" } }, "400 unknown_override"],
  ];
  for (const [body, is] of bad)
    expect({ body, is: outcome(await edit(world, id, body)) }).toEqual({ body, is });
  expect(await read(world, id)).toEqual(before);
});

test("a post that has started can't be edited (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const post = await publish(world);
  expect(outcome(await edit(world, post.id, { caption: "Too late" }))).toBe("409 already_started");
  expect(outcome(await edit(world, unknownId, { caption: "x" }))).toBe("404 not_found");
  expect(await read(world, post.id)).toEqual(post);
});

test("an edited post is published as edited (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const { id } = await scheduledPost(world);
  await edit(world, id, { caption: "New words", overrides: { mastodon: "For Mastodon" } });
  world.clock.turn(HOUR);
  await world.until(id, isSettled);
  expect(world.published("bluesky")).toMatchObject([{ text: "New words" }]);
  expect(world.published("mastodon")).toMatchObject([{ text: "For Mastodon" }]);
});

test("a draft can be queued, scheduled or published (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const ids = await Promise.all([1, 2, 3].map(async () => String((await create(world)).json["id"])));
  const [queued, timed, now] = ids;
  expect((await postAction(world, queued, "schedule", {})).json).toMatchObject({
    status: "queued",
    scheduledFor: "2026-11-21T15:00:00.000Z",
  });
  expect(
    (await postAction(world, timed, "schedule", { schedule: inFuture(world, HOUR) })).json,
  ).toMatchObject({
    status: "scheduled",
  });
  expect((await postAction(world, now, "schedule", { schedule: "now" })).json).toMatchObject({
    status: "posted",
    schedule: "now",
  });
  expect(outcome(await postAction(world, timed, "schedule", { schedule: "draft" }))).toBe(
    "400 invalid_schedule",
  );
  expect(outcome(await postAction(world, timed, "schedule", { schedule: "soon" }))).toBe(
    "400 invalid_schedule",
  );
  expect(outcome(await postAction(world, now, "schedule", { schedule: "now" }))).toBe("409 already_started");
  expect(outcome(await postAction(world, unknownId, "schedule", {}))).toBe("404 not_found");
});

test("scheduling again moves the post (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const { id } = await scheduledPost(world);
  const later = inFuture(world, 5 * HOUR);
  expect((await postAction(world, id, "schedule", { schedule: later })).json).toMatchObject({
    status: "scheduled",
    scheduledFor: later,
  });
  world.clock.turn(2 * HOUR);
  expect((await read(world, id)).status).toBe("scheduled");
  expect((await postAction(world, id, "schedule", {})).json).toMatchObject({
    status: "queued",
    scheduledFor: "2026-11-21T15:00:00.000Z",
  });
  world.clock.turn(HOUR);
  expect((await world.until(id, isSettled)).status).toBe("posted");
});

test("drafts and settled posts can be deleted (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:fail"]);
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
  expect(await world.database.all("SELECT * FROM target")).toEqual([]);
});

test("a post that may still change can't be deleted (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ghost", "bluesky:slow"]);
  const is = async (id: string) => outcome(await world.ask("DELETE", `/posts/${id}`));
  expect(await is((await scheduledPost(world)).id)).toBe("409 already_started");
  expect(await is((await uncertainPost(world)).id)).toBe("409 needs_reconciliation");
  const slow = await world.post({ caption: "x", accounts: ["slow"], schedule: "now" });
  await world.until(slow.id, ({ status }) => status === "publishing", 1);
  expect(await is(slow.id)).toBe("409 publishing");
  await world.until(slow.id, isSettled, 500);
  expect(await list(world)).toHaveLength(3);
});

test("a post's events list every step (D28)", async () => {
  await using world = await openWorldWith(["mastodon:limited"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  await world.until(id, isSettled, 5000);
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
  const draft = String((await create(world)).json["id"]);
  await edit(world, draft, { caption: "y" });
  await postAction(world, draft, "schedule", { schedule: inFuture(world, HOUR) });
  await postAction(world, draft, "cancel");
  const kinds = (await world.ask("GET", `/posts/${draft}/events`)).json["events"] as { kind: string }[];
  expect(kinds.map(({ kind }) => kind)).toEqual([
    "created",
    "post.edited",
    ...["schedule", "post.scheduled"],
    ...["cancel", "post.canceled"],
  ]);
  const { headers } = await otherProfile(world);
  expect(outcome(await world.ask("GET", `/posts/${id}/events`, undefined, headers))).toBe("404 not_found");
});

test("an edit keeps the chosen accounts (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const all = await scheduledPost(world);
  const named = await scheduledPost(world, { accounts: ["bluesky"] });
  const chosen = (post: { targets: { platform: string }[] }) => post.targets.map(({ platform }) => platform);
  await world.account("mastodon", "ok");
  const fixed = await edit(world, all.id, { caption: "A typo less" });
  expect(fixed.json).toMatchObject({ accounts: null, caption: "A typo less" });
  expect(chosen(fixed.json as never)).toEqual(["bluesky"]);
  expect(chosen((await edit(world, named.id, { overrides: { bluesky: "B" } })).json as never)).toEqual([
    "bluesky",
  ]);
  expect(chosen((await edit(world, all.id, { accounts: "all" })).json as never)).toEqual([
    "bluesky",
    "mastodon",
  ]);
  const [bluesky] = (await read(world, all.id)).targets;
  await world.appliance.store.accounts.disconnect(bluesky?.accountId ?? "", ENTRY);
  for (const { id } of [all, named]) {
    const before = await read(world, id);
    // It can't be published as it is, and no target goes in silence.
    const refused = await edit(world, id, { caption: "Again" });
    expect(outcome(refused)).toBe("422 preflight_failed");
    expect(JSON.stringify(refused.json["networks"])).toContain("account.needs_reconnect");
    expect(await read(world, id)).toEqual(before);
  }
  expect(chosen((await edit(world, all.id, { accounts: ["mastodon"] })).json as never)).toEqual(["mastodon"]);
});

test("of two edits at once one wins (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  for (let round = 0; round < 10; round++) {
    const { id } = await scheduledPost(world);
    const answers = await Promise.all(
      [{ caption: "First" }, { overrides: { bluesky: "Second" } }].map((change) => edit(world, id, change)),
    );
    const now = await read(world, id);
    const lost = answers.filter(({ status }) => status === 409);
    for (const { json, headers } of lost) {
      expect(json).toMatchObject({ code: "edit_conflict", post: { id, caption: now.caption } });
      expect(headers.get("retry-after")).toBeNull();
    }
    // Nobody's change is lost without a word: both are there, or one of them was told.
    const there = [now.caption === "First", "bluesky" in now.overrides].filter(Boolean).length;
    expect(there).toBe(2 - lost.length);
  }
});

test("queueing a queued post again keeps its slot (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "08:00" }, { time: "16:00" }]);
  const first = (await create(world, { schedule: undefined })).json as never as {
    id: string;
    scheduledFor: string;
  };
  const second = (await create(world, { schedule: undefined })).json;
  for (let n = 0; n < 2; n++)
    expect((await postAction(world, first.id, "schedule", {})).json["scheduledFor"]).toBe(first.scheduledFor);
  expect((await read(world, String(second["id"]))).scheduledFor).toBe(String(second["scheduledFor"]));
  // Also when the slots are gone by now.
  await setSlots(world, []);
  expect((await postAction(world, first.id, "schedule", {})).json["scheduledFor"]).toBe(first.scheduledFor);
});

test("scheduling without a body queues the post (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const bodies: [string | null, Record<string, string>][] = [
    [null, {}],
    [null, { "content-type": "application/json" }],
    ["", { "content-type": "application/json" }],
    ["{}", { "content-type": "application/json" }],
  ];
  for (const [body, headers] of bodies) {
    const { id } = (await create(world)).json as never as { id: string };
    const answer = await fetch(`${world.url}/v1/posts/${id}/schedule`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${world.key}`, ...headers },
    });
    expect({ status: answer.status, post: await answer.json() }).toMatchObject({
      status: 200,
      post: { status: "queued" },
    });
  }
  const { id } = (await create(world)).json as never as { id: string };
  expect(outcome(await postAction(world, id, "schedule", "null"))).toBe("400 invalid_request");
  expect(outcome(await postAction(world, id, "schedule", "{"))).toBe("400 invalid_json");
});
