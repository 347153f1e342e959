// Finds the server behind a handle or a domain, which may have a different host name (networks/mastodon.facts.md 3).
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Answered } from "../client/call.ts";
import type { ConnectIo } from "../network.ts";

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
const ACTIVITY = /^application\/(?:activity|ld)\+json/;

/**
 * Asks the domain by WebFinger (RFC 7033) who serves a handle, or by NodeInfo. Sends no credentials, and every request
 * passes the address check of all calls. @returns an origin; the domain's own when it names no other
 */
export async function serverBehind(origin: string, user: string | null, io: ConnectIo): Promise<string> {
  const named = user === null ? await byNodeInfo(origin, io) : await byWebFinger(origin, user, io);
  return named ?? origin;
}

async function byWebFinger(origin: string, user: string, io: ConnectIo): Promise<string | undefined> {
  const resource = new URLSearchParams({ resource: `acct:${user}@${new URL(origin).host}` });
  const document = await fetchDocument(`${origin}/.well-known/webfinger?${resource}`, io);
  const self = linksOf(document).find(({ rel, type }) => rel === "self" && ACTIVITY.test(textOf(type) ?? ""));
  return originOf(self);
}

async function byNodeInfo(origin: string, io: ConnectIo): Promise<string | undefined> {
  const document = await fetchDocument(`${origin}/.well-known/nodeinfo`, io);
  const info = linksOf(document).find(({ rel }) => /\/ns\/schema\/[\d.]+$/.test(textOf(rel) ?? ""));
  return originOf(info);
}

function linksOf(document: JsonObject): JsonObject[] {
  return arrayOf(document["links"]).map(objectOf);
}

function originOf(link: JsonObject | undefined): string | undefined {
  const url = URL.parse(textOf(link?.["href"]) ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** The document at an address, after a few redirects at most; empty when there is none. */
async function fetchDocument(url: string, io: ConnectIo): Promise<JsonObject> {
  let next: string | undefined = url;
  for (let step = 0; next !== undefined && step <= MAX_REDIRECTS; step++) {
    const headers = { accept: "application/jrd+json, application/json" };
    const answer = await io.call({ method: "GET", url: next, headers, timeoutMs: TIMEOUT_MS });
    if (answer.kind !== "answered") return {};
    if (answer.status === 200) return objectOf(answer.json);
    next = redirectOf(answer, next);
  }
  return {};
}

function redirectOf({ status, headers }: Answered, from: string): string | undefined {
  const { location } = headers;
  if (!REDIRECTS.includes(status) || location === undefined) return undefined;
  return URL.parse(location, from)?.href;
}
