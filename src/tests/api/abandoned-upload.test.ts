// Tests that a file whose sender has disconnected is not processed and delays no other request.
import { expect, test } from "bun:test";
import { scans } from "../support/hostile-videos.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { openWorld } from "../support/world.ts";
import { createProfile } from "../../admin/profiles.ts";

test("files of a sender who left are not looked at, and leave nothing", async () => {
  await using world = await openWorld();
  const send = (bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal) => {
    const body = new FormData();
    body.set("file", new Blob([bytes]), "a.jpg");
    const headers = { authorization: `Bearer ${world.key}` };
    const request = { method: "POST", headers, body, ...(signal && { signal }) };
    return fetch(`${world.url}/v1/media`, request).then(({ status }) => status);
  };
  const photo = await Bun.file(SAMPLES.photo.path).bytes();
  const heavy = Uint8Array.from(scans(5400, 5400, 100));
  expect(await send(photo)).toBe(201);
  const leaving = new AbortController();
  const many = Promise.allSettled(Array.from({ length: 12 }, () => send(heavy, leaving.signal)));
  const { appliance } = world;
  const { id: profileId } = await createProfile("cli", { name: "other" }, appliance);
  const file = { profileId, actor: "cli", filename: "a.jpg", declaredMime: "image/jpeg", altText: null };
  // Another one's file comes in between.
  await appliance.ingest.take({ ...file, stream: new Blob([photo]).stream(), limitBytes: 1 << 22 });
  leaving.abort();
  await many;
  // The next one of the same profile is behind them all.
  expect(await send(photo)).toBe(201);
  const { json } = await world.ask("GET", "/media");
  expect((json["media"] as unknown[]).length).toBeLessThan(6);
});
