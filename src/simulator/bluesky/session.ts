// Bluesky's tokens in the simulator: unsigned, and naming their owner, so that none must be stored.
import { behaviourOf, isObject, type RequestHead, type Json, type Reply } from "../network.ts";

const ACCESS_S = 7200;
const REFRESH_S = 90 * 86_400;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

export type Tokens = { readonly accessJwt: string; readonly refreshJwt: string };

export function didOf(handle: string): string {
  const digest = new Bun.CryptoHasher("sha256").update(handle.toLowerCase()).digest();
  return `did:plc:${Array.from(digest.subarray(0, 24), (byte) => ALPHABET[byte % 32]).join("")}`;
}

/** `lxm`: a token for one kind of call at another service. */
export function tokensFor(handle: string, nowMs: number, lxm = ""): Tokens {
  const iat = Math.floor(nowMs / 1000);
  const claims = { sub: didOf(handle), handle, iat, ...(lxm && { lxm }) };
  return {
    accessJwt: jwt({ ...claims, scope: "com.atproto.appPass", exp: iat + ACCESS_S }),
    refreshJwt: jwt({ ...claims, scope: "com.atproto.refresh", exp: iat + REFRESH_S }),
  };
}

function jwt(claims: Json): string {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "at+jwt" })}.${part(claims)}.c2ltdWxhdGVk`;
}

function claimsOf({ headers }: RequestHead): { readonly [key: string]: Json } | null {
  try {
    const token = headers["authorization"]?.replace(/^Bearer /i, "").split(".")[1] ?? "";
    const claims: Json = JSON.parse(Buffer.from(token, "base64url").toString());
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

export function handleOf(request: RequestHead): string | null {
  const handle = claimsOf(request)?.["handle"];
  return typeof handle === "string" ? handle : null;
}

/** The reference server's answers to a missing, wrong, dead or misused token (networks/bluesky.facts.md 6); null: let in. */
export function accessOf(request: RequestHead, nsid: string, nowMs: number): Reply | null {
  if (!request.headers["authorization"]) return fail(401, "AuthMissing", "Authentication Required");
  const claims = claimsOf(request);
  const handle = claims?.["handle"];
  if (!claims || typeof handle !== "string") return fail(400, "InvalidToken", "Token could not be verified");
  const refreshing = nsid === "com.atproto.server.refreshSession";
  if (behaviourOf(handle) === "expired") {
    return fail(400, "ExpiredToken", refreshing ? "Token has been revoked" : "Token has expired");
  }
  if ((claims["scope"] === "com.atproto.refresh") !== refreshing) {
    return fail(400, "InvalidToken", "Bad token scope");
  }
  if (Number(claims["exp"]) * 1000 <= nowMs) return fail(400, "ExpiredToken", "Token has expired");
  return null;
}

export function fail(status: number, error: string, message: string): Reply {
  return { status, json: { error, message } };
}
