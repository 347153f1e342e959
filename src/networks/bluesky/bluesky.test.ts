// Specific to Bluesky: sessions, keys, facets, gates, and what its record key proves (networks/bluesky.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  draftOf,
  image,
  newTargetId,
  openBench,
  type Bench,
  onlyOne,
  withBytes,
} from "../../tests/support/network-fixture.ts";
import type { Answer, Call, NetworkRequest } from "../client/call.ts";
import { isObject, objectOf, readJson, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type Draft, type Io, type Json, type PlannedMedia } from "../network.ts";
import { byteCount, entities } from "../client/text.ts";
import { simulatedBluesky } from "../../simulator/bluesky/index.ts";
import { bluesky } from "./index.ts";
import { facetsOf, recordKey } from "./post.ts";
import { tagsIn } from "./tags.ts";
import { expiryOf } from "./account.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: bluesky, simulated: simulatedBluesky })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("bluesky");
const login = async (fields: Record<string, string>, io: Io) =>
  onlyOne(await bluesky.connect.login(fields, io));
const json = (status: number, value: Json): Answer => ({
  kind: "answered",
  status,
  headers: {},
  text: JSON.stringify(value),
  json: value,
});

describe("connecting", () => {
  test("an app password becomes a session on the account's own server", async () => {
    const io = bench.io("ok");
    const account = await login(
      { service: "https://bsky.social", handle: "@alice.test", password: "pw-canary" },
      io,
    );
    expect(account).toMatchObject({ handle: "alice.test", displayName: "Simulated alice.test", rules: {} });
    expect(account.remoteId).toStartWith("did:plc:");
    expect(account.credentials["pds"]).toBe(bench.simulator.endpoint("bluesky", "api"));
    expect(account.expiresAt).toBe(bench.clock.now() + 7_200_000);
    expect(JSON.stringify(account)).not.toContain("pw-canary");
  });

  test("the entryway's DID document names the server; a typed server is the server", async () => {
    const requested: string[] = [];
    const call: Call = async ({ url }) => {
      requested.push(url);
      const service = [{ id: "did:plc:a#atproto_pds", serviceEndpoint: "https://morel.example/" }];
      return json(200, {
        did: "did:plc:a",
        handle: "a.test",
        accessJwt: "a",
        refreshJwt: "r",
        didDoc: { service },
      });
    };
    const io: Io = { ...bench.io("ok"), call, endpoint: (purpose) => bluesky.endpoints[purpose] ?? "" };
    const hosted = await login({ service: "", handle: "a.test", password: "x" }, io);
    expect(hosted.credentials["pds"]).toBe("https://morel.example");
    const own = await login({ service: "pds.example.org/", handle: "a.test", password: "x" }, io);
    expect(own.credentials["pds"]).toBe("https://pds.example.org");
    expect(requested[0]).toStartWith("https://bsky.social/xrpc/com.atproto.server.createSession");
  });

  test("a wrong password is refused, a lost answer is worth another try", async () => {
    const wrong = login({ handle: "a.test", password: "wrong" }, bench.io("ok"));
    expect(wrong).rejects.toMatchObject({ outcome: { kind: "refused", category: "auth" } });
    const lost = login(
      { handle: "a.test", password: "x" },
      bench.io("ok", { call: async () => ({ kind: "lost", detail: "x" }) }),
    );
    expect(lost).rejects.toMatchObject({ outcome: { kind: "notSent" } });
  });

  test("a session is renewed with its refresh token; a revoked one must be connected again", async () => {
    const io = bench.io("ok");
    const renewal = await bluesky.connect.refresh?.(io.credentials, io);
    expect(renewal?.credentials["did"]).toBe(io.credentials["did"]);
    expect(renewal?.expiresAt).toBe(bench.clock.now() + 7_200_000);
    const dead = bluesky.connect.refresh?.(bench.io("expired").credentials, io);
    expect(dead).rejects.toMatchObject({ outcome: { kind: "refused", category: "auth" } });
  });

  test("an access token two hours old is refused as auth, so that it is renewed once", async () => {
    const io = bench.io("ok");
    const prepared = await bluesky.prepare(draftOf("late"), io);
    bench.clock.turn(7_200_000);
    expect(await bluesky.commit(prepared, io)).toMatchObject({ kind: "refused", category: "auth" });
  });

  test("the time in a token is read, and a token without one is accepted", () => {
    expect(expiryOf(`x.${Buffer.from('{"exp":1800000000}').toString("base64url")}.y`)).toBe(
      1_800_000_000_000,
    );
    expect(expiryOf("opaque")).toBeNull();
  });

  test("live values", async () => {
    const { values } = await bluesky.liveOptions(bench.io("ok"));
    expect(values).toMatchObject({ active: true, emailConfirmed: true, video: { canUpload: true } });
  });
});

