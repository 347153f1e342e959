// The simulated networks, their behaviours, and the simulator's control routes.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "../clock.ts";
import { simulatedBluesky } from "./bluesky/index.ts";
import { ALL_FAULTS, seededFaults } from "../tests/support/seeded-faults.ts";
import { openKept } from "./stored-files.ts";
import { simulatedMastodon } from "./mastodon/index.ts";
import { simulatorPage } from "./page.ts";
import type { SimulatedConnection } from "./network.ts";
import { runStandalone } from "../tests/support/simulator-process.ts";
import { startSimulator, type Simulator } from "./server.ts";
import { turnableClock } from "../tests/support/clock.ts";

const networks = [simulatedBluesky, simulatedMastodon];
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ networks, clock: systemClock, publicUrl: "https://crier.test" });
});
afterAll(() => simulator.stop());

const RKEY = "3n2s6yfxz622x";
function record(text: string, more: object = {}) {
  return { $type: "app.bsky.feed.post", text, createdAt: "2026-11-21T03:48:44.368Z", ...more };
}
async function put(handle: string, value: object, more: object = {}) {
  const { did, accessJwt } = simulator.connection("bluesky", handle).credentials;
  const body = {
    repo: did,
    collection: "app.bsky.feed.post",
    rkey: RKEY,
    validate: true,
    swapRecord: null,
    record: value,
  };
  const answer = await fetch(`${simulator.url}/bluesky/xrpc/com.atproto.repo.putRecord`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessJwt}`, "content-type": "application/json" },
    body: JSON.stringify({ ...body, ...more }),
  });
  const answered: Partial<Record<"uri" | "cid" | "id" | "error" | "validationStatus", string | undefined>> =
    JSON.parse(await answer.text());
  return { status: answer.status, body: answered };
}

describe("Bluesky, as measured on the reference server", () => {
  test("putRecord with swapRecord null creates once, replays, and never overwrites", async () => {
    const first = await put("a", record("one"));
    expect(first).toMatchObject({ status: 200, body: { commit: {}, validationStatus: "valid" } });
    const replay = await put("a", {
      createdAt: "2026-11-21T03:48:44.368Z",
      text: "one",
      $type: "app.bsky.feed.post",
    });
    expect(replay.body).toEqual({ uri: first.body.uri, cid: first.body.cid, validationStatus: "valid" });
    expect(await put("a", record("two"))).toMatchObject({ status: 400, body: { error: "InvalidSwap" } });
    const [post, ...more] = simulator.published("bluesky");
    expect(more).toHaveLength(0);
    expect(post).toMatchObject({ account: "a", key: RKEY, text: "one", accepted: 2 });
  });
  test("refuses an invalid TID, a text that is too long and an unknown blob", async () => {
    expect(await put("b", record("x"), { rkey: "mine" })).toMatchObject({
      body: { error: "InvalidRequest" },
    });
    expect(await put("b", record("x".repeat(301)))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("grapheme too big (maximum 300, got 301)") },
    });
    const image = {
      image: { $type: "blob", ref: { $link: "bafkreix" }, mimeType: "image/png", size: 1 },
      alt: "",
    };
    const embed = { $type: "app.bsky.embed.images", images: [image] };
    expect(await put("b", record("x", { embed }))).toMatchObject({ body: { error: "BlobNotFound" } });
    const noAlt = { ...embed, images: [{ image: image.image }] };
    expect(await put("b", record("x", { embed: noAlt }))).toMatchObject({
      body: { error: "InvalidRequest" },
    });
  });
  test("nothing there is 400, no token 401, a dead token 400", async () => {
    const at = `${simulator.url}/bluesky/xrpc/`;
    const missing = await fetch(`${at}com.atproto.repo.getRecord?repo=did:x&collection=y&rkey=z`);
    expect([missing.status, await missing.json()]).toMatchObject([400, { error: "RecordNotFound" }]);
    const bare = await fetch(`${at}com.atproto.server.getSession`);
    expect([bare.status, await bare.json()]).toMatchObject([401, { error: "AuthMissing" }]);
    expect(await put("expired", record("x"))).toMatchObject({ status: 400, body: { error: "ExpiredToken" } });
  });
});

describe("Mastodon, as documented", () => {
  const post = async (body: object, key: string, handle = "m", at = simulator) => {
    const answer = await fetch(`${at.url}/mastodon/api/v1/statuses`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${at.connection("mastodon", handle).credentials["token"]}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify(body),
    });
    const answered: Partial<Record<"uri" | "cid" | "id" | "error" | "validationStatus", string | undefined>> =
      JSON.parse(await answer.text());
    return { status: answer.status, body: answered };
  };
  test("a key answers with the first status, also for another text; without one there are two", async () => {
    const first = await post({ status: "hi" }, "k1");
    expect(first).toMatchObject({
      status: 200,
      body: { visibility: "public", application: { name: "Crier" } },
    });
    expect((await post({ status: "other" }, "k1")).body.id).toBe(first.body.id);
    expect((await post({ status: "hi" }, "k2")).body.id).not.toBe(first.body.id);
  });
  test("servers differ: one ignores keys, one does not know them yet when two calls come at once", async () => {
    const clock = turnableClock();
    const own = await startSimulator({ networks, clock });
    const at = async (handle: string) => (await post({ status: "hi" }, "k1", handle, own)).body.id;
    expect(await at("ok-keyless")).not.toBe(await at("ok-keyless"));
    const pair = await Promise.all([at("ok-racing"), at("ok-racing")]);
    expect(new Set(pair).size).toBe(2);
    clock.turn(1000);
    expect(pair).toContain(await at("ok-racing"));
    await own.stop();
  });
  test("too long, empty, media that was never uploaded, no token", async () => {
    const words = async (body: object) => (await post(body, crypto.randomUUID())).body.error;
    expect(await words({ status: "x".repeat(501) })).toContain("Text character limit of 500 exceeded");
    expect(await words({})).toContain("can't be blank");
    expect(await words({ media_ids: ["9"] })).toContain("not found or already attached");
    const bare = await fetch(`${simulator.url}/mastodon/api/v1/accounts/verify_credentials`);
    expect([bare.status, await bare.json()]).toEqual([401, { error: "The access token is invalid" }]);
  });
});

describe("the page", () => {
  test("shows every post, escaped, with its address as the place to jump to", async () => {
    await put("page", record('<script>alert("x")</script>'));
    const html = await (await fetch(`${simulator.url}/simulator`)).text();
    const [post] = simulator.published("bluesky").filter(({ account }) => account === "page");
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain(`id="${post?.url.split("#")[1]}"`);
    expect(post?.url).toStartWith("https://crier.test/simulator#bluesky-");
    expect(simulator.page()).toBe(html);
  });
  test("inside an appliance the simulator says nothing about itself, and strange names reach nothing", async () => {
    const inside = await startSimulator({ networks, clock: systemClock, isControlled: false });
    for (const path of ["/_published", "/_connection?network=mastodon", "/_endpoints", "/simulator"])
      expect([path, (await fetch(`${inside.url}${path}`)).status]).toEqual([path, 404]);
    const path = "/mastodon/api/v2/instance";
    expect((await fetch(`${inside.url}${path}`)).status).toBe(200);
    expect((await fetch(`${inside.url}${path}`, { headers: { host: "evil.example" } })).status).toBe(421);
    await inside.stop();
  });
  test("only the newest files are held, by number and by bytes", async () => {
    for (const limit of [
      { files: 2, bytes: Infinity },
      { files: 99, bytes: 2500 },
    ]) {
      const small = await startSimulator({ networks, clock: systemClock, keep: openKept(limit) });
      const { accessJwt } = small.connection("bluesky", "ok").credentials;
      const cids: string[] = [];
      for (let i = 0; i < 4; i++) {
        const answer = await fetch(`${small.url}/bluesky/xrpc/com.atproto.repo.uploadBlob`, {
          method: "POST",
          headers: { authorization: `Bearer ${accessJwt}`, "content-type": "image/png" },
          body: new Uint8Array(1000).fill(i),
        });
        const { blob } = (await answer.json()) as { blob: { ref: { $link: string } } };
        cids.push(blob.ref.$link);
      }
      expect(cids.map((cid) => small.media("bluesky", cid)?.bytes.byteLength)).toEqual([0, 0, 1000, 1000]);
      // However large, the newest is there.
      const keep = openKept({ files: 1, bytes: 1 });
      expect(keep({ bytes: new Uint8Array(5) }).bytes.byteLength).toBe(5);
      await small.stop();
    }
  });
  test("an empty page says so", () => {
    expect(simulatorPage([{ id: "x", name: "X", published: [], incidents: [] }])).toContain(
      "Nothing was published yet.",
    );
  });
});

