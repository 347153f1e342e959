// The store's contract: media records, their quota, and large uploads.
import { expect } from "bun:test";
import { mediaPlace, type Media, type MediaPlace } from "../../../domain/media.ts";
import type { MediaQuery } from "../../../domain/store/media.ts";
import { AT, due, editor, entry, facts, id, media, post, PROFILE, upload } from "../records.ts";
import type { Rule } from "./index.ts";

const file = (n: number, change: Partial<Media> = {}): Media => ({ ...media, id: id(n), ...change });
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

  rule(
    "one holder at a time has a lock, until it releases it or the lock expires",
    async ({ store, other }) => {
      const lock = (holder: string, name = "a".repeat(64)) => ({ name, holder, now: AT });
      expect(await store.sharedLocks.take(lock("one"), 60_000)).toBeTrue();
      expect(await other.sharedLocks.take(lock("two"), 60_000)).toBeFalse();
      expect(await other.sharedLocks.take(lock("two", "b".repeat(64)), 60_000)).toBeTrue();
      expect(await other.sharedLocks.extend(lock("two"), 60_000)).toBeFalse();
      await other.sharedLocks.release(lock("two"));
      expect(await other.sharedLocks.take(lock("two"), 60_000)).toBeFalse();
      // No time is left of it from now on.
      expect(await store.sharedLocks.extend(lock("one"), 0)).toBeTrue();
      expect(await other.sharedLocks.take(lock("two"), 60_000)).toBeTrue();
      expect(await store.sharedLocks.extend(lock("one"), 60_000)).toBeFalse();
      await other.sharedLocks.release(lock("two"));
      expect(await store.sharedLocks.take(lock("one"), 60_000)).toBeTrue();
    },
  );

  rule("the quota is never passed, and what is removed makes room", async ({ store }) => {
    expect(await store.media.add(file(80), 15, "cli")).toBeTrue();
    expect(await store.media.add(file(81), 15, "cli")).toBeFalse();
    const { bytes: used } = await store.media.total(PROFILE);
    expect([used, await store.media.one(id(81))]).toEqual([10, null]);
    await store.media.remove(editor, id(80), AT);
    const { bytes: left } = await store.media.total(PROFILE);
    expect([left, await store.media.add(file(81), 15, "cli")]).toEqual([0, true]);
  });

  rule("media is paged in each order, filtered and searched", async ({ store }) => {
    const files = [
      file(80, { filename: "b.png", size: 30, altText: "Ein Gebäude" }),
      file(81, { filename: "A.png", size: 10 }),
      file(82, { filename: "c.mp4", size: 20, kind: "video" }),
      file(83, { filename: "a.png", size: 20 }),
    ];
    for (const each of files) await store.media.add(each, 1000, "cli");
    await store.media.add(file(84, { profileId: id(98) }), 1000, "cli").catch(() => {});
    await store.posts.create({ ...post(id(10), "draft", "draft"), mediaIds: [id(81)] }, null, null, entry);
    const listed = async (query: MediaQuery) => {
      const numbers: number[] = [];
      for (let after: MediaPlace | null = null; ;) {
        const [one] = await store.media.page(PROFILE, query, 1, after);
        if (!one) return numbers;
        numbers.push(Number(one.id.slice(-2)));
        after = mediaPlace(one, query.sort);
      }
    };
    expect(await listed({ sort: "created" })).toEqual([83, 82, 81, 80]);
    expect(await listed({ sort: "name" })).toEqual([81, 83, 80, 82]);
    expect(await listed({ sort: "size" })).toEqual([80, 83, 82, 81]);
    expect(await listed({ sort: "created", kind: "video" })).toEqual([82]);
    expect(await listed({ sort: "size", unused: true, kind: "image" })).toEqual([80, 83]);
    expect(await listed({ sort: "name", missingAlt: true })).toEqual([81, 83, 82]);
    expect(await listed({ sort: "name", text: "GEBAUDE b.p" })).toEqual([80]);
    expect(await listed({ sort: "created", text: "%" })).toEqual([]);
    await store.media.change(editor, id(81), { altText: "Described" }, AT);
    await store.media.change(editor, id(80), { altText: null }, AT);
    expect(await listed({ sort: "name", missingAlt: true })).toEqual([83, 80, 82]);
  });

  rule(
    "names are ordered without regard to the case of ASCII letters, and of no others",
    async ({ store }) => {
      const names = ["ä.png", "Ä.png", "b.png", "B.png"];
      for (const [n, filename] of names.entries())
        await store.media.add(file(80 + n, { filename }), 1000, "cli");
      const listed: string[] = [];
      for (let after: MediaPlace | null = null; listed.length < 5;) {
        const [one] = await store.media.page(PROFILE, { sort: "name" }, 1, after);
        if (!one) break;
        listed.push(one.filename);
        after = mediaPlace(one, "name");
      }
      expect(listed).toEqual(["b.png", "B.png", "Ä.png", "ä.png"]);
    },
  );

  rule(
    "a file says who added it, and its uses are counted, with those that wait, as posts come and go",
    async ({ store }) => {
      for (const n of [80, 81]) await store.media.add(file(n), 1000, "cli");
      const uses = async () => await store.media.uses([id(81), id(80)]);
      const createdBy = { kind: "command", name: null } as const;
      await store.posts.create({ ...post(id(10), "draft", "draft"), mediaIds: [id(80)] }, null, null, entry);
      await store.posts.create({ ...post(id(20), "pending", "time"), mediaIds: [id(80)] }, null, null, entry);
      expect(await uses()).toEqual([
        { createdBy, posts: 0, waiting: 0 },
        { createdBy, posts: 2, waiting: 1 },
      ]);
      const users = await store.media.users(id(80), 10);
      expect(users.map(({ id: user, status, scheduledFor }) => [user, status, scheduledFor])).toEqual([
        [id(20), "scheduled", AT],
        [id(10), "draft", null],
      ]);
      await store.posts.revise(PROFILE, id(10), () => ({ at: AT, remove: true }));
      expect((await uses()).at(1)).toMatchObject({ posts: 1, waiting: 1 });
    },
  );

  rule("what was made of a file is found by its bytes until it is removed", async ({ store }) => {
    const made = file(81, { sha256: HASH, parentId: id(80) });
    for (const each of [file(80), made]) await store.media.add(each, 1000, "cli");
    expect(await store.media.total(PROFILE)).toEqual({ bytes: 20, files: 2 });
    expect(await store.media.madeOf(id(80), HASH)).toEqual(made);
    expect(await store.media.madeOf(id(80), media.sha256)).toBeNull();
    await store.media.remove(editor, id(81), AT);
    expect(await store.media.madeOf(id(80), HASH)).toBeNull();
    expect(await store.media.total(PROFILE)).toEqual({ bytes: 10, files: 1 });
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

  rule(
    "a deleted file stays on the record of a post that has ended, and is forgotten once with it",
    async ({ store, other }) => {
      for (const n of [80, 81]) await store.media.add(file(n), 1000, "cli");
      const ended = { ...post(id(10), "pending", "time"), mediaIds: [id(80), id(81)] };
      await store.posts.create(ended, null, null, entry);
      const missed = { code: "missed_schedule", category: "missed", detail: "d" } as const;
      const target = due(id(10), 0, "pending");
      await store.journal.move(target, "pending", "miss", { ...facts, dueBy: AT, failure: missed });
      for (const n of [80, 81])
        expect(await store.media.remove(editor, id(n), AT + 5)).toMatchObject({ kind: "removed" });
      expect(await store.media.find(PROFILE, [id(80), id(81)])).toEqual([null, null]);
      const marked = (await store.posts.get(PROFILE, id(10)))?.media.map((each) => [each.id, each.deletedAt]);
      expect(marked).toEqual([
        [id(80), AT + 5],
        [id(81), AT + 5],
      ]);
      expect(await store.media.forgetDeleted(10)).toBe(0);
      await store.posts.revise(PROFILE, id(10), () => ({ at: AT, remove: true }));
      expect(await store.media.forgetDeleted(1)).toBe(1);
      const [one, two] = await Promise.all([store.media.forgetDeleted(10), other.media.forgetDeleted(10)]);
      expect(one + two).toBe(1);
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
    expect(await store.uploads.open(PROFILE, AT)).toEqual({ count: 1, bytes: 10, mediaBytes: 0 });
    expect(await store.uploads.open(PROFILE, AT + 5)).toEqual({ count: 0, bytes: 0, mediaBytes: 0 });
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