describe("the record key", () => {
  test("is a TID, the same for every attempt, different for every target, in order of time", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      const id = newTargetId();
      const key = recordKey(id);
      expect(key).toMatch(/^[234567abcdefghij][234567a-z]{12}$/);
      expect(recordKey(id)).toBe(key);
      seen.add(key);
    }
    expect(seen.size).toBe(1000);
    const [early, late] = ["01890000-0000-7abc-8000-000000000000", "01990000-0000-7000-8000-000000000000"];
    expect(recordKey(early) < recordKey(late)).toBe(true);
  });
  test("is the time it says", () => {
    const alphabet = "234567abcdefghijklmnopqrstuvwxyz";
    let value = 0n;
    for (const char of recordKey("019a0000-0000-7000-8000-0000000003ff"))
      value = value * 32n + BigInt(alphabet.indexOf(char));
    expect(value >> 10n).toBe(BigInt(0x019a00000000) * 1000n);
    expect(value & 1023n).toBe(1023n);
  });
});

describe("facets", () => {
  test("byte offsets always slice the UTF-8 text back to the entity", () => {
    const piece = fc.constantFrom(
      ..."👩🏽‍🚀|日本語|مرحبا|é|https://example.com/ü|example.com|@alice.test|#日本| |\n|(".split("|"),
    );
    const dids = new Map([["alice.test", "did:plc:alice"]]);
    let seen = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join("");
        const bytes = Buffer.from(text);
        const found = entities(text);
        const spans = [...found.links, ...found.mentions, ...tagsIn(text, found)].map((span) => span.text);
        for (const { index } of facetsOf(text, found, dids)) {
          const { byteStart, byteEnd } = objectOf(index);
          const slice = bytes.subarray(Number(byteStart), Number(byteEnd)).toString();
          expect(spans).toContain(slice);
          expect(byteCount(slice)).toBe(Number(byteEnd) - Number(byteStart));
          seen++;
        }
      }),
      { numRuns: 1000 },
    );
    expect(seen).toBeGreaterThan(200);
  });

  test.each([
    ["https://user@example.com/ here", ["https://user@example.com/"]],
    ["#c-d #a.b #fun😀 ＃全角・タグ #c++", ["#c-d", "#a.b", "#fun😀", "#全角・タグ", "#c++"]],
    ["#️⃣tag #️⃣ 1️⃣ #1 #--- # #12.", []],
    ["#one, #two. (#three) “#four” a#b ##five", ["#one", "#two", "#three", "#four", "##five"]],
    ["$BTC up, ($eth) and $A1B2C, not $TOOLONG $5 a$B US$", ["#$BTC", "#$ETH", "#$A1B2C"]],
    ["#a/https://example.com #x@y.test", ["#a/https://example.com", "#x@y.test"]],
  ])("%s", (text, expected) => {
    const found = entities(text);
    const facets = facetsOf(text, found, new Map()).map(({ features }) => {
      const { tag, uri } = objectOf((features as Json[])[0]);
      return textOf(uri) ?? `#${textOf(tag)}`;
    });
    expect(facets.toSorted()).toEqual(expected.toSorted());
  });

  test("a handle that resolves is a mention; one that does not, and a Mastodon address, stay text", async () => {
    const text = "@alice.test @nobody.test @bob@mastodon.social @x example.com #tag";
    const { record } = await preparedOf(text);
    const features = (record["facets"] as JsonObject[]).map(({ features }) =>
      objectOf((features as Json[])[0]),
    );
    expect(features.map(({ $type }) => textOf($type)?.split("#")[1])).toEqual(["mention", "link", "tag"]);
    expect(features[0]?.["did"]).toMatch(/^did:plc:/);
    expect(features[1]?.["uri"]).toBe("https://example.com");
  });
});

