// Compares posts as X shows them with the texts that were written.
import { expect, test } from "bun:test";
import { hasText } from "./match.ts";

test("what X makes of a text is undone", () => {
  const text = "1 < 2 & 3 example.org/x https://example.com/?a=1&b=2";
  const urls = [
    { url: "https://t.co/a", expanded_url: "http://example.org/x" },
    { url: "https://t.co/b", unwound_url: "https://example.com/?a=1&b=2" },
    { url: "https://t.co/c", expanded_url: "https://x.com/a/status/1/photo/1" },
  ];
  const shown = "1 &lt; 2 &amp; 3 https://t.co/a https://t.co/b https://t.co/c";
  expect(hasText({ text: shown, entities: { urls } }, text)).toBe(true);
  expect(hasText({ text: shown, entities: { urls: urls.slice(1) } }, text)).toBe(false);
  expect(hasText({ text: "", entities: {} }, "")).toBe(false);
  expect(hasText({ text: "&amp;lt;" }, "&lt;")).toBe(true);
});
