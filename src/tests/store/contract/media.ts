// The store's contract: media records, their quota, and large uploads.
import { expect } from "bun:test";
import { AT, editor, entry, id, media, post, PROFILE, upload } from "../records.ts";
import type { Rule } from "./index.ts";

const file = (n: number, change: Partial<typeof media> = {}) => ({ ...media, id: id(n), ...change });
const fits = () => true;
const HASH = "b".repeat(64);

export function mediaContract(rule: Rule): void {
  records(rule);
  uploads(rule);
}

function records(rule: Rule): void {
  rule(
    "media is given back as it was stored, in the order of the ids, and only to its profile",
    async ({ store }) => {
      for (const n of [80, 81]) await store.media.add(file(n), 1000, "cli");
      expect(await store.media.find(PROFILE, [id(81), id(99), id(80)])).toEqual([file(81), null, file(80)]);
      expect(await store.media.find(id(98), [id(80)])).toEqual([null]);
      expect(await store.media.one(id(80))).toEqual(file(80));
    },
  );

  rule("the quota is never passed, and what is removed makes room", async ({ store }) => {
    expect(await store.media.add(file(80), 15, "cli")).toBeTrue();
    expect(await store.media.add(file(81), 15, "cli")).toBeFalse();
    expect([await store.media.used(PROFILE), await store.media.one(id(81))]).toEqual([10, null]);
    await store.media.remove(editor, id(80), AT);
    expect([await store.media.used(PROFILE), await store.media.add(file(81), 15, "cli")]).toEqual([0, true]);
  });

  rule("media is paged newest first, by kind", async ({ store }) => {
    for (const n of [80, 81, 82]) await store.media.add(file(n), 1000, "cli");
    const page = async (kind: "image" | "video" | null, before: string | null) =>
      (await store.media.page(PROFILE, kind, 2, before)).map((each) => each.id);
    expect([await page(null, null), await page("image", id(81)), await page("video", null)]).toEqual([
      [id(82), id(81)],
      [id(80)],
      [],
    ]);
  });

  rule("a change of a file that a waiting post uses needs the right to publish", async ({ store }) => {
    await store.media.add(file(80), 1000, "cli");
    await store.posts.create({ ...post(id(10), "pending", "time"), mediaIds: [id(80)] }, null, null, entry);
    const change = { altText: "alt" };
    const author = { ...editor, mayPublish: false };
    expect(await store.media.change(author, id(80), change, AT)).toEqual({ kind: "refused" });
    expect(await store.media.change(editor, id(80), change, AT)).toEqual({
      kind: "changed",
      media: { ...file(80), altText: "alt" },
    });
    expect(await store.media.change({ ...editor, profileId: id(98) }, id(80), change, AT)).toEqual({
      kind: "unknown",
    });
  });

  rule("a file that a post still needs is not removed", async ({ store }) => {
    await store.media.add(file(80), 1000, "cli");
    await store.posts.create({ ...post(id(10), "pending", "time"), mediaIds: [id(80)] }, null, null, entry);
    expect(await store.media.remove(editor, id(80), AT)).toEqual({ kind: "inUse", postIds: [id(10)] });
    await store.posts.revise(PROFILE, id(10), () => ({ at: AT, remove: true }));
    expect(await store.media.remove(editor, id(80), AT)).toEqual({ kind: "removed", sha256: media.sha256 });
    expect(await store.media.remove(editor, id(80), AT)).toEqual({ kind: "unknown" });
  });

  rule(
    "bytes are in use while any profile has them, and a profile's hashes are named once",
    async ({ store }) => {
      for (const n of [80, 81]) await store.media.add(file(n), 1000, "cli");
      expect(await store.media.hashes(PROFILE)).toEqual([media.sha256]);
      await store.media.remove(editor, id(80), AT);
      expect(await store.media.isUsed(media.sha256)).toBeTrue();
      await store.media.remove(editor, id(81), AT);
      expect(await store.media.isUsed(media.sha256)).toBeFalse();
    },
  );

  rule("old files are found oldest first and expire by their last use", async ({ store }) => {
    await store.media.add(file(81, { createdAt: AT - 10 }), 1000, "cli");
    await store.media.add(file(80), 1000, "cli");
    const [first] = await store.media.olderThan(AT + 1, null, 1);
    expect(first).toEqual({ id: id(81), createdAt: AT - 10 });
    expect(await store.media.olderThan(AT + 1, first ?? null, 5)).toEqual([{ id: id(80), createdAt: AT }]);
    await store.posts.create({ ...post(id(10), "draft", "draft"), mediaIds: [id(80)] }, null, null, entry);
    expect(await store.media.expire(id(80), AT + 1, AT)).toBeNull();
    expect(await store.media.expire(id(81), AT + 1, AT)).toBe(media.sha256);
  });
}

