// Interrupted Facebook uploads: only what is missing is sent again.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import { draftOf, image, openBench, video, type Bench } from "../../tests/support/network-fixture.ts";
import type { Call } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import type { Io } from "../network.ts";
import { simulatedFacebook } from "../../simulator/facebook/index.ts";
import { graphError, listening, phaseOf, settle, stopOf } from "../../tests/support/facebook.ts";
import { facebook } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: facebook, simulated: simulatedFacebook })));
afterAll(() => bench[Symbol.asyncDispose]());

describe("resuming an upload", () => {
  /** The first upload breaks off after so many bytes. */
  const breaking = (outside: Io, after: number): Io => ({
    ...outside,
    call: (request) => {
      const { body } = request;
      if (
        !request.url.includes("/rupload/") ||
        !body ||
        !("bytes" in body) ||
        body.bytes instanceof Uint8Array
      )
        return outside.call(request);
      return outside.call({ ...request, body: { ...body, bytes: { ...body.bytes, size: after } } });
    },
  });

  test("only what is missing is sent after a break", async () => {
    const file = await video();
    const draft = draftOf("broken off", [file]);
    const outside = bench.io("ok-break");
    const broken = await stopOf(facebook.prepare(draft, breaking(outside, 50_000)));
    expect(broken).toMatchObject({ kind: "busy", detail: expect.stringContaining("Crier will resume") });
    const { sent, io } = listening({ ...outside, saved: bench.saved() });
    const prepared = await facebook.prepare(draft, io);
    expect(sent.map(phaseOf)).toEqual([null, null]);
    expect(sent.at(-1)?.headers).toMatchObject({ offset: "50000", file_size: String(file.size) });
    expect(await settle(prepared, io, bench)).toMatchObject({ kind: "accepted" });
  });

  test.each(["error", "expired", "gone"])("a video that is %s starts over", async (state) => {
    const draft = draftOf("anew", [await video()]);
    const outside = bench.io(`ok-anew-${state}`);
    const before = objectOf(await facebook.prepare(draft, outside))["video"];
    const { sent, io } = listening({ ...outside, saved: bench.saved() }, (request) => {
      if (request.method !== "GET") return null;
      return state === "gone" ? graphError(100, 33) : answer(200, { status: { video_status: state } });
    });
    const after = objectOf(await facebook.prepare(draft, io))["video"];
    expect(sent.map(phaseOf)).toEqual([null, "start", null]);
    expect(after).not.toBe(before);
  });

  test("an upload whose state can't be read does not start over, because it may be complete", async () => {
    const draft = draftOf("half", [await video()]);
    const outside = bench.io("ok-half");
    await facebook.prepare(draft, outside);
    const { sent, io } = listening({ ...outside, saved: bench.saved() }, () => graphError(2, 0, 500));
    expect(await stopOf(facebook.prepare(draft, io))).toMatchObject({ kind: "busy" });
    expect(sent).toHaveLength(1);
  });

  test("an upload that Facebook calls spent starts over the next time", async () => {
    const draft = draftOf("spent", [await video()]);
    const outside = bench.io("ok-spent");
    const spent = answer(400, {
      debug_info: { retriable: false, type: "ProcessingFailedError", message: "no" },
    });
    const { io } = listening(outside, ({ url }) => (url.includes("/rupload/") ? spent : null));
    expect(await stopOf(facebook.prepare(draft, io))).toMatchObject({ kind: "busy" });
    const again = listening({ ...outside, saved: bench.saved() });
    await facebook.prepare(draft, again.io);
    expect(again.sent.map(phaseOf)).toEqual(["start", null]);
  });

  test("a piece with a lost response no longer fits, so a new session starts", async () => {
    const draft = draftOf("piece", [await video()], { type: "video" });
    const outside = bench.io("ok-piece");
    let pieces = 0;
    const losing: Call = async (request) => {
      const came = await outside.call(request);
      const isLost = phaseOf(request) === "transfer" && ++pieces === 2;
      return isLost ? { kind: "lost", detail: "gone" } : came;
    };
    expect(await stopOf(facebook.prepare(draft, { ...outside, call: losing }))).toMatchObject({
      kind: "notSent",
    });
    const misfit = await stopOf(facebook.prepare(draft, { ...outside, saved: bench.saved() }));
    expect(misfit).toMatchObject({ kind: "busy", detail: expect.stringContaining("Crier will repeat") });
    const io = { ...outside, saved: bench.saved() };
    expect(await settle(await facebook.prepare(draft, io), io, bench)).toMatchObject({ kind: "accepted" });
  });

  test("a session that keeps requesting the same piece is abandoned", async () => {
    const same = answer(200, { start_offset: "0", end_offset: "10" });
    const { io } = listening(bench.io("ok"), (request) => (phaseOf(request) === "transfer" ? same : null));
    const draft = draftOf("for ever", [await video()], { type: "video" });
    expect(await stopOf(facebook.prepare(draft, io))).toMatchObject({ kind: "notSent" });
  });

  test("photos staged half a day ago are staged again, younger ones are not", async () => {
    const draft = draftOf("old", [await image(1), await image(2)]);
    const outside = bench.io("ok-old");
    await facebook.prepare(draft, outside);
    bench.clock.turn(11 * 3_600_000);
    const soon = listening({ ...outside, saved: bench.saved() });
    await facebook.prepare(draft, soon.io);
    expect(soon.sent).toHaveLength(0);
    bench.clock.turn(2 * 3_600_000);
    const late = listening({ ...outside, saved: bench.saved() });
    expect(await settle(await facebook.prepare(draft, late.io), late.io, bench)).toMatchObject({
      kind: "accepted",
    });
    expect(late.sent).toHaveLength(3);
  });
});
