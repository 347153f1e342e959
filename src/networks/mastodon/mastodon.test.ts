// Specific to Mastodon: servers that differ, content warnings that count, and lists that never prove absence (networks/mastodon.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftOf,
  image,
  openBench,
  video,
  type Bench,
  onlyOne,
} from "../../tests/support/network-fixture.ts";
import { openCalls, type Answer, type Call, type NetworkRequest } from "../client/call.ts";
import { arrayOf, objectOf } from "../client/json.ts";
import type { Io } from "../network.ts";
import { simulatedMastodon } from "../../simulator/mastodon/index.ts";
import { instanceOf, rulesFrom } from "./account.ts";
import { mastodon } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: mastodon, simulated: simulatedMastodon })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("mastodon");
/** Plays a server by path; what is not listed is 404. */
function server(paths: Record<string, Answer>): Io {
  const call: Call = async ({ url }) =>
    paths[new URL(url).pathname] ?? answer(404, { error: "Record not found" });
  return { ...bench.io("ok"), call, endpoint: (purpose) => mastodon.endpoints[purpose] ?? "" };
}
const ME = answer(200, {
  id: "7",
  username: "alice",
  acct: "alice",
  display_name: "",
  url: "https://m.test/@alice",
});

describe("connecting", () => {
  test("a token becomes an account with its server's limits", async () => {
    const io = bench.io("ok");
    const account = onlyOne(
      await mastodon.connect.login({ server: "m.test", token: "simulated-alice-token" }, io),
    );
    expect(account).toMatchObject({
      handle: "alice@simulated",
      expiresAt: null,
      credentials: { application: "Crier" },
    });
    expect(account.rules.text).toEqual({ max: 500, linkLength: 23 });
    expect(mastodon.connect.refresh).toBeNull();
  });
  test.each([["mastodon.social"], ["https://mastodon.social/"], ["@alice@mastodon.social"]])(
    "%s is a server",
    async (typed) => {
      const io = server({ "/api/v1/accounts/verify_credentials": ME });
      const account = onlyOne(await mastodon.connect.login({ server: typed, token: "t" }, io));
      expect(account.credentials["server"]).toBe("https://mastodon.social");
      expect(account.remoteId).toBe("7@mastodon.social");
    },
  );
  test.each([
    ["@alice@example.org", "/.well-known/webfinger"],
    ["example.org", "/.well-known/nodeinfo"],
  ])(
    "%s is served by the host that its domain names, and only that host gets the token",
    async (typed, path) => {
      const links = [
        { rel: "http://webfinger.net/rel/profile-page", href: "https://example.org/@alice" },
        { rel: "self", type: "application/activity+json", href: "https://social.example.org/users/alice" },
        {
          rel: "http://nodeinfo.diaspora.software/ns/schema/2.0",
          href: "https://social.example.org/nodeinfo/2.0",
        },
      ];
      const requested: NetworkRequest[] = [];
      const call: Call = async (request) => {
        requested.push(request);
        const { host, pathname } = new URL(request.url);
        if (host === "example.org" && pathname === path)
          return answer(301, null, { location: `https://www.example.org${path}?moved` });
        if (host === "www.example.org" && pathname === path) return answer(200, { links });
        if (host === "social.example.org" && pathname === "/api/v1/accounts/verify_credentials") return ME;
        return answer(404, { error: "Record not found" });
      };
      const io = { ...server({}), call };
      const account = onlyOne(await mastodon.connect.login({ server: typed, token: "canary" }, io));
      expect(account).toMatchObject({ remoteId: "7@social.example.org", server: "social.example.org" });
      const withToken = requested.filter(({ headers }) => JSON.stringify(headers ?? {}).includes("canary"));
      expect(new Set(withToken.map(({ url }) => new URL(url).host))).toEqual(new Set(["social.example.org"]));
    },
  );
  test("after too many redirects the domain itself is the server", async () => {
    let asked = 0;
    const call: Call = async ({ url }) => {
      if (url.includes("verify_credentials")) return ME;
      if (!url.includes("/.well-known/")) return answer(404, { error: "Record not found" });
      asked++;
      return answer(302, null, { location: `/.well-known/nodeinfo?${asked}` });
    };
    const io = { ...server({}), call };
    const account = onlyOne(await mastodon.connect.login({ server: "loop.test", token: "t" }, io));
    expect(account.server).toBe("loop.test");
    expect(asked).toBe(4);
  });
  test.each(["https://127.0.0.1/x", "https://10.0.0.1/x", "http://example.org/x", "file:///etc/passwd"])(
    "a domain that leads to %s is not followed there",
    async (location) => {
      const real = openCalls({ version: "test", clock: bench.clock, random: (size) => new Uint8Array(size) });
      const tried: string[] = [];
      const call: Call = async (request) => {
        const { url } = request;
        if (url.startsWith("https://lure.test/.well-known/")) return answer(302, null, { location });
        if (url.includes("verify_credentials")) return ME;
        if (url.startsWith("https://lure.test/")) return answer(404, { error: "Record not found" });
        const outcome = await real(request);
        tried.push(outcome.kind);
        return outcome;
      };
      const io = { ...server({}), call };
      const account = onlyOne(await mastodon.connect.login({ server: "lure.test", token: "t" }, io));
      expect(account.server).toBe("lure.test");
      expect(tried).toEqual(["unsent"]);
    },
  );
  test("a complete address is the server, without a lookup", async () => {
    const asked: string[] = [];
    const call: Call = async ({ url }) => {
      asked.push(url);
      return url.includes("verify_credentials") ? ME : answer(404, { error: "Record not found" });
    };
    await mastodon.connect.login({ server: "https://m.test/", token: "t" }, { ...server({}), call });
    expect(asked.filter((url) => url.includes("/.well-known/"))).toEqual([]);
  });
  test.each([401, 403, 422, 404])("%d to the token is refused: auth", async (status) => {
    const io = server({ "/api/v1/accounts/verify_credentials": answer(status) });
    const refused = mastodon.connect.login({ server: "m.test", token: "t" }, io);
    expect(refused).rejects.toMatchObject({ outcome: { kind: "refused", category: "auth" } });
  });
  test("a server without /api/v2/instance is asked by /api/v1", async () => {
    const io = server({
      "/api/v1/instance": answer(200, { uri: "https://old.test/", max_toot_chars: 5000, upload_limit: 1000 }),
    });
    expect(await instanceOf({ server: "https://old.test", token: "t" }, io)).toMatchObject({
      domain: "old.test",
      rules: { text: { max: 5000 }, media: { image: { maxBytes: 1000 }, video: { maxBytes: 1000 } } },
    });
  });
  test("a server with implausible limits has the defaults", () => {
    const configuration = {
      statuses: { max_characters: -1, max_media_attachments: "many" },
      media_attachments: [],
    };
    expect(rulesFrom({ configuration })).toEqual({ text: {}, media: { image: {}, video: {} } });
  });
  test("live values", async () => {
    const { values, rules } = await mastodon.liveOptions(bench.io("ok"));
    expect(values).toMatchObject({ visibility: "public", sensitive: false });
    expect(rules.media?.maxItems).toBe(4);
  });
});

