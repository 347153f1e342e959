// Tests the option `fit` (D33): nothing is cropped or padded unasked, and changes are announced first.
import { afterAll, beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import type { World } from "../../support/world.ts";
import { isFastRun } from "../../support/generated-cases.ts";
import { create, openWorldWith, outcome, publish, target, upload } from "../../support/posting.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["frames:ok", "bluesky:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

async function picture(width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "image/png" }), `${width}x${height}.png`);
  const { status, json } = await world.ask("POST", "/media", form);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return (json["media"] as { id: string }).id;
}
const on = (more: Record<string, unknown>) => ({ accounts: ["frames"], ...more });
/** What the network's connector made of the latest post. */
async function sent(): Promise<{ shapes: string[]; chosen: string[] }> {
  const latest = "SELECT prepared FROM attempt ORDER BY started_at DESC, target_id DESC LIMIT 1";
  const attempt = await world.database.get<{ prepared: string }>(latest);
  return JSON.parse(attempt?.prepared ?? "") as { shapes: string[]; chosen: string[] };
}

test("media are never cropped unasked, and the refusal names the option (D33)", async () => {
  const media = [await picture(300, 100)];
  const refused = await create(world, on({ media }));
  expect(outcome(refused)).toBe("422 preflight_failed");
  expect(refused.json["networks"]).toMatchObject([
    {
      platform: "frames",
      problems: [
        {
          rule: "image.ratio",
          limit: 1.25,
          actual: 3,
          message: expect.stringContaining("Set `fit` to `crop`"),
        },
      ],
    },
  ]);
});

test("media are cropped and padded as announced (D33)", async () => {
  const media = [await picture(300, 100), await picture(110, 100)];
  for (const [fit, done, shape] of [
    ["crop", "cropped", "125x100"],
    ["pad", "padded", "300x240"],
  ] as const) {
    const options = { "frames:ok": { fit, note: "mine" } };
    const { json } = await create(world, on({ media, options, dryRun: true }));
    const [first, second] = (json["targets"] as { media: { adaptation: string | null }[] }[])[0]?.media ?? [];
    expect(first?.adaptation).toStartWith(`${done} from 3:1 to 1.25:1: The image has an aspect ratio of 3:1`);
    expect(second?.adaptation).toBeNull();
    expect(target(await publish(world, on({ media, options }))).status).toBe("posted");
    // Each file by itself; and the connector gets only what is its own.
    expect(await sent()).toMatchObject({ shapes: [shape, "110x100"], chosen: ["note"] });
  }
});

test.skipIf(isFastRun || Bun.which("ffmpeg") === null)(
  "a video is cropped and padded as announced (D33)",
  async () => {
    const media = [await upload(world, "clip")];
    const { width, height } = (await world.ask("GET", `/media/${media[0]}`)).json["media"] as {
      width: number;
      height: number;
    };
    expect(outcome(await create(world, on({ media })))).toBe("422 preflight_failed");
    const { id } = await world.post(
      on({ caption: "Clip", media, schedule: "now", options: { frames: { fit: "crop" } } }),
    );
    await world.until(id, ({ targets }) => targets[0]?.status === "posted");
    const [w, h] = ((await sent()).shapes[0] ?? "").split("x").map(Number);
    expect([h, (w ?? 0) < width]).toEqual([height, true]);
    expect((w ?? 0) / (h ?? 1)).toBeLessThanOrEqual(1.25);
  },
);

test("fit is offered where the aspect ratio is limited (D11)", async () => {
  const { json } = await world.ask("GET", "/accounts");
  const [bluesky, frames] = await Promise.all(
    ["bluesky", "frames"].map(async (platform) => {
      const found = (json["accounts"] as { id: string; platform: string }[]).find(
        (account) => account.platform === platform,
      );
      return (await world.ask("GET", `/accounts/${found?.id}/options`)).json["options"];
    }),
  );
  expect(frames).toMatchObject({
    properties: {
      note: { type: "string" },
      fit: { title: "Fit", anyOf: [{ const: "crop" }, { const: "pad" }] },
    },
  });
  expect(bluesky).not.toHaveProperty("properties.fit");
});

test("fit is checked like any other option (D16)", async () => {
  for (const options of [{ frames: { fit: "stretch" } }, { frames: { fit: null } }]) {
    const { json } = await create(world, on({ options }));
    expect(json["networks"]).toMatchObject([{ problems: [{ rule: "options.fit" }] }]);
  }
  const { json } = await create(world, { accounts: ["bluesky"], options: { bluesky: { fit: "crop" } } });
  expect(json["networks"]).toMatchObject([{ problems: [{ rule: "options.fit" }] }]);
});
