// What the check says that a network is sent is what arrives at every simulated network: text, files in order, their words.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import sharp from "sharp";
import type { PostCheckView } from "../../api/views/post-check.ts";
import { networks } from "../../app/networks.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import type { Json } from "../../networks/network.ts";
import { shapeOf } from "../../simulator/inspect-media.ts";
import { draw, seedRandom } from "../chaos/kill/random.ts";
import { generatedCases } from "../support/generated-cases.ts";
import { movingGif } from "../support/gif-fixture.ts";
import { noisy, openMediaFixture } from "../support/media-fixture.ts";
import { lookAt } from "../support/owner.ts";
import { HOUR } from "../support/posting.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const SEED = Number(process.env["CRIER_TEST_SEED"] ?? 20270329);
const CASES = generatedCases(30, 6);

const bench = openMediaFixture();
let world: World;
let images: string[];
let videos: string[];
beforeAll(open);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  bench.remove();
});

/** The simulated networks keep 200 files: after so many posts the next ones go out in a new world. */
const POSTS_OF_A_WORLD = 20;

async function open(): Promise<void> {
  world = await openWorld();
  for (const { id } of networks.list) await world.account(id, "ok");
  images = await Promise.all(SIZES.map((size, n) => picture(size, n === 2 ? null : `Picture "${n}" é`)));
  const gif = join(bench.dir, "moving.gif");
  await Bun.write(gif, await movingGif());
  videos = [
    await taken(SAMPLES.reel.path, "reel.mp4", "Hills"),
    await taken(SAMPLES.clip.path, "clip.mp4", null),
    await taken(gif, "moving.gif", "Moves"),
  ];
}

/** Each of its own shape, so that their order can be seen. */
const SIZES = [
  { width: 1600, height: 1200 },
  { width: 1200, height: 1200 },
  { width: 900, height: 1000 },
  { width: 4400, height: 3300 },
] as const;

async function picture({ width, height }: { width: number; height: number }, altText: string | null) {
  const format = altText === null ? "webp" : width > 4000 ? "png" : "jpeg";
  const path = join(bench.dir, `${width}.${format}`);
  // Smooth where it is large, so that no network's limit of bytes asks for fewer pixels than the check says at most.
  const grain = width > 4000 ? 4 : 100;
  await noisy(grain, grain, width).resize(width, height, { fit: "fill" }).toFormat(format).toFile(path);
  return await taken(path, `${width}.${format}`, altText);
}

async function taken(path: string, filename: string, altText: string | null): Promise<string> {
  const { id } = await world.appliance.ingest.take({
    ...{ profileId: world.profileId, actor: "cli", filename, declaredMime: "", altText },
    ...{ stream: Bun.file(path).stream(), limitBytes: 1 << 29 },
  });
  return id;
}

const seen = new Set<string>();

type Random = () => number;
const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

const WORDS = [
  ...[
    "boats",
    "Cafe\u0301",
    "naïve",
    "漢字",
    "👩‍👩‍👧",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
    "100%",
    "#hills",
    "#日本",
    "#2_go",
  ],
  ...["@alice.bsky.social", "@bob@example.social", "harbour.com/sunday", "https://example.com/a_(b)?c={d}#e"],
  ...[
    "https://en.wikipedia.org/wiki/Foo_(bar)",
    "*f* _g_ ~h~",
    "i|j \\ k",
    "(l) [m]",
    "\u200b",
    "\ud83d",
    "line\nbreak",
    "$CASH",
  ],
];

function caption(random: Random): string {
  const words = Array.from({ length: 1 + Math.floor(random() * 18) }, () => oneOf(random, WORDS));
  // Every post has a text of its own: some networks refuse the same again.
  words.push(String(Math.floor(random() * 1e9)));
  return (
    oneOf(random, ["", " ", "\n\n"]) +
    words.join(oneOf(random, [" ", "  ", "\n"])) +
    oneOf(random, ["", " ", "\t\n"])
  );
}

function files(random: Random): string[] {
  const dice = random();
  if (dice < 0.3) return [];
  if (dice < 0.5) return [oneOf(random, videos)];
  if (dice < 0.6) return [oneOf(random, videos), oneOf(random, images)];
  return draw(images, 1 + Math.floor(random() * images.length), random);
}

/** What a network needs, and now and then a kind of post that shows something else. */
function options(random: Random): Record<string, Json> {
  const samples = Object.fromEntries(
    networks.pairs.map(({ network, simulated }) => [network.id, simulated.sample]),
  );
  const special: Record<string, Record<string, Json>> = {
    instagram: { type: "story" },
    facebook: { type: "story" },
    tiktok: { mode: "inbox" },
    pinterest: { alt_text: "Instead" },
    linkedin: { article_url: "https://example.com/", article_title: "Example" },
  };
  const chosen = draw(Object.keys(special), Math.floor(random() * 3), random);
  const own = draw(["bluesky", "mastodon", "threads", "x"], Math.floor(random() * 3), random);
  const all = Object.entries(samples).map(([id, sample]) => [
    id,
    { ...sample, ...(chosen.includes(id) && special[id]), ...(own.includes(id) && ownFiles(random)) },
  ]);
  return Object.fromEntries(all) as Record<string, Json>;
}

