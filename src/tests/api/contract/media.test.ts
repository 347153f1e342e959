// Tests media as a resource (contract 2.2, D29): list, read, describe, delete, and signed URLs.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { World } from "../../support/world.ts";
import {
  postAction,
  create,
  DAY,
  HOUR,
  openWorldWith,
  outcome,
  pointers,
  publish,
  read,
  otherProfile,
  target,
  uncertainPost,
  upload,
} from "../../support/posting.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:fail", "mastodon:ghost"]);
});
afterAll(() => world[Symbol.asyncDispose]());

interface Shown {
  readonly usedIn?: { readonly posts: number; readonly waiting: number };
  readonly createdBy?: { readonly kind: string; readonly name: string | null };
  readonly id: string;
  readonly filename: string;
  readonly url: string;
  readonly thumbnailUrl: string;
}
const shown = async (id: string, at = world) => (await at.ask("GET", `/media/${id}`)).json["media"] as Shown;
const pageOf = async (query: string, at = world) => {
  const { json } = await at.ask("GET", `/media${query}`);
  return { ids: (json["media"] as { id: string }[]).map(({ id }) => id), next: json["nextCursor"] };
};
const on = (...accounts: string[]) => ({ accounts });

/** A picture that no other test has. */
let count = 0;
async function picture(at = world, fields: Record<string, string> = {}): Promise<string> {
  const background = { r: count++ % 256, g: count >> 8, b: 7 };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "image/png" }), "dot.png");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return ((await at.ask("POST", "/media", form)).json["media"] as { id: string }).id;
}
async function file(id: string, at = world): Promise<string> {
  const row = await at.database.get<{ sha256: string }>("SELECT sha256 FROM media WHERE id = $id", { id });
  const sha = row?.sha256 ?? "";
  return join(at.folder, "media", sha.slice(0, 2), sha);
}

test("media look the same wherever they are shown (D29)", async () => {
  const id = await upload(world, "photo", { altText: "Hills" });
  const { usedIn, createdBy, ...media } = await shown(id);
  expect(usedIn).toEqual({ posts: 0, waiting: 0 });
  expect(createdBy).toEqual({ kind: "key", name: "test" });
  expect(media).toMatchObject({ id, kind: "image", altText: "Hills", createdAt: expect.any(String) });
  for (const address of [media.url, media.thumbnailUrl])
    expect(address).toStartWith(`${world.url}/media/${id}/`);
  // The same view wherever a file is shown.
  const post = (await create(world, { ...on("bluesky"), media: [id] })).json;
  expect(post["media"]).toEqual([media] as never);
});

test("media are listed newest first, by kind and page (D29)", async () => {
  await using other = await openWorldWith([]);
  const made: string[] = [];
  for (let n = 0; n < 25; n++) made.unshift(await picture(other));
  const clip = await upload(other, "clip");
  expect((await pageOf("", other)).ids).toEqual([clip, ...made.slice(0, 19)]);
  expect((await pageOf("?kind=video", other)).ids).toEqual([clip]);
  const first = await pageOf("?kind=image&limit=10", other);
  await picture(other);
  await other.ask("DELETE", `/media/${first.ids[9]}`);
  const second = await pageOf(`?kind=image&limit=10&cursor=${String(first.next)}`, other);
  const third = await pageOf(`?kind=image&limit=10&cursor=${String(second.next)}`, other);
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(made);
  expect(third.next).toBeNull();
});

test("unknown parameters of the media list are refused (D29)", async () => {
  for (const query of ["?colour=red", "?kind=audio", "?limit=0", "?limit=101", "?Kind=image"])
    expect({ query, is: outcome(await world.ask("GET", `/media${query}`)) }).toEqual({
      query,
      is: "400 invalid_query",
    });
  expect(outcome(await world.ask("GET", "/media?cursor=x"))).toBe("400 invalid_cursor");
});

test("another profile's media can't be seen or changed (D29)", async () => {
  const id = await picture();
  const { headers } = await otherProfile(world);
  expect((await world.ask("GET", "/media", undefined, headers)).json["media"]).toEqual([]);
  const missing = world.profileId;
  for (const [method, body] of [["GET"], ["PATCH", { altText: "x" }], ["DELETE"]] as const)
    for (const each of [id, missing])
      expect(outcome(await world.ask(method, `/media/${each}`, body, headers))).toBe("404 not_found");
  expect((await shown(id)).filename).toBe("dot.png");
});

