// The cover that people chose for a video reaches the networks that take one, unless the post's options name another.
import { expect, test } from "bun:test";
import { networks } from "../../app/networks.ts";
import type { NetworkRequest } from "../../networks/client/call.ts";
import { draftFor, openBench, video } from "../support/network-fixture.ts";

/** The member of the request that names the cover, and the option that decides it. */
const COVERS: readonly [string, string, object, object][] = [
  ["instagram", '"thumb_offset":2500', { thumb_offset: 700 }, { cover_url: "https://x.test/c.jpg" }],
  ["pinterest", '"cover_image_key_frame_time":2', { cover_second: 4 }, {}],
  ["tiktok", '"video_cover_timestamp_ms":2500', { video_cover_timestamp_ms: 700 }, {}],
];

test.each(COVERS)("%s", async (id, expected, ...others) => {
  const pair = networks.pairs.find(({ network }) => network.id === id);
  if (!pair) throw new Error(`no network ${id}`);
  await using bench = await openBench(pair);
  const sent = async (posterMs: number | null, options: object) => {
    const requests: NetworkRequest[] = [];
    const clip = { ...(await video()), posterMs };
    const io = bench.io("ok", { media: [clip] });
    const call: typeof io.call = (request) => (requests.push(request), io.call(request));
    const draft = draftFor(pair.network, "Clip", [clip], { ...pair.simulated.sample, ...options });
    const prepared = await pair.network.prepare(draft, { ...io, call });
    return JSON.stringify([
      prepared,
      requests.map(({ body }) => (body && "json" in body ? body.json : null)),
    ]);
  };
  expect(await sent(2500, {})).toContain(expected);
  expect(await sent(null, {})).not.toContain(expected);
  for (const options of others.filter((each) => Object.keys(each).length > 0)) {
    const text = await sent(2500, options);
    expect({ options, text: text.includes(expected) }).toEqual({ options, text: false });
    for (const [name, value] of Object.entries(options))
      expect(text).toContain(
        typeof value === "number" && name === "cover_second" ? `:${value}` : `"${name}":`,
      );
  }
});
