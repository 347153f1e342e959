// Tests that a request's fingerprint stays what it is: keys of the last day are stored with theirs, also after an update.
import { expect, test } from "bun:test";
import { fingerprintOf } from "./idempotency.ts";

test("the fingerprint is that of the request as JSON with its keys in order", async () => {
  const body = {
    options: { x: { b: [1, 2.5e30, -0], a: null }, "10": true, "9": {}, 日本: '\ud83d "' },
    media: ["m2", "m1"],
    caption: "A\n🚣",
    accounts: ["x", "bluesky", "X"],
    lenient: undefined,
    labels: [],
  };
  const options = '{"9":{},"10":true,"x":{"a":null,"b":[1,2.5e+30,0]},"日本":"\\ud83d \\""}';
  const json = `{"accounts":["X","bluesky","x"],"caption":"A\\n🚣","labels":[],"media":["m2","m1"],"options":${options}}`;
  expect(await fingerprintOf(body)).toBe(new Bun.CryptoHasher("sha256").update(json).digest("hex"));
});

test("only what differs in meaning has another fingerprint", async () => {
  const post = { caption: "A", accounts: ["x", "y"], media: ["a", "b"] };
  const same = { media: ["a", "b"], accounts: ["y", "x"], caption: "A" };
  expect(await fingerprintOf(same)).toBe(await fingerprintOf(post));
  for (const other of [{ media: ["b", "a"] }, { accounts: ["x"] }, { caption: "a" }, { labels: [] }])
    expect(await fingerprintOf({ ...post, ...other })).not.toBe(await fingerprintOf(post));
});
