// Tests Crier with Bluesky's own server, from the command line to the public record.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp, { type Metadata } from "sharp";
import { openWorkspace, type OpenWorkspace } from "../../app/workspace.ts";
import { readConfig } from "../../app/config.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { crier } from "../support/command-line.ts";
import { isSettled, type PostBody } from "../support/world.ts";
import { connecting, serveBlueskyAccount, type ServedAccount } from "./served-account.ts";
import { installPds, type Installed } from "./install.ts";
import { startPds, type EmbeddedImage, type Pds, type PostRecord, type Stored } from "./pds.ts";

const HANDLE = "alice.test";
/** Until "not there" counts as proof, Crier waits 35 s after the request (networks/bluesky.facts.md 2). */
const PROOF_MS = 45_000;

const isEnabled = process.env["CRIER_TEST_REAL"] === "1";
const installed: Installed | null = isEnabled ? await installPds() : null;
const reason =
  installed === null
    ? "only scripts/test --real starts real servers"
    : installed.kind === "missing"
      ? installed.reason
      : null;
if (isEnabled && reason !== null) console.error(`Not tried against Bluesky's own server: ${reason}`);

// In CI a machine that could have it must have it; one of a kind that can't is skipped there too.
if (installed?.kind === "missing" && installed.because === "install" && process.env["CI"] === "true") {
  test("Bluesky's own server can be had in CI", () => {
    throw new Error(installed.reason);
  });
}

