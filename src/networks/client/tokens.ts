// Reads tokens that were entered, and obtains and refreshes them with a standard OAuth 2 sign-in.
import { momentOf } from "../../time.ts";
import type { ConnectField, ConnectIo, Credentials, Grant, Renewal } from "../network.ts";
import { redeemCode, refreshTokens, type TokenEndpoint, type Tokens } from "./oauth.ts";
import { refusedStep } from "./outcome.ts";

/** The help text of each field. */
interface TokenHelp {
  readonly access: string;
  /** Null where the network gives no refresh tokens. */
  readonly refresh: string | null;
  readonly ends: string;
}

export function tokenFields({ access, refresh, ends }: TokenHelp): ConnectField[] {
  const optional = { default: null, optional: true } as const;
  return [
    { name: "accessToken", label: "Access token", help: access, secret: true, default: null },
    ...(refresh === null
      ? []
      : [{ name: "refreshToken", label: "Refresh token", help: refresh, secret: true, ...optional }]),
    { name: "expiresAt", label: "Access token ends", help: ends, secret: false, ...optional },
  ];
}

/** Reads the token fields. `expiresAt` is ms since 1970, null when empty. @throws StepFailedError when it is not a valid time */
export function parseTokenFields(fields: Credentials): {
  credentials: Credentials;
  expiresAt: number | null;
} {
  const { accessToken = "", refreshToken = "", expiresAt = "" } = fields;
  const credentials = {
    accessToken: accessToken.trim(),
    ...(refreshToken.trim() !== "" && { refreshToken: refreshToken.trim() }),
  };
  const ends = expiresAt.trim();
  const at = ends === "" ? null : momentOf(ends);
  if (ends === "" || at !== null) return { credentials, expiresAt: at };
  const detail = "The expiry of the access token is not a valid time. Example: 2027-01-31T12:00:00Z";
  throw refusedStep("auth", detail);
}

/** Exchanges a code for the values of the token fields. @throws StepFailedError */
export async function exchangeCode(grant: Grant, at: TokenEndpoint, io: ConnectIo): Promise<Credentials> {
  return fieldsOf(await redeemCode(grant, at, io));
}

export function fieldsOf(tokens: Pick<Tokens, "accessToken" | "refreshToken" | "expiresAt">): Credentials {
  const { expiresAt } = tokens;
  return {
    ...secretsOf(tokens),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
  };
}

/** Replaces the tokens in the credentials; null without a refresh token. @param lifetimeMs lifetime of tokens without an expiry */
export async function refreshCredentials(
  credentials: Credentials,
  at: TokenEndpoint,
  io: ConnectIo,
  lifetimeMs: number | null,
): Promise<Renewal | null> {
  const { refreshToken = "" } = credentials;
  if (refreshToken === "") return null;
  const tokens = await refreshTokens(refreshToken, at, io);
  const usually = lifetimeMs === null ? null : io.now() + lifetimeMs;
  return { credentials: { ...credentials, ...secretsOf(tokens) }, expiresAt: tokens.expiresAt ?? usually };
}

function secretsOf({ accessToken, refreshToken }: Pick<Tokens, "accessToken" | "refreshToken">): Credentials {
  return { accessToken, ...(refreshToken !== null && { refreshToken }) };
}