/** Files of one target, one of them with other words. */
function ownFiles(random: Random): Record<string, Json> {
  const media = draw(images, 1 + Math.floor(random() * images.length), random);
  return { media, alt_text: { [media[0] ?? ""]: "Only here" } };
}

type Target = Static<typeof PostCheckView>["targets"][number];

/** What arrived, as the check says it. */
async function arrived(target: Target, publishedAt: number) {
  const post = world.published(target.platform).at(publishedAt);
  if (!post) throw new Error(`nothing arrived at ${target.platform}`);
  const media = await Promise.all(
    post.media.map(async ({ id, mime, alt }) => {
      const bytes = await (await lookAt(world, `/simulator/media/${target.platform}/${id}`)).bytes();
      const shape = await shapeOf(new Uint8Array(bytes));
      return { mime, width: shape?.width ?? null, height: shape?.height ?? null, alt };
    }),
  );
  return { platform: target.platform, text: post.text, media };
}

const contentOf = ({ platform, text, media }: Target) => ({
  ...{ platform, text },
  media: media.map(({ sends, altText }) => ({ ...sends, alt: altText ?? "" })),
});

test.each(Array.from({ length: CASES }, (_, n) => [SEED + n, n] as const))(
  "post %i arrives as the check says",
  async (seed, n) => {
    if (n > 0 && n % POSTS_OF_A_WORLD === 0) {
      await world[Symbol.asyncDispose]();
      await open();
    }
    const random = seedRandom(seed);
    // Some networks take only a few posts a day.
    world.clock.turn(2 * HOUR);
    const body = {
      caption: caption(random),
      media: files(random),
      options: options(random),
      schedule: "now",
    };
    const { json } = await world.ask("POST", "/posts/check", body);
    const targets = (json["targets"] as Target[]).filter(({ ok }) => ok);
    const accounts = targets.map(({ accountId }) => accountId);
    if (accounts.length === 0) return;
    const chosen = Object.fromEntries(targets.map(({ platform }) => [platform, body.options[platform]]));
    const before = targets.map(({ platform }) => world.published(platform).length);
    const { id } = await world.post({ ...body, accounts, options: chosen });
    const post = await world.until(id, isSettled, 60);
    expect(post.targets.map(({ platform, status, error }) => [platform, status, error])).toEqual(
      targets.map(({ platform }) => [platform, "posted", undefined]),
    );
    const results = await Promise.all(targets.map((target, index) => arrived(target, before[index] ?? 0)));
    expect(results).toEqual(targets.map(contentOf));
    for (const { platform } of targets) seen.add(platform);
  },
);

test("a crop arrives at every network that takes pictures as it was cut", async () => {
  world.clock.turn(24 * HOUR);
  const [whole = ""] = images;
  const crop = { x: 300, y: 100, width: 1000, height: 1000 };
  const { json } = await world.ask("POST", `/media/${whole}/derive`, { crop });
  const media = [(json["media"] as { id: string }).id];
  const samples = networks.pairs.map(({ network, simulated }) => [network.id, simulated.sample] as const);
  const body = { caption: "Cut", media, options: Object.fromEntries(samples), schedule: "now" };
  const { json: checked } = await world.ask("POST", "/posts/check", body);
  const targets = (checked["targets"] as Target[]).filter(({ ok }) => ok);
  expect(targets.length).toBeGreaterThan(8);
  const chosen = samples.filter(([id]) => targets.some(({ platform }) => platform === id));
  const before = targets.map(({ platform }) => world.published(platform).length);
  const accounts = targets.map(({ accountId }) => accountId);
  const { id } = await world.post({ ...body, accounts, options: Object.fromEntries(chosen) });
  await world.until(id, isSettled, 60);
  const { x, y, width, height } = crop;
  const cut = sharp(join(bench.dir, "1600.jpeg")).extract({ left: x, top: y, width, height });
  const expected = await coarse(await cut.png().toBuffer());
  for (const [n, { platform }] of targets.entries()) {
    const [file] = world.published(platform).at(before[n] ?? 0)?.media ?? [];
    const answer = await lookAt(world, `/simulator/media/${platform}/${file?.id ?? ""}`);
    const found = await coarse(Buffer.from(await answer.bytes()));
    const farthest = Math.max(...found.map((value, at) => Math.abs(value - (expected[at] ?? 0))));
    expect({ platform, isTheSame: farthest <= 24, farthest }).toMatchObject({ platform, isTheSame: true });
  }
});

/** Its pixels in 16 × 16 parts: what encoders change is gone, and where it was cut can be seen. */
async function coarse(bytes: Buffer): Promise<number[]> {
  return [...(await sharp(bytes).resize(16, 16, { fit: "fill" }).removeAlpha().raw().toBuffer())];
}

test("all networks had something to publish", () => {
  const unseen = networks.list.filter(({ id }) => !seen.has(id));
  expect(unseen).toHaveLength(0);
});