test("the alt text and file name of media can be changed (D29)", async () => {
  const id = await picture(world, { altText: "A dot" });
  const change = async (body: object) => (await world.ask("PATCH", `/media/${id}`, body)).json["media"];
  expect(await change({ filename: "../a\u0000b/point.png" })).toMatchObject({
    filename: "point.png",
    altText: "A dot",
  });
  expect(await change({ altText: "x".repeat(1500) })).toMatchObject({ altText: "x".repeat(1500) });
  expect(await change({ altText: null })).toMatchObject({ altText: null, filename: "point.png" });
  for (const [body, at] of [
    [{ altText: "" }, "/altText"],
    [{ altText: "x".repeat(1501) }, "/altText"],
    [{ filename: "" }, "/filename"],
    [{ filename: "///" }, "/filename"],
    [{ kind: "video" }, "/kind"],
  ] as const) {
    const answer = await world.ask("PATCH", `/media/${id}`, body);
    expect({ is: outcome(answer), at: pointers(answer) }).toEqual({ is: "400 invalid_request", at: [at] });
  }
  expect(outcome(await world.ask("PATCH", `/media/${id}`, {}))).toBe("400 invalid_request");
});

test("media of an unsettled post can't be deleted (D29)", async () => {
  const media = await picture();
  const draft = (await create(world, { ...on("bluesky"), media: [media] })).json;
  const lost = await uncertainPost(world, { media: [media] });
  const refused = await world.ask("DELETE", `/media/${media}`);
  expect(outcome(refused)).toBe("409 media_in_use");
  expect((refused.json["posts"] as string[]).toSorted()).toEqual([String(draft["id"]), lost.id].toSorted());
  await world.ask("DELETE", `/posts/${String(draft["id"])}`);
  expect(outcome(await world.ask("DELETE", `/media/${media}`))).toBe("409 media_in_use");
  await world.ask("POST", `/posts/${lost.id}/reconcile`, {
    targetId: lost.targets[0]?.id,
    action: "mark_published",
    confirmed: true,
  });
  expect((await world.ask("DELETE", `/media/${media}`)).status).toBe(204);
});

test("the file is deleted with the last media that uses it (D29)", async () => {
  const [one, two] = [await upload(world, "photo"), await upload(world, "photo")];
  for (const { id } of (await world.ask("GET", "/media?limit=100")).json["media"] as { id: string }[])
    if (id !== one && id !== two && (await file(id)) === (await file(one))) {
      const post = await world.database.all<{ post_id: string }>(
        `SELECT post_id FROM post_media WHERE media_id = '${id}'`,
      );
      for (const { post_id } of post) await world.ask("DELETE", `/posts/${post_id}`);
      expect((await world.ask("DELETE", `/media/${id}`)).status).toBe(204);
    }
  const path = await file(one);
  const { url, thumbnailUrl } = await shown(two);
  expect((await fetch(thumbnailUrl)).status).toBe(200);
  const made = () => [...new Bun.Glob("*/*").scanSync(join(world.folder, "media", "adapted"))];
  expect(made().length).toBeGreaterThan(0);
  expect((await world.ask("DELETE", `/media/${one}`)).status).toBe(204);
  expect(existsSync(path)).toBeTrue();
  expect((await fetch(url)).status).toBe(200);
  expect((await world.ask("DELETE", `/media/${two}`)).status).toBe(204);
  expect(existsSync(path)).toBeFalse();
  expect(made()).toEqual([]);
  for (const address of [url, thumbnailUrl]) expect((await fetch(address)).status).toBe(404);
  expect(outcome(await world.ask("DELETE", `/media/${two}`))).toBe("404 not_found");
});

test("a settled post still describes its deleted media (D29)", async () => {
  const media = await picture(world, { altText: "A dot" });
  const post = await publish(world, { ...on("bluesky", "mastodon:fail"), media: [media] });
  expect(post.status).toBe("partial");
  expect((await world.ask("DELETE", `/media/${media}`)).status).toBe(204);
  const before = post.media[0];
  expect((await read(world, post.id)).media).toEqual([
    { ...before, url: null, thumbnailUrl: null } as (typeof post.media)[number],
  ]);
  expect((await pageOf("?limit=100")).ids).not.toContain(media);
  expect(outcome(await world.ask("GET", `/media/${media}`))).toBe("404 not_found");
  // What failed can't go out without it, and nothing new can use it.
  expect(outcome(await world.ask("POST", `/posts/${post.id}/retry`))).toBe("409 media_deleted");
  expect(outcome(await create(world, { ...on("bluesky"), media: [media] }))).toBe("400 unknown_media");
});

