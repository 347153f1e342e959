// The owner behind a request: their session, what a request of theirs must look like, and the record of what they do.
import type { AuditEntry } from "../../accounts/ports.ts";
import type { SignedIn } from "../../accounts/session.ts";
import { Problem, type Code } from "../../errors.ts";
import { jsonUpTo, requireType } from "../body.ts";
import { isSafe, requireSameOrigin } from "../origin.ts";
import { tokenOf } from "../cookie.ts";
import type { AdminDeps, AdminRecords } from "./deps.ts";

const owners = new WeakMap<Request, SignedIn>();

/**
 * Before anything is read: a live session (but to sign in), and for what changes something our own pages as origin and
 * JSON, which no foreign form can send.
 * @throws Problem sign_in_required, cross_origin, unsupported_media_type
 */
export async function admitOwner(request: Request, path: string, deps: AdminDeps): Promise<void> {
  const signsIn = request.method === "POST" && path === SESSION_PATH;
  if (!signsIn) {
    const session = await deps.door.recognise(tokenOf(request, deps.baseUrl()));
    if (!session) throw new Problem("sign_in_required", "This needs an owner who is signed in.");
    owners.set(request, session);
  }
  if (isSafe(request)) return;
  requireSameOrigin(request, deps.baseUrl());
  requireType(request, "application/json");
}
const SESSION_PATH = "/admin/session";

/** The session of a request that was let in. */
export function ownerOf(request: Request): SignedIn {
  const owner = owners.get(request);
  if (!owner) throw new Problem("sign_in_required", "This needs an owner who is signed in.");
  return owner;
}

/** Route setting `parse` for the body of somebody who is signed in. */
export const adminJson = jsonUpTo(64 * 1024);

interface OperationFacts {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Codes beyond those that follow from its body, query, path and method. */
  readonly problems?: readonly Code[];
}

/** Route settings: what the operation is, for somebody who is signed in. */
export function owned(facts: OperationFacts) {
  return {
    transform: ({ request }: { request: Request }) => void ownerOf(request),
    detail: { ...detailOf(facts), security: [{ session: [] }] },
  };
}

export function detailOf({ id, tag, summary, description, problems = [] }: OperationFacts) {
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    "x-problems": problems,
  };
}

export type Act = Pick<AuditEntry, "action" | "profileId" | "subject" | "detail">;

/** The records, for one act of this request's owner. */
export function actOf(deps: AdminDeps, request: Request, act: Act): AdminRecords {
  return deps.audited(entryOf(deps, ownerOf(request).record.email, act));
}

export function entryOf(deps: AdminDeps, email: string, act: Act): AuditEntry {
  return { at: deps.clock.now(), actor: `owner:${email}`, ...act };
}
