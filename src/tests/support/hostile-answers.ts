// Makes answers that a broken proxy, captive portal or attacker could give: none may count as a post.
import { readJson } from "../../networks/client/json.ts";
import type { Json } from "../../networks/network.ts";

export interface HostileBody {
  readonly text: string;
  /** The body as the transport would read it, with the secret in place. */
  json(secret: string): Json | undefined;
  /** Whether some network words its refusals like this. */
  readonly documented: boolean;
}

const NONSENSE: readonly string[] = [
  "",
  " ",
  "null",
  "true",
  "0",
  '"ok"',
  "[]",
  "{}",
  "[{}]",
  '{"id":null}',
  '{"id":""}',
  '{"id":0}',
  '{"id":{}}',
  '{"id":["1"]}',
  '{"ok":true}',
  '{"ok":true,"result":{}}',
  '{"data":{}}',
  '{"data":{"id":null}}',
  '{"uri":"","cid":""}',
  '{"uri":"at://did:plc:other/app.bsky.feed.post/3n2s6yfxz622x","cid":"bafyrei"}',
  '{"uri":5,"cid":5}',
  '{"results":[]}',
  '{"id":"1","scheduled_at":"2030-01-01T00:00:00Z","params":{}}',
  '{"id":"../../x","url":"https://evil.test/"}',
  '{"error":null}',
  '{"error":{}}',
  '{"error":[]}',
  '{"error":5,"message":"{secret}"}',
  '{"errors":[]}',
  '{"message":"{secret}"}',
  "<html><body>Sign in to the Wi-Fi {secret}</body></html>",
  "<?xml version='1.0'?><error/>",
  '{"id":"1"',
  "\u0000\u0001\u0002",
  "[".repeat(100_000),
  `{"id":"${"9".repeat(10_000)}","url":"x"}`,
];

/** Shaped like a refusal, so it may count as one, but only with a status that is one. */
const REFUSAL_SHAPED: readonly string[] = [
  '{"error":"{secret}","message":"{secret}"}',
  '{"error":"InvalidRequest","message":"bad token {secret}"}',
  '{"error":"The access token {secret} is invalid"}',
];

export const HOSTILE_BODIES: readonly HostileBody[] = [
  ...NONSENSE.map((text) => bodyOf(text, false)),
  ...REFUSAL_SHAPED.map((text) => bodyOf(text, true)),
];

function bodyOf(text: string, documented: boolean): HostileBody {
  return { text, documented, json: (secret) => readJson(text.replaceAll("{secret}", secret)) };
}
