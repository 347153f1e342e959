// Tests the calendar through HTTP: where posts stand, what can be moved, the queue's slots, filters, and how long it takes.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import type { CalendarView } from "../../api/views/calendar.ts";
import type { PostBody } from "../support/world.ts";
import {
  DAY,
  HOUR,
  inFuture,
  MINUTE,
  postAction,
  publish,
  uncertainPost,
  upload,
} from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

type Calendar = Static<typeof CalendarView>;

let world: World;
const start = () => Math.floor(world.clock.now() / DAY) * DAY;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
  await world.account("mastodon", "ghost");
});
afterAll(() => world[Symbol.asyncDispose]());

const query = (from: number, to: number) =>
  `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
async function calendar(from: number, to: number, more = ""): Promise<Calendar> {
  const { status, json } = await world.ask("GET", `/calendar?${query(from, to)}${more}`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json as unknown as Calendar;
}
const ids = ({ posts }: Calendar) => posts.map(({ id }) => id);
const place = (found: Calendar, { id }: PostBody) => found.posts.find((each) => each.id === id);
const make = (more: Record<string, unknown>) =>
  world.post({ caption: "Hello", accounts: ["bluesky:ok"], ...more });

test("posts stand at their time, or where they went live, and drafts are left out", async () => {
  const media = await upload(world);
  const later = await make({ schedule: inFuture(world, 5 * HOUR), caption: "Later\nthan", media: [media] });
  const sooner = await make({ schedule: inFuture(world, 2 * HOUR) });
  const draft = await make({ schedule: "draft" });
  world.clock.turn(MINUTE);
  const live = await publish(world, { accounts: ["bluesky:ok"] });
  const created = await make({ schedule: "draft" });
  world.clock.turn(MINUTE);
  await postAction(world, created.id, "schedule", { schedule: "now" });
  const liveLater = await world.until(created.id, ({ status }) => status === "posted");
  const maybe = await uncertainPost(world);
  const found = await calendar(start(), start() + 2 * DAY);
  expect(ids(found)).toEqual([live.id, liveLater.id, maybe.id, sooner.id, later.id]);
  expect(ids(found)).not.toContain(draft.id);
  expect(found.posts.map(({ at }) => at)).toEqual(found.posts.map(({ at }) => at).toSorted());
  expect(place(found, later)).toEqual({
    ...{ id: later.id, at: later.scheduledFor ?? "", status: "scheduled", excerpt: "Later than" },
    ...{
      mediaCount: 1,
      thumbnailUrl: expect.stringContaining(media),
      movable: true,
      why: null,
      revision: 1,
      labels: [],
    },
    createdBy: { kind: "key", name: "test" },
    review: null,
    targets: [
      {
        ...{ id: expect.any(String), accountId: expect.any(String), platform: "bluesky" },
        ...{ handle: expect.any(String), status: "pending", simulated: true },
      },
    ],
  });
  expect(place(found, liveLater)?.at).toBe(liveLater.publishedAt ?? "");
  expect(place(found, maybe)).toMatchObject({ at: maybe.createdAt, status: "uncertain", movable: false });
  expect(place(found, live)).toMatchObject({ movable: false, why: "It is published." });
  expect(found.capped).toBe(false);
});

test("a range holds its first moment and not its last, and filters apply to posts", async () => {
  const at = start() + 9 * DAY;
  const [one, two] = [
    await make({ schedule: new Date(at).toISOString() }),
    await make({ schedule: new Date(at + HOUR).toISOString() }),
  ];
  expect(ids(await calendar(at, at + HOUR))).toEqual([one.id]);
  expect(ids(await calendar(at + HOUR, at + DAY))).toEqual([two.id]);
  expect(ids(await calendar(at, at + DAY, "&status=scheduled,queued"))).toEqual([one.id, two.id]);
  expect(ids(await calendar(at, at + DAY, "&status=posted"))).toEqual([]);
  const [accountId] = one.targets.map((target) => target.accountId);
  expect(ids(await calendar(at, at + DAY, `&accountId=${accountId}`))).toEqual([one.id, two.id]);
  expect(ids(await calendar(at, at + DAY, "&accountId=019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11"))).toEqual([]);
  expect(ids(await calendar(at, at + DAY, "&platform=bluesky"))).toContain(one.id);
  expect(ids(await calendar(at, at + DAY, "&platform=x"))).toEqual([]);
});

test("slots are free, held or skipped; of the past only what a post held is shown", async () => {
  const queued = await make({ schedule: undefined });
  const at = Date.parse(queued.scheduledFor ?? "");
  const states = async () =>
    (await calendar(at - DAY, at + DAY)).slots.map((each) => [Date.parse(each.at) - at, each.state]);
  const day = await calendar(at, at + DAY);
  expect(day.slots[0]).toEqual({
    ...{ at: queued.scheduledFor ?? "", slotId: expect.any(String), state: "held", postId: queued.id },
    reason: "A post holds it.",
  });
  expect(day.slots.slice(1).map(({ state, postId }) => [state, postId])).toEqual([
    ["free", null],
    ["free", null],
  ]);
  await postAction(world, queued.id, "schedule", { schedule: new Date(at + 10 * DAY).toISOString() });
  world.clock.set(at - 30_000);
  const skipped = (await calendar(at, at + 1)).slots;
  expect(skipped.map(({ state, reason }) => [state, reason])).toEqual([
    ["skipped", "It is less than 60 s ahead."],
  ]);
  world.clock.set(at + 1000);
  expect((await states()).every(([when]) => Number(when) > 0)).toBe(true);
  const next = await make({ schedule: undefined });
  world.clock.set(Date.parse(next.scheduledFor ?? ""));
  await world.until(next.id, ({ status }) => status === "posted");
  const past = await calendar(Date.parse(next.scheduledFor ?? ""), world.clock.now());
  expect(past.slots.map(({ state, postId }) => [state, postId])).toEqual([["held", next.id]]);
});

test("a range that is missing, empty or too long is refused", async () => {
  const code = async (text: string) => (await world.ask("GET", `/calendar?${text}`)).json["code"];
  const from = start();
  expect(await code(query(from, from + 62 * DAY))).toBeUndefined();
  for (const text of [
    "",
    "from=2027-01-01T00:00:00Z",
    query(from, from),
    query(from, from + 62 * DAY + 1),
    `${query(from, from + DAY)}&status=wrong`,
    "from=1&to=2",
  ])
    expect(await code(text)).toBe("invalid_query");
});

test("another profile's posts are not shown", async () => {
  const { id: profileId } = await createProfile("cli", { name: "another" }, world.appliance);
  const { key } = await createKey(
    "cli",
    { profileId, name: "another", scopes: ["read"], expiresAt: null },
    world.appliance,
  );
  const range = query(start() - DAY, start() + 60 * DAY);
  const { json } = await world.ask("GET", `/calendar?${range}`, undefined, {
    authorization: `Bearer ${key}`,
  });
  expect(json["posts"]).toEqual([]);
});