describe("publishing", () => {
  test("a warning counts with the text, and prepare is where that is known", async () => {
    const long = draftOf("x".repeat(490), [], { spoiler_text: "y".repeat(11) });
    const refused = { outcome: { kind: "refused", category: "content" } };
    expect(mastodon.prepare(long, bench.io("ok"))).rejects.toMatchObject(refused);
    const fits = draftOf("x".repeat(489), [], { spoiler_text: "y".repeat(11) });
    const io = bench.io("ok");
    expect(await mastodon.commit(await mastodon.prepare(fits, io), io)).toMatchObject({ kind: "accepted" });
  });

  test("D34: one target sent twice is one post, with and without media", async () => {
    for (const media of [[], [await image(1)]]) {
      const io = bench.io("ok");
      const before = published().length;
      const prepared = await mastodon.prepare(draftOf("twice", media), io);
      const first = await mastodon.commit(prepared, io);
      expect(await mastodon.commit(prepared, io)).toEqual(first);
      expect(published().length - before).toBe(1);
      bench.clock.turn(3_600_000);
      const late = await mastodon.commit(prepared, io);
      if (media.length === 0) continue;
      // The key is forgotten after an hour; single-use media ids still hold.
      expect(late).toMatchObject({ kind: "unknown", detail: expect.stringContaining("already attached") });
      const finding = await mastodon.verify(prepared, { sentAt: bench.clock.now(), otherRemoteIds: [] }, io);
      expect(finding).toMatchObject({ kind: "found", evidence: expect.stringContaining("attachment") });
      expect(published().length - before).toBe(1);
    }
  });

  test("media in processing is waited for; an interrupted wait goes on with the same upload", async () => {
    const io = bench.io("slow");
    const draft = draftOf("moving", [await video()]);
    const stop = AbortSignal.abort();
    const stopped = await mastodon.prepare(draft, { ...io, signal: stop }).catch((error: unknown) => error);
    expect(stopped).toMatchObject({ outcome: { kind: "busy" } });
    const before = bench.requests.filter(({ method }) => method === "POST").length;
    const prepared = objectOf(await mastodon.prepare(draft, bench.io("slow", { saved: bench.saved() })));
    expect(bench.requests.filter(({ method }) => method === "POST").length).toBe(before);
    expect(prepared["mediaIds"]).toHaveLength(1);
  });

  test("a 422 in another language is unknown with media ids and a refusal without", async () => {
    const io = bench.io("ok");
    const call: Call = async () => answer(422, { error: "Medien nicht gefunden oder bereits verwendet" });
    const withMedia = await mastodon.prepare(draftOf("a", [await image(1)]), io);
    expect(await mastodon.commit(withMedia, { ...io, call })).toMatchObject({ kind: "unknown" });
    const plain = await mastodon.prepare(draftOf("a"), io);
    expect(await mastodon.commit(plain, { ...io, call })).toMatchObject({ kind: "refused" });
  });

  test("an id without an address is a ScheduledStatus, not a post", async () => {
    const io = bench.io("ok");
    const prepared = await mastodon.prepare(draftOf("a"), io);
    const call: Call = async () => answer(200, { id: "5", scheduled_at: "2027-01-01T00:00:00Z", params: {} });
    expect(await mastodon.commit(prepared, { ...io, call })).toMatchObject({ kind: "unknown" });
  });

  test("a status without url gets one", async () => {
    const io = bench.io("ok");
    const prepared = await mastodon.prepare(draftOf("a"), io);
    const call: Call = async () => answer(200, { id: "5", url: null, uri: "tag:x" });
    const url = `${io.credentials["server"]}/@ok/5`;
    expect(await mastodon.commit(prepared, { ...io, call })).toEqual({
      kind: "accepted",
      remoteId: "5",
      url,
    });
  });
});

