// Headers of every admin answer: nothing is kept, framed, sniffed or told to others.

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

export function adminHeaders(baseUrl: string): Record<string, string> {
  return baseUrl.startsWith("https:")
    ? { ...HEADERS, "strict-transport-security": "max-age=31536000" }
    : { ...HEADERS };
}
