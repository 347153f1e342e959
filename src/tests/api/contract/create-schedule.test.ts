// Tests the schedule of POST /posts (contract 4.2; D17), and how long a request waits for the outcome (D18).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { isSettled, type World } from "../../support/world.ts";
import { create, DAY, HOUR, inFuture, list, MINUTE, openWorldWith, outcome } from "../../support/posting.ts";
import { read, target } from "../../support/posting.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:ok-2"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const B = { accounts: ["bluesky"] };
const status = async (more: Record<string, unknown>) => (await create(world, more)).status;

test("a schedule is draft, now or a time (contract 4.2)", async () => {
  const of = async (schedule: unknown) => (await create(world, { schedule, ...B })).json["schedule"];
  expect(await of("draft")).toBe("draft");
  expect(await of("now")).toBe("now");
  expect(await of(inFuture(world, HOUR))).toBe("time");
  expect(outcome(await create(world, { schedule: "tomorrow" }))).toBe("400 invalid_schedule");
});

test("a time requires an offset (D17)", async () => {
  const bad = [
    "2026-12-01T10:00:00",
    "2026-12-01",
    "2026-12-01 10:00Z",
    "2026-13-01T10:00:00Z",
    "2026-02-30T10:00:00Z",
    "2026-12-01T25:00:00Z",
    "NOW",
    "",
    " now",
    "1796000000000",
    "2026-12-01T10:00:00+25:00",
    "20261201T100000Z",
  ];
  for (const schedule of bad) {
    const answer = await create(world, { schedule, ...B });
    expect({ schedule, is: outcome(answer) }).toEqual({ schedule, is: "400 invalid_schedule" });
    expect(String(answer.json["detail"])).toContain("2027-01-31T09:00:00+01:00");
  }
  for (const [schedule, scheduledFor] of [
    ["2026-12-01T10:00:00Z", "2026-12-01T10:00:00.000Z"],
    ["2026-12-01T10:00:00.5+05:30", "2026-12-01T04:30:00.500Z"],
    ["2026-12-01T10:00-08:00", "2026-12-01T18:00:00.000Z"],
  ] as const)
    expect((await create(world, { schedule, ...B })).json).toMatchObject({
      scheduledFor,
      status: "scheduled",
    });
});

test("times in the past or too far ahead are refused (D17)", async () => {
  expect(outcome(await create(world, { schedule: inFuture(world, -5 * MINUTE - 1000), ...B }))).toBe(
    "400 invalid_schedule",
  );
  expect(outcome(await create(world, { schedule: inFuture(world, 2 * 366 * DAY + 1000), ...B }))).toBe(
    "400 invalid_schedule",
  );
  expect(await status({ schedule: inFuture(world, 2 * 365 * DAY), ...B })).toBe(201);
});

test("a time up to five minutes ago means now (D17)", async () => {
  const { json } = await create(world, { schedule: inFuture(world, -5 * MINUTE + 1000), ...B });
  expect(json["schedule"]).toBe("now");
  expect((await world.until(String(json["id"]), isSettled)).status).toBe("posted");
});

test("a request waits for the outcome and answers with it (D18)", async () => {
  await using other = await openWorldWith(["bluesky:slow"]);
  const answer = other.ask("POST", "/posts", { caption: "x", schedule: "now" });
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  await other.until((await list(other))[0]?.id ?? "", isSettled, 500);
  expect(await answer).toMatchObject({ status: 201, json: { status: "posted" } });
});

test("a request waits no longer than the setting allows (D18)", async () => {
  await using other = await openWorldWith(["bluesky:slow"], { CRIER_NOW_WAIT_MS: "2000" });
  const answer = other.ask("POST", "/posts", { caption: "x", schedule: "now" });
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  other.clock.turn(2000);
  const { status: code, json } = await answer;
  expect({ code, json }).toMatchObject({ code: 201, json: { status: "publishing" } });
  await other.until(String(json["id"]), isSettled, 500);
});

test("Prefer: wait shortens the wait (D18)", async () => {
  await using other = await openWorldWith(["bluesky:slow"]);
  const answer = other.ask("POST", "/posts", { caption: "x", schedule: "now" }, { prefer: "wait=1" });
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  other.clock.turn(1000);
  const { json } = await answer;
  expect(json["status"]).toBe("publishing");
  await other.until(String(json["id"]), isSettled, 500);
});

test("Prefer: respond-async answers without waiting (D18)", async () => {
  await using other = await openWorldWith(["bluesky:slow"]);
  const { status: code, json } = await create(other, { schedule: "now" });
  expect({ code, json }).toMatchObject({ code: 201, json: { status: "publishing" } });
  await other.until(String(json["id"]), isSettled, 500);
});

test("publishing continues after the caller disconnects (D18)", async () => {
  await using other = await openWorldWith(["bluesky:slow"]);
  const leaving = new AbortController();
  const created = fetch(`${other.url}/v1/posts`, {
    method: "POST",
    signal: leaving.signal,
    headers: { authorization: `Bearer ${other.key}`, "content-type": "application/json" },
    body: JSON.stringify({ caption: "gone", schedule: "now" }),
  }).catch(() => null);
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  leaving.abort();
  await created;
  const [post] = await list(other);
  expect((await other.until(post?.id ?? "", isSettled, 500)).status).toBe("posted");
});

test("a 2xx answer does not mean that the post was published (contract 7)", async () => {
  await using other = await openWorldWith(["mastodon:fail"]);
  const answer = await other.ask("POST", "/posts", { caption: "x", schedule: "now" });
  expect(answer).toMatchObject({ status: 201, json: { status: "failed" } });
  expect(target(await read(other, String(answer.json["id"]))).error).toBeString();
});
