// Uploads to X: in pieces, through processing, and resumed after an interruption.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { answer, but, errorOnStop } from "../../tests/support/network-answers.ts";
import {
  draftFor,
  image,
  openBench,
  video,
  type Bench,
  withBytes,
} from "../../tests/support/network-fixture.ts";
import { objectOf } from "../client/json.ts";
import type { DraftMedia, Json } from "../network.ts";
import { simulatedX } from "../../simulator/x/index.ts";
import { x } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: x, simulated: simulatedX })));
afterAll(() => bench[Symbol.asyncDispose]());

/** Nine MB of a real clip: what follows it is free space. */
async function longVideo(): Promise<DraftMedia> {
  const [clip, size] = [await video(), 9 * 1024 * 1024];
  const bytes = new Uint8Array(clip.size + size);
  bytes.set(await clip.bytes());
  new DataView(bytes.buffer).setUint32(clip.size, size);
  bytes.set(Buffer.from("free"), clip.size + 4);
  const part: DraftMedia["bytes"] = async (start, end) => bytes.subarray(start, end);
  return { ...clip, size: bytes.byteLength, bytes: part };
}

test("a video is uploaded in pieces and resumes after each of them", async () => {
  const file = await longVideo();
  for (let k = 1; k <= 6; k++) {
    const io = bench.io(`ok-pieces-${k}`);
    let [stored, saves]: [Json, number] = [null, 0];
    const save = async (progress: Json) => {
      stored = structuredClone(progress);
      if (++saves === k) throw new Error("the process died");
    };
    const draft = draftFor(x, "pieces", [file]);
    const before = bench.requests.length;
    expect((await errorOnStop(x.prepare(draft, { ...io, save }))).message).toBe("the process died");
    const outcome = await x.commit(await x.prepare(draft, { ...io, saved: stored }), io);
    expect(outcome).toMatchObject({ kind: "accepted" });
    const pieces = bench.requests.slice(before).filter(({ url }) => url.endsWith("/append"));
    expect(pieces).toHaveLength(3);
    expect(pieces.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(file.size);
  }
  const [shown] = bench.simulator.published("x").at(-1)?.media ?? [];
  const there = bench.simulator.media("x", shown?.id ?? "")?.bytes ?? new Uint8Array();
  expect(Bun.hash(there)).toBe(Bun.hash(await file.bytes()));
});

test("processing is waited for; an interrupted wait goes on with the same upload", async () => {
  const [io, draft] = [bench.io("slow"), draftFor(x, "waiting", [await video()])];
  const ended = await errorOnStop(x.prepare(draft, { ...io, signal: AbortSignal.abort() }));
  expect(ended).toMatchObject({ outcome: { kind: "busy" } });
  const before = bench.requests.length;
  await x.prepare(draft, bench.io("slow", { saved: bench.saved() }));
  expect(bench.requests.slice(before).map(({ method }) => method)).not.toContain("POST");
});

test("a file that X can't read is refused, and what X forgets is uploaded again", async () => {
  const clip = await video();
  const broken = { ...withBytes(clip, new Uint8Array(clip.size)), id: "broken" };
  const refused = await errorOnStop(x.prepare(draftFor(x, "broken", [broken]), bench.io("ok")));
  expect(refused).toMatchObject({ outcome: { kind: "refused", category: "media" } });
  expect(bench.saved()).toEqual({});
  for (const [end, status, message] of [
    ["STATUS", 404, "Not Found"],
    ["/finalize", 400, "Segments do not add up to provided total file size."],
  ] as const) {
    const problem = answer(status, { title: "Invalid Request", detail: message });
    const io = but(bench.io("ok"), ({ url }) => (url.includes(end) ? problem : undefined));
    const lost = await errorOnStop(x.prepare(draftFor(x, "lost", [clip]), io));
    expect(lost).toMatchObject({ outcome: { kind: "busy" } });
    expect(bench.saved()).toEqual({});
  }
  const failure = { state: "failed", error: { code: 1, name: "InternalError", message: "Oops" } };
  const io = but(bench.io("ok"), ({ url }) =>
    url.includes("STATUS") ? answer(200, { data: { processing_info: failure } }) : undefined,
  );
  expect(await errorOnStop(x.prepare(draftFor(x, "oops", [clip]), io))).toMatchObject({
    outcome: { kind: "busy" },
  });
});

test("an upload that would expire too soon is repeated", async () => {
  const draft = draftFor(x, "old", [await image(1)]);
  const io = bench.io("ok-old");
  const first = objectOf(await x.prepare(draft, io));
  const again = objectOf(await x.prepare(draft, { ...io, saved: bench.saved() }));
  expect(again["mediaKeys"]).toEqual(first["mediaKeys"] ?? null);
  bench.clock.turn(23.5 * 3_600_000);
  const later = objectOf(await x.prepare(draft, { ...io, saved: bench.saved() }));
  expect(later["mediaKeys"]).not.toEqual(first["mediaKeys"] ?? null);
});
