// Files and alternative texts of single targets: `options.<key>.media` and `options.<key>.alt_text` (D47).
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import type { PostCheckView } from "../../api/views/post-check.ts";
import {
  create,
  openWorldWith,
  outcome,
  pointers,
  postAction,
  publish,
  read,
  unknownId,
  upload,
} from "../support/posting.ts";
import type { PostBody, World } from "../support/world.ts";

let world: World;
let [photo, noon, night]: [string, string, string] = ["", "", ""];
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "telegram:ok", "pinterest:ok"]);
  photo = await upload(world, "photo", { altText: "Hills" });
  noon = await upload(world, "noon", { altText: "Noon" });
  night = await upload(world, "night");
});
afterAll(() => world[Symbol.asyncDispose]());

type Check = Static<typeof PostCheckView>;
const TEXT = ["bluesky", "mastodon"];

async function check(body: Record<string, unknown>): Promise<Check> {
  return (await world.ask("POST", "/posts/check", { caption: "Hi", accounts: TEXT, ...body })).json as Check;
}

const alts = (platform: string) =>
  world
    .published(platform)
    .at(-1)
    ?.media.map(({ alt }) => alt);

test("each target sends its own files in its own order, with its own words, as the check says", async () => {
  const body = {
    accounts: TEXT,
    media: [photo, noon],
    options: {
      mastodon: {
        media: [night, photo.toUpperCase()],
        alt_text: { [night.toUpperCase()]: "Moon", [photo]: "Here" },
      },
    },
  };
  const { targets } = await check(body);
  expect(targets.map(({ media }) => media.map(({ mediaId, altText }) => [mediaId, altText]))).toEqual([
    [
      [photo, "Hills"],
      [noon, "Noon"],
    ],
    [
      [night, "Moon"],
      [photo, "Here"],
    ],
  ]);
  const post = await publish(world, body);
  expect(post).toMatchObject({ status: "posted", media: [{ id: photo }, { id: noon }] });
  expect([alts("bluesky"), alts("mastodon")]).toEqual([
    ["Hills", "Noon"],
    ["Moon", "Here"],
  ]);
  const { json } = await world.ask("GET", `/posts/${post.id}/evidence`);
  const sent = (json["targets"] as { sent: { mediaIds: string[] } }[]).map((target) => target.sent.mediaIds);
  expect(sent).toEqual([
    [photo, noon],
    [night, photo],
  ]);
});

test("an empty list sends no files, and the limits count what is sent", async () => {
  const media = await Promise.all(["a", "b", "c"].map((altText) => upload(world, "photo", { altText })));
  const all = [photo, noon, ...media];
  const refused = await create(world, { accounts: TEXT, media: all });
  expect(outcome(refused)).toBe("422 preflight_failed");
  const options = { bluesky: { media: [] }, mastodon: { media: all.slice(0, 4) } };
  await publish(world, { caption: "Few", accounts: TEXT, media: all, options });
  expect([alts("bluesky"), alts("mastodon")]).toEqual([[], ["Hills", "Noon", "a", "b"]]);
});

test("unknown files are refused with their place; in the check they are a problem", async () => {
  const body = { accounts: TEXT, options: { bluesky: { media: [photo, unknownId] } } };
  const answer = await create(world, body);
  expect([outcome(answer), pointers(answer)]).toEqual(["400 unknown_media", ["/options/bluesky/media/1"]]);
  const { problems } = await check(body);
  expect(problems).toMatchObject([{ rule: "unknown_media", field: "options", mediaId: unknownId }]);
});

test.each([
  [{ media: "all" }, "options.media"],
  [{ media: ["x"] }, "options.media.0"],
  [{ alt_text: { x: "y" } }, "options.alt_text.x"],
  [{ alt_text: "words" }, "options.alt_text"],
])("what is no list of files and no words by file is refused in pre-flight: %j", async (own, rule) => {
  const answer = await create(world, { accounts: ["bluesky"], options: { bluesky: own } });
  expect(outcome(answer)).toBe("422 preflight_failed");
  const [network] = answer.json["networks"] as { problems: { rule: string }[] }[];
  expect(network?.problems.map((problem) => problem.rule)).toContain(rule);
});

test("words for a file that is not sent are refused, and so are words where a network shows none", async () => {
  const stray = await check({ media: [photo], options: { bluesky: { alt_text: { [noon]: "Noon" } } } });
  expect(stray.targets[0]?.problems).toMatchObject([{ rule: "options.alt_text", field: "options.alt_text" }]);
  const { targets } = await check({
    ...{ accounts: ["telegram"], media: [photo] },
    options: { telegram: { alt_text: { [photo]: "Words" } } },
  });
  expect(targets[0]?.problems).toMatchObject([{ rule: "options.alt_text" }]);
});

test("Pinterest's own text for a whole pin stays under the same name", async () => {
  const { json } = await world.ask("GET", "/accounts");
  const account = (json["accounts"] as { id: string; platform: string }[]).find(
    ({ platform }) => platform === "pinterest",
  );
  const live = await world.ask("GET", `/accounts/${account?.id}/options`);
  const [board] = (live.json["values"] as { boards: { id: string }[] }).boards;
  const own = { board_id: board?.id };
  const options = (alt_text: unknown) => ({ pinterest: { ...own, alt_text } });
  for (const words of ["Instead", { [photo]: "Instead" }]) {
    await publish(world, { accounts: ["pinterest"], media: [photo], options: options(words) });
    expect(alts("pinterest")).toEqual(["Instead"]);
  }
});

test("a file that only one target has can't be deleted while the post needs it", async () => {
  const own = await upload(world, "morning");
  const options = { bluesky: { media: [own] } };
  const { json } = await create(world, { accounts: TEXT, options });
  const remove = () => world.ask("DELETE", `/media/${own}`);
  expect(outcome(await remove())).toBe("409 media_in_use");
  // What only the post's words say changes nothing about its files.
  await world.ask("PATCH", `/posts/${String(json["id"])}`, { caption: "Other words" });
  expect(outcome(await remove())).toBe("409 media_in_use");
  await world.ask("PATCH", `/posts/${String(json["id"])}`, { media: [noon] });
  expect(outcome(await remove())).toBe("409 media_in_use");
  const edited = await world.ask("PATCH", `/posts/${String(json["id"])}`, { options: {} });
  expect(edited.json).toMatchObject({ media: [{ id: noon }] });
  expect((await remove()).status).toBe(204);
});

test("a draft that is scheduled later, and a failed target that is retried, keep their files", async () => {
  const options = { bluesky: { media: [night], alt_text: { [night]: "Moon" } } };
  const { json } = await create(world, { caption: "Later", accounts: ["bluesky"], media: [photo], options });
  expect((await postAction(world, json["id"], "schedule", { schedule: "now" })).status).toBe(200);
  await world.until(String(json["id"]), ({ status }: PostBody) => status === "posted");
  expect(alts("bluesky")).toEqual(["Moon"]);
  expect((await read(world, String(json["id"]))).options).toEqual(options);
});
