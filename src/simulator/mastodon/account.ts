// Accounts as a Mastodon server shows them, to the public and to their owner.
import type { Fields } from "./answers.ts";

/** When every simulated account was made. */
const MADE_AT = "2026-01-01T00:00:00.000Z";

/** The same for the same handle, and too long for a double. */
export function accountId(handle: string): string {
  return String(110_000_000_000_000_000n + BigInt(Bun.hash.crc32(handle)));
}

/** Who has no picture shows the server's own. */
export function accountEntity(handle: string, pageUrl: string): Fields {
  const url = `${pageUrl}${handle}`;
  const [avatar, header] = [`${pageUrl}avatar-missing.png`, `${pageUrl}header-missing.png`];
  return {
    id: accountId(handle),
    username: handle,
    acct: handle,
    display_name: `Simulated ${handle}`,
    note: "",
    url,
    uri: url,
    avatar,
    avatar_static: avatar,
    header,
    header_static: header,
    locked: false,
    bot: false,
    group: false,
    discoverable: null,
    indexable: false,
    created_at: MADE_AT,
    followers_count: 0,
    following_count: 0,
    statuses_count: 0,
    last_status_at: null,
    emojis: [],
    fields: [],
    roles: [],
  };
}

/** With the fields that only the owner sees. */
export function ownAccount(handle: string, pageUrl: string): Fields {
  const defaults = { privacy: "public", sensitive: false, language: null, quote_policy: "public" };
  return {
    ...accountEntity(handle, pageUrl),
    source: { ...defaults, note: "", fields: [], follow_requests_count: 0, indexable: false },
    role: { id: "-99", name: "", color: "", permissions: "0", highlighted: false },
  };
}
