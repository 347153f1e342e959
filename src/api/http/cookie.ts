// Cookies that hold a token. `__Host-` binds one to this very host and to TLS; over plain http browsers refuse such a cookie.
import { LONGEST_SESSION_MS } from "../../auth/session.ts";

/**
 * What a browser is known by, and for how many seconds: who is signed in, who is about to connect an account, and who
 * has signed in before.
 */
const COOKIES = {
  crier: LONGEST_SESSION_MS / 1000,
  "crier-connect": 3600,
  "crier-device": 365 * 24 * 3600,
} as const;
type Name = keyof typeof COOKIES;

export const cookieName = (baseUrl: string, name: Name = "crier"): string =>
  isSecure(baseUrl) ? `__Host-${name}` : name;

/** The token that the browser sends; null when it sends none. */
export function tokenOf(request: Request, baseUrl: string, name: Name = "crier"): string | null {
  const start = `${cookieName(baseUrl, name)}=`;
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? null;
}

export const cookieWith = (token: string, baseUrl: string, name: Name = "crier"): string =>
  cookie(name, token, COOKIES[name], baseUrl);

export const noCookie = (baseUrl: string): string => cookie("crier", "", 0, baseUrl);

function cookie(name: Name, value: string, seconds: number, baseUrl: string): string {
  const secure = isSecure(baseUrl) ? "; Secure" : "";
  return `${cookieName(baseUrl, name)}=${value}; Path=/; Max-Age=${seconds}${secure}; HttpOnly; SameSite=Lax`;
}

const isSecure = (baseUrl: string) => baseUrl.startsWith("https:");
