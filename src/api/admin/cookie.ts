// The session's cookie. `__Host-` binds it to this very host and to TLS; over plain http browsers refuse such a cookie.
import { LONGEST_SESSION_MS } from "../../accounts/session.ts";

export const cookieName = (baseUrl: string): string => (isSecure(baseUrl) ? "__Host-crier" : "crier");

/** The token that the browser sends; null when it sends none. */
export function tokenOf(request: Request, baseUrl: string): string | null {
  const start = `${cookieName(baseUrl)}=`;
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? null;
}

export const cookieWith = (token: string, baseUrl: string): string =>
  cookie(token, LONGEST_SESSION_MS / 1000, baseUrl);

export const noCookie = (baseUrl: string): string => cookie("", 0, baseUrl);

function cookie(value: string, seconds: number, baseUrl: string): string {
  const secure = isSecure(baseUrl) ? "; Secure" : "";
  return `${cookieName(baseUrl)}=${value}; Path=/; Max-Age=${seconds}${secure}; HttpOnly; SameSite=Lax`;
}

const isSecure = (baseUrl: string) => baseUrl.startsWith("https:");