test("a failed target whose file was deleted asks for a new post (D13)", async () => {
  const media = await picture();
  const post = await uncertainPost(world, { media: [media] });
  const word = { targetId: target(post).id, action: "confirm_not_published", confirmed: true };
  expect((await postAction(world, post.id, "reconcile", word)).status).toBe(200);
  expect(target(await read(world, post.id))).toMatchObject({ status: "failed", nextAction: "retry" });
  expect((await world.ask("DELETE", `/media/${media}`)).status).toBe(204);
  const { nextAction, error, retryable } = target(await read(world, post.id));
  // It is still known not to have published.
  expect({ nextAction, retryable }).toEqual({ nextAction: "fix_content", retryable: true });
  expect(error).toEndWith("dot.png was deleted since, so this can't be sent again: make a new post.");
});

test("of a new post and the deletion of its file exactly one wins (D29)", async () => {
  for (let n = 0; n < 20; n++) {
    const media = await picture();
    const path = await file(media);
    const [made, deleted] = await Promise.all([
      create(world, { ...on("bluesky"), media: [media] }),
      world.ask("DELETE", `/media/${media}`),
    ]);
    expect([outcome(made), outcome(deleted)].join()).toBeOneOf([
      "201,409 media_in_use",
      "400 unknown_media,204",
    ]);
    expect(existsSync(path)).toBe(made.status === 201);
  }
});

test("media URLs are signed and expire (D43)", async () => {
  const { url, thumbnailUrl } = await shown(await picture());
  expect((await fetch(url)).status).toBe(200);
  const changed = [
    url.replace(/signature=(.)/, (_, first: string) => `signature=${first === "_" ? "A" : "_"}`),
    url.replace("/file?", "/thumbnail?"),
    thumbnailUrl.replace("/thumbnail?", "/file?"),
    url.split("?")[0] ?? "",
    url.replace(/expires=\d+/, "expires=9999999999"),
    url.replace("/file?", "/..%2F..%2Fsecret.key?"),
  ];
  for (const address of changed) {
    const answer = await fetch(address);
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ code: "media_url_invalid" });
  }
  const at = world.clock.now();
  world.clock.turn(HOUR - 1000);
  expect((await fetch(url)).status).toBe(200);
  world.clock.turn(HOUR + 1000);
  expect((await fetch(url)).status).toBe(403);
  expect(world.clock.now() - at).toBeLessThan(DAY);
});

test("the upload form refuses what JSON refuses (D29)", async () => {
  const bytes = await Bun.file(join(import.meta.dir, "../../../media/samples/photo.jpg")).bytes();
  const sent = async (fields: readonly (readonly [string, string])[], files = 1) => {
    const form = new FormData();
    for (let n = 0; n < files; n++) form.append("file", new Blob([bytes], { type: "image/jpeg" }), "a.jpg");
    for (const [name, value] of fields) form.append(name, value);
    return await world.ask("POST", "/media", form);
  };
  const bad: [string, string][] = [
    ...["0", "-1", "1.5", "wide", "", "99999999999999999999"].map((width): [string, string] => [
      "width",
      width,
    ]),
    ["height", "0"],
    ["durationMs", "long"],
    ["filename", ""],
    ["filename", "x".repeat(1001)],
    ["altText", ""],
    ["altText", "x".repeat(1501)],
    ["colour", "red"],
  ];
  for (const field of bad)
    expect({ field, at: pointers(await sent([field])) }).toEqual({ field, at: [`/${field[0]}`] });
  expect(
    pointers(
      await sent([
        ["altText", "one"],
        ["altText", "two"],
      ]),
    ),
  ).toEqual(["/altText"]);
  expect(pointers(await sent([], 2))).toEqual(["/file"]);
  expect(pointers(await sent([["file", "text"]]))).toEqual(["/file"]);
  expect(pointers(await sent([], 0))).toEqual(["/file"]);
  const good = await sent([
    ["width", "1"],
    ["durationMs", "12000"],
    ["altText", "Hills"],
    ["filename", "hills.jpg"],
  ]);
  expect(good.json).toMatchObject({ media: { altText: "Hills", filename: "hills.jpg" } });
});
