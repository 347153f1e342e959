// A Bluesky account's repository in memory: blobs, records and the meaning of `swapRecord` (networks/bluesky.facts.md 2).
import {
  isObject,
  sniff,
  textIn,
  type File,
  type Json,
  type Published,
  type PublishedCard,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { checkPost } from "./record.ts";
import { didOf, fail } from "./session.ts";

const POST = "app.bsky.feed.post";
/** What the reference server's uploadBlob takes; the video service stores larger files itself. */
const BLOB_LIMIT = 5_242_880;

type Fields = { readonly [key: string]: Json };
interface Stored {
  readonly cid: string;
  readonly value: Fields;
  readonly canonical: string;
}

export function openRepo({ clock, pageUrl, keep: hold }: Stage) {
  /** By `did/collection/rkey`. */
  const records = new Map<string, Stored>();
  /** By `did/cid`, and by cid for showing. */
  const blobs = new Map<string, File>();
  const published: Published[] = [];
  return {
    published,
    blob: (cid: string) => blobs.get(cid),
    keep,
    uploadBlob,
    getRecord,
    putRecord,
    applyWrites,
    deleteRecord,
  };

  function uploadBlob(did: string, request: Request): Reply {
    if (request.body.byteLength === 0)
      return fail(400, "InvalidRequest", "Request encoding (Content-Type) required but not provided");
    if (request.body.byteLength > BLOB_LIMIT) return fail(413, "PayloadTooLarge", "request entity too large");
    return ok({ blob: keep(did, request) });
  }

  /** The server reads the type from the bytes; what it does not know keeps the declared one. */
  function keep(did: string, { body, headers }: Request): Fields {
    const mime = sniff(body) ?? headers["content-type"] ?? "application/octet-stream";
    const cid = cidOf(body, BLOB);
    const file = hold({ bytes: body, mime });
    blobs.set(`${did}/${cid}`, file);
    blobs.set(cid, file);
    return { $type: "blob", ref: { $link: cid }, mimeType: mime, size: body.byteLength };
  }

  function getRecord({ query }: Request): Reply {
    const uri = `${query.get("repo") ?? ""}/${query.get("collection") ?? ""}/${query.get("rkey") ?? ""}`;
    const found = records.get(uri);
    if (!found) return fail(400, "RecordNotFound", `Could not locate record: at://${uri}`);
    return ok({ uri: `at://${uri}`, cid: found.cid, value: found.value });
  }

  function putRecord(handle: string, body: Fields | null): Reply {
    const did = didOf(handle);
    const { repo, collection, rkey, record, swapRecord } = body ?? {};
    if (!isObject(record) || typeof rkey !== "string" || typeof collection !== "string") {
      return fail(400, "InvalidRequest", "Input must have the property record");
    }
    if (repo !== did) return fail(401, "AuthenticationRequired", "Invalid repo for this token");
    const wrong = wrongWrite(did, collection, rkey, record);
    if (wrong) return wrong;
    const uri = `${did}/${collection}/${rkey}`;
    const canonical = canonicalOf(record);
    const there = records.get(uri);
    if (there?.canonical === canonical) {
      accepted(uri);
      return ok({ uri: `at://${uri}`, cid: there.cid, validationStatus: "valid" });
    }
    if (there && swapRecord === null) return fail(400, "InvalidSwap", `Record was at ${there.cid}`);
    return ok({
      ...write(handle, uri, record, rkey),
      commit: { cid: cidOf(Buffer.from(canonical), RECORD), rev: rkey },
      validationStatus: "valid",
    });
  }

  /** Creates only; a taken key is the reference server's 500 (atproto issue 3718), and nothing of it is written. */
  function applyWrites(handle: string, body: Fields | null): Reply {
    const did = didOf(handle);
    const writes = Array.isArray(body?.["writes"]) ? body["writes"] : [];
    if (body?.["repo"] !== did || writes.length === 0)
      return fail(400, "InvalidRequest", "Input must have writes");
    const due: { uri: string; value: Fields; rkey: string }[] = [];
    for (const one of writes) {
      if (!isObject(one)) return fail(400, "InvalidRequest", "a write must be an object");
      const { $type, collection, rkey, value } = one;
      if (
        $type !== "com.atproto.repo.applyWrites#create" ||
        typeof collection !== "string" ||
        typeof rkey !== "string" ||
        !isObject(value)
      ) {
        return fail(400, "InvalidRequest", "Action type must be one of: create");
      }
      const wrong = wrongWrite(did, collection, rkey, value);
      if (wrong) return wrong;
      due.push({ uri: `${did}/${collection}/${rkey}`, value, rkey });
    }
    if (due.some(({ uri }) => records.has(uri)))
      return fail(500, "InternalServerError", "Internal Server Error");
    const results = due.map(({ uri, value, rkey }) => ({
      $type: "com.atproto.repo.applyWrites#createResult",
      ...write(handle, uri, value, rkey),
      validationStatus: "valid",
    }));
    return ok({
      commit: { cid: cidOf(Buffer.from(canonicalOf(due.map(({ uri }) => uri))), RECORD), rev: "r" },
      results,
    });
  }

  function wrongWrite(did: string, collection: string, rkey: string, record: Fields): Reply | null {
    if (!/^[234567abcdefghij][234567a-z]{12}$/.test(rkey)) {
      return fail(400, "InvalidRequest", `Invalid record key for ${collection}: Invalid TID string`);
    }
    if (record["$type"] !== collection)
      return fail(400, "InvalidRequest", `Invalid $type: expected ${collection}`);
    if (collection !== POST) return null;
    return checkPost(record, (cid) => blobs.get(`${did}/${cid}`));
  }

  function write(handle: string, uri: string, value: Fields, rkey: string): { uri: string; cid: string } {
    const canonical = canonicalOf(value);
    const cid = cidOf(Buffer.from(canonical), RECORD);
    records.set(uri, { cid, value, canonical });
    if (uri.includes(`/${POST}/`)) show(handle, value, rkey);
    return { uri: `at://${uri}`, cid };
  }

  function deleteRecord(did: string, body: Fields | null): Reply {
    const { collection, rkey } = body ?? {};
    records.delete(`${did}/${textIn(collection)}/${textIn(rkey)}`);
    return ok({});
  }

  function accepted(uri: string): void {
    const post = published.find(({ account, key }) => uri === `${didOf(account)}/${POST}/${key}`);
    if (post) post.accepted++;
  }

  function show(handle: string, value: Fields, rkey: string): void {
    const id = `/profile/${didOf(handle)}/post/${rkey}`;
    published.push({
      network: "bluesky",
      account: handle,
      id,
      key: rkey,
      text: textIn(value["text"]),
      media: filesOf(value["embed"]),
      card: cardOf(value["embed"]),
      url: `${pageUrl()}${id}`,
      at: clock.now(),
      accepted: 1,
    });
  }
}

function cardOf(embed: Json | undefined): PublishedCard | undefined {
  const external = isObject(embed) ? embed["external"] : undefined;
  if (!isObject(external)) return undefined;
  const { uri, title, description, thumb } = external;
  const ref = isObject(thumb) ? thumb["ref"] : null;
  const picture = isObject(ref) ? textIn(ref["$link"]) : null;
  return { url: textIn(uri), title: textIn(title), description: textIn(description), picture };
}

function filesOf(embed: Json | undefined): { id: string; mime: string; alt: string }[] {
  if (!isObject(embed)) return [];
  const items: readonly Json[] = Array.isArray(embed["images"]) ? embed["images"] : [embed];
  return items.filter(isObject).flatMap((item) => {
    const blob = item["image"] ?? item["video"];
    const ref = isObject(blob) ? blob["ref"] : null;
    const id = isObject(ref) ? ref["$link"] : null;
    if (typeof id !== "string" || !isObject(blob)) return [];
    return [{ id, mime: textIn(blob["mimeType"]), alt: textIn(item["alt"]) }];
  });
}

/** JSON with sorted keys: two records are the same when their members are, in whatever order. */
function canonicalOf(value: Json): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The codecs `raw` and `dag-cbor`. */
const BLOB = 0x55;
const RECORD = 0x71;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** A CID as it is written: version 1, what the bytes are, SHA-256 of them, in base32. */
function cidOf(bytes: Uint8Array, codec: typeof BLOB | typeof RECORD): string {
  const digest = new Bun.CryptoHasher("sha256").update(bytes).digest();
  let bits = "";
  for (const byte of [1, codec, 0x12, digest.byteLength, ...digest])
    bits += byte.toString(2).padStart(8, "0");
  const letters = bits.match(/.{1,5}/g) ?? [];
  return `b${letters.map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("")}`;
}

export function hashOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 52);
}

export function ok(json: Json): Reply {
  return { status: 200, json };
}