describe("on its own", () => {
  test("tells what is live and which accounts there are", async () => {
    const alone = await runStandalone({
      networks,
      clock: systemClock,
      port: 0,
      seed: 1,
      share: { publishing: 0, other: 0 },
    });
    const requested = await fetch(`${alone.url}/_connection?network=mastodon&handle=lost-7`);
    const connection: SimulatedConnection = JSON.parse(await requested.text());
    expect(connection).toEqual(JSON.parse(JSON.stringify(alone.connection("mastodon", "lost-7"))));
    expect(connection.credentials["server"]).toBe(`${alone.url}/mastodon`);
    const { server, token } = connection.credentials;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": "t-1",
    };
    const lost = fetch(`${server}/api/v1/statuses`, { method: "POST", headers, body: '{"status":"live"}' });
    expect(lost).rejects.toThrow();
    await lost.catch(() => {});
    const truth = await (await fetch(`${alone.url}/_published`)).json();
    expect(truth).toMatchObject({
      bluesky: [],
      mastodon: [{ account: "lost-7", key: "t-1", text: "live", media: 0, accepted: 1 }],
    });
    expect(alone.published("mastodon")[0]?.url).toStartWith(`${alone.url}/simulator#mastodon-`);
    await alone.stop();
  });
  test("a seed selects the same requests again, every fault, about as often as configured", () => {
    const plan = seededFaults(42, { publishing: 0.5, other: 0 });
    const again = seededFaults(42, { publishing: 0.5, other: 0 });
    const drawn = Array.from({ length: 4000 }, (_, n) => ({
      network: "x",
      account: `a${n % 40}`,
      publishing: true,
      n,
    }));
    const struck = drawn.map(plan);
    expect(struck).toEqual(drawn.map(again));
    expect(new Set(struck).size).toBe(ALL_FAULTS.length + 1);
    const share = struck.filter((fault) => fault !== null).length / drawn.length;
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.55);
    expect(
      drawn.map((request) => plan({ ...request, publishing: false })).every((fault) => fault === null),
    ).toBe(true);
  });
});
