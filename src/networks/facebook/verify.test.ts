// Finding a Facebook post by its video or photo ids, else by its text; a missing video proves absence (networks/facebook.facts.md 2).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import { draftOf, image, openBench, video, type Bench } from "../../tests/support/network-fixture.ts";
import type { Call } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import { simulatedFacebook } from "../../simulator/facebook/index.ts";
import { listening, look, ready } from "../../tests/support/facebook.ts";
import { facebook } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: facebook, simulated: simulatedFacebook })));
afterAll(() => bench[Symbol.asyncDispose]());
const published = () => bench.simulator.published("facebook");

describe("finding a post", () => {
  test("text: time and application decide, and two matches are left to a person", async () => {
    const io = bench.io("ok-twins");
    const prepared = await ready("same words", [], {}, io);
    const sentAt = bench.clock.now();
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "inconclusive" });
    const first = await facebook.commit(prepared, io);
    const remoteId = first.kind === "accepted" ? first.remoteId : "";
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "found", remoteId });
    expect(await look(prepared, sentAt, io, [remoteId])).toMatchObject({ kind: "inconclusive" });
    expect(await look(prepared, sentAt + 61_000, io)).toMatchObject({ kind: "inconclusive" });
    expect(await look(prepared, sentAt - 16 * 60_000, io)).toMatchObject({ kind: "inconclusive" });
    const credentials = { ...io.credentials, applicationId: "another" };
    expect(await look(prepared, sentAt, { ...io, credentials })).toMatchObject({ kind: "inconclusive" });
    await facebook.commit(await ready("between", [], {}, io), io);
    await facebook.commit(prepared, io);
    expect(await look(prepared, sentAt, io)).toMatchObject({
      evidence: expect.stringContaining("A person must check"),
    });
  });

  test("the same text with another link is another post", async () => {
    const io = bench.io("ok-links");
    const one = await ready("read", [], { link: "https://example.com/one" }, io);
    const two = await ready("read", [], { link: "https://example.com/two" }, io);
    const sentAt = bench.clock.now();
    await facebook.commit(one, io);
    expect(await look(two, sentAt, io)).toMatchObject({ kind: "inconclusive" });
    expect(await look(one, sentAt, io)).toMatchObject({ kind: "found" });
  });

  test("photos of ours are found on the second page, hours later, whatever the text became", async () => {
    const io = bench.io("ok-busy");
    const prepared = await ready("the one", [await image(1), await image(2)], {}, io);
    await facebook.commit(prepared, io);
    for (let i = 0; i < 110; i++) {
      bench.clock.turn(60_000);
      await facebook.commit(await ready(`newer ${i}`, [], {}, io), io);
    }
    const { sent, io: asking } = listening(io);
    const finding = await look({ ...objectOf(prepared), text: "edited" }, bench.clock.now(), asking);
    expect(finding).toMatchObject({
      kind: "found",
      evidence: expect.stringContaining("staged for this post"),
    });
    expect(sent).toHaveLength(2);
    expect(sent.map(({ url }) => url).join()).not.toContain("access_token");
  });

  test("a video is absent only while Facebook has not started to publish it", async () => {
    const io = bench.io("ok-phases");
    const prepared = await ready("phases", [await video()], {}, io);
    const sentAt = bench.clock.now();
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "absent" });
    await facebook.commit(prepared, io);
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "inconclusive" });
    bench.clock.turn(2000);
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "found" });
  });

  test("another video's state, or one without a word about publishing, proves nothing", async () => {
    const outside = bench.io("ok-riddle");
    const prepared = await ready("riddle", [await video()], {}, outside);
    const id = objectOf(prepared)["video"] ?? null;
    const published = { publishing_phase: { status: "complete", publish_status: "published" } };
    const open = { publishing_phase: { status: "not_started" } };
    for (const node of [
      { id: "1", status: published },
      { status: published },
      { id, status: { video_status: "upload_complete" } },
      { id, status: open },
      { id, status: { video_status: "expired" } },
    ]) {
      const call: Call = async () => answer(200, node);
      expect(await look(prepared, 0, { ...outside, call })).toMatchObject({ kind: "inconclusive" });
    }
  });

  test("what was proven absent is published by the same video, once", async () => {
    const ghost = bench.io("ghost-reel");
    const draft = draftOf("again", [await video()]);
    const first = await facebook.prepare(draft, ghost);
    const before = published().length;
    expect(await facebook.commit(first, ghost)).toMatchObject({ kind: "unknown" });
    expect(await look(first, bench.clock.now(), ghost)).toMatchObject({ kind: "absent" });
    const { sent, io } = listening({ ...ghost, saved: bench.saved() });
    const second = await facebook.prepare(draft, io);
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    expect(second).toMatchObject({ video: objectOf(first)["video"] ?? "", again: true });
    expect(published()).toHaveLength(before);
  });
});
