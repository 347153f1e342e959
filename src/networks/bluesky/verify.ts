// Checks whether the account's server has the record: exact, and without login (networks/bluesky.facts.md 2).
import { isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, SentAttempt } from "../network.ts";
import type { Answered } from "../client/call.ts";
import { EXTERNAL, type Prepared } from "./post.ts";
import { errorOf, pdsOf, POST, xrpc } from "./api.ts";
import { inconclusive, absent, found } from "../client/outcome.ts";

/** A request may still arrive after a "not found"; Bluesky answers well within this time. */
const ARRIVED_AFTER_MS = 30_000;
/** Later, a person may have deleted the post, so its absence proves nothing. */
const PROOF_UNTIL_MS = 3_600_000;

export async function verify(
  { did, rkey, record }: Prepared,
  attempt: SentAttempt,
  io: Io,
): Promise<Finding> {
  const url = xrpc(pdsOf(io.credentials), "com.atproto.repo.getRecord", {
    repo: did,
    collection: POST,
    rkey,
  });
  const answer = await io.call({ method: "GET", url });
  if (answer.kind !== "answered") return inconclusive(`Bluesky did not answer. ${answer.detail}`);
  const uri = `at://${did}/${POST}/${rkey}`;
  const page = `${io.endpoint("web")}/profile/${did}/post/${rkey}`;
  const body = objectOf(answer.json);
  if (answer.status === 200 && body["uri"] === uri && textOf(body["cid"]) && isObject(body["value"])) {
    if (!matches(body["value"], record)) {
      return inconclusive(`Another text is stored under this post's key: ${page}. A person must check.`);
    }
    return found(uri, page, `The account's server has the record ${uri}.`);
  }
  if (isNotFound(answer)) return absenceFinding(io.now() - attempt.sentAt, uri);
  return inconclusive(`Bluesky answered ${answer.status} when asked for the record.`);
}

/** 400 RecordNotFound, not 404; measured on the reference server. */
function isNotFound(answer: Answered): boolean {
  return answer.status === 400 && errorOf(answer)?.name === "RecordNotFound";
}

function absenceFinding(sinceMs: number, uri: string): Finding {
  const fact = `The account's server has no record ${uri}, ${Math.round(sinceMs / 1000)} s after it was sent`;
  if (sinceMs < ARRIVED_AFTER_MS) return inconclusive(`${fact}; it may still arrive.`);
  if (sinceMs > PROOF_UNTIL_MS) return inconclusive(`${fact}; it may have been deleted since.`);
  return absent(`${fact}.`);
}

/** Only Crier uses this key. Two attempts of one target differ in time, and in what a linked page said meanwhile. */
function matches(there: JsonObject, ours: JsonObject): boolean {
  return Bun.deepEquals(lasting(there), lasting(ours));
}

function lasting({ createdAt: _, embed, ...record }: JsonObject): JsonObject {
  return embed === undefined || objectOf(embed)["$type"] === EXTERNAL ? record : { ...record, embed };
}