describe.skipIf(reason !== null)(
  `Bluesky's own server${reason === null ? "" : ` (skipped: ${reason})`}`,
  () => {
    let pds: Pds;
    let alice: { did: string; handle: string; appPassword: string };
    let desk: ServedAccount;
    let unsent: { desk: ServedAccount; post: PostBody };
    const closing = new AsyncDisposableStack();

    beforeAll(async () => {
      if (installed?.kind !== "here") throw new Error("not installed");
      pds = closing.use(await startPds(installed));
      alice = { handle: HANDLE, ...(await pds.account(HANDLE)) };
      desk = closing.use(await serveBlueskyAccount(pds, alice));
      unsent = await crashed("marked", "Never sent by a process that died");
      await desk.serve();
    });
    afterAll(() => closing.disposeAsync());

    test("a wrong password is refused in a sentence that does not repeat it", async () => {
      const wrong = "correct-horse-battery";
      const { code, out, err } = await crier(connecting(pds, HANDLE), desk.env, wrong);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/^Bluesky .*\.$/);
      expect(err).not.toContain(wrong);
    });

    test("link, hashtag, mention and photo arrive as they were meant", async () => {
      const { photo } = SAMPLES;
      const bytes = await Bun.file(photo.path).bytes();
      const media = await desk.upload(bytes, photo.filename, photo.altText);
      const text = "👩‍🚀 Grüße: https://example.com/ä?b=1#c by @alice.test #日本語 …";
      const { value } = await published(await desk.post(text, [media]));

      expect(value.text).toBe(text);
      expect(marked(value)).toEqual([
        [
          "https://example.com/ä?b=1#c",
          { $type: "app.bsky.richtext.facet#link", uri: "https://example.com/ä?b=1#c" },
        ],
        ["@alice.test", { $type: "app.bsky.richtext.facet#mention", did: alice.did }],
        ["#日本語", { $type: "app.bsky.richtext.facet#tag", tag: "日本語" }],
      ]);
      const [image] = await imagesOf(value);
      expect(image).toMatchObject({
        alt: photo.altText,
        aspectRatio: { width: 1600, height: 1200 },
        shape: { width: 1600, height: 1200 },
      });
    });

    test("a 12-megapixel photo is made to fit: upright, without metadata, below Bluesky's 2 MB", async () => {
      const large = await largePhoto();
      expect(large.byteLength).toBeGreaterThan(2_000_000);
      const media = await desk.upload(large, "large.jpg", "Hills, held sideways");
      const { value } = await published(await desk.post("A large one", [media]));
      const [image] = await imagesOf(value);
      expect(image?.image.size).toBeLessThanOrEqual(2_000_000);
      const { width, height, orientation, exif } = image?.shape ?? {};
      expect({ width, height }).toEqual({ width: 3000, height: 4000 });
      expect({ orientation, exif }).toEqual({ orientation: undefined, exif: undefined });
      expect(image?.aspectRatio).toEqual({ width: 3000, height: 4000 });
    });

    test("a process that died after the network's answer finds its post there and sends nothing again", async () => {
      const { desk, post } = await crashed("answered", "Answered to a process that died");
      const [target] = (await desk.until(post.id, isSettled)).targets;
      expect(target).toMatchObject({ status: "posted", attempts: 1, verification: { verdict: "live" } });
      const there = await named("Answered to a process that died");
      expect(there.map(({ uri }) => uri)).toEqual([target?.remoteId ?? ""]);
    });

    test("twenty posts at once are twenty records", async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `One of many, ${i + 1}`);
      const posts = await Promise.all(texts.map((text) => desk.post(text)));
      const done = await Promise.all(posts.map(({ id }) => desk.until(id, isSettled, 30_000)));
      expect(done.map(({ status }) => status)).toEqual(texts.map(() => "posted"));
      const there = (await pds.posts(alice.did)).map(({ value }) => value.text);
      expect(there.filter((text) => texts.includes(text)).toSorted()).toEqual(texts.toSorted());
    });

    test("a session about to end is renewed before it is used", async () => {
      await using workspace = await openStored();
      const before = await sealedOf(workspace);
      const ending = { sealed: before.bytes, expiresAt: Date.now(), at: Date.now() };
      await workspace.store.accounts.renew(desk.accountId, before.version, ending);
      expect(await desk.run("account", "check", desk.accountId)).toMatchObject({ code: 0 });
      const account = await workspace.store.accounts.find(desk.accountId);
      expect(account?.tokenExpiresAt).toBeGreaterThan(Date.now() + 3_600_000);
      const after = await sealedOf(workspace);
      expect(after.credentials["refreshJwt"]).not.toBe(before.credentials["refreshJwt"]);
    });

    test("a session that the server has forgotten is renewed when it says so, and the post goes out once", async () => {
      await using folder = await openStored();
      const { version, credentials } = await sealedOf(folder);
      await store(folder, version, { ...credentials, accessJwt: "forgotten" });
      const { targets } = await desk.until((await desk.post("With a new session")).id, isSettled);
      expect(targets).toMatchObject([{ status: "posted", attempts: 2 }]);
      expect(await named("With a new session")).toHaveLength(1);
    });

    test("a session that can't be renewed asks for a new password, with nothing published", async () => {
      await using folder = await openStored();
      const { version, credentials } = await sealedOf(folder);
      await store(folder, version, { ...credentials, accessJwt: "forgotten", refreshJwt: "forgotten" });
      const { targets } = await desk.until((await desk.post("With no session")).id, isSettled);
      expect(targets).toMatchObject([{ status: "failed", nextAction: "reconnect" }]);
      const account = await folder.store.accounts.find(desk.accountId);
      expect(account).toMatchObject({ status: "needs_reconnect" });
      expect(await named("With no session")).toEqual([]);
    });

    test("a process that died before its request left says uncertain, then absent, and has doubled nothing", async () => {
      const isAbsent = ({ targets }: PostBody) => targets[0]?.verification?.verdict === "absent";
      const { targets } = await unsent.desk.until(unsent.post.id, isAbsent, PROOF_MS);
      expect(targets).toMatchObject([{ status: "uncertain", attempts: 1 }]);
      expect((await named(unsent.post.caption)).length).toBeLessThanOrEqual(1);
    });

    /** A post on a desk of its own whose process dies at the step and is started again. */
    async function crashed(step: string, text: string) {
      const own = closing.use(await serveBlueskyAccount(pds, alice));
      await own.serve(step);
      // Not `now`: the answer to this request must be back before the process dies.
      const post = await own.post(text, [], new Date(Date.now() + 500).toISOString());
      await own.died();
      await own.serve();
      return { desk: own, post };
    }

    async function published({ id }: PostBody): Promise<Stored> {
      const { targets } = await desk.until(id, isSettled);
      expect(targets).toMatchObject([{ status: "posted", attempts: 1 }]);
      const uri = targets[0]?.remoteId ?? "";
      const record = await pds.record(uri);
      if (!record) throw new Error(`nothing at ${uri}`);
      return record;
    }

    async function named(text: string): Promise<Stored[]> {
      return (await pds.posts(alice.did)).filter(({ value }) => value.text === text);
    }

    /** The pictures as they can be fetched from the server. */
    async function imagesOf({ embed }: PostRecord): Promise<(EmbeddedImage & { shape: Metadata })[]> {
      expect(embed?.$type).toBe("app.bsky.embed.images");
      const fetched = (embed?.images ?? []).map(async (each) => {
        const bytes = await pds.blob(alice.did, each.image.ref.$link);
        expect(bytes.byteLength).toBe(each.image.size);
        return { ...each, shape: await sharp(bytes).metadata() };
      });
      return await Promise.all(fetched);
    }

    /** The desk's store, beside its server. */
    function openStored(): Promise<OpenWorkspace> {
      return openWorkspace(readConfig(desk.env, []), { begins: true });
    }

    const place = () => `account/${desk.accountId}/credentials`;

    async function sealedOf({ store, vault }: OpenWorkspace) {
      const sealed = await store.accounts.sealed(desk.accountId);
      if (!sealed) throw new Error("no credentials");
      const credentials = JSON.parse(vault.open(sealed.bytes, place())) as Record<string, string>;
      return { ...sealed, credentials };
    }

    async function store(
      { store, vault }: OpenWorkspace,
      version: number,
      credentials: Record<string, string>,
    ) {
      const sealed = vault.seal(JSON.stringify(credentials), place());
      const renewed = { sealed, expiresAt: null, at: Date.now() };
      expect(await store.accounts.renew(desk.accountId, version, renewed)).toBe(true);
    }
  },
);

/** What each facet's bytes cut out of the text, and what it says about it. */
function marked({ text, facets = [] }: PostRecord) {
  const bytes = Buffer.from(text);
  return facets.map(({ index, features }) => [
    bytes.subarray(index.byteStart, index.byteEnd).toString(),
    features[0],
  ]);
}

/** 4032 × 3024 with grain, turned by its metadata as a phone held upright does. */
async function largePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const grain = sharp({ create: { width: 512, height: 512, channels: 3, background: "#000", noise } });
  const photo = sharp(SAMPLES.photo.path)
    .resize(4032, 3024, { fit: "fill" })
    .composite([{ input: await grain.png().toBuffer(), tile: true, blend: "soft-light" }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 });
  return new Uint8Array(await photo.toBuffer());
}