function uploads(rule: Rule): void {
  rule("an upload is stored only if what its profile has open says so", async ({ store }) => {
    const later = { ...upload(40), expiresAt: AT + 5 };
    expect(await store.uploads.add(later, ({ count }) => count === 0, "cli")).toBeTrue();
    expect(await store.uploads.add({ ...later, id: id(41) }, ({ count }) => count === 0, "cli")).toBeFalse();
    expect(await store.uploads.open(PROFILE, AT)).toEqual({ count: 1, bytes: 10 });
    expect(await store.uploads.open(PROFILE, AT + 5)).toEqual({ count: 0, bytes: 0 });
    expect(await store.uploads.find(id(40))).toEqual(later);
  });

  rule("an upload moves only along its states", async ({ store }) => {
    await store.uploads.add(upload(40), fits, "cli");
    expect(await store.uploads.reopen(id(40))).toBeFalse();
    expect(await store.uploads.note(id(40), 5)).toBeTrue();
    expect(await store.uploads.fill(id(40), 10, HASH)).toBeTrue();
    expect(await store.uploads.fill(id(40), 10, HASH)).toBeFalse();
    expect(await store.uploads.note(id(40), 5)).toBeFalse();
    expect(await store.uploads.find(id(40))).toMatchObject({ state: "uploaded", received: 10, sha256: HASH });
    expect(await store.uploads.reopen(id(40))).toBeTrue();
    expect(await store.uploads.find(id(40))).toMatchObject({ state: "prepared", received: 0, sha256: null });
  });

  rule("an upload and its media are completed together, or neither", async ({ store }) => {
    await store.uploads.add(upload(40), fits, "cli");
    expect(await store.uploads.complete(id(40), file(80), 1000, "cli").catch(() => "refused")).toBe(
      "refused",
    );
    expect(await store.media.one(id(80))).toBeNull();
    await store.uploads.fill(id(40), 10, HASH);
    expect(await store.uploads.complete(id(40), file(80), 5, "cli")).toBeFalse();
    expect(await store.uploads.complete(id(40), file(80), 1000, "cli")).toBeTrue();
    expect(await store.uploads.find(id(40))).toMatchObject({ state: "completed", mediaId: id(80) });
    expect(await store.uploads.complete(id(40), file(81), 1000, "cli").catch(() => "refused")).toBe(
      "refused",
    );
    expect(await store.media.one(id(81))).toBeNull();
  });

  rule("overdue uploads are found, expire once and are forgotten later", async ({ store }) => {
    await store.uploads.add(upload(40), fits, "cli");
    const [found] = await store.uploads.overdue("prepared", AT, 10);
    if (!found) throw new Error("nothing overdue");
    expect(await store.uploads.expire(found)).toBeTrue();
    expect(await store.uploads.expire(found)).toBeFalse();
    expect(await store.uploads.overdue("expired", AT, 10)).toHaveLength(1);
    expect([await store.uploads.forget(AT - 1, 10), await store.uploads.forget(AT, 10)]).toEqual([0, 1]);
    expect(await store.uploads.find(id(40))).toBeNull();
  });
}
