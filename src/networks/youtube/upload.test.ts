// Uploads to YouTube resume, and go only to YouTube (networks/youtube.facts.md 1, 2).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  draftOf,
  longVideo,
  video,
  openBench,
  type Bench,
  withBytes,
} from "../../tests/support/network-fixture.ts";
import type { NetworkRequest } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import { simulatedYoutube } from "../../simulator/youtube/index.ts";
import { answer, forgotten, KIDS, LOST, playing, post, ready } from "../../tests/support/youtube.ts";
import { youtube } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: youtube, simulated: simulatedYoutube })));
afterAll(() => bench[Symbol.asyncDispose]());

const UNIT = 262_144;
const MEGA = 1_048_576;
const published = () => bench.simulator.published("youtube");
const rangeOf = ({ headers }: NetworkRequest) => headers?.["content-range"] ?? "";

describe("uploading", () => {
  test("all but the last piece goes before, and the last piece is small", async () => {
    const media = [await longVideo(40 * MEGA)];
    const ranges: string[] = [];
    const outside = bench.io("ok-pieces", { media });
    const watching = playing(outside, (request) => (ranges.push(rangeOf(request)), null));
    const before = published().length;
    const prepared = await youtube.prepare(draftOf("long", media, KIDS), watching);
    expect(published()).toHaveLength(before);
    const last = 40 * MEGA - UNIT;
    expect(ranges).toEqual([
      "",
      `bytes 0-${16 * MEGA - 1}/${40 * MEGA}`,
      `bytes ${16 * MEGA}-${32 * MEGA - 1}/${40 * MEGA}`,
      `bytes ${32 * MEGA}-${last - 1}/${40 * MEGA}`,
    ]);
    expect(prepared).toMatchObject({ from: last, size: 40 * MEGA });
    expect(JSON.stringify(prepared)).not.toContain("upload_id");
    expect(await post(bench, prepared, { ...outside })).toMatchObject({ kind: "accepted" });
    expect(published()).toHaveLength(before + 1);
  });

  test("an interrupted piece resumes instead of starting over", async () => {
    const media = [await longVideo(40 * MEGA)];
    const outside = bench.io("ok-cut", { media });
    let cut = 0;
    const broken = playing(outside, (request) =>
      rangeOf(request).startsWith(`bytes ${16 * MEGA}`) && cut++ < 2 ? LOST : null,
    );
    const sent = () => bench.requests.reduce((sum, { bytes }) => sum + bytes, 0);
    const before = sent();
    const prepared = await youtube.prepare(draftOf("cut", media, KIDS), broken);
    expect(cut).toBe(3);
    expect(sent() - before).toBe(40 * MEGA - UNIT);
    expect(await post(bench, prepared, { ...outside })).toMatchObject({ kind: "accepted" });
  });

  test("a piece that never arrives ends the attempt; the next one goes on after what arrived", async () => {
    const media = [await longVideo(40 * MEGA)];
    const outside = bench.io("ok-stuck", { media });
    const draft = draftOf("stuck", media, KIDS);
    const broken = playing(outside, (request) =>
      rangeOf(request).startsWith(`bytes ${16 * MEGA}`) ? answer(503) : null,
    );
    expect(youtube.prepare(draft, broken)).rejects.toMatchObject({ outcome: { kind: "busy" } });
    await youtube.prepare(draft, broken).catch(() => null);
    const ranges: string[] = [];
    const again = bench.io("ok-stuck", { media, saved: bench.saved() });
    await youtube.prepare(
      draft,
      playing(again, (request) => (ranges.push(rangeOf(request)), null)),
    );
    expect(ranges.slice(0, 2)).toEqual([
      `bytes */${40 * MEGA}`,
      `bytes ${16 * MEGA}-${32 * MEGA - 1}/${40 * MEGA}`,
    ]);
  });

  test("an upload that YouTube forgot, or that had another text, starts over", async () => {
    const media = [await video()];
    const { io } = await ready(bench, "forgotten", media, {}, "ok-forgotten");
    const gone = bench.io("ok-forgotten", {
      media,
      saved: { ...objectOf(io.saved), url: forgotten(bench) },
    });
    const { prepared } = await ready(bench, "forgotten", media, {}, "ok-forgotten");
    await youtube.prepare(draftOf("forgotten", media, KIDS), gone);
    expect(objectOf(gone.saved)["url"]).not.toBe(forgotten(bench));
    const other = bench.io("ok-forgotten", { media, saved: gone.saved });
    await youtube.prepare(draftOf("other words", media, KIDS), other);
    expect(objectOf(other.saved)["url"]).not.toBe(objectOf(gone.saved)["url"]);
    expect(await post(bench, prepared, { ...gone })).toMatchObject({ kind: "accepted" });
  });

  test("an upload whose last piece did arrive is not sent again: no second video", async () => {
    const media = [await video()];
    const { prepared, io } = await ready(bench, "late", media, {}, "ok-late");
    const draft = draftOf("late", media, KIDS);
    const before = published().length;
    await youtube.commit(prepared, io);
    // Whatever it was made with: the file may have been converted anew.
    const again = bench.io("ok-late", { media, saved: { ...objectOf(io.saved), about: "other" } });
    const second = await youtube.prepare(draft, again);
    expect(second).toMatchObject({ from: (await video()).size });
    expect(await post(bench, second, { ...again })).toMatchObject({ kind: "accepted" });
    expect(published().slice(before)).toMatchObject([{ text: "late", accepted: 1 }]);
  });

  test.each([
    "https://evil.test/upload",
    "http://www.googleapis.com/upload",
    "https://googleapis.com.evil.test/",
    "https://user@www.googleapis.com/upload",
    "/upload",
  ])("no byte goes to %s", async (location) => {
    const media = [await video()];
    const urls: string[] = [];
    const io = playing(bench.io("ok-hostile", { media }), (request) => {
      urls.push(request.url);
      return request.method === "POST" ? answer(200, undefined, { location }) : null;
    });
    const refused = youtube.prepare(draftOf("x", media, KIDS), io);
    expect(refused).rejects.toMatchObject({ outcome: { kind: "refused" } });
    await refused.catch(() => null);
    expect(urls).toHaveLength(1);
    const { prepared, io: sound } = await ready(bench, "x", media);
    const swapped = { ...sound, saved: { ...objectOf(sound.saved), url: location } };
    expect(await youtube.commit(prepared, swapped)).toMatchObject({ kind: "notSent" });
  });

  test("a 308 with a redirect does not count as progress", async () => {
    const media = [await video()];
    const { prepared, io } = await ready(bench, "redirected", media);
    const elsewhere = answer(308, undefined, { location: "https://portal.test/" });
    const redirect = playing(io, ({ method }) => (method === "PUT" ? elsewhere : null));
    const sent = { sentAt: bench.clock.now(), otherRemoteIds: [] };
    expect(await youtube.verify(prepared, sent, redirect)).toMatchObject({ kind: "inconclusive" });
    // Nor is a 308 alone a proof, where the channel's list can't be read.
    const bare = playing(io, () => answer(308));
    expect(await youtube.verify(prepared, sent, bare)).toMatchObject({ kind: "inconclusive" });
  });

  test("a file that is not a video is refused after YouTube processed it", async () => {
    const { prepared, io } = await ready(bench, "text", [withBytes(await video(), Buffer.from("hello"))]);
    expect(await post(bench, prepared, io)).toMatchObject({ kind: "refused", category: "media" });
  });

  test("the quota of a hundred videos a day resets at midnight in California", async () => {
    const io = bench.io("ok-many", { media: [await video()] });
    for (let n = 0; n < 100; n++)
      await youtube.prepare(draftOf(`${n}`, io.media, KIDS), { ...io, saved: null });
    const one_more = youtube.prepare(draftOf("101", io.media, KIDS), { ...io, saved: null });
    const stop: unknown = await one_more.catch((reason: unknown) => reason);
    expect(stop).toMatchObject({ outcome: { kind: "busy", detail: expect.stringContaining("midnight") } });
    const { retryAfterMs } = (stop as { outcome: { retryAfterMs: number } }).outcome;
    const at = new Date(bench.clock.now() + retryAfterMs);
    expect(at.toLocaleTimeString("en", { timeZone: "America/Los_Angeles", timeStyle: "short" })).toBe(
      "12:00 AM",
    );
  });
});
