// Signs statements and verifies them: compact JWS (RFC 7515) with Ed25519 (RFC 8037).
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from "node:crypto";
import type { PublicKey } from "../domain/signing-key.ts";

export interface SigningKey {
  readonly publicKey: PublicKey;
  /** @param typ media type of the claims, without `application/` @returns the compact JWS */
  sign(typ: string, claims: object): string;
  /** The bare signature of a text, base64: for webhooks, which have their own form. */
  signText(text: string): string;
}

/** Before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const ALGORITHM = "EdDSA";

/** @param seed 32 secret bytes; the same seed is the same key */
export function openSigningKey(seed: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const publicKey = { kid: thumbprint(x), x };
  return {
    publicKey,
    sign(typ, claims) {
      const head = encode({ alg: ALGORITHM, typ, kid: publicKey.kid });
      const signed = `${head}.${encode(claims)}`;
      return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
    },
    signText: (text) => sign(null, Buffer.from(text), key).toString("base64"),
  };
}

/** RFC 7638: the required members of an OKP key in alphabetical order. */
const thumbprint = (x: string) =>
  hash("sha256", JSON.stringify({ crv: "Ed25519", kty: "OKP", x }), "base64url");

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A public key as a JWK Set lists it (RFC 7517, RFC 8037). */
export const jwkOf = ({ kid, x }: PublicKey) =>
  ({ kty: "OKP", crv: "Ed25519", x, kid, alg: ALGORITHM, use: "sig" }) as const;

/** The Ed25519 keys of a JWK Set; null when it is not one. */
export function keysIn(set: unknown): PublicKey[] | null {
  if (!isObject(set) || !Array.isArray(set["keys"])) return null;
  return set["keys"].flatMap((key: unknown) => {
    const isOurs = isObject(key) && key["kty"] === "OKP" && key["crv"] === "Ed25519";
    return isOurs && typeof key["x"] === "string" ? [{ kid: thumbprint(key["x"]), x: key["x"] }] : [];
  });
}

export type JwsVerdict =
  | { readonly kind: "valid"; readonly kid: string; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: "malformed" }
  /** None of the keys is the one that its header names. */
  | { readonly kind: "unknown_key"; readonly kid: string }
  /** The signature does not fit: it was changed, or somebody else signed it. */
  | { readonly kind: "forged"; readonly kid: string };

/** @param typ the media type it must have */
export function verifyJws(jws: string, typ: string, keys: readonly PublicKey[]): JwsVerdict {
  const [, head = "", claims = "", signature = ""] = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/.exec(jws) ?? [];
  const header = decode(head);
  const kid = header?.["kid"];
  if (header?.["alg"] !== ALGORITHM || header["typ"] !== typ || "crit" in header || typeof kid !== "string")
    return { kind: "malformed" };
  const known = keys.find((key) => key.kid === kid);
  if (!known) return { kind: "unknown_key", kid };
  const key = publicKeyOf(known);
  const isSigned =
    key !== null && verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"));
  if (!isSigned) return { kind: "forged", kid };
  const content = decode(claims);
  return content === null ? { kind: "malformed" } : { kind: "valid", kid, claims: content };
}

function publicKeyOf({ x }: PublicKey): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch {
    return null;
  }
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
