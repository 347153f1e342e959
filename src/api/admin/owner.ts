// The person behind a request: their session, what they may do, what a request of theirs must look like, and the record
// of what they do.
import { noAccount } from "../../admin/accounts.ts";
import { noKey } from "../../admin/keys.ts";
import { existingProfile, noProfile } from "../../admin/profiles.ts";
import type { Device } from "../../auth/known-devices.ts";
import { emailOf, type SignedIn } from "../../auth/session.ts";
import { requirePermission, type Permission } from "../../domain/permission.ts";
import { hasProfile, personActor } from "../../domain/person.ts";
import type { Profile } from "../../domain/profile.ts";
import type { SessionRecord } from "../../domain/session.ts";
import { Problem, type Code } from "../../errors.ts";
import { jsonUpTo, requireType } from "../http/body.ts";
import { requireOwnHost } from "../http/host.ts";
import { isSafe, requireSameOrigin } from "../http/origin.ts";
import { tokenOf } from "../http/cookie.ts";
import type { AdminDeps } from "./deps.ts";

/** Requests of people, with what is needed to find out whose things they name. */
const admitted = new WeakMap<Request, { readonly session: SignedIn; readonly deps: AdminDeps }>();

/**
 * Before anything is read: a live session (except where a secret takes its place), and for what changes something our
 * own pages as origin and JSON, which no foreign form can send.
 * @throws Problem host_refused, too_many_attempts, sign_in_required, cross_origin, unsupported_media_type
 */
export async function admitPerson(request: Request, path: string, deps: AdminDeps): Promise<void> {
  requireOwnHost(request, deps.place);
  const operation = `${request.method} ${path}`;
  if (GUESSABLE.includes(operation)) refuseWait(await deps.throttle.waitMs(visitorOf(request, deps).who));
  else if (!PUBLIC.includes(operation)) {
    const session = await deps.door.recognise(tokenOf(request, deps.baseUrl()));
    if (!session) throw signInRequired();
    admitted.set(request, { session, deps });
  }
  if (isSafe(request)) return;
  requireSameOrigin(request, deps.baseUrl());
  requireType(request, "application/json");
}

const signInRequired = () => new Problem("sign_in_required", "You must be signed in.");

/** What takes a secret in place of a session. */
const GUESSABLE = ["POST /admin/session", "POST /admin/setup"];
const PUBLIC = [
  "GET /admin/setup",
  "HEAD /admin/setup",
  "POST /admin/invites/open",
  "POST /admin/invites/accept",
];

interface Visitor {
  /** What their failures are counted by. */
  readonly who: string;
  /** The browser, when a person has signed in there before. */
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
export function sessionOf(request: Request): SignedIn {
  const found = admitted.get(request);
  if (!found) throw signInRequired();
  return found.session;
}

/** The person of a request that was let in, and what they may do. */
export const personOf = (request: Request): SessionRecord => sessionOf(request).record;

/** Who makes this request, as the audit log calls them. */
export const actorOf = (request: Request): string => personActor(personOf(request));

/** Route setting `parse` for the body of a signed-in person's request. */
export const adminJson = jsonUpTo(64 * 1024);

interface OperationFacts {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Codes beyond those that follow from its body, query, path and method. */
  readonly problems?: readonly Code[];
}

/** What belongs to a profile and is named by `:id` in a path. */
type Subject = "profile" | "account" | "key";

interface PersonOperationFacts extends OperationFacts {
  /** What the person's role must allow. */
  readonly permission: Permission;
  /** What `:id` names, which has to be of one of the person's profiles; default: nothing of a profile. */
  readonly of?: Subject;
}

/** Route settings: what the operation is, and what a signed-in person needs for it. */
export function personOperation({ permission, of, ...facts }: PersonOperationFacts) {
  return {
    // Elysia runs `transform` before it validates the request: who may not ask learns nothing about the schema.
    transform: async ({ request, params }: { request: Request; params?: unknown }) => {
      requirePermission(personOf(request).role, permission);
      if (of !== undefined) await requireVisible(request, of, idIn(params));
    },
    detail: { ...detailOf(facts), "x-permission": permission, security: [{ session: [] }] },
  };
}

/** Route settings of an operation for everybody. */
export const openToAll = (facts: OperationFacts) => ({
  ...detailOf(facts),
  "x-permission": "public" as const,
});

function detailOf({ id, tag, summary, description, problems = [] }: OperationFacts) {
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    "x-problems": problems,
  };
}

const idIn = (params: unknown): string => {
  const { id = "" } = (params ?? {}) as { readonly id?: string };
  return id.toLowerCase();
};

/** For each kind of thing: the profile that it is of, and the answer where there is none. */
const SUBJECTS: Record<
  Subject,
  { profileOf: (id: string, deps: AdminDeps) => Promise<string | null>; missing: () => Problem }
> = {
  profile: { profileOf: async (id) => id, missing: noProfile },
  account: {
    profileOf: async (id, { store }) => (await store.accounts.find(id))?.profileId ?? null,
    missing: noAccount,
  },
  key: { profileOf: async (id, { store }) => (await store.keys.find(id))?.profileId ?? null, missing: noKey },
};

/** What is of another's profile is, to this person, not there. @throws Problem not_found, as for an id of nothing */
async function requireVisible(request: Request, of: Subject, id: string): Promise<void> {
  const { session, deps } = admitted.get(request) ?? {};
  if (!session || !deps) throw signInRequired();
  if (session.record.profiles === "all") return;
  const { profileOf, missing } = SUBJECTS[of];
  const profileId = await profileOf(id, deps);
  if (profileId !== null && !hasProfile(session.record, profileId)) throw missing();
}

/** A profile that the person works with. @throws Problem not_found, also for one of others */
export async function visibleProfile(request: Request, id: string, deps: AdminDeps): Promise<Profile> {
  const profile = await existingProfile(id, deps);
  if (!hasProfile(personOf(request), profile.id)) throw noProfile();
  return profile;
}
