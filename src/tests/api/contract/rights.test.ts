// Tests the scopes beyond access to a route (D8, D28): who may change waiting posts, and whose key is audited.
import { expect, test } from "bun:test";
import { SAMPLES } from "../../../media/samples/index.ts";
import type { World } from "../../support/world.ts";
import { connectAgent } from "../../support/mcp-agent.ts";
import {
  postAction,
  create,
  HOUR,
  inFuture,
  keyFor,
  openWorldWith,
  outcome,
  publish,
  read,
  scheduledPost,
  target,
  uncertainPost,
  upload,
} from "../../support/posting.ts";

const writer = (world: World) => keyFor(world, { scopes: ["read", "write"] });
const REFUSED = { status: 403, code: "insufficient_scope", scope: "publish" };

test("only keys that may publish edit waiting posts (D8)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const write = await writer(world);
  const media = await upload(world);
  const waiting = [
    await scheduledPost(world),
    (await create(world, { schedule: undefined })).json as never as { id: string },
  ];
  const changes = [
    { caption: "Mine" },
    { accounts: ["mastodon"] },
    { media: [media] },
    { overrides: { bluesky: "x" } },
  ];
  for (const { id } of waiting) {
    const before = await read(world, id);
    for (const change of changes)
      expect((await world.ask("PATCH", `/posts/${id}`, change, write)).json).toMatchObject(REFUSED);
    expect(await read(world, id)).toEqual(before);
    expect(outcome(await world.ask("PATCH", `/posts/${id}`, { caption: "Ours" }))).toBe("200");
    // Taken back, it is a draft, and nothing of it is published.
    expect(outcome(await world.ask("POST", `/posts/${id}/cancel`, undefined, write))).toBe("200");
    expect(outcome(await world.ask("PATCH", `/posts/${id}`, { caption: "Mine" }, write))).toBe("200");
  }
});

test("a draft that is scheduled meanwhile can't be edited with write alone (D8)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const write = await writer(world);
  for (let round = 0; round < 20; round++) {
    const { id } = (await create(world)).json as never as { id: string };
    await Promise.all([
      world.ask("PATCH", `/posts/${id}`, { caption: "Mine" }, write),
      postAction(world, id, "schedule", { schedule: inFuture(world, HOUR) }),
    ]);
    const { json } = await world.ask("GET", `/posts/${id}/events`);
    const kinds = (json["events"] as { kind: string }[]).map(({ kind }) => kind.replace("post.", ""));
    expect(kinds.indexOf("edited")).toBeLessThan(kinds.indexOf("scheduled"));
  }
});

test("only keys that may publish change the media of waiting posts (D8)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const write = await writer(world);
  const media = await upload(world);
  const change = (altText: string) => world.ask("PATCH", `/media/${media}`, { altText }, write);
  expect(outcome(await change("free"))).toBe("200");
  await create(world, { media: [media] });
  expect(outcome(await change("in a draft"))).toBe("200");
  const { id } = await scheduledPost(world, { media: [media] });
  expect((await change("in a post that waits")).json).toMatchObject(REFUSED);
  expect((await world.ask("PATCH", `/media/${media}`, { filename: "x.jpg" }, write)).json).toMatchObject(
    REFUSED,
  );
  expect((await read(world, id)).media[0]?.altText).toBe("in a draft");
  expect(outcome(await world.ask("PATCH", `/media/${media}`, { altText: "by a publisher" }))).toBe("200");
  await postAction(world, id, "cancel");
  expect(outcome(await change("in a draft again"))).toBe("200");
});

test("deleting a post that was sent requires the publish scope (D28)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:fail"]);
  const write = await writer(world);
  const remove = (id: string) => world.ask("DELETE", `/posts/${id}`, undefined, write);
  for (const accounts of [["bluesky"], ["mastodon"], ["bluesky", "mastodon"]]) {
    const post = await publish(world, { accounts });
    expect((await remove(post.id)).json).toMatchObject(REFUSED);
    expect(await read(world, post.id)).toEqual(post);
    expect((await world.ask("DELETE", `/posts/${post.id}`)).status).toBe(204);
  }
  expect((await remove(String((await create(world)).json["id"]))).status).toBe(204);
});

