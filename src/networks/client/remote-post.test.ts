// Ids and addresses from a network are accepted only when they are harmless.
import { expect, test } from "bun:test";
import { idOf, linkOf, pictureOf, uploadAddressOf } from "./remote-post.ts";

test.each([
  ["103254962155278888", "103254962155278888"],
  ["aB_c.d-1", "aB_c.d-1"],
  ["", undefined],
  ["../x", undefined],
  ["a b", undefined],
  ["1\n2", undefined],
  ["9".repeat(129), undefined],
  ["the-token-itself", undefined],
  [5, undefined],
  [null, undefined],
])("the id %j", (reported, saved) => {
  expect(idOf(reported, { secrets: ["the-token-itself"] })).toBe(saved);
});

test.each([
  ["https://social.test/@a/1", "https://social.test/@a/1"],
  ["https://SOCIAL.test:443/@a/1", "https://social.test/@a/1"],
  ["https://social.test/a\r\nb", "https://social.test/ab"],
  ["https://crier.test/simulator#x-1", "https://crier.test/simulator#x-1"],
  ["http://social.test/@a/1", undefined],
  ["https://social.test:8443/@a/1", undefined],
  ["https://social.test@evil.test/", undefined],
  ["https://user:pass@social.test/", undefined],
  ["https://evil.test/@a/1", undefined],
  ["javascript:alert(1)", undefined],
  ["//social.test/1", undefined],
  [`https://social.test/${"x".repeat(2048)}`, undefined],
  [{}, undefined],
])("the address %j", (reported, saved) => {
  expect(linkOf(reported, ["https://social.test", "https://crier.test/simulator#x-", ""])).toBe(saved);
});

test.each([
  ["https://networks.test/up?id=1", "https://networks.test/up?id=1"],
  ["https://eu.networks.test/up", "https://eu.networks.test/up"],
  ["http://127.0.0.1:4000/x/up", "http://127.0.0.1:4000/x/up"],
  ["http://eu.networks.test/up", undefined],
  ["https://eu.networks.test:8443/up", undefined],
  ["https://evilnetworks.test/up", undefined],
  ["https://networks.test.evil.test/up", undefined],
  ["https://networks.test@evil.test/up", undefined],
  ["https://user:pass@networks.test/up", undefined],
  ["http://127.0.0.1:4001/up", undefined],
  [`https://networks.test/${"x".repeat(2048)}`, undefined],
  [5, undefined],
  [null, undefined],
])("bytes may go to %j", (reported, saved) => {
  expect(uploadAddressOf(reported, "networks.test", ["http://127.0.0.1:4000/x"])).toBe(saved);
});

test.each([
  ["https://files.social.test/a.png", "https://files.social.test/a.png"],
  ["http://raspberry.local:3000/a.png", "http://raspberry.local:3000/a.png"],
  ["javascript:alert(1)", null],
  ["data:image/svg+xml,<svg onload=alert(1)>", null],
  ["//social.test/a.png", null],
  ["https://user:pass@social.test/a.png", null],
  [`https://social.test/${"x".repeat(2048)}`, null],
  [null, null],
])("the picture %j", (reported, shown) => {
  expect(pictureOf(reported)).toBe(shown);
});