describe("publishing", () => {
  test("options are written into the record; gates come with it in one step", async () => {
    const options = { languages: ["en"], labels: ["nudity"], replies: "followers", quotes: false };
    const io = bench.io("ok");
    const prepared = objectOf(await bluesky.prepare(draftOf("gated", [await image(1)], options), io));
    expect(prepared["record"]).toMatchObject({
      $type: "app.bsky.feed.post",
      langs: ["en"],
      labels: { values: [{ val: "nudity" }] },
      embed: { images: [{ alt: 'Picture "1" ✓', aspectRatio: { width: 480, height: 360 } }] },
    });
    const sent: NetworkRequest[] = [];
    const call: Call = (request) => {
      sent.push(request);
      return io.call(request);
    };
    expect(await bluesky.commit(prepared, { ...io, call })).toMatchObject({ kind: "accepted" });
    expect(sent).toHaveLength(1);
    const { body } = sent[0] ?? {};
    const writes = objectOf(body && "json" in body ? body.json : null)["writes"];
    const post = `at://${io.credentials["did"]}/app.bsky.feed.post/${textOf(prepared["rkey"])}`;
    expect(writes).toMatchObject([
      { collection: "app.bsky.feed.post", rkey: prepared["rkey"] },
      {
        collection: "app.bsky.feed.threadgate",
        value: { post, allow: [{ $type: "app.bsky.feed.threadgate#followerRule" }] },
      },
      { collection: "app.bsky.feed.postgate", value: { post } },
    ]);
    // A repeat meets the reference server's 500, and is found.
    expect(await bluesky.commit(prepared, io)).toMatchObject({ kind: "unknown" });
    expect(
      await bluesky.verify(prepared, { sentAt: bench.clock.now(), otherRemoteIds: [] }, io),
    ).toMatchObject({
      kind: "found",
    });
  });

  test("a second attempt of one target meets its own record: unknown, found, and never two posts", async () => {
    const io = bench.io("ok");
    const draft = draftOf("twice");
    const before = published().length;
    expect(await bluesky.commit(await bluesky.prepare(draft, io), io)).toMatchObject({ kind: "accepted" });
    bench.clock.turn(1000);
    const second = await bluesky.prepare(draft, io);
    expect(await bluesky.commit(second, io)).toMatchObject({ kind: "unknown" });
    expect(await bluesky.verify(second, { sentAt: bench.clock.now(), otherRemoteIds: [] }, io)).toMatchObject(
      {
        kind: "found",
      },
    );
    const changed = await bluesky.prepare({ ...draft, text: "another text" }, io);
    expect(
      await bluesky.verify(changed, { sentAt: bench.clock.now(), otherRemoteIds: [] }, io),
    ).toMatchObject({
      kind: "inconclusive",
    });
    expect(published().length - before).toBe(1);
  });

  test("an upload the server dropped is repeated, not refused", async () => {
    let stored: Json = null;
    const io = bench.io("ok", { save: async (progress) => void (stored = progress) });
    const prepared = await bluesky.prepare(draftOf("picture", [await image(9)]), io);
    expect(stored).not.toBeNull();
    const call: Call = async () => json(400, { error: "BlobNotFound", message: "Could not find blob: x" });
    expect(await bluesky.commit(prepared, { ...io, call })).toMatchObject({ kind: "busy" });
    expect(stored).toBeNull();
  });

  test("a file whose content does not match its type is refused before anything is public", async () => {
    const text = withBytes(await image(1), Buffer.from("GIF8 is no jpeg"));
    const file = { ...text, kind: "video", mime: "video/mp4" } as const;
    const refused = { outcome: { kind: "refused", category: "media" } };
    expect(bluesky.prepare(draftOf("x", [file]), bench.io("ok"))).rejects.toMatchObject(refused);
    const five = await Promise.all([1, 2, 3, 4, 5].map((n) => image(n)));
    expect(bluesky.prepare(draftOf("x", five), bench.io("ok"))).rejects.toMatchObject(refused);
    expect(bluesky.prepare(draftOf(" "), bench.io("ok"))).rejects.toBeInstanceOf(StepFailedError);
  });

  test("old uploads are not reused", async () => {
    const draft = draftOf("picture", [await image(11)]);
    const io = bench.io("ok");
    await bluesky.prepare(draft, io);
    bench.clock.turn(31 * 60_000);
    const before = bench.requests.length;
    await bluesky.prepare(draft, bench.io("ok", { saved: bench.saved() }));
    expect(bench.requests.length - before).toBe(1);
  });
});

