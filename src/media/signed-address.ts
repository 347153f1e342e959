// Signs and checks URLs that grant access to one thing, for one purpose, for a limited time (D29, D31).
import { createHmac, timingSafeEqual } from "node:crypto";

/** What a signature allows; an address for one purpose is none for another. */
export type Purpose = "upload" | "media" | "canary";

export interface Signer {
  /** The query that makes the address work until `expiresAt` (ms since 1970; rounded up to the second). */
  sign(purpose: Purpose, subject: string, expiresAt: number): URLSearchParams;
  /** "valid", or why not: the caller says it in its own words. */
  check(purpose: Purpose, subject: string, query: URLSearchParams): "valid" | "expired" | "invalid";
}

/** @param key 32 secret bytes */
export function openSigner(key: Uint8Array, now: () => number): Signer {
  // Lengths first: no two sets of words make the same text.
  const mac = (...words: string[]) =>
    createHmac("sha256", key)
      .update(words.map((word) => `${word.length}:${word}`).join())
      .digest();
  return {
    sign(purpose, subject, expiresAt) {
      const expires = String(Math.ceil(expiresAt / 1000));
      const signature = mac(purpose, subject, expires).toString("base64url");
      return new URLSearchParams({ expires, signature });
    },
    check(purpose, subject, query) {
      const expires = query.get("expires") ?? "";
      const signature = Buffer.from(query.get("signature") ?? "", "base64url");
      const expected = mac(purpose, subject, expires);
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return "invalid";
      return Number(expires) * 1000 > now() ? "valid" : "expired";
    },
  };
}
