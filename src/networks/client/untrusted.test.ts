// Names, addresses, numbers and times from a network are checked before use.
import { expect, test } from "bun:test";
import type { Connection } from "../network.ts";
import { cleanConnection, expiryOf, nameOf } from "./untrusted.ts";

const NOW = Date.UTC(2027, 0, 31);

test.each([
  ["plain", "plain"],
  ["Ünï 日本 👩‍👩‍👧 family", "Ünï 日本 👩‍👩‍👧 family"],
  ["esc\u001b[2J\u0007bel", "esc [2J bel"],
  ["two\r\nlines\u2028three\u0085four", "two lines three four"],
  ["right\u202eto\u2066left\u200b\ufeff", "righttoleft"],
  ["\u009b31mred", "31mred"],
  ["\ud800alone", "\ufffdalone"],
  ["x".repeat(100_000), "x".repeat(200)],
  ["🚣".repeat(300), "🚣".repeat(200)],
  ["\u0000\u001b", ""],
])("a name in one line: %j", (reported, saved) => {
  expect(nameOf(reported)).toBe(saved);
});

const hostile: Connection = {
  remoteId: "1",
  server: "evil.test",
  handle: "a\n- b\u001b]0;x\u0007",
  displayName: "\u202e",
  credentials: {},
  avatarUrl: "data:text/html,x",
  profileUrl: "javascript:alert(document.cookie)//",
  expiresAt: 1e300,
  rules: {
    text: { max: 1e12, linkLength: -1, maxBytes: null },
    quota: { posts: Infinity, windowMs: NaN },
    media: { maxItems: 1e9, image: { maxBytes: 1e6, mimes: ["image/png"] }, video: null },
  },
};

test("an account is sanitized", () => {
  expect(cleanConnection(hostile, NOW)).toEqual({
    remoteId: "1",
    server: "evil.test",
    handle: "a - b ]0;x",
    displayName: "a - b ]0;x",
    credentials: {},
    avatarUrl: null,
    profileUrl: null,
    expiresAt: null,
    rules: {
      text: { maxBytes: null },
      media: { image: { maxBytes: 1e6, mimes: ["image/png"] }, video: null },
    },
  });
  expect(cleanConnection({ ...hostile, profileUrl: "http://pi.lan/@a" }, NOW).profileUrl).toBe(
    "http://pi.lan/@a",
  );
});

test.each([
  [60, NOW + 60_000],
  [undefined, null],
  [1e300, null],
  [-1e15, null],
  [NaN, null],
])("credentials end in %d s", (seconds, at) => {
  expect(expiryOf(NOW, seconds)).toBe(at);
});