interface Upload {
  readonly uploadId: string;
  readonly uploadUrl: string;
  readonly headers: Record<string, string>;
}

interface Row {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
}

test("every change is audited once, with its key (D8)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:fail", "mastodon:ghost"]);
  const [{ id: keyId } = { id: "" }] = await world.database.all<{ id: string }>("SELECT id FROM api_key");
  const audit = () => world.database.all<Row>("SELECT actor, action, subject FROM audit ORDER BY seq");
  /** What `deed` adds to the audit log. */
  const added = async (deed: () => Promise<unknown>) => {
    const before = (await audit()).length;
    await deed();
    const fresh = (await audit()).slice(before);
    expect(fresh.every(({ actor }) => actor === `key:${keyId}`)).toBeTrue();
    return fresh.map(({ action }) => action);
  };
  const ok = ["bluesky"];
  const draft = String((await create(world, { accounts: ok })).json["id"]);
  const failed = await publish(world, { accounts: ["mastodon:fail"] });
  const lost = await uncertainPost(world);
  const media = await upload(world);
  const { client } = await connectAgent(world);
  const tool = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
  const base64 = (await Bun.file(SAMPLES.photo.path).bytes()).toBase64();
  const word = { targetId: target(lost).id, action: "mark_published", confirmed: true };
  const presign = { filename: "a.jpg", contentType: "image/jpeg", size: 9 };
  const key = { "idempotency-key": "k1" };
  const deeds: [string[], () => Promise<unknown>][] = [
    [["post.create"], () => create(world, { accounts: ok }, key)],
    [[], () => create(world, { accounts: ok }, key)],
    [[], () => create(world, { accounts: ok, dryRun: true })],
    [[], () => create(world, { accounts: ["nobody"] })],
    [["post.create"], () => publish(world, { accounts: ok })],
    [["post.edit"], () => world.ask("PATCH", `/posts/${draft}`, { caption: "Better" })],
    [["post.schedule"], () => postAction(world, draft, "schedule", { schedule: inFuture(world, HOUR) })],
    [["post.cancel"], () => postAction(world, draft, "cancel")],
    [[], () => postAction(world, draft, "cancel")],
    [["post.delete"], () => world.ask("DELETE", `/posts/${draft}`)],
    [[], () => world.ask("DELETE", `/posts/${draft}`)],
    [["post.retry"], () => postAction(world, failed.id, "retry")],
    [["post.reconcile"], () => postAction(world, lost.id, "reconcile", word)],
    [[], () => postAction(world, lost.id, "reconcile", word)],
    [["media.create"], () => upload(world)],
    [["upload.create"], () => world.ask("POST", "/media/presign", presign)],
    [["media.edit"], () => world.ask("PATCH", `/media/${media}`, { altText: "x" })],
    [["media.delete"], () => world.ask("DELETE", `/media/${media}`)],
    [["media.create"], () => tool("add_media", { base64 })],
    [
      ["upload.create"],
      () => tool("add_media", { ...presign, contentType: undefined, mimeType: "image/jpeg" }),
    ],
    [["post.create"], () => tool("create_post", { caption: "x", accounts: ok, schedule: "draft" })],
    [[], () => tool("check_post", { caption: "x", accounts: ok })],
  ];
  const bytes = await Bun.file(SAMPLES.photo.path).bytes();
  const large = (await world.ask("POST", "/media/presign", { ...presign, size: bytes.length })).json;
  const { uploadId, uploadUrl, headers } = large as never as Upload;
  await fetch(uploadUrl, { method: "PUT", body: bytes, headers });
  const complete = () => world.ask("POST", "/media/complete", { uploadId });
  deeds.push([["media.create"], complete], [[], complete]);
  for (const [index, [actions, deed]] of deeds.entries())
    expect({ index, actions: await added(deed) }).toEqual({ index, actions });
  await client.close();
});
