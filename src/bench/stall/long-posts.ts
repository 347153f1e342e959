// Posts that are as long, and go to as many accounts, as posts can; and the inputs that read and change them.
import type { Input } from "./inputs.ts";
import { LONG_CAPTION } from "./texts.ts";

/** What the inputs are about, in a profile of its own: its key can reach nothing else. */
export interface LongPosts {
  readonly profileId: string;
  readonly key: string;
  /** Ids of drafts, each with a text of its own for every account. */
  readonly drafts: readonly string[];
  /** Ids of posts to all accounts that wait in the queue. */
  readonly queued: readonly string[];
}

const DRAFTS = 3;
/** As many as one request can name. */
const QUEUED = 100;
const ACCOUNTS = 50;
/** A network that takes such texts; each of its accounts always accepts. */
export const LONG_ACCOUNTS = {
  platform: "facebook",
  handles: Array.from({ length: ACCOUNTS }, (_, n) => `ok-${n + 2}`),
};
const JSON_TYPE = { "content-type": "application/json" };

export async function addLongPosts(
  { profileId, key }: Pick<LongPosts, "profileId" | "key">,
  post: (key: string, body: string) => Promise<{ readonly id: string }>,
): Promise<LongPosts> {
  const [drafts, queued]: [string[], string[]] = [[], []];
  for (let n = 0; n < DRAFTS; n++) drafts.push((await post(key, longest(`draft ${n}`))).id);
  for (let n = 0; n < QUEUED; n++)
    queued.push((await post(key, JSON.stringify({ caption: `Number ${n}`, accounts: "all" }))).id);
  return { profileId, key, drafts, queued };
}

/** A draft with a text of its own for every account. */
function longest(caption: string): string {
  const overrides = LONG_ACCOUNTS.handles.map((handle) => [
    handle,
    `${handle} ${"🚣".repeat(LONG_CAPTION - handle.length - 1)}`,
  ]);
  return JSON.stringify({ caption, schedule: "draft", overrides: Object.fromEntries(overrides) });
}

/** @param owner headers of an owner's session */
export function* longPostInputs(
  { profileId, key, drafts, queued }: LongPosts,
  owner: Readonly<Record<string, string>>,
): Generator<Input> {
  const headers = { authorization: `Bearer ${key}`, ...JSON_TYPE };
  const input = (name: string, method: string, path: string, body: string | null = null): Input => ({
    ...{ name: `worst: ${name}`, method, path: `/v1/posts${path}`, headers, body },
  });
  // With a key, so that the callers that send it again do not fill the disk.
  const once = { ...headers, "idempotency-key": "the longest texts" };
  for (const when of ["created", "created again with its key"])
    yield {
      ...input(`fifty of the longest texts, ${when}`, "POST", "", longest("created")),
      headers: once,
    };
  const at = JSON.stringify({ schedule: new Date(Date.now() + 30 * 86_400_000).toISOString() });
  for (const id of drafts) {
    yield input("fifty of the longest texts, read", "GET", `/${id}`);
    yield input("fifty of the longest texts, edited", "PATCH", `/${id}`, JSON.stringify({ caption: "x" }));
    yield input("fifty of the longest texts, all edited", "PATCH", `/${id}`, edited());
    yield input("fifty of the longest texts, scheduled", "POST", `/${id}/schedule`, at);
    yield input("fifty of the longest texts, canceled", "POST", `/${id}/cancel`, "{}");
    yield input("fifty of the longest texts, with evidence", "GET", `/${id}/evidence`);
    yield {
      ...input("fifty of the longest texts, read by an agent", "POST", ""),
      path: "/mcp",
      headers: { ...headers, accept: "application/json, text/event-stream" },
      body: toolCall("get_post", { id }),
    };
  }
  yield input("posts with the longest texts, listed", "GET", "?limit=100&status=draft");
  for (const days of [1, -1])
    yield input("100 posts to 50 accounts, moved", "POST", "/actions", shifted(queued, days));
  for (const ids of [queued.toReversed(), queued])
    yield {
      ...input("100 posts to 50 accounts, in another order", "PUT", "", JSON.stringify({ ids })),
      path: "/v1/queue/order",
    };
  for (const time of ["10:00", "09:00"])
    yield {
      ...input("100 posts to 50 accounts, moved to other slots", "PUT", ""),
      path: `/admin/profiles/${profileId}/slots`,
      headers: { ...owner, ...JSON_TYPE },
      body: JSON.stringify({ slots: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], time }], reflow: true }),
    };
}

const edited = () => JSON.stringify({ overrides: JSON.parse(longest("")).overrides as unknown });
const shifted = (ids: readonly string[], days: number) => JSON.stringify({ ids, action: "shift", days });
const toolCall = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
