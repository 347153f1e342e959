// Tests the steps after the publishing request: files are still available, and failures are reported.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SAMPLES } from "../../media/samples/index.ts";
import { networks, pairedRegistry } from "../../app/networks.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

let world: World;
let media: string[];
beforeAll(async () => {
  world = await openWorld();
  media = await Promise.all([take(SAMPLES.clip.path), take(SAMPLES.photo.path)]);
});
afterAll(() => world[Symbol.asyncDispose]());

async function take(path: string): Promise<string> {
  const file = { profileId: world.profileId, actor: "cli", filename: path, declaredMime: "", altText: null };
  const stream = Bun.file(path).stream();
  return (await world.appliance.ingest.take({ ...file, stream, limitBytes: 1 << 22 })).id;
}

async function post(
  handle: string,
  until = isSettled,
): Promise<{ target: Record<string, unknown>; events: string }> {
  const account = await world.account("youtube", handle);
  const request = { caption: handle, accounts: [account], media, schedule: "now" };
  const options = { youtube: { selfDeclaredMadeForKids: false } };
  const { id } = await world.post({ ...request, options });
  const { targets } = await world.until(id, until, 1000);
  const events = await world.ask("GET", `/posts/${id}/events`);
  return { target: { ...targets[0] }, events: JSON.stringify(events.json) };
}

test("a video gets its thumbnail from the file that was posted with it", async () => {
  const { target, events } = await post("ok-thumbnail");
  expect(target).toMatchObject({ status: "posted" });
  const there = world.published("youtube").find(({ text }) => text === "ok-thumbnail");
  expect(there?.media.map(({ mime }) => mime)).toEqual(["video/mp4", "image/jpeg"]);
  expect(events).not.toContain("thumbnail was not set");
});

test("a post that is live without all that was asked for says so in its events", async () => {
  const { target, events } = await post("ok-unverified");
  expect(target).toMatchObject({ status: "posted" });
  expect(events).toContain("live. Its thumbnail was not set.");
});

test("does not say where the bytes went", async () => {
  // Found at once, and live when it is processed.
  const { target, events } = await post("lost-secret", ({ status }) => status === "posted");
  expect(target).toMatchObject({ status: "posted", verification: { verdict: "live" } });
  for (const shown of [JSON.stringify(target), events]) expect(shown).not.toContain("upload_id");
});

test("a refusal while a post is processed does not fail the post", async () => {
  const tiktok = networks.pairs.find(({ network }) => network.id === "tiktok");
  if (!tiktok) throw new Error("no TikTok");
  const { network, simulated } = tiktok;
  let calls = 0;
  const refused = { kind: "refused", category: "auth", detail: "The token has ended." } as const;
  const settle: typeof network.settle = async (prepared, receipt, io) =>
    ++calls === 1 ? refused : await network.settle(prepared, receipt, io);
  await using other = await openWorld({}, pairedRegistry([{ network: { ...network, settle }, simulated }]));
  const id = await other.account("tiktok", "ok");
  const stream = Bun.file(SAMPLES.reel.path).stream();
  const file = {
    profileId: other.profileId,
    actor: "cli",
    filename: "reel.mp4",
    declaredMime: "",
    altText: null,
  };
  const reel = await other.appliance.ingest.take({ ...file, stream, limitBytes: 1 << 22 });
  const request = { caption: "Hills", accounts: [id], media: [reel.id], schedule: "now" };
  const post = await other.post({ ...request, options: { tiktok: simulated.sample } });
  const { targets } = await other.until(post.id, isSettled);
  expect(calls).toBeGreaterThan(1);
  expect(targets).toMatchObject([{ status: "posted", attempts: 1 }]);
  const { json } = await other.ask("GET", "/accounts");
  expect(json).toMatchObject({ accounts: [{ status: "needs_reconnect" }] });
});
