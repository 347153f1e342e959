// Tests the queue (contract 3, D21, D28): which post gets which slot, and what the queue shows.
import { expect, test } from "bun:test";
import { leastOf, workOf } from "../../support/work.ts";
import { isSettled, type Answer, type World } from "../../support/world.ts";
import {
  create,
  DAY,
  HOUR,
  inFuture,
  MINUTE,
  openWorldWith,
  outcome,
  read,
  setSlots,
  otherProfile,
} from "../../support/posting.ts";

const queue = (world: World, caption = "x") => world.ask("POST", "/posts", { caption });
const at = ({ json }: Answer) => String(json["scheduledFor"]);
interface Shown {
  readonly nextFree: string | null;
  readonly slots: readonly { time: string; timezone: string; weekdays: number[] }[];
  readonly upcoming: readonly {
    at: string;
    state: string;
    postId: string | null;
    slotId: string | null;
    reason: string | null;
  }[];
}
const shown = async (world: World) => (await world.ask("GET", "/queue")).json as unknown as Shown;

/** The world's clock starts at 12:00 UTC on Saturday 2026-11-21. */
const TODAY = "2026-11-21";

test("a post without a schedule goes to the queue (contract 3)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const answer = await queue(world);
  expect(answer).toMatchObject({
    status: 201,
    json: { status: "queued", schedule: "queue", scheduledFor: `${TODAY}T15:00:00.000Z` },
  });
  expect((await read(world, String(answer.json["id"]))).targets).toMatchObject([
    { status: "pending", attempts: 0 },
  ]);
});

test("a new profile has three slots a day (D21)", async () => {
  await using world = await openWorldWith([]);
  const { headers } = await otherProfile(world);
  const { slots } = (await world.ask("GET", "/queue", undefined, headers)).json as unknown as Shown;
  expect(slots.map(({ time }) => time)).toEqual(["09:00", "12:30", "17:00"]);
  for (const slot of slots) expect(slot).toMatchObject({ timezone: "UTC", weekdays: [1, 2, 3, 4, 5, 6, 7] });
});

test("30 posts queued at once get 30 slots in order (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "09:00" }, { time: "12:30" }, { time: "17:00" }]);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => queue(world, `Post ${n}`)));
  expect(answers.every(({ status }) => status === 201)).toBeTrue();
  const times = answers.map(at).toSorted();
  const expected: string[] = [];
  for (let day = 0; expected.length < 30; day++) {
    const date = new Date(Date.parse(TODAY) + day * DAY).toISOString().slice(0, 10);
    for (const time of ["09:00", "12:30", "17:00"]) {
      const moment = `${date}T${time}:00.000Z`;
      if (moment > `${TODAY}T12:00` && expected.length < 30) expected.push(moment);
    }
  }
  expect(times).toEqual(expected);
});

test("slots less than 60 seconds ahead are skipped (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "12:01" }, { time: "12:02" }]);
  expect((await shown(world)).nextFree).toBe(`${TODAY}T12:01:00.000Z`);
  world.clock.turn(1);
  expect(await shown(world)).toMatchObject({
    nextFree: `${TODAY}T12:02:00.000Z`,
    upcoming: expect.arrayContaining([
      expect.objectContaining({ state: "too_soon", at: `${TODAY}T12:01:00.000Z` }),
    ]),
  });
  expect(at(await queue(world))).toBe(`${TODAY}T12:02:00.000Z`);
});

test("a slot exactly 60 seconds ahead is used (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "12:01" }]);
  expect(at(await queue(world))).toBe(`${TODAY}T12:01:00.000Z`);
});

test("each slot holds one post per profile (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }, { time: "15:00" }]);
  expect(at(await queue(world))).toBe(`${TODAY}T15:00:00.000Z`);
  expect(at(await queue(world))).toBe("2026-11-22T15:00:00.000Z");
  const { headers } = await otherProfile(world);
  const theirs = (await world.ask("GET", "/queue", undefined, headers)).json as unknown as Shown;
  expect(theirs.upcoming.every(({ state }) => state === "free")).toBeTrue();
});

