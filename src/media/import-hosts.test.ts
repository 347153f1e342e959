// Which hosts can stand on the list, and which addresses it lets through (D32).
import { expect, test } from "bun:test";
import { importHost, isImportHost } from "./import-hosts.ts";

test.each([
  ["media.example.com", "media.example.com"],
  ["Media.EXAMPLE.com", "media.example.com"],
  ["media.example.com.", "media.example.com"],
  ["*.example.com", "*.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
])("%s stands as %s", (text, host) => expect(importHost(text)).toBe(host));

test.each([
  "",
  "*",
  "*.",
  "*.com",
  "localhost",
  "a.*.com",
  "*.*.example.com",
  "**.example.com",
  "a..b",
  "-a.example",
  "https://example.com",
  "example.com/a",
  "example.com:8443",
  "me@example.com",
  "a b.example",
  "a\texample.com",
  "127.0.0.1",
  "0x7f.1",
  "2130706433",
  "[::1]",
  "::1",
  "1.2.3.4.",
  "％.example",
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(130)}example`,
  "example.com?x",
  "example.com#x",
  "example.com\\x",
  "exa%6dple.com",
  "a_b.example",
])("%s is none", (text) => expect(importHost(text)).toBeNull());

test("an exact name is itself alone, a wildcard all below it and not itself", () => {
  const list = ["media.example.com", "*.cdn.example"];
  const through = (hostname: string) => isImportHost(list, hostname);
  expect(["media.example.com", "a.cdn.example", "b.a.cdn.example"].filter(through)).toHaveLength(3);
  const others = [
    "example.com",
    "x.media.example.com",
    "cdn.example",
    "evilcdn.example",
    "a.cdn.example.evil.com",
  ];
  expect([...others, "media.example.com.evil.com", ""].filter(through)).toEqual([]);
});
