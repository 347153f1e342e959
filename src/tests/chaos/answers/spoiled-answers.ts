// Makes genuine answers with one thing wrong: the id or the address.
import type { Answered } from "../../../networks/client/call.ts";
import type { Json } from "../../../networks/network.ts";
import { bodyOf, type Body } from "./body.ts";
import type { Subject } from "./subject.ts";

// ---- ids

const NO_IDS: Record<string, string> = {
  null: "null",
  true: "true",
  "an array": '["1"]',
  "an object": '{"id":"1"}',
  empty: '""',
  blank: '" "',
  "too big a number": "1e999",
  "a path": '"../../../x"',
  "a script": '"<script>alert(1)</script>"',
  "two lines": '"1\\r\\nSet-Cookie: x"',
  "a NUL": '"1\\u0000"',
  "half a character": '"\\ud800"',
  "hidden direction marks": '"\\u202e1"',
  "100,000 digits": `"${"9".repeat(100_000)}"`,
};
const OTHER_ID = "777000777000777";

export function spoiledIds(answer: Answered, says: Body["says"], subject: Subject): Body[] {
  if (answer.json === undefined) return [];
  const { remoteId, receipt, secrets } = subject;
  const ids = [remoteId, ...segmentsOf(remoteId), ...wordsOf(receipt)];
  const isId = (value: Json) =>
    (typeof value === "string" || typeof value === "number") && ids.includes(String(value));
  const marked = JSON.stringify(mapValues(answer.json, (value) => (isId(value) ? MARK : value)));
  // The first thing asked may be about the account: it names no post.
  if (!marked.includes(MARK)) return [];
  const replaced = (by: string) => marked.replaceAll(`"${MARK}"`, by);
  const none = Object.entries(NO_IDS).map(([how, by]) =>
    bodyOf(`an id that is ${how}`, replaced(by), "nothing"),
  );
  const secret = bodyOf("an id that is our secret", replaced(JSON.stringify(secrets[0] ?? null)), "nothing");
  const first = `{"${idName(answer.json, isId) ?? "id"}":"${OTHER_ID}",${answer.text.replace(/^\s*\{/, "")}`;
  const proto = `{"__proto__":${answer.text},"constructor":{"prototype":${answer.text}}}`;
  return [
    ...none,
    secret,
    { ...bodyOf("another post's id", replaced(`"${OTHER_ID}"`), "nothing"), id: OTHER_ID },
    { ...bodyOf("an id that is a number", replaced("777000"), "nothing"), id: "777000" },
    { ...bodyOf("two ids", first, says), id: OTHER_ID },
    bodyOf("an id by prototype", proto, "nothing"),
  ];
}

const MARK = "@@the id@@";

/** at://did:plc:x/collection/key names its post by more than one word. */
function segmentsOf(id: string): string[] {
  return id.split(/[^\w.-]+/).filter((segment) => segment !== "");
}

/** What a network in processing is asked about may have a name of its own. */
function wordsOf(receipt: Json): string[] {
  if (typeof receipt !== "object" || receipt === null) return [];
  return Object.values(receipt).filter((value) => typeof value === "string");
}

function idName(json: Json, isId: (value: Json) => boolean): string | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  return Object.entries(json).find(([, value]) => isId(value))?.[0] ?? null;
}

// ---- addresses

const ADDRESSES = [
  "javascript:alert(document.cookie)",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "https://evil.test/post",
  "http://evil.test/post",
  "//evil.test/post",
  "https://user:pass@evil.test/",
  "https://evil.test/\r\nX: y",
  `https://evil.test/${"x".repeat(100_000)}`,
  " ",
] as const;

export function spoiledUrls({ json = null }: Answered, says: Body["says"]): Body[] {
  const isUrl = (value: Json) => typeof value === "string" && /^https?:/.test(value);
  if (JSON.stringify(mapValues(json, (value) => (isUrl(value) ? 0 : value))) === JSON.stringify(json))
    return [];
  const replaced = [...ADDRESSES, null, 5, {}].map((by): [string, Json] => [
    JSON.stringify(by).slice(0, 40),
    by,
  ]);
  return replaced.map(([name, by]) =>
    bodyOf(
      `the address ${name}`,
      JSON.stringify(mapValues(json, (value) => (isUrl(value) ? by : value))),
      says,
    ),
  );
}

/** Every value that holds no others, replaced. */
export function mapValues(json: Json, change: (value: Json) => Json): Json {
  if (typeof json !== "object" || json === null) return change(json);
  if (isArray(json)) return json.map((value) => mapValues(value, change));
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapValues(value, change)]));
}

/** Array.isArray does not narrow a readonly array. */
function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
