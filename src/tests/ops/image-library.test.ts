// The process that serves decodes no image: a file that breaks the library, or that needs a gigabyte, must not take it along.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { crier, serve } from "../support/command-line.ts";
import { waitUntil } from "../support/wait-until.ts";

const folder = mkdtempSync(join(tmpdir(), "crier-image-library-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NETWORKS = ["bluesky", "facebook", "linkedin", "mastodon", "telegram", "x"];
const env = { CRIER_DATA: folder, CRIER_MIN_FREE_MB: "0", CRIER_LOG: "warn" };

test.skipIf(process.platform !== "linux")(
  "a server that crops, shows and publishes images never loads the image library",
  async () => {
    await crier(["profile", "create", "me"], env);
    for (const network of NETWORKS)
      await crier(["account", "connect", network, "--profile", "me", "--simulated"], env);
    const { out: key } = await crier(["key", "create", "--profile", "me"], env);
    await using server = await serve(env);
    const ask = async (method: string, path: string, body?: FormData | object) => {
      const response = await fetch(`${server.url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, never> & {
        id: string;
        media: Media;
        targets: Target[];
      };
    };
    const form = new FormData();
    form.set("file", Bun.file(SAMPLES.photo.path), "photo.jpg");
    const { media } = await ask("POST", "/media", form);
    const { media: turned } = await ask("POST", `/media/${media.id}/derive`, { rotate: 90 });
    const thumbnail = await fetch(turned.thumbnailUrl);
    expect(thumbnail.headers.get("content-type")).toBe("image/webp");
    const post = await ask("POST", "/posts", {
      caption: "A turned image",
      media: [turned.id],
      schedule: "now",
    });
    await waitUntil(async () => {
      const { targets } = await ask("GET", `/posts/${post.id}`);
      return targets.every(({ status }) => status === "posted" || status === "failed");
    });
    const { targets } = await ask("GET", `/posts/${post.id}`);
    expect(targets.map(({ status }) => status)).toEqual(NETWORKS.map(() => "posted"));
    expect(readFileSync(`/proc/${server.pid}/maps`, "latin1")).not.toContain("libvips");
  },
);

interface Media {
  readonly id: string;
  readonly thumbnailUrl: string;
}
interface Target {
  readonly status: string;
}
