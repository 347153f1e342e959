// Simulates the sign-in of Instagram and Threads: codes, tokens of an hour, tokens of 60 days and their refresh.
import type { Clock } from "../../clock.ts";
import { graphFailed, parametersOf } from "./graph.ts";
import type { Json, Reply, Request } from "../network.ts";
import { openGrants } from "../oauth.ts";

export interface LongTokenRules {
  /** Begins every token. */
  readonly prefix: string;
  /** `ig` or `th`, before the names of the grants. */
  readonly grants: string;
  /** Whether a code's answer is `{"data": [{…}]}`. */
  readonly wrapped: boolean;
  userId(handle: string): string;
}

const HOUR_MS = 3_600_000;
const LONG_MS = 5_183_944_000;

export function longTokens({ prefix, grants: word, wrapped, userId }: LongTokenRules, clock: Clock) {
  const rules = { rotates: null, pkce: null, clientIdName: "client_id" } as const;
  const grants = openGrants({ ...rules, prefix, accessMs: LONG_MS }, clock);
  /** Since when a token is there. */
  const made = new Map<string, { readonly at: number; readonly isShort: boolean }>();
  return { handleOf, standing: (handle: string) => grants.standing(handle).access, answer };

  function handleOf(token: string): string | null {
    const { at = 0, isShort = false } = made.get(token) ?? {};
    return isShort && clock.now() - at > HOUR_MS ? null : grants.handleOf(token);
  }

  /** Null: the request is about something else. @param path begins with the endpoint's purpose */
  async function answer(path: string, request: Request): Promise<Reply | null> {
    const { method, query } = request;
    const [grant, token] = [query.get("grant_type"), query.get("access_token") ?? ""];
    switch (`${method} ${path}`) {
      case "GET authorize/oauth/authorize":
        return grants.page(query);
      case "POST token/oauth/access_token":
        return await redeem(request);
      case "GET api/access_token":
        return grant === `${word}_exchange_token` && query.get("client_secret") ? longer(token, 0) : wrong();
      case "GET api/refresh_access_token":
        return grant === `${word}_refresh_token` ? longer(token, 24 * HOUR_MS) : wrong();
      default:
        return null;
    }
  }

  async function redeem(request: Request): Promise<Reply> {
    const form = await parametersOf(request);
    const named = form.text("client_id") !== "" && form.text("client_secret") !== "";
    const right = named && form.text("grant_type") === "authorization_code";
    const token = right
      ? grants.redeem(form.text("code"), form.text("redirect_uri"), null)
      : "invalid_request";
    if (typeof token === "string") {
      const message = right ? "Invalid authorization code" : "Invalid platform app";
      return {
        status: 400,
        json: { error_type: "OAuthException", code: 400, error_message: message },
      };
    }
    made.set(token.access, { at: clock.now(), isShort: true });
    const reported: Json = { access_token: token.access, user_id: userId(token.handle), permissions: [] };
    return { status: 200, json: wrapped ? { data: [reported] } : reported };
  }

  /** Another token of the same sign-in, for one of at least that age. */
  function longer(token: string, ageMs: number): Reply {
    const { at } = made.get(token) ?? {};
    const old = at !== undefined && clock.now() - at >= ageMs && handleOf(token) !== null;
    const next = old ? grants.exchange(token) : null;
    if (!next) return wrong();
    made.set(next.access, { at: clock.now(), isShort: false });
    return {
      status: 200,
      json: { access_token: next.access, token_type: "bearer", expires_in: next.expiresIn },
    };
  }
}

function wrong(): Reply {
  return graphFailed(190, "Error validating access token", 463);
}