test("queueing without slots is refused with 400 (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, []);
  expect(outcome(await queue(world))).toBe("400 queue_has_no_slots");
  expect(outcome(await world.ask("POST", "/posts", { caption: "x", dryRun: true }))).toBe(
    "400 queue_has_no_slots",
  );
  expect((await shown(world)).nextFree).toBeNull();
  expect((await create(world)).status).toBe(201);
});

test("changed slots leave queued posts where they are (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const { json } = await queue(world);
  await setSlots(world, [{ time: "16:00" }]);
  expect(await read(world, String(json["id"]))).toMatchObject({
    scheduledFor: `${TODAY}T15:00:00.000Z`,
    status: "queued",
  });
  const { upcoming } = await shown(world);
  expect(upcoming[0]).toMatchObject({
    at: `${TODAY}T15:00:00.000Z`,
    postId: json["id"],
    slotId: null,
    state: "held",
  });
  expect(at(await queue(world))).toBe(`${TODAY}T16:00:00.000Z`);
  world.clock.turn(3 * HOUR);
  await world.until(String(json["id"]), isSettled);
  expect(world.published("bluesky")).toHaveLength(1);
});

test("slots are used on their weekdays only (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "10:00", weekdays: [1, 3] }]);
  expect([at(await queue(world)), at(await queue(world))]).toEqual([
    "2026-11-23T10:00:00.000Z",
    "2026-11-25T10:00:00.000Z",
  ]);
});

test("slots in several time zones are ordered by moment (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [
    { time: "23:00", timezone: "Asia/Tokyo" },
    { time: "09:00", timezone: "America/New_York" },
    { time: "15:00" },
  ]);
  // 23:00 in Tokyo and 09:00 in New York are the same moment: one slot.
  expect([at(await queue(world)), at(await queue(world)), at(await queue(world))]).toEqual([
    `${TODAY}T14:00:00.000Z`,
    `${TODAY}T15:00:00.000Z`,
    "2026-11-22T14:00:00.000Z",
  ]);
});

test("posts queued over the API keep their local time across a clock change (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  // Chile's clocks jump at midnight of 2027-09-05; New York's hour 01:30 comes twice on 2026-11-01 (past) and 2027-11-07.
  world.clock.set(Date.parse("2027-09-04T12:00:00Z"));
  await setSlots(world, [{ time: "00:30", timezone: "America/Santiago" }]);
  expect([at(await queue(world)), at(await queue(world))]).toEqual([
    "2027-09-05T04:30:00.000Z",
    "2027-09-06T03:30:00.000Z",
  ]);
  await setSlots(world, [{ time: "01:30", timezone: "America/New_York" }]);
  world.clock.set(Date.parse("2027-11-06T12:00:00Z"));
  expect([at(await queue(world)), at(await queue(world))]).toEqual([
    "2027-11-07T05:30:00.000Z",
    "2027-11-08T06:30:00.000Z",
  ]);
});

test("canceling frees the slot (D22)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const first = await queue(world);
  expect(at(await queue(world))).toBe("2026-11-22T15:00:00.000Z");
  const { json } = await world.ask("POST", `/posts/${String(first.json["id"])}/cancel`);
  expect(json).toMatchObject({ status: "draft", canceled: true, scheduledFor: null, schedule: "draft" });
  expect(at(await queue(world))).toBe(`${TODAY}T15:00:00.000Z`);
});

test("deleting and rescheduling free the slot (D22)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
  const first = await queue(world);
  await world.ask("POST", `/posts/${String(first.json["id"])}/schedule`, {
    schedule: inFuture(world, 9 * HOUR),
  });
  const second = await queue(world);
  expect(at(second)).toBe(`${TODAY}T15:00:00.000Z`);
  expect((await world.ask("POST", `/posts/${String(second.json["id"])}/cancel`)).status).toBe(200);
  expect((await world.ask("DELETE", `/posts/${String(second.json["id"])}`)).status).toBe(204);
  expect((await shown(world)).nextFree).toBe(`${TODAY}T15:00:00.000Z`);
});

