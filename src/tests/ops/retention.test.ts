// Tests what is kept and what is deleted over time, on a server with a turnable clock.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { create, DAY, HOUR, openWorldWith, publish, read, uncertainPost } from "../support/posting.ts";
import { turnUntil } from "../support/wait-until.ts";
import type { World } from "../support/world.ts";

const pathOf = (world: World, sha: string) => join(world.folder, "media", sha.slice(0, 2), sha);

let count = 0;
async function picture(world: World) {
  const background = { r: count++, g: 1, b: 7 };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "image/png" }), "dot.png");
  const { id } = (await world.ask("POST", "/media", form)).json["media"] as { id: string };
  const [row] = await world.database.all<{ sha256: string }>(`SELECT sha256 FROM media WHERE id = '${id}'`);
  return { id, path: pathOf(world, row?.sha256 ?? "") };
}

/** Bytes without a row, last written so long before the clock's time. @param name two hex digits */
function unknown(world: World, name: string, ageMs: number): string {
  const path = pathOf(world, name.repeat(32));
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "left");
  const at = (world.clock.now() - ageMs) / 1000;
  utimesSync(path, at, at);
  return path;
}

const turnUntilGone = (path: string, world: World) => turnUntil(world, () => !existsSync(path), 20);

/** A round ends with the last folder: when this file has gone, everything else has been looked at. */
async function round(world: World): Promise<void> {
  const last = unknown(world, "ff", 2 * HOUR);
  world.clock.turn(HOUR);
  await turnUntilGone(last, world);
}

const exists = async (world: World, { id, path }: { id: string; path: string }) => {
  const { status } = await world.ask("GET", `/media/${id}`);
  expect(existsSync(path)).toBe(status === 200);
  return status === 200;
};

test("files go 30 days after their last use, and never while a post may need them", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:fail", "mastodon:ghost"], {
    CRIER_KEEP_MEDIA_DAYS: "30",
  });
  const made = async () => await picture(world);
  const [unused, posted, failed, drafted, lost, again] = [
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
  ];
  const old = await publish(world, { accounts: ["bluesky"], media: [posted.id] });
  await publish(world, { accounts: ["mastodon:fail"], media: [failed.id] });
  await publish(world, { accounts: ["mastodon:fail"], media: [again.id] });
  await create(world, { accounts: ["bluesky"], media: [drafted.id] });
  await uncertainPost(world, { media: [lost.id] });
  await world.restart(20 * DAY);
  await publish(world, { accounts: ["mastodon:fail"], media: [again.id] });
  const fresh = await made();
  await round(world);
  const stored = async () =>
    await Promise.all(
      [unused, posted, failed, drafted, lost, again, fresh].map((each) => exists(world, each)),
    );
  expect(await stored()).toEqual([true, true, true, true, true, true, true]);
  await world.restart(11 * DAY);
  await round(world);
  expect(await stored()).toEqual([false, false, false, true, true, true, true]);
  // The record says what it was.
  expect((await read(world, old.id)).media).toMatchObject([
    { id: posted.id, filename: "dot.png", url: null },
  ]);
  // With the post, the last of it goes.
  await world.ask("DELETE", `/posts/${old.id}`);
  const row = `SELECT id FROM media WHERE id = '${posted.id}'`;
  expect(await world.database.all(row)).toHaveLength(1);
  await world.restart();
  await round(world);
  expect(await world.database.all(row)).toEqual([]);
});

test("records stay unless the operator sets a limit; unreferenced files are deleted after an hour", async () => {
  await using world = await openWorldWith([]);
  const unused = await picture(world);
  await world.restart(3650 * DAY);
  const [left, young] = [unknown(world, "1a", 2 * HOUR), unknown(world, "2b", -2 * HOUR)];
  await round(world);
  expect([existsSync(left), existsSync(young)]).toEqual([false, true]);
  expect(await exists(world, unused)).toBeTrue();
});

test("what was made of files goes with its source, and what no note names after an hour", async () => {
  await using world = await openWorldWith([]);
  const adapted = join(world.folder, "media", "adapted");
  const thumbnail = async ({ id }: { id: string }) => {
    const { json } = await world.ask("GET", `/media/${id}`);
    const { thumbnailUrl } = json["media"] as { thumbnailUrl: string };
    const { status, headers } = await fetch(thumbnailUrl);
    return [status, headers.get("content-type")];
  };
  const [stored, lost] = [await picture(world), await picture(world)];
  for (const each of [stored, lost]) expect(await thumbnail(each)).toEqual([200, "image/webp"]);
  const made = () => [...new Bun.Glob("??/*").scanSync(adapted)].toSorted();
  const notes = () => readdirSync(join(adapted, "notes"));
  expect([made().length, notes().length]).toEqual([2, 2]);
  // As a death between the row and the bytes leaves it.
  const sha256 = basename(lost.path);
  await world.database.run(`DELETE FROM media WHERE id = '${lost.id}'`);
  // The last to be looked at: when it has gone, the round is over.
  const last = join(adapted, "ff", "ff".repeat(32));
  for (const name of ["3c", "ff"]) mkdirSync(join(adapted, name), { recursive: true });
  writeFileSync(last, "left");
  const orphan = "3c".repeat(32);
  for (const name of [orphan, "3c".repeat(31) + "3d"]) writeFileSync(join(adapted, "3c", name), "left");
  const old = (world.clock.now() - 2 * HOUR) / 1000;
  for (const name of made()) if (!name.endsWith("3d")) utimesSync(join(adapted, name), old, old);
  await round(world);
  await turnUntilGone(last, world);
  expect(existsSync(join(adapted, "3c", orphan))).toBeFalse();
  expect(notes()).not.toContain(sha256);
  expect(notes()).toHaveLength(1);
  expect(made()).toHaveLength(2);
  expect(existsSync(join(adapted, "3c", "3c".repeat(31) + "3d"))).toBeTrue();
  expect(await thumbnail(stored)).toEqual([200, "image/webp"]);
  expect(made()).toHaveLength(2);
});
