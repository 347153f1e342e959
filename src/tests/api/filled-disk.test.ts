// Tests large uploads on a small disk: they stop above its reserve, leave nothing, and others continue.
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { smallDisk } from "../support/small-disk.ts";
import { openWorld, type World } from "../support/world.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";

const MB = 1 << 20;
const SIZE = 80 * MB;

async function keyOf(world: World, name: string): Promise<string> {
  const { appliance } = world;
  const { id: profileId } = await createProfile("cli", { name }, appliance);
  const { key } = await createKey("cli", { profileId, name, scopes: ["write"], expiresAt: null }, appliance);
  return key;
}

const disk = smallDisk("220m");
test.skipIf(disk === null)(
  "uploads of several profiles at once stop at the floor; what came of them goes, and small files still come",
  async () => {
    using _disk = disk;
    const path = disk?.path ?? "";
    await using world = await openWorld({ CRIER_DATA: path, CRIER_MIN_FREE_MB: "32" });
    const presign = (authorization: string) =>
      world.ask(
        "POST",
        "/media/presign",
        { filename: "a.mp4", contentType: "video/mp4", size: SIZE },
        { authorization },
      );
    const keys = await Promise.all(["a", "b", "c"].map((name) => keyOf(world, name)));
    const prepared = await Promise.all(keys.map((key) => presign(`Bearer ${key}`)));
    expect(prepared.map(({ status }) => status)).toEqual([201, 201, 201]);
    // The declared bytes of the first one count against the second.
    expect(await presign(`Bearer ${keys[0]}`)).toMatchObject({ status: 503, json: { code: "disk_full" } });

    const body = new Uint8Array(SIZE).fill(7);
    const answers = await Promise.all(
      prepared.map(async ({ json }) => {
        const headers = { "content-type": "video/mp4" };
        const answer = await fetch(String(json["uploadUrl"]), { method: "PUT", headers, body }).catch(
          () => null,
        );
        return answer?.status ?? 503;
      }),
    );
    const whole = answers.filter((status) => status === 204).length;
    expect(whole).toBeLessThan(3);
    expect(new Set(answers)).toContain(503);
    expect(readdirSync(join(path, "media", "uploads"))).toHaveLength(whole);
    const stopped = prepared[answers.indexOf(503)]?.json["uploadUrl"];
    const head = await fetch(String(stopped), { method: "HEAD" });
    expect(head.headers.get("upload-offset")).toBe("0");

    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    const form = new FormData();
    form.set("file", new Blob([await Bun.file(SAMPLES.photo.path).bytes()]), "a.jpg");
    expect((await world.ask("POST", "/media", form)).status).toBe(201);
    expect(
      (await world.ask("POST", "/posts", { caption: "x", schedule: "draft", accounts: [] })).status,
    ).not.toBe(503);
  },
);
