// Tests moving waiting posts through HTTP: into a slot, or in exchange with another post; also against the dispatcher.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { HOUR, inFuture, MINUTE, postAction, read } from "../support/posting.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

const make = (more: Record<string, unknown> = {}) =>
  world.post({ caption: "Hello", accounts: ["bluesky:ok"], ...more });
const move = (post: PostBody, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.ask("POST", `/posts/${post.id}/schedule`, body, headers);
const moments = async (posts: readonly PostBody[]) =>
  await Promise.all(
    posts.map(async ({ id }) => {
      const { schedule, scheduledFor, status } = await read(world, id);
      return [status, schedule, scheduledFor];
    }),
  );
interface Upcoming {
  at: string;
  state: string;
  postId: string | null;
}
const upcoming = async () => (await world.ask("GET", "/queue")).json["upcoming"] as Upcoming[];
const lastEvent = async ({ id }: PostBody) => {
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  return (json["events"] as { kind: string; text: string; data: unknown }[]).at(-1);
};

test("a post takes a slot by its time, unless another holds it", async () => {
  const [draft, other] = [await make({ schedule: "draft" }), await make({ schedule: inFuture(world, HOUR) })];
  const free = (await upcoming()).filter(({ state }) => state === "free");
  const slotAt = free[2]?.at ?? "";
  const { status, json } = await move(draft, { slotAt });
  expect([status, json["status"], json["schedule"], json["scheduledFor"]]).toEqual([
    200,
    "queued",
    "queue",
    slotAt,
  ]);
  expect((json["targets"] as { status: string }[])[0]?.status).toBe("pending");
  const refused = await move(other, { slotAt });
  expect([refused.status, refused.json["code"], refused.json["postId"]]).toEqual([
    409,
    "slot_taken",
    draft.id,
  ]);
  const again = await move(draft, { slotAt });
  expect([again.status, again.json["revision"]]).toEqual([200, json["revision"]]);
  const elsewhere = await move(draft, { slotAt: free[4]?.at ?? "" });
  expect(elsewhere.json["scheduledFor"]).toBe(free[4]?.at ?? "");
  expect((await move(other, { slotAt })).json["status"]).toBe("queued");
});

test("a time that is not a free slot ahead is refused", async () => {
  const draft = await make({ schedule: "draft" });
  const code = async (body: Record<string, unknown>) => (await move(draft, body)).json["code"];
  const [next] = await upcoming();
  const late = new Date(Date.parse(next?.at ?? "") + MINUTE).toISOString();
  expect(await code({ slotAt: late })).toBe("invalid_schedule");
  expect(await code({ slotAt: "tomorrow" })).toBe("invalid_schedule");
  expect(await code({ slotAt: new Date(Date.parse(next?.at ?? "") - 24 * HOUR).toISOString() })).toBe(
    "invalid_schedule",
  );
  expect(await code({ slotAt: next?.at, schedule: "now" })).toBe("invalid_request");
  expect((await read(world, draft.id)).status).toBe("draft");
});

test("two waiting posts exchange their times, slots included, and both journals say so", async () => {
  const [queued, timed] = [await make(), await make({ schedule: inFuture(world, 3 * HOUR) })];
  const before = await moments([queued, timed]);
  const moved = await move(queued, { swapWith: timed.id }, { "if-match": '"1"' });
  expect([moved.status, moved.json["id"]]).toEqual([200, queued.id]);
  expect(await moments([timed, queued])).toEqual(before);
  const event = await lastEvent(timed);
  expect([event?.kind, event?.text]).toEqual([
    "post.scheduled",
    expect.stringContaining("exchange its time with another post"),
  ]);
  expect((await upcoming()).find(({ postId }) => postId === timed.id)?.at).toBe(queued.scheduledFor ?? "");
  const [first, second] = [await make(), await make()];
  const places = await moments([first, second]);
  expect((await move(first, { swapWith: second.id })).status).toBe(200);
  expect(await moments([second, first])).toEqual(places);
});

test("only posts that wait exchange their times, and a revision that was overtaken changes nothing", async () => {
  const [waiting, draft] = [await make(), await make({ schedule: "draft" })];
  const before = await moments([waiting, draft]);
  const refused = await move(waiting, { swapWith: draft.id });
  expect([refused.status, refused.json["code"]]).toEqual([409, "not_waiting"]);
  expect(refused.json["notWaiting"]).toEqual([{ id: draft.id, why: "It is a draft." }]);
  expect((await move(waiting, { swapWith: waiting.id })).json["code"]).toBe("invalid_request");
  expect((await move(waiting, { swapWith: "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11" })).json["code"]).toBe(
    "not_found",
  );
  const other = await make();
  const overtaken = await move(waiting, { swapWith: other.id }, { "if-match": '"9"' });
  expect([overtaken.status, overtaken.json["code"]]).toEqual([412, "revision_conflict"]);
  expect(await moments([waiting, draft])).toEqual(before);
});

test("of an exchange and the dispatcher one wins, and each post goes out once, at its own time", async () => {
  for (let round = 0; round < 8; round++) {
    const [soon, later] = [
      await make({ caption: `Soon ${round}`, schedule: inFuture(world, 10_000) }),
      await make({ caption: `Later ${round}`, schedule: inFuture(world, 5 * HOUR) }),
    ];
    const due = Date.parse(soon.scheduledFor ?? "");
    world.clock.turn(due - world.clock.now() - 1);
    const swap = move(soon, { swapWith: later.id });
    world.clock.turn(1);
    const { status } = await swap;
    const first = status === 200 ? later : soon;
    await world.until(first.id, (post) => post.status === "posted");
    const rest = await read(world, status === 200 ? soon.id : later.id);
    expect(rest.status).toBe("scheduled");
    expect(rest.scheduledFor).toBe(later.scheduledFor);
    await postAction(world, rest.id, "cancel");
    const texts = world.published("bluesky").map(({ text }) => text);
    expect(texts.filter((text) => text.endsWith(` ${round}`))).toHaveLength(1);
  }
});
