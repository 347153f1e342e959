// The owner behind a request: their session, what a request of theirs must look like, and the record of what they do.
import type { Device } from "../../auth/known-devices.ts";
import { emailOf, type SignedIn } from "../../auth/session.ts";
import { Problem, type Code } from "../../errors.ts";
import { jsonUpTo, requireType } from "../http/body.ts";
import { requireOwnHost } from "../http/host.ts";
import { isSafe, requireSameOrigin } from "../http/origin.ts";
import { tokenOf } from "../http/cookie.ts";
import type { AdminDeps } from "./deps.ts";

const owners = new WeakMap<Request, SignedIn>();

/**
 * Before anything is read: a live session (except to sign in and to set up), and for what changes something our own pages as origin and
 * JSON, which no foreign form can send.
 * @throws Problem host_refused, too_many_attempts, sign_in_required, cross_origin, unsupported_media_type
 */
export async function admitOwner(request: Request, path: string, deps: AdminDeps): Promise<void> {
  requireOwnHost(request, deps.place);
  const operation = `${request.method} ${path}`;
  if (GUESSABLE.includes(operation)) refuseWait(deps.throttle.waitMs(visitorOf(request, deps).who));
  else if (!PUBLIC.includes(operation)) {
    const session = await deps.door.recognise(tokenOf(request, deps.baseUrl()));
    if (!session) throw new Problem("sign_in_required", "You must be signed in as an owner.");
    owners.set(request, session);
  }
  if (isSafe(request)) return;
  requireSameOrigin(request, deps.baseUrl());
  requireType(request, "application/json");
}

/** What takes a secret in place of a session. */
const GUESSABLE = ["POST /admin/session", "POST /admin/setup"];
const PUBLIC = ["GET /admin/setup", "HEAD /admin/setup"];

interface Visitor {
  /** What their failures are counted by. */
  readonly who: string;
  /** The browser, when an owner has signed in there before. */
  readonly device: Device | null;
}

/** @param email whom they want to be: a browser is known for one person */
export function visitorOf(request: Request, deps: AdminDeps, email?: string): Visitor {
  const device = deps.devices.deviceOf(tokenOf(request, deps.baseUrl(), "crier-device"));
  const isKnown = device !== null && (email === undefined || device.email === emailOf(email));
  return isKnown ? { who: `device ${device.id}`, device } : { who: deps.addressOf(request), device: null };
}

/** @throws Problem too_many_attempts unless nothing is to be waited for */
export function refuseWait(waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  const detail = `Too many failed attempts. Try again in ${retryAfter} s.`;
  throw new Problem("too_many_attempts", detail, { retryAfter });
}

/** The session of a request that was let in. */
export function ownerOf(request: Request): SignedIn {
  const owner = owners.get(request);
  if (!owner) throw new Problem("sign_in_required", "You must be signed in as an owner.");
  return owner;
}

/** Route setting `parse` for the body of a signed-in owner's request. */
export const adminJson = jsonUpTo(64 * 1024);

interface OperationFacts {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Codes beyond those that follow from its body, query, path and method. */
  readonly problems?: readonly Code[];
}

/** Route settings: what the operation is, for a signed-in owner. */
export function owned(facts: OperationFacts) {
  return {
    // Elysia runs `transform` before it validates the request: who may not ask learns nothing about the schema.
    transform: requireOwner,
    detail: { ...detailOf(facts), security: [{ session: [] }] },
  };
}

/** @throws Problem sign_in_required */
function requireOwner({ request }: { request: Request }): void {
  ownerOf(request);
}

export function detailOf({ id, tag, summary, description, problems = [] }: OperationFacts) {
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    "x-problems": problems,
  };
}

/** Who makes this request, as the audit log calls them. */
export const actorOf = (request: Request): string => `owner:${ownerOf(request).record.email}`;
