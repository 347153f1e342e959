// What follows the upload of a YouTube video, and how a video is found after a lost response (networks/youtube.facts.md 1, 2).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { image, onlyOne, video, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import { objectOf } from "../client/json.ts";
import type { Io, Outcome } from "../network.ts";
import { simulatedYoutube } from "../../simulator/youtube/index.ts";
import { answer, error, forgotten, LOST, playing, post, ready } from "../../tests/support/youtube.ts";
import { youtube } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: youtube, simulated: simulatedYoutube })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("youtube");

describe("after the video is there", () => {
  const playlistOf = async (io: Io) => {
    const { values } = await youtube.liveOptions(io);
    return (values["playlists"] as { id: string }[])[0]?.id ?? "";
  };

  test("it gets its thumbnail and its place in the playlist, once", async () => {
    const media = [await video(), await image(1)];
    const playlistId = await playlistOf(bench.io("ok-extras"));
    const { prepared, io } = await ready(bench, "extras", media, { playlistId }, "ok-extras");
    const first = await youtube.commit(prepared, io);
    if (first.kind !== "processing") throw new Error(first.kind);
    // A death after each step: the same receipt is settled twice.
    let outcome: Outcome = first;
    while (outcome.kind === "processing") {
      const { receipt } = outcome;
      await youtube.settle(prepared, receipt, io);
      outcome = await youtube.settle(prepared, receipt, io);
      bench.clock.turn(5000);
    }
    expect(outcome).toMatchObject({ kind: "accepted" });
    expect(outcome).not.toHaveProperty("note");
    expect(
      published()
        .at(-1)
        ?.media.map(({ mime }) => mime),
    ).toEqual(["video/mp4", "image/jpeg"]);
    const items = await io.call({
      method: "GET",
      url: `${io.endpoint("api")}/youtube/v3/playlistItems?part=id&playlistId=${playlistId}`,
      headers: { authorization: `Bearer ${io.credentials["accessToken"]}` },
    });
    expect(items).toMatchObject({ json: { pageInfo: { totalResults: 1 } } });
  });

  test("a refused thumbnail or playlist is reported, and the video stays live", async () => {
    const media = [await video(), await image(1)];
    const { prepared, io } = await ready(bench, "told", media, { playlistId: "PLnobody" }, "ok-unverified");
    expect(await post(bench, prepared, io)).toMatchObject({
      kind: "accepted",
      note: expect.stringMatching(/^Its thumbnail was not set\. .+ It was not added to the playlist\. /),
    });
  });

  test("a thumbnail without a response is retried", async () => {
    const media = [await video(), await image(1)];
    const { prepared, io } = await ready(bench, "again", media, {}, "ok-again");
    const first = await youtube.commit(prepared, io);
    if (first.kind !== "processing") throw new Error(first.kind);
    for (const message of [LOST, answer(503), error(401, "authError"), answer(403)]) {
      const requested = youtube.settle(
        prepared,
        first.receipt,
        playing(io, () => message),
      );
      expect(requested).rejects.toThrow();
      await requested.catch(() => null);
    }
    expect(await youtube.settle(prepared, first.receipt, io)).toMatchObject({ kind: "processing" });
  });

  test("the videos of an application without YouTube's audit stay private, with a note", async () => {
    const { prepared, io } = await ready(bench, "locked", [await video()], {}, "ok-unaudited");
    expect(await post(bench, prepared, io)).toMatchObject({
      note: expect.stringContaining("keeps it private"),
    });
    const expected = await ready(
      bench,
      "locked",
      [await video()],
      { privacyStatus: "private" },
      "ok-unaudited",
    );
    expect(await post(bench, expected.prepared, expected.io)).not.toHaveProperty("note");
  });

  test.each([
    [{ uploadStatus: "uploaded" }, "processing"],
    [{ uploadStatus: "failed", failureReason: "codec" }, "refused"],
    [{ uploadStatus: "failed" }, "refused"],
    [{ uploadStatus: "rejected", rejectionReason: "duplicate" }, "refused"],
    [{ uploadStatus: "rejected", rejectionReason: "copyright" }, "refused"],
    [{ uploadStatus: "deleted" }, "unknown"],
    [{}, "unknown"],
  ])("%j is %s", async (status, kind) => {
    const { prepared, io } = await ready(bench, "status", [await video()], {}, "ok-status");
    const first = await youtube.commit(prepared, io);
    if (first.kind !== "processing") throw new Error(first.kind);
    const { id = null } = objectOf(first.receipt);
    const shown = playing(io, () => answer(200, { items: [{ kind: "youtube#video", id, status }] }));
    expect(await youtube.settle(prepared, first.receipt, shown)).toMatchObject({ kind });
  });

  test("the status is requested less and less often, because requests cost quota", async () => {
    const { prepared, io } = await ready(bench, "rarely", [await video()], {}, "ok-rarely");
    const first = await youtube.commit(prepared, io);
    if (first.kind !== "processing") throw new Error(first.kind);
    const { id = null } = objectOf(first.receipt);
    const still = playing(io, () => answer(200, { items: [{ id, status: { uploadStatus: "uploaded" } }] }));
    const waits: unknown[] = [];
    for (const later of [0, 120_000, 3_600_000]) {
      bench.clock.turn(later);
      waits.push(objectOf(await youtube.settle(prepared, first.receipt, still))["askAgainMs"]);
    }
    expect(waits).toEqual([5000, 30_000, 120_000]);
  });
});