describe("finding a post", () => {
  test("not the newest message matches, but the one with this text and time", async () => {
    const io = bench.io("ok-twins");
    const one = await mastodon.prepare(draftOf("same words"), io);
    const first = await mastodon.commit(one, io);
    const usedIds = first.kind === "accepted" ? [first.remoteId] : [];
    const two = await mastodon.prepare(draftOf("same words"), io);
    const sentAt = bench.clock.now();
    expect(await mastodon.verify(two, { sentAt, otherRemoteIds: usedIds }, io)).toMatchObject({
      kind: "inconclusive",
    });
    expect(await mastodon.verify(two, { sentAt: sentAt + 120_000, otherRemoteIds: [] }, io)).toMatchObject({
      kind: "inconclusive",
    });
    await mastodon.commit(two, io);
    expect(await mastodon.verify(two, { sentAt, otherRemoteIds: usedIds }, io)).toMatchObject({
      kind: "found",
    });
    expect(await mastodon.verify(two, { sentAt, otherRemoteIds: [] }, io)).toMatchObject({
      kind: "inconclusive",
    });
  });

  test("pages back past many newer posts", async () => {
    const io = bench.io("ok-busy");
    const expected = await mastodon.prepare(draftOf("the one"), io);
    const sentAt = bench.clock.now();
    await mastodon.commit(expected, io);
    for (let i = 0; i < 90; i++) {
      bench.clock.turn(100);
      await mastodon.commit(await mastodon.prepare(draftOf(`newer ${i}`), io), io);
    }
    const requested = bench.requests.length;
    expect(await mastodon.verify(expected, { sentAt, otherRemoteIds: [] }, io)).toMatchObject({
      kind: "found",
    });
    // Four pages, the last of them empty, and the source of the one status that may be it.
    expect(bench.requests.length - requested).toBe(5);
  });

  test("a similar post that can't be read makes the result inconclusive", async () => {
    const io = bench.io("ok-unread");
    const one = await mastodon.prepare(draftOf("the same"), io);
    const two = await mastodon.prepare(draftOf("The same!"), io);
    const sentAt = bench.clock.now();
    await mastodon.commit(one, io);
    const other = objectOf(await mastodon.commit(two, io))["remoteId"];
    const broken: Call = (request) =>
      request.url.includes(`${String(other)}/source`) ? Promise.resolve(answer(502)) : io.call(request);
    expect(await mastodon.verify(one, { sentAt, otherRemoteIds: [] }, io)).toMatchObject({ kind: "found" });
    expect(await mastodon.verify(one, { sentAt, otherRemoteIds: [] }, { ...io, call: broken })).toMatchObject(
      {
        kind: "inconclusive",
      },
    );
  });

  test("a server that lists files under other ids than the uploads had is asked by text and files", async () => {
    const io = bench.io("ok-renamed");
    const renamed: Call = async (request) => {
      const listed = await io.call(request);
      if (listed.kind !== "answered" || !request.url.includes("/statuses?")) return listed;
      const statuses = arrayOf(listed.json).map((status) => {
        const files = arrayOf(objectOf(status)["media_attachments"]).map((file, n) => ({
          ...objectOf(file),
          id: `other_${n}`,
        }));
        return { ...objectOf(status), media_attachments: files };
      });
      return answer(200, statuses);
    };
    const asked = { ...io, call: renamed };
    const files = [{ ...(await image(1)), altText: "A dot" }, await image(2)];
    const one = await mastodon.prepare(draftOf("with files", files), io);
    const sentAt = bench.clock.now();
    expect(await mastodon.verify(one, { sentAt, otherRemoteIds: [] }, asked)).toMatchObject({
      kind: "inconclusive",
    });
    const sent = objectOf(await mastodon.commit(one, io));
    expect(await mastodon.verify(one, { sentAt, otherRemoteIds: [] }, asked)).toMatchObject({
      kind: "found",
      remoteId: sent["remoteId"],
      evidence: expect.stringContaining("number of files"),
    });
    // Another post with those words: one whose upload is free, fewer files, another description, no words to know it by.
    const others = [
      draftOf("with files", files),
      draftOf("with files", [await image(3)]),
      draftOf("with files", [{ ...(await image(1)), altText: "A line" }, await image(2)]),
    ];
    for (const other of others) {
      const prepared = await mastodon.prepare(other, bench.io("ok-renamed"));
      const finding = await mastodon.verify(prepared, { sentAt, otherRemoteIds: [] }, asked);
      expect(finding).toMatchObject({ kind: "inconclusive" });
    }
    const wordless = await mastodon.prepare(draftOf("", [await image(4)]), bench.io("ok-renamed"));
    await mastodon.commit(wordless, bench.io("ok-renamed"));
    expect(await mastodon.verify(wordless, { sentAt, otherRemoteIds: [] }, asked)).toMatchObject({
      kind: "inconclusive",
    });
  });

  test("an upload that is no longer free is mentioned but proves nothing", async () => {
    const io = bench.io("ok-gone");
    const prepared = await mastodon.prepare(draftOf("a", [await image(3)]), io);
    const free = await mastodon.verify(prepared, { sentAt: bench.clock.now(), otherRemoteIds: [] }, io);
    expect(free).toMatchObject({ kind: "inconclusive", evidence: expect.stringContaining("still free") });
    await mastodon.commit(prepared, io);
    const empty: Call = (request) =>
      request.url.includes("/statuses?") ? Promise.resolve(answer(200, [])) : io.call(request);
    const gone = await mastodon.verify(
      prepared,
      { sentAt: bench.clock.now(), otherRemoteIds: [] },
      { ...io, call: empty },
    );
    expect(gone).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("may have been attached"),
    });
  });
});