test("the queue shows its slots, the next free one and the posts in them (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "15:00" }, { time: "18:00", timezone: "Europe/Berlin", weekdays: [6, 7] }]);
  const { json } = await queue(world);
  const seen = await shown(world);
  expect(seen.slots).toMatchObject([
    { time: "15:00" },
    { time: "18:00", timezone: "Europe/Berlin", weekdays: [6, 7] },
  ]);
  expect(seen.nextFree).toBe(`${TODAY}T17:00:00.000Z`);
  expect(seen.upcoming.slice(0, 3)).toMatchObject([
    {
      at: `${TODAY}T15:00:00.000Z`,
      state: "held",
      postId: json["id"],
      reason: expect.stringContaining("post"),
    },
    { at: `${TODAY}T17:00:00.000Z`, state: "free", postId: null, reason: null },
    { at: "2026-11-22T15:00:00.000Z", state: "free" },
  ]);
});

test("queued posts are published at their slots (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "13:00" }, { time: "14:00" }]);
  const ids = [];
  for (const n of [1, 2, 3]) ids.push(String((await queue(world, `Post ${n}`)).json["id"]));
  for (const [n, id] of ids.entries()) {
    world.clock.turn((n < 2 ? 1 : 23) * HOUR);
    await world.until(id, isSettled);
  }
  expect(world.published("bluesky").map(({ text }) => text)).toEqual(["Post 1", "Post 2", "Post 3"]);
  for (const id of ids) {
    const { scheduledFor, publishedAt } = await read(world, id);
    const late = Date.parse(publishedAt ?? "") - Date.parse(scheduledFor ?? "");
    expect(late).toBeWithin(0, MINUTE);
  }
});

test("a queue of thousands of posts is read quickly (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "09:00" }]);
  const HELD = 5000;
  const first = Date.parse(`${TODAY}T09:00:00Z`) + DAY;
  await world.database.run(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($held AS integer) - 1)
     INSERT INTO post (id, profile_id, accounts, schedule, scheduled_for, created_at, updated_at)
     SELECT '019aa4c0-0000-7000-8000-' || substr(CAST(1000000000000 + i AS text), 2), $profile, 'null', 'queue', CAST($first AS bigint) + i * CAST($day AS bigint), 1, 1 FROM n`,
    { held: HELD, profile: world.profileId, first, day: DAY },
  );
  await world.database.run(
    "INSERT INTO post_content (post_id, kind, key, position, value) SELECT id, 'text', '', 0, 'x' FROM post",
  );
  let held = HELD;
  const work = await leastOf(() =>
    workOf(async () => expect(Date.parse(at(await queue(world)))).toBe(first + held++ * DAY)),
  );
  // It was almost a second for each of them.
  expect(work).toBeLessThan(500);
  const { upcoming, nextFree } = await shown(world);
  expect(upcoming).toHaveLength(20);
  expect(Date.parse(nextFree ?? "")).toBe(first + (HELD + 5) * DAY);
});

test("the queue's pages show each moment once (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "09:00" }, { time: "15:00" }]);
  for (let n = 0; n < 6; n++) await queue(world, `Post ${n}`);
  await setSlots(world, [{ time: "09:00" }]);
  const { upcoming: all } = (await world.ask("GET", "/queue?limit=12")).json as unknown as Shown;
  // Every afternoon that is held, though its slot is no more.
  expect(all.filter(({ slotId }) => slotId === null)).toHaveLength(3);
  expect(all.filter(({ postId }) => postId !== null)).toHaveLength(6);
  expect(all.map((each) => each.at)).toEqual(all.map((each) => each.at).toSorted());
  const seen: Shown["upcoming"][number][] = [];
  let cursor = "";
  while (seen.length < 12) {
    const { json } = await world.ask("GET", `/queue?limit=5${cursor}`);
    seen.push(...(json as unknown as Shown).upcoming);
    cursor = `&cursor=${String(json["nextCursor"])}`;
  }
  expect(seen.slice(0, 12)).toEqual([...all]);
  for (const bad of ["x", "cXVldWUgMA"])
    expect(outcome(await world.ask("GET", `/queue?cursor=${bad}`))).toBe("400 invalid_cursor");
  expect(outcome(await world.ask("GET", "/queue?limit=101"))).toBe("400 invalid_query");
});
