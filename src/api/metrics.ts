// GET /metrics: for monitoring that has the token, or that runs on this machine.
import { timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import ipaddr from "ipaddr.js";
import { Problem } from "../errors.ts";
import { EXPOSITION_TYPE } from "../ops/exposition.ts";
import { peerOf } from "./http/client-address.ts";

export interface MetricsRouteDeps {
  /** CRIER_METRICS_TOKEN; null: there is none. */
  readonly token: string | null;
  readonly text: () => Promise<string>;
}

const headers = { "content-type": EXPOSITION_TYPE, "cache-control": "no-store" };

export const metricsRoutes = (deps: MetricsRouteDeps) =>
  new Elysia({ detail: { hide: true } }).get("/metrics", async ({ request }) => {
    const { token, text } = deps;
    if (token !== null) requireToken(request, token);
    else requireLocal(request);
    return new Response(await text(), { headers });
  });

/** @throws Problem unauthorized */
function requireToken(request: Request, token: string): void {
  const [, given] = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given !== undefined && timingSafeEqual(hashOf(given), hashOf(token))) return;
  throw new Problem(
    "unauthorized",
    "/metrics is read with `Authorization: Bearer` and the token in CRIER_METRICS_TOKEN.",
  );
}

/** Of the same length, whatever was given. */
const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();

/**
 * Without a token, others must not even learn that the page exists. A proxy on this machine connects from here too, so requests
 * with its headers are refused, and so are those to a public host name, which a foreign page in a browser here could use.
 * @throws Problem not_found
 */
function requireLocal(request: Request): void {
  const isForwarded = [...request.headers.keys()].some((name) => FORWARDED.test(name));
  const { hostname } = new URL(request.url);
  const isHere = isLoopback(peerOf(request)) && (hostname === "localhost" || isLoopback(hostname));
  if (!isHere || isForwarded) throw new Problem("not_found", "Nothing exists at this URL.");
}

const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded(-.+)?|.+-connecting-ip|true-client-ip|x-client-ip)$/;

function isLoopback(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === "loopback";
}
