// Posts after a lost response: listed for pages, recognized as duplicates, and left to a person for members (networks/linkedin.facts.md 2).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import { draftOf, image, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import type { JsonObject } from "../client/json.ts";
import type { DraftMedia, Json } from "../network.ts";
import { simulatedLinkedin } from "../../simulator/linkedin/index.ts";
import { linkedin } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: linkedin, simulated: simulatedLinkedin })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("linkedin");

async function send(handle: string, text: string, media: readonly DraftMedia[] = []) {
  const io = bench.io(handle, { media });
  const prepared = await linkedin.prepare(draftOf(text, media), io);
  const sentAt = bench.clock.now();
  return { io, prepared, sentAt, outcome: await linkedin.commit(prepared, io) };
}
const verify = (
  { prepared, sentAt, io }: Pick<Awaited<ReturnType<typeof send>>, "prepared" | "sentAt" | "io">,
  usedIds: readonly string[] = [],
) => linkedin.verify(prepared, { sentAt, otherRemoteIds: usedIds }, io);

describe("duplicates", () => {
  test("a duplicate is refused on the first attempt with the other's address and unknown on a later one", async () => {
    const first = await send("ok-twice", "Twice");
    const urn = first.outcome.kind === "accepted" ? first.outcome.remoteId : "";
    const second = await send("ok-twice", "Twice");
    expect(second.outcome).toMatchObject({ kind: "refused", category: "content" });
    expect(second.outcome).toMatchObject({ detail: expect.stringContaining(`/feed/update/${urn}/`) });
    const draft = { ...draftOf("Twice"), attempt: 2 };
    const prepared = await linkedin.prepare(draft, first.io);
    bench.clock.turn(3_600_000);
    const replay = await linkedin.commit(prepared, first.io);
    expect(replay).toMatchObject({ kind: "unknown", detail: expect.stringContaining(urn) });
    const later = { prepared, sentAt: bench.clock.now(), io: first.io };
    expect(await verify(later)).toMatchObject({ kind: "found", remoteId: urn });
    expect(await verify(later, [urn])).toMatchObject({ kind: "inconclusive" });
    expect(published().filter(({ account }) => account === "ok-twice")).toHaveLength(1);
  });
});

describe("finding a post", () => {
  test("a member's post can't be looked up", async () => {
    const sent = await send("ok-member", "Mine alone");
    expect(await verify(sent)).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("offers no list"),
    });
  });
  test("not the newest post matches, but the one with this text and time", async () => {
    const one = await send("ok-find", "Only this");
    const urn = one.outcome.kind === "accepted" ? one.outcome.remoteId : "";
    expect(await verify(one)).toMatchObject({ kind: "found", remoteId: urn });
    expect(await verify(one, [urn])).toMatchObject({ kind: "inconclusive" });
    expect(await verify({ ...one, sentAt: one.sentAt + 61_000 })).toMatchObject({ kind: "inconclusive" });
    const other = await linkedin.prepare(draftOf("Something else"), one.io);
    expect(await verify({ ...one, prepared: other })).toMatchObject({ kind: "inconclusive" });
  });
  test("a text with an image is not the same post as the text alone", async () => {
    const words = await send("ok-words-2", "Both");
    const picture = await linkedin.prepare(draftOf("Both", [await image(1)]), words.io);
    expect(await verify({ ...words, prepared: picture })).toMatchObject({ kind: "inconclusive" });
    await linkedin.commit(picture, words.io);
    expect(await verify({ ...words, prepared: picture })).toMatchObject({ kind: "found" });
    expect(await verify(words)).toMatchObject({ kind: "found" });
  });
  test("pages back past many newer posts", async () => {
    const expected = await send("ok-busy", "The one");
    for (let n = 0; n < 120; n++) {
      bench.clock.turn(100);
      await send("ok-busy", `Newer ${n}`);
    }
    expect(await verify(expected)).toMatchObject({ kind: "found" });
  });
  test("what failed to publish is not found, and what can't be read proves nothing", async () => {
    const { prepared, sentAt, io } = await send("ok-dead", "Dead");
    const commentary = "Dead";
    const post = (more: JsonObject) => ({ id: "urn:li:share:5", createdAt: sentAt, commentary, ...more });
    const listing = async (value: Json) =>
      await verify({ prepared, sentAt, io: { ...io, call: async () => answer(200, value) } });
    expect(await listing({ elements: [post({})] })).toMatchObject({ kind: "found" });
    const failed = post({ lifecycleState: "PUBLISH_FAILED" });
    for (const value of [
      { elements: [failed] },
      { elements: {} },
      {},
      { elements: [post({ createdAt: 1e300 })] },
    ])
      expect(await listing(value)).toMatchObject({ kind: "inconclusive" });
    const twins = { elements: [post({}), post({ id: "urn:li:share:6" })] };
    expect(await listing(twins)).toMatchObject({ kind: "inconclusive" });
  });
});
