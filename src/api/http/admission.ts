// Lets callers in before anything else is read: by API key (D7, D8) or, on /v1, by session (D50), each as often as its
// rate limit allows (D5).
import { SCOPES } from "../../domain/api-key.ts";
import { roleMay, type Role } from "../../domain/permission.ts";
import { hasProfile, personActor } from "../../domain/person.ts";
import type { SessionRecord } from "../../domain/session.ts";
import type { Caller } from "../../domain/caller.ts";
import type { Profiles } from "../../domain/store/profiles.ts";
import type { ApiKeys } from "../../auth/api-keys.ts";
import type { SignIn } from "../../auth/session.ts";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { setCaller } from "./caller.ts";
import { tokenOf } from "./cookie.ts";
import { requireOwnHost, type Place } from "./host.ts";
import { isSafe, requireSameOrigin } from "./origin.ts";
import { openLimiter, type Limiter } from "./rate-limit.ts";

export interface AdmissionDeps {
  readonly apiKeys: ApiKeys;
  /** How people are recognised. */
  readonly admin: {
    readonly door: SignIn;
    readonly place: Place;
    readonly store: { readonly profiles: Profiles };
  };
  readonly clock: Clock;
  /** Requests a minute per key; 0: without limit, for sessions too. */
  readonly ratePerMinute: number;
  /** How many processes share that. */
  readonly processes: () => number;
  /** Where a request comes from. */
  readonly addressOf: (request: Request) => string;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

export interface Admission {
  /**
   * Lets a caller in, as often as it may ask. @returns headers
   * @throws Problem unauthorized, sign_in_required, host_refused, cross_origin, profile_required, profile_forbidden,
   * rate_limited
   */
  admit(request: Request, path: string): Promise<Readonly<Record<string, string>>>;
  /** Counts more requests of a caller that was let in. @throws Problem rate_limited */
  takeMore(request: Request, count: number): void;
}

/** What a caller's requests are counted by. */
interface Account {
  readonly who: string;
  readonly limiter: Limiter | undefined;
}

/** @param sendsBody says who sends a request, after which its body may be read */
export function openAdmission(
  deps: AdmissionDeps,
  sendsBody: (request: Request, who: string) => void,
): Admission {
  const limits = deps.ratePerMinute > 0 ? openLimits(deps.ratePerMinute, deps.clock, deps.processes) : null;
  const accounts = new WeakMap<Request, Account>();
  return {
    admit(request, path) {
      const key = bearerOf(request);
      const token = key === null && path.startsWith("/v1/") ? tokenOf(request, deps.baseUrl()) : null;
      return token === null ? admitKey(request, key) : admitPerson(request, token);
    },
    takeMore(request, count) {
      const { who, limiter } = accounts.get(request) ?? {};
      if (who !== undefined) limiter?.take(who, count);
    },
  };

  /** A caller that tries wrong keys may try less often; a live key is not shut out by others who fail from the same address. */
  async function admitKey(request: Request, key: string | null): Promise<Readonly<Record<string, string>>> {
    const record = key === null ? null : await deps.apiKeys.recognise(key, () => deps.addressOf(request));
    if (!record) {
      limits?.failures.take(deps.addressOf(request));
      // The same for a missing, malformed, unknown, revoked and expired key.
      throw new Problem("unauthorized", "No valid API key. Send `Authorization: Bearer crier_live_…`.");
    }
    const { id, profileId, scopes, simulatedOnly } = record;
    const headers = count(request, { who: id, limiter: limits?.requests });
    setCaller(request, { profileId, name: `key:${id}`, scopes, simulatedOnly, role: null });
    return headers;
  }

  async function admitPerson(request: Request, token: string): Promise<Readonly<Record<string, string>>> {
    const { door, place } = deps.admin;
    requireOwnHost(request, place);
    const session = await door.recognise(token);
    if (!session) throw new Problem("sign_in_required", "Your session is over. Sign in again.");
    if (!isSafe(request)) requireSameOrigin(request, deps.baseUrl());
    const headers = count(request, { who: session.record.id, limiter: limits?.sessions });
    setCaller(request, await personOn(request, session.record));
    return headers;
  }

  /** @throws Problem profile_required, profile_forbidden */
  async function personOn(request: Request, person: SessionRecord): Promise<Caller> {
    const profileId = request.headers.get("crier-profile")?.trim().toLowerCase() ?? "";
    if (profileId === "") throw new Problem("profile_required", "The header Crier-Profile is missing.");
    const profile = await deps.admin.store.profiles.find(profileId);
    // By its id only: names change.
    if (profile?.id !== profileId || !hasProfile(person, profileId))
      throw new Problem("profile_forbidden", "You have no profile with the id in Crier-Profile.");
    const { role } = person;
    return {
      profileId: profile.id,
      name: personActor(person),
      role,
      scopes: scopesOf(role),
      simulatedOnly: false,
    };
  }

  function count(request: Request, account: Account): Readonly<Record<string, string>> {
    accounts.set(request, account);
    sendsBody(request, account.who);
    return account.limiter?.take(account.who) ?? {};
  }
}

/** What a key would need to do what the person may. */
const scopesOf = (role: Role) =>
  SCOPES.filter((scope) => scope === "read" || roleMay(role, scope === "write" ? "draft" : "publish"));

/** Null when the request carries no bearer key: a proxy's own password (`Basic`) is none. */
function bearerOf(request: Request): string | null {
  const [scheme, key = ""] = (request.headers.get("authorization") ?? "").split(" ", 2);
  return scheme?.toLowerCase() === "bearer" ? key : null;
}

/** Wrong keys an address may try in a minute. */
const FAILURES_PER_MINUTE = 20;
/** Requests of a session: a page asks for much at once, and checks a post while it is written. */
const SESSION_PER_MINUTE = 600;

function openLimits(perMinute: number, clock: Clock, processes: () => number) {
  const windowMs = 60_000;
  const whole = (limit: number) => ({ limit, windowMs, burst: limit });
  const burst = Math.max(1, Math.ceil(perMinute / 2));
  return {
    requests: openLimiter("default", { limit: perMinute, windowMs, burst }, clock, processes),
    sessions: openLimiter("session", whole(SESSION_PER_MINUTE), clock, processes),
    failures: openLimiter("failed-keys", whole(FAILURES_PER_MINUTE), clock, processes),
  };
}
