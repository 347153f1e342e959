// Uploads to LinkedIn: pieces, upload addresses, and attempts that resume or restart (networks/linkedin.facts.md 1).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftOf,
  image,
  openBench,
  video,
  type Bench,
  withBytes,
} from "../../tests/support/network-fixture.ts";
import type { Answer, Call } from "../client/call.ts";
import { StepFailedError, type DraftMedia, type Json } from "../network.ts";
import { simulatedLinkedin } from "../../simulator/linkedin/index.ts";
import { linkedin } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: linkedin, simulated: simulatedLinkedin })));
afterAll(() => bench[Symbol.asyncDispose]());

const stopOf = async (act: Promise<unknown>) => {
  const stopped = await act.catch((error: unknown) => error);
  if (!(stopped instanceof StepFailedError)) throw new Error("not stopped");
  return stopped.outcome;
};

describe("uploads", () => {
  /** A real video with nine megabytes of nothing behind it: three pieces. */
  async function longVideo(): Promise<DraftMedia> {
    const clip = await video();
    const padding = new Uint8Array(9_000_000);
    new DataView(padding.buffer).setUint32(0, padding.byteLength);
    padding.set(Buffer.from("free"), 4);
    const bytes = Buffer.concat([await clip.bytes(), padding]);
    return { ...clip, size: bytes.byteLength, bytes: async (start, end) => bytes.subarray(start, end) };
  }
  const puts = () => bench.requests.filter(({ method }) => method === "PUT").length;

  test("pieces go where LinkedIn says, and an interrupted upload goes on with the next", async () => {
    const file = await longVideo();
    const draft = draftOf("Long", [file]);
    const before = puts();
    let cut = 0;
    const io = bench.io("ok");
    const call: Call = (request) =>
      request.method === "PUT" && ++cut === 2
        ? Promise.resolve({ kind: "lost", detail: "The line broke." })
        : io.call(request);
    expect(await stopOf(linkedin.prepare(draft, { ...io, call }))).toMatchObject({ kind: "notSent" });
    const again = bench.io("ok", { saved: bench.saved() });
    const prepared = await linkedin.prepare(draft, again);
    expect(puts() - before).toBe(3);
    expect(await linkedin.commit(prepared, again)).toMatchObject({ kind: "accepted" });
    expect(JSON.stringify(prepared)).not.toContain("dms-uploads");
    expect(JSON.stringify(bench.saved())).not.toContain("dms-uploads");
  });

  const begun = (uploadUrl: Json) =>
    answer(200, { value: { image: "urn:li:image:x", uploadUrl, uploadUrlExpiresAt: 4e12 } });
  test.each([
    "https://evil.test/upload",
    "http://www.linkedin.com/upload",
    "https://linkedin.com.evil.test/upload",
    "https://user:pass@www.linkedin.com/upload",
    "javascript:alert(1)",
    null,
  ])("bytes and token do not go to %s", async (url) => {
    const requested: string[] = [];
    const io = bench.io("ok", { endpoint: (purpose) => linkedin.endpoints[purpose] ?? "" });
    const call: Call = async (request) => {
      requested.push(request.url);
      return begun(url);
    };
    const stopped = await stopOf(linkedin.prepare(draftOf("x", [await image(1)]), { ...io, call }));
    expect(stopped).toMatchObject({ kind: "notSent" });
    expect(requested).toEqual(["https://api.linkedin.com/rest/images?action=initializeUpload"]);
  });
  test("parts that are not the whole file in order are not sent", async () => {
    const file = await video();
    const part = (firstByte: number, lastByte: number) => ({
      uploadUrl: "https://www.linkedin.com/dms-uploads/1",
      firstByte,
      lastByte,
    });
    const wrong = [[], [part(0, 10)], [part(1, file.size - 1)], [part(0, 10), part(10, file.size - 1)]];
    for (const uploadInstructions of wrong) {
      const call: Call = async () =>
        answer(200, { value: { video: "urn:li:video:x", uploadToken: "", uploadInstructions } });
      const stopped = await stopOf(linkedin.prepare(draftOf("x", [file]), { ...bench.io("ok"), call }));
      expect(stopped).toMatchObject({ kind: "notSent" });
    }
  });
  test("an upload that LinkedIn refuses halfway starts over", async () => {
    const io = bench.io("ok");
    const draft = draftOf("Again", [await image(1)]);
    const call: Call = (request) =>
      request.method === "PUT" ? Promise.resolve(answer(404, null)) : io.call(request);
    expect(await stopOf(linkedin.prepare(draft, { ...io, call }))).toMatchObject({ kind: "busy" });
    expect(bench.saved()).toEqual({});
  });
  test("a file that LinkedIn can't process is refused, and forgotten", async () => {
    const file = await image(1);
    const broken = withBytes(file, new Uint8Array(file.size));
    const stopped = await stopOf(linkedin.prepare(draftOf("x", [broken]), bench.io("ok")));
    expect(stopped).toMatchObject({ kind: "refused", category: "media" });
    expect(bench.saved()).toEqual({});
  });
  test("a sign-in that ends while a file is processed is the account's, a silence the line's", async () => {
    const io = bench.io("ok");
    const gone = { status: 401, code: "REVOKED_ACCESS_TOKEN", message: "Revoked" };
    const silence: Answer = { kind: "lost", detail: "No answer." };
    for (const [message, kind] of [
      [answer(401, gone), "refused"],
      [silence, "notSent"],
    ] as const) {
      const call: Call = (request) =>
        request.method === "GET" ? Promise.resolve(message) : io.call(request);
      const stopped = await stopOf(linkedin.prepare(draftOf("x", [await image(1)]), { ...io, call }));
      expect(stopped.kind).toBe(kind);
    }
  });
  test("an interrupted wait resumes with the same file", async () => {
    const draft = draftOf("Slow", [await image(1)]);
    const stopped = await stopOf(linkedin.prepare(draft, bench.io("slow", { signal: AbortSignal.abort() })));
    expect(stopped).toMatchObject({ kind: "busy" });
    const before = puts();
    await linkedin.prepare(draft, bench.io("slow", { saved: bench.saved() }));
    expect(puts()).toBe(before);
  });
});
