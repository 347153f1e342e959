// Signed addresses: for one thing, for one purpose, until their time.
import { expect, test } from "bun:test";
import { openSigner } from "./signed-address.ts";

let at = 1_000_000;
const signer = openSigner(new Uint8Array(32).fill(7), () => at);

test("holds until its time, and for nothing else", () => {
  at = 1_000_000;
  const query = signer.sign("upload", "one", 1_060_000);
  expect(signer.check("upload", "one", query)).toBe("valid");
  expect(signer.check("media", "one", query)).toBe("invalid");
  expect(signer.check("upload", "two", query)).toBe("invalid");
  at = 1_060_000;
  expect(signer.check("upload", "one", query)).toBe("expired");
});

test("a changed, cut or missing part is invalid", () => {
  at = 1_000_000;
  const query = signer.sign("upload", "one", 1_060_000);
  const later = new URLSearchParams({ ...Object.fromEntries(query), expires: "9999999999" });
  expect(signer.check("upload", "one", later)).toBe("invalid");
  const cut = new URLSearchParams({ ...Object.fromEntries(query), signature: "AAAA" });
  expect(signer.check("upload", "one", cut)).toBe("invalid");
  expect(signer.check("upload", "one", new URLSearchParams())).toBe("invalid");
});

test("another key's signature is invalid", () => {
  const other = openSigner(new Uint8Array(32).fill(8), () => at);
  expect(signer.check("upload", "one", other.sign("upload", "one", at + 60_000))).toBe("invalid");
});
