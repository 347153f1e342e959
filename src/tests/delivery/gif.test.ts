// Tests a GIF from upload to arrival at each network: unchanged, as a video, or as a still picture (D45).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openFfmpeg } from "../../media/convert/ffmpeg.ts";
import { movingGif, stillGif } from "../support/gif-fixture.ts";
import { networks } from "../../app/networks.ts";
import { openWorld, type World } from "../support/world.ts";

const AS_IT_IS = ["x", "telegram", "mastodon", "linkedin"];
const AS_VIDEO = ["bluesky", "facebook", "instagram", "threads", "tiktok", "youtube", "pinterest"];
const ALL = [...AS_IT_IS, ...AS_VIDEO];

let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (const network of ALL) await world.account(network, "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

async function upload(bytes: Uint8Array<ArrayBuffer>, name = "moving.gif", type = "") {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type }), name);
  form.set("altText", "A test");
  return await world.ask("POST", "/media", form);
}

async function added(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, json } = await upload(bytes);
  expect({ status, json }).toMatchObject({ status: 201 });
  return (json["media"] as { id: string }).id;
}

/** Another text each time, since some networks refuse the same one twice. */
let texts = 0;
function request(media: string[], network: string) {
  const sample = networks.simulated.find(({ id }) => id === network)?.sample ?? {};
  return { caption: `Round ${++texts}`, accounts: [network], media, options: { [network]: sample } };
}

/** Per network: what would be made of the first file, or the first broken rule. */
async function dryRun(media: string[], network: string): Promise<string | null | undefined> {
  const { status, json } = await world.ask("POST", "/posts", { ...request(media, network), dryRun: true });
  if (status === 422) {
    const [refused] = json["networks"] as { problems: { rule: string; message: string }[] }[];
    return `${refused?.problems[0]?.rule}: ${refused?.problems[0]?.message}`;
  }
  expect({ status, json }).toMatchObject({ status: 200 });
  const [target] = json["targets"] as { media: { adaptation: string | null }[] }[];
  return target?.media[0]?.adaptation;
}

async function arrived(media: string[], network: string) {
  const { id } = await world.post({ ...request(media, network), schedule: "now" });
  const { targets } = await world.until(id, ({ status }) => status === "posted" || status === "failed", 60);
  expect(targets).toMatchObject([{ status: "posted" }]);
  return world
    .published(network)
    .at(-1)
    ?.media.map(({ mime }) => mime);
}

describe("the record of a GIF (D29, D30, D45)", () => {
  test("a moving one is an image that says so, with its length and frames", async () => {
    const { status, json } = await upload(await movingGif());
    expect({ status, json }).toMatchObject({
      status: 201,
      json: {
        media: {
          ...{ kind: "image", mime: "image/gif", animated: true, width: 480, height: 480 },
          durationMs: 4400,
          facts: { animated: true, frames: 4, videoCodec: null, bitrate: null },
        },
      },
    });
    const { thumbnailUrl, id } = json["media"] as { thumbnailUrl: string; id: string };
    const thumbnail = await fetch(thumbnailUrl);
    expect([thumbnail.status, thumbnail.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await world.ask("GET", `/media/${id}`)).json).toMatchObject({ media: { animated: true } });
  });

  test("a still one is not animated", async () => {
    const { json } = await upload(await stillGif());
    expect(json).toMatchObject({
      media: { kind: "image", mime: "image/gif", animated: false, durationMs: null, facts: { frames: 1 } },
    });
  });

  test("its type is checked like any other's", async () => {
    const { status, json } = await upload(await stillGif(), "a.png", "image/png");
    expect({ status, code: json["code"] }).toEqual({ status: 422, code: "media_type_mismatch" });
    expect((await upload(await stillGif(), "a.gif", "image/gif")).status).toBe(201);
  });

  test("it does not come by presign", async () => {
    const body = { filename: "a.gif", contentType: "image/gif", size: 1000 };
    const { status, json } = await world.ask("POST", "/media/presign", body);
    expect({ status, code: json["code"] }).toEqual({ status: 400, code: "invalid_request" });
  });

  test("a truncated one is refused", async () => {
    const whole = await movingGif();
    for (const part of [0.2, 0.6, 0.99]) {
      const { status, json } = await upload(whole.slice(0, Math.floor(whole.length * part)));
      expect({ status, code: json["code"] }).toEqual({ status: 422, code: "media_unreadable" });
    }
  });
});

describe.skipIf(!openFfmpeg().available)("a moving GIF", () => {
  test.each(AS_IT_IS)("goes to %s as it is", async (network) => {
    const id = await added(await movingGif());
    expect(await dryRun([id], network)).toBeNull();
    expect(await arrived([id], network)).toEqual(["image/gif"]);
  });

  test.each(AS_VIDEO)("goes to %s as a video", async (network) => {
    const id = await added(await movingGif());
    expect(await dryRun([id], network)).toStartWith(
      "converted to video/mp4: An animated GIF is converted to a video for this network.",
    );
    expect(await arrived([id], network)).toEqual(["video/mp4"]);
  });

  test.each([
    ["instagram", "video.duration"],
    ["pinterest", "video.duration"],
  ])("that is too short for the videos of %s is refused", async (network, rule) => {
    const id = await added(await movingGif({ delays: [100, 100] }));
    expect(await dryRun([id], network)).toMatch(
      new RegExp(`^${rule}: An animated GIF is converted to a video for this network. The video lasts 0.2 s`),
    );
  });

  test("beyond what X takes of a GIF becomes a video there", async () => {
    const many = Array.from({ length: 360 }, () => 40);
    const id = await added(await movingGif({ side: 64, delays: many }));
    expect(await dryRun([id], "x")).toStartWith("converted to video/mp4");
    expect(await arrived([id], "x")).toEqual(["video/mp4"]);
  });

  test("in a Telegram album is a video beside the photo", async () => {
    const media = [await added(await movingGif()), await added(await stillGif())];
    expect(await dryRun(media, "telegram")).toStartWith("converted to video/mp4");
    expect(await arrived(media, "telegram")).toEqual(["video/mp4", "image/png"]);
  });
});

describe("a still GIF", () => {
  test.each([
    ["x", "image/png"],
    ["telegram", "image/png"],
    ["bluesky", "image/png"],
    ["instagram", "image/jpeg"],
    ["threads", "image/png"],
    ["tiktok", "image/jpeg"],
    ["pinterest", "image/png"],
  ])("goes to %s as %s", async (network, mime) => {
    const id = await added(await stillGif());
    expect(await dryRun([id], network)).toStartWith(`converted to ${mime}`);
    expect(await arrived([id], network)).toEqual([mime]);
  });

  test.each(["mastodon", "linkedin", "facebook"])("goes to %s as it is", async (network) => {
    const id = await added(await stillGif());
    expect(await dryRun([id], network)).toBeNull();
    expect(await arrived([id], network)).toEqual(["image/gif"]);
  });
});
