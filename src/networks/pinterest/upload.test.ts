// Uploading a video to Pinterest: only to its bucket, through processing, and resumed after an interruption.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { answer, but, errorOnStop } from "../../tests/support/network-answers.ts";
import { draftOf, openBench, video, type Bench, withBytes } from "../../tests/support/network-fixture.ts";
import type { NetworkRequest } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import { simulatedPinterest } from "../../simulator/pinterest/index.ts";
import { pinterest } from "./index.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ network: pinterest, simulated: simulatedPinterest });
});
afterAll(() => bench[Symbol.asyncDispose]());

const board = simulatedPinterest.sample;
const draft = async () => draftOf("Moving", [await video()], board);

test("Crier waits for a video, and an interrupted wait resumes with the same upload", async () => {
  const io = bench.io("slow");
  const moving = await draft();
  const ended = await errorOnStop(pinterest.prepare(moving, { ...io, signal: AbortSignal.abort() }));
  expect(ended).toMatchObject({ outcome: { kind: "busy" } });
  const before = bench.requests.length;
  await pinterest.prepare(moving, { ...io, saved: bench.saved() });
  expect(bench.requests.slice(before).map(({ method }) => method)).not.toContain("POST");
  // What is kept of it names no address and no signature.
  expect(Object.keys(objectOf(bench.saved())).toSorted()).toEqual(["at", "fileId", "id"]);
  bench.clock.turn(2 * 3_600_000 + 1);
  await pinterest.prepare(moving, { ...io, saved: bench.saved() });
  expect(bench.requests.slice(before).map(({ method }) => method)).toContain("POST");
});

test("a video goes to Pinterest's bucket and to no other place, without a token", async () => {
  for (const [upload_url, goes] of [
    ["https://pinterest-media-upload.s3-accelerate.amazonaws.com/", true],
    ["http://pinterest-media-upload.s3-accelerate.amazonaws.com/", false],
    ["https://evil.s3-accelerate.amazonaws.com/", false],
    ["https://pinterest-media-upload.s3-accelerate.amazonaws.com.evil.test/", false],
    ["https://evil.test/pinterest-media-upload.s3-accelerate.amazonaws.com/", false],
    ["https://a:b@pinterest-media-upload.s3-accelerate.amazonaws.com/", false],
    ["https://169.254.169.254/", false],
    [null, false],
  ] as const) {
    const sent: NetworkRequest[] = [];
    const io = but(bench.io("ok"), (request) => {
      if (request.url.endsWith("/v5/media"))
        return answer(201, { media_id: "1", upload_url, upload_parameters: { key: "k" } });
      if (request.method !== "POST") return answer(200, { status: "succeeded" });
      sent.push(request);
      return answer(204);
    });
    const prepared = pinterest.prepare(await draft(), io);
    if (goes) await prepared;
    else expect(await errorOnStop(prepared)).toMatchObject({ outcome: { kind: "notSent" } });
    expect(sent.map(({ url }) => url)).toEqual(goes ? [upload_url] : []);
    expect(sent.every(({ headers }) => headers === undefined)).toBe(true);
  }
});

test("a video that fails is refused, and the bucket's error is not quoted", async () => {
  const clip = await video();
  const broken = withBytes(clip, new Uint8Array(clip.size));
  const refused = await errorOnStop(pinterest.prepare(draftOf("x", [broken], board), bench.io("ok")));
  expect(refused).toMatchObject({ outcome: { kind: "refused", category: "media" } });
  expect(bench.saved()).toBeNull();
  for (const [status, kind] of [
    [403, "busy"],
    [400, "refused"],
    [503, "busy"],
  ] as const) {
    const xml = { ...answer(status), text: "<Error><Code>AccessDenied</Code>policy-1</Error>" };
    const io = but(bench.io("ok"), ({ url }) => (url.endsWith("/bucket/") ? xml : undefined));
    const ended = await errorOnStop(pinterest.prepare(await draft(), io));
    expect(ended).toMatchObject({ outcome: { kind } });
    expect(ended.message).not.toContain("policy");
  }
});