describe("absence is proven only while it means something", () => {
  test.each([
    [29_000, "inconclusive"],
    [31_000, "absent"],
    [3_599_000, "absent"],
    [3_601_000, "inconclusive"],
  ])("%d ms after sending: %s", async (ms, kind) => {
    const io = bench.io("ok");
    const prepared = await preparedOf("never sent");
    expect(
      await bluesky.verify(prepared, { sentAt: bench.clock.now() - ms, otherRemoteIds: [] }, io),
    ).toMatchObject({
      kind,
    });
  });
});

async function preparedOf(text: string): Promise<{ record: JsonObject }> {
  const draft: Draft<never> = draftOf(text);
  const prepared = readJson(JSON.stringify(await bluesky.prepare(draft, bench.io("ok"))));
  const { record, ...rest } = objectOf(prepared);
  if (!isObject(record)) throw new Error("no record");
  return { ...rest, record };
}

const BLOB = { $type: "blob", ref: { $link: "bafkreinone" }, mimeType: "image/jpeg", size: 1 };

describe("link cards", () => {
  const card = { url: "https://example.com/page", title: "A page", description: "", image: null };

  test("the card of the first link goes out where there is no media", () => {
    const file = {
      id: "a",
      kind: "image",
      mime: "image/png",
      width: 1,
      height: 1,
      durationMs: null,
    } as const;
    const plan = (text: string, media: PlannedMedia[] = []) =>
      bluesky.cardLink?.({ text, media, options: {} });
    expect(plan("See example.com/a and https://b.example")).toBe("https://example.com/a");
    expect(plan("no link")).toBeNull();
    expect(plan("See https://a.example", [{ ...file, animated: false, altText: null }])).toBeNull();
  });

  test("a picture that Bluesky refuses costs the picture and not the post", async () => {
    const refused = withBytes(await image(1), Buffer.alloc(6_000_000));
    const draft = { ...draftOf("See https://example.com/page"), linkCard: { ...card, image: refused } };
    const io = bench.io("ok");
    const prepared = await bluesky.prepare(draft, io);
    expect(JSON.stringify(prepared)).not.toContain("thumb");
    expect(await bluesky.commit(prepared, io)).toMatchObject({ kind: "accepted" });
    expect(published().at(-1)?.card).toEqual({
      url: card.url,
      title: "A page",
      description: "",
      picture: null,
    });
  });

  test("an earlier attempt with another card is the same post", async () => {
    const draft = { ...draftOf("See https://example.com/page"), linkCard: card };
    const io = bench.io("ok");
    const first = await bluesky.prepare(draft, io);
    await bluesky.commit(first, io);
    const second = await bluesky.prepare({ ...draft, linkCard: null }, io);
    const attempt = { sentAt: bench.clock.now(), otherRemoteIds: [] };
    expect(await bluesky.verify(second, attempt, io)).toMatchObject({ kind: "found" });
  });

  test.each<[string, JsonObject | null]>([
    ["no card", null],
    ["no title", { uri: "https://a.example/", description: "" }],
    ["no description", { uri: "https://a.example/", title: "" }],
    ["no address", { title: "", description: "" }],
    ["an address that is none", { uri: "not a link", title: "", description: "" }],
    [
      "a picture that was not uploaded",
      { uri: "https://a.example/", title: "", description: "", thumb: BLOB },
    ],
  ])("the simulated server refuses what the real one refuses: %s", async (_, external) => {
    const { record, ...rest } = await preparedOf(`strange card`);
    const embed = { $type: "app.bsky.embed.external", ...(external && { external }) };
    const answer = await bluesky.commit({ ...rest, record: { ...record, embed } }, bench.io("ok"));
    expect(["refused", "busy"]).toContain(answer.kind);
  });
});
