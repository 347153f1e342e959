// Sign-in of Instagram and Threads: exchanges a code for a token of 60 days and refreshes it (networks/instagram.facts.md 3, networks/threads.facts.md 3).
import type { Answered } from "../client/call.ts";
import { arrayOf, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type ConnectIo, type Credentials, type Grant, type Renewal } from "../network.ts";
import { requireApplication } from "../client/oauth.ts";
import { requireSuccess, retryAfterMs, unreadable, type AnswerReader, refused } from "../client/outcome.ts";
import { quote, contextOf } from "../client/redaction.ts";
import { expiryOf } from "../client/untrusted.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import { parseTokenFields } from "../client/tokens.ts";
import { graphErrorOf } from "./graph.ts";
import type { Api } from "../client/api.ts";

/** How Instagram or Threads names the parts of the sign-in. */
export interface LongLivedTokens {
  /** The network's id, which names its settings. */
  readonly id: string;
  readonly network: string;
  /** `ig` or `th`, before the names of the grants. */
  readonly prefix: string;
  /** The address that exchanges a code for a token. */
  redeem(io: ConnectIo): string;
  /** The address that exchanges a token: the path is `access_token` or `refresh_access_token`. */
  trade(path: string, io: ConnectIo): string;
}

/** Exchanges a code for the values of `fields`. @throws StepFailedError */
export async function exchangeCode(grant: Grant, at: LongLivedTokens, io: ConnectIo): Promise<Credentials> {
  const { id, secret } = requireApplication(io, at.id);
  // Meta appends a fragment to the redirect address.
  const code = grant.code.replace(/#_$/, "");
  const form = { client_id: id, client_secret: secret, grant_type: "authorization_code", code };
  const answer = await io.call({
    method: "POST",
    url: at.redeem(io),
    body: { form: { ...form, redirect_uri: grant.redirectUri } },
  });
  const ended = `${at.network} did not accept the code of this sign-in, which works once and for a short time. Start again.`;
  const tokens = successOf(answer, ended, [code], at, io);
  // The response is either flat or a list with one item.
  const [first] = arrayOf(tokens["data"]);
  const short = textOf(tokens["access_token"]) ?? textOf(objectOf(first)["access_token"]);
  if (short === undefined) throw unreadable(at.network, "the token");
  const long = await tradeToken("exchange", short, { client_secret: secret }, at, io);
  const expiresAt = long.expiresAt === null ? {} : { expiresAt: new Date(long.expiresAt).toISOString() };
  return { accessToken: long.token, ...expiresAt };
}

/**
 * The token that was entered. Without an expiry it is refreshed at once, because the new one has an expiry; a token of
 * today can't be refreshed yet. @throws StepFailedError when the expiry is not a valid time
 */
export async function parseTokenField(
  fields: Credentials,
  at: LongLivedTokens,
  io: ConnectIo,
): Promise<{ accessToken: string; expiresAt: number | null }> {
  const { credentials, expiresAt: typed } = parseTokenFields(fields);
  const { accessToken = "" } = credentials;
  if (typed !== null) return { accessToken, expiresAt: typed };
  try {
    const { token, expiresAt: ends } = await tradeToken("refresh", accessToken, {}, at, io);
    return { accessToken: token, expiresAt: ends };
  } catch (error) {
    if (error instanceof StepFailedError) return { accessToken, expiresAt: null };
    throw error;
  }
}

/** A new token for 60 days. @throws StepFailedError `auth` when the old one has expired or is younger than a day */
export async function refreshToken(
  credentials: Credentials,
  at: LongLivedTokens,
  io: ConnectIo,
): Promise<Renewal> {
  const { token, expiresAt } = await tradeToken("refresh", credentials["accessToken"] ?? "", {}, at, io);
  return { credentials: { ...credentials, accessToken: token }, expiresAt };
}

async function tradeToken(
  grant: "exchange" | "refresh",
  token: string,
  proof: Readonly<Record<string, string>>,
  at: LongLivedTokens,
  io: ConnectIo,
): Promise<{ token: string; expiresAt: number | null }> {
  const path = grant === "exchange" ? "access_token" : "refresh_access_token";
  const query = { grant_type: `${at.prefix}_${grant}_token`, ...proof, access_token: token };
  const askedAt = io.now();
  const answer = await io.call({
    method: "GET",
    url: `${at.trade(path, io)}?${new URLSearchParams(query).toString()}`,
  });
  const ended = `${at.network} no longer accepts this sign-in. Connect the account again.`;
  const tokens = successOf(answer, ended, [token], at, io);
  const created = textOf(tokens["access_token"]);
  if (created === undefined) throw unreadable(at.network, "the token");
  const seconds = numberOf(tokens["expires_in"]);
  return { token: created, expiresAt: expiryOf(askedAt, seconds) };
}

function successOf(
  answer: Parameters<typeof requireSuccess>[0],
  ended: string,
  secrets: readonly string[],
  { network }: LongLivedTokens,
  io: ConnectIo,
): JsonObject {
  const errors = { network, refusal: refusalOf(network, ended) };
  return objectOf(requireSuccess(answer, errors, contextOf(io, secrets)).json);
}

/** Graph's envelope, or `{"error_type", "code", "error_message"}`. */
function refusalOf(network: string, ended: string): AnswerReader["refusal"] {
  return (answer: Answered, context) => {
    const graph = graphErrorOf(answer);
    const { error_type: type, error_message: message } = objectOf(answer.json);
    const quoted = quote(graph?.message ?? textOf(message) ?? textOf(type) ?? "", context).replace(/\.$/, "");
    if (answer.status >= 500 || answer.status === 429 || [1, 2, 4, 17, 32, 613].includes(graph?.code ?? 0)) {
      const detail = `Sign-in at ${network} is temporarily unavailable.`;
      return { kind: "busy", retryAfterMs: retryAfterMs(answer, context), detail };
    }
    if (graph?.code === 190 || textOf(message)?.toLowerCase().includes("code") === true)
      return refused("auth", ended);
    return refused("unknown", `${network} refused the sign-in${quoted && `: ${quoted}`} (${answer.status}).`);
  };
}

// ---- what a token may publish

const DAY_S = 86_400;

/** How many posts the account has published in the window, and how many it may; null where Meta does not report it. */
export async function publishingLimit(
  url: string,
  api: Api,
  credentials: Credentials,
  io: ConnectIo,
): Promise<{ used: number | null; total: number | null; rules: RuleChanges }> {
  const [first] = arrayOf((await api.peek(io, credentials, url))?.["data"]);
  const { quota_usage: usedIds, config } = objectOf(first);
  const { quota_total: total, quota_duration: seconds } = objectOf(config);
  const posts = numberOf(total) ?? 0;
  const windowMs = (numberOf(seconds) ?? DAY_S) * 1000;
  const rules = posts > 0 && windowMs > 0 ? { quota: { posts, windowMs } } : {};
  return { used: numberOf(usedIds) ?? null, total: numberOf(total) ?? null, rules };
}
