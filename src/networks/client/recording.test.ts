// What is recorded of a request, and what never is.
import { expect, test } from "bun:test";
import { turnableClock } from "../../tests/support/clock.ts";
import type { Step } from "../../domain/evidence.ts";
import type { Answer } from "./call.ts";
import { recordCalls } from "./recording.ts";

const TOKEN = "123456:AAH/canary+token";
const ANSWERED: Answer = { kind: "answered", status: 201, headers: {}, text: "canary-answer", json: {} };

async function recorded(url: string, answer: Answer = ANSWERED): Promise<Step> {
  const clock = turnableClock();
  const steps: Step[] = [];
  const call = recordCalls(
    async () => {
      clock.turn(1500);
      return answer;
    },
    { clock, secrets: [TOKEN], name: "publish", add: (step) => void steps.push(step) },
  );
  const headers = { authorization: "canary-header" };
  expect(await call({ method: "POST", url, headers, body: { json: "canary-body" } })).toBe(answer);
  const [step] = steps;
  if (!step || steps.length > 1) throw new Error("not one step");
  expect(JSON.stringify(step)).not.toContain("canary");
  return step;
}

test("method, host, path, status and time", async () => {
  expect(await recorded("https://x.example:8443/2/posts")).toMatchObject({
    ...{ name: "publish", method: "POST", host: "x.example:8443", path: "/2/posts" },
    ...{ ms: 1500, status: 201, result: "answered", detail: null },
  });
});

test("no query, no fragment, no password", async () => {
  const step = await recorded("https://user:canary@x.example/upload?token=canary#canary");
  expect([step.host, step.path]).toEqual(["x.example", "/upload"]);
});

test("secrets in the path are masked as they are and encoded", async () => {
  const encoded = encodeURIComponent(TOKEN);
  const lowerCase = encoded.replace(/%../g, (escape) => escape.toLowerCase());
  const odd = TOKEN.replace("A", "%41");
  for (const token of [TOKEN, encodeURI(TOKEN), encoded, lowerCase, odd])
    expect((await recorded(`https://t.example/bot${token}/send`)).path).toBe("/bot[secret]/send");
});

test("a part of a path that is too long for a name is left out, and every text has a limit", async () => {
  expect((await recorded(`https://x.example/a/${"canary".repeat(20)}/b`)).path).toBe("/a/[…]/b");
  expect((await recorded(`https://x.example${"/posts".repeat(100)}`)).path).toHaveLength(300);
  expect((await recorded("https://x.example/urn%3Ali%3Apost/%ZZ")).path).toBe("/urn%3Ali%3Apost/%ZZ");
  expect((await recorded("https://x.example/urn%3Ali%3Apost")).path).toBe("/urn:li:post");
  const detail = "x".repeat(2000);
  expect((await recorded("https://x.example/", { kind: "lost", detail })).detail).toHaveLength(300);
});

test("a request without an answer says why, and an address that can't be read has no path", async () => {
  const detail = `https://t.example/bot${TOKEN}: ECONNRESET`;
  expect(await recorded("https://x.example/a", { kind: "lost", detail })).toMatchObject({
    ...{ status: null, result: "lost", detail: "https://t.example/bot[secret]: ECONNRESET" },
  });
  expect(await recorded("canary not an address", { kind: "unsent", detail: "TypeError" })).toMatchObject({
    ...{ host: "", path: "", result: "unsent" },
  });
});
