// D34: what an answer to the publishing request proves, for every status.
import { describe, expect, test } from "bun:test";
import type { Answer, Answered } from "./call.ts";
import { isObject } from "./json.ts";
import { StepFailedError } from "../network.ts";
import { outcomeOf, requireSuccess, retryAfterMs, type AnswerReader } from "./outcome.ts";
import { quote, type AnswerContext } from "./redaction.ts";

const context: AnswerContext = {
  now: () => Date.parse("2026-11-21T12:00:00Z"),
  secrets: ["s3cr3t-canary"],
};
const reading: AnswerReader = {
  network: "Toy",
  accepted: ({ json }) =>
    isObject(json) && typeof json["id"] === "string"
      ? { kind: "accepted", remoteId: json["id"], url: null }
      : undefined,
  refusal: ({ json, status }) => {
    if (!isObject(json) || typeof json["error"] !== "string") return undefined;
    if (status === 429) return { kind: "busy", retryAfterMs: null, detail: "later" };
    return { kind: "refused", category: "content", detail: json["error"] };
  },
};
function answer(status: number, json?: Answered["json"], headers: Record<string, string> = {}): Answered {
  return { kind: "answered", status, headers, text: "", json };
}
const kind = (given: Answer) => outcomeOf(given, reading, context).kind;

describe("the publishing request", () => {
  test("D34: unsent is not sent, lost is unknown", () => {
    expect(kind({ kind: "unsent", detail: "x" })).toBe("notSent");
    expect(kind({ kind: "lost", detail: "x" })).toBe("unknown");
  });
  test("D34: only a 2xx with an id is accepted", () => {
    for (let status = 100; status < 600; status++) {
      expect(kind(answer(status, { id: "1" })) === "accepted").toBe(status >= 200 && status < 300);
      expect(kind(answer(status, { ok: true }))).toBe("unknown");
      expect(kind(answer(status))).toBe("unknown");
    }
  });
  test("D34: only a documented 4xx is a refusal, and never 408, 409 or 425", () => {
    for (let status = 100; status < 600; status++) {
      const got = kind(answer(status, { error: "no" }));
      if (status < 400 || status >= 500 || [408, 409, 425].includes(status)) expect(got).toBe("unknown");
      else expect(got).toBe(status === 429 ? "busy" : "refused");
    }
  });
});

describe("a step that may be repeated", () => {
  const stopped = (given: Answer) => {
    try {
      return requireSuccess(given, reading, context);
    } catch (error) {
      return error instanceof StepFailedError ? error.outcome : error;
    }
  };
  test("D35: everything except a clear refusal is worth a retry", () => {
    expect(stopped({ kind: "lost", detail: "x" })).toMatchObject({ kind: "notSent" });
    expect(stopped({ kind: "unsent", detail: "x" })).toMatchObject({ kind: "notSent" });
    for (const status of [408, 409, 425, 429, 500, 502, 503]) {
      expect(stopped(answer(status))).toMatchObject({ kind: "busy" });
    }
    expect(stopped(answer(503, undefined, { "retry-after": "7" }))).toMatchObject({ retryAfterMs: 7000 });
    expect(stopped(answer(400, { error: "no" }))).toMatchObject({ kind: "refused", category: "content" });
    expect(stopped(answer(404))).toMatchObject({ kind: "refused", category: "unknown" });
    expect(stopped(answer(204))).toMatchObject({ kind: "answered" });
  });
});

describe("how long to wait", () => {
  test.each([
    [{ "retry-after": "120" }, 120_000],
    [{ "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
    [{ "x-reset": "2026-11-21T12:05:00.000Z" }, 300_000],
    [{ "x-reset": String(Date.parse("2026-11-21T12:01:00Z") / 1000) }, 60_000],
    [{ "retry-after": "99999999999" }, 86_400_000],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ])("%p", (headers, expected) => {
    expect(retryAfterMs(answer(429, undefined, headers), context, "x-reset")).toBe(expected);
  });
});

test.each(["%s", "x %s.", "Basic %s"])("a secret is not repeated in another form: %s", (text) => {
  const secret = "s3cr3t/canary+1";
  const shy = { ...context, secrets: [secret] };
  const form = new URLSearchParams({ x: secret }).toString().slice(2);
  const base64 = Buffer.from(secret).toString("base64");
  for (const reported of [secret, encodeURIComponent(secret), form, base64, base64.replaceAll("=", "")])
    expect(quote(text.replace("%s", reported), shy)).toBe(text.replace("%s", "[secret]").replace(/=*$/, ""));
});

test("a quote contains no secrets and no control characters, and is short", () => {
  const text = quote(`bad\n\u202etoken s3cr3t-canary ${"x".repeat(1000)}`, context);
  expect(text).toStartWith("bad token [secret] xxx");
  expect(text.length).toBeLessThan(310);
});
