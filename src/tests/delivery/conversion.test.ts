// Tests what happens to a post when the process that converts its image dies.
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { mediaProcesses, processorTicks } from "../support/media-process.ts";
import { noisy, openMediaFixture } from "../support/media-fixture.ts";
import { openWorld, isSettled } from "../support/world.ts";
import { waitUntil } from "../support/wait-until.ts";

const fixture = openMediaFixture();
afterAll(() => fixture.remove());

test.skipIf(process.platform !== "linux")(
  "the post waits, is tried again, and goes out once with its image",
  async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const path = join(fixture.dir, "large.jpg");
    // Has to be encoded several times until it fits.
    await noisy(4000, 3000, 60).jpeg({ quality: 98 }).toFile(path);
    const { id } = await world.appliance.ingest.take({
      ...{ profileId: world.profileId, actor: "cli", filename: "a", declaredMime: "", altText: null },
      ...{ stream: Bun.file(path).stream(), limitBytes: 1 << 29 },
    });
    const others = mediaProcesses();
    const before = new Map(others.map((pid) => [pid, processorTicks(pid)]));
    const busy = () => mediaProcesses().find((pid) => processorTicks(pid) > (before.get(pid) ?? 0) + 50);
    const post = await world.post({ caption: "large", schedule: "now", media: [id] });
    await waitUntil(() => busy() !== undefined);
    process.kill(busy() ?? 0, "SIGKILL");
    const { targets } = await world.until(post.id, isSettled);
    expect(targets).toMatchObject([{ status: "posted" }]);
    expect(world.published("bluesky").map(({ media }) => media.length)).toEqual([1]);
    const { json } = await world.ask("GET", `/posts/${post.id}/events`);
    expect(JSON.stringify(json)).toContain("the process that decodes it ended");
  },
);