describe("after a lost answer", () => {
  const lost = async (text: string, handle: string) => {
    const one = await ready(bench, text, [await video()], {}, handle);
    const sentAt = bench.clock.now();
    await youtube.commit(one.prepared, one.io);
    bench.clock.turn(31_000);
    return { ...one, sent: { sentAt, otherRemoteIds: [] } };
  };
  const blinded = (io: Io): Io => ({ ...io, saved: { ...objectOf(io.saved), url: forgotten(bench) } });

  test("where the upload is forgotten, the channel's list finds it", async () => {
    const { prepared, io, sent } = await lost("listed", "ok-listed");
    const finding = await youtube.verify(prepared, sent, blinded(io));
    const reported = { kind: "found", evidence: expect.stringContaining("no longer knows the upload") };
    expect(finding).toMatchObject({ ...reported, url: published().at(-1)?.url });
  });

  test("the steps after a lost response are left to a person, with a note", async () => {
    const media = [await video(), await image(1)];
    const { prepared, io } = await ready(bench, "half", media, { playlistId: "PL123" }, "ok-half");
    const sent = { sentAt: bench.clock.now(), otherRemoteIds: [] };
    await youtube.commit(prepared, io);
    bench.clock.turn(31_000);
    expect(await youtube.verify(prepared, sent, io)).toMatchObject({
      kind: "found",
      evidence: expect.stringContaining("thumbnail and playlist"),
    });
  });

  test("what is there is live only when YouTube is done with it and shows it", async () => {
    const { prepared, io } = await ready(bench, "early", [await video()], {}, "ok-early");
    const sent = { sentAt: bench.clock.now(), otherRemoteIds: [] };
    await youtube.commit(prepared, io);
    const early = await youtube.verify(prepared, sent, io);
    expect(early).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("still processing"),
    });
    bench.clock.turn(31_000);
    const { key: id } = onlyOne(published().filter(({ text }) => text === "early"));
    for (const status of [
      { uploadStatus: "failed", failureReason: "codec" },
      { uploadStatus: "rejected", rejectionReason: "copyright" },
    ]) {
      const simulated = playing(io, ({ url }) =>
        url.includes("part=status&") ? answer(200, { items: [{ id, status }] }) : null,
      );
      expect(await youtube.verify(prepared, sent, simulated)).toMatchObject({
        kind: "inconclusive",
        evidence: expect.stringMatching(/\((codec|copyright)\), so it is not visible/),
      });
    }
    expect(await youtube.verify(prepared, sent, io)).toMatchObject({ kind: "found" });
  });

  test("not the newest video matches, but the one with this text, time and size", async () => {
    const { prepared, io, sent } = await lost("twin", "ok-twins");
    const id = onlyOne(published().filter(({ text }) => text === "twin")).key ?? "";
    const blind = blinded(io);
    const requested = (
      sentNow: typeof sent | { sentAt: number; otherRemoteIds: string[] },
      more: object = {},
    ) => youtube.verify({ ...(prepared as object), ...more }, sentNow, blind);
    expect(await requested(sent)).toMatchObject({ kind: "found", remoteId: id });
    expect(await requested({ ...sent, otherRemoteIds: [id] })).toMatchObject({ kind: "inconclusive" });
    expect(await requested({ ...sent, sentAt: sent.sentAt + 120_000 })).toMatchObject({
      kind: "inconclusive",
    });
    expect(await requested(sent, { size: 5 })).toMatchObject({ kind: "inconclusive" });
    expect(await requested(sent, { title: "other" })).toMatchObject({ kind: "inconclusive" });
    const second = await ready(bench, "twin", [await video()], {}, "ok-twins");
    // Its own upload is not complete, but there is a video like it: nothing is said.
    expect(await youtube.verify(second.prepared, sent, second.io)).toMatchObject({ kind: "inconclusive" });
    await youtube.commit(second.prepared, second.io);
    expect(await requested(sent)).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("2 videos"),
    });
  });

  test("pages back past many newer videos", async () => {
    const { prepared, io, sent } = await lost("the one", "ok-busy");
    for (let n = 0; n < 60; n++) {
      const newer = await ready(bench, `newer ${n}`, [await video()], {}, "ok-busy");
      await youtube.commit(newer.prepared, newer.io);
    }
    expect(await youtube.verify(prepared, sent, blinded(io))).toMatchObject({ kind: "found" });
  });

  test("an incomplete upload proves absence only while the list can be read", async () => {
    const { prepared, io } = await ready(bench, "never sent", [await video()], {}, "ok-never");
    const sent = { sentAt: bench.clock.now(), otherRemoteIds: [] };
    expect(await youtube.verify(prepared, sent, io)).toMatchObject({ kind: "absent" });
    const blind = playing(io, ({ url }) => (url.includes("playlistItems") ? answer(503) : null));
    expect(await youtube.verify(prepared, sent, blind)).toMatchObject({ kind: "inconclusive" });
    const unasked = playing(io, ({ method }) => (method === "PUT" ? LOST : null));
    expect(await youtube.verify(prepared, sent, unasked)).toMatchObject({ kind: "inconclusive" });
  });
});
