// The page of the web app to which a sign-in leads back: a path of this very server, never another address.

/** The longest path, in characters. */
export const MAX_RETURN_TO = 500;

/**
 * @param text a path with its query, such as `/p/harbour/accounts`
 * @param baseUrl public address of this server
 * @returns the path as browsers read it; null when it leads anywhere else, or has what browsers read in several ways
 */
export function returnPath(text: string, baseUrl: string): string | null {
  if (text.length > MAX_RETURN_TO || !/^\/(?!\/)[!-[\]-~]*$/.test(text)) return null;
  const base = URL.parse(baseUrl);
  const url = base && URL.parse(text, base.origin);
  if (!url || url.origin !== base.origin || url.username !== "" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search;
}

/** The address to which the browser is sent, with the outcome in its query. */
export function returnAddress(path: string, outcome: string, baseUrl: string): string {
  const url = new URL(path, new URL(baseUrl).origin);
  url.searchParams.set("outcome", outcome);
  return url.href;
}
