// The store's contract: posts as a whole, the slots they hold and the keys they were made with.
import { expect } from "bun:test";
import { eventActor } from "../../../domain/event.ts";
import type { Post } from "../../../domain/post.ts";
import { KEY_OUTLIVES_POST_MS, MissingMediaError, type NewPost } from "../../../domain/store/posts.ts";
import type { Store } from "../../../domain/store/index.ts";
import { ACCOUNT, AT, bytes, due, entry, id, key, label, media, post, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";

const create = (store: Store, each: NewPost) => store.posts.create(each, null, null, entry);
const ids = (posts: readonly { id: string }[]) => posts.map((each) => each.id);

export function postsContract(rule: Rule): void {
  rule(
    "files that only targets have are kept beside those of the post, and count as used",
    async ({ store }) => {
      const second = { ...media, id: id(7), sha256: "b".repeat(64) };
      for (const each of [media, second]) await store.media.add(each, 1000, "cli");
      await create(store, {
        ...post(id(10), "draft", "draft"),
        mediaIds: [media.id],
        targetMediaIds: [second.id],
      });
      const found = await store.posts.get(PROFILE, id(10));
      expect([ids(found?.media ?? []), ids(found?.targetMedia ?? [])]).toEqual([[media.id], [second.id]]);
      const editor = { profileId: PROFILE, name: "cli", role: null, mayPublish: true, simulatedOnly: false };
      expect(await store.media.remove(editor, second.id, AT)).toMatchObject({ kind: "inUse" });
      const change = { mediaIds: [second.id], targetMediaIds: [] };
      const revised = await store.posts.revise(PROFILE, id(10), () => ({ at: AT, post: change }));
      expect([ids(revised?.media ?? []), revised?.targetMedia]).toEqual([[second.id], []]);
      expect(await store.media.remove(editor, media.id, AT)).toMatchObject({ kind: "removed" });
    },
  );
  rule(
    "an unfinished draft has no caption and no targets, and keeps its problems until it has none",
    async ({ store }) => {
      const problem = { rule: "no_accounts", message: "Choose one.", limit: 1, actual: 0 };
      await create(store, {
        ...post(id(10), "draft", "draft"),
        caption: "",
        targets: [],
        problems: [problem],
      });
      const found = await store.posts.get(PROFILE, id(10));
      expect(found).toMatchObject({ caption: "", targets: [], problems: [problem] });
      expect((await store.posts.counts(PROFILE, {})).counts.draft).toBe(1);
      const { targets } = post(id(10), "draft", "draft");
      const whole = { caption: "Hello", problems: [] };
      await store.posts.revise(PROFILE, id(10), () => ({ at: AT, post: whole, targets }));
      const [listed] = await store.posts.page(PROFILE, { text: "hello", platform: ["bluesky"] }, 10, null);
      expect(listed).toMatchObject({
        id: id(10),
        caption: "Hello",
        problems: [],
        targets: [{ state: "draft" }],
      });
    },
  );
  rule(
    "a post is given back as it was stored, with its targets and its media in order",
    async ({ store }) => {
      const second = { ...media, id: id(7), sha256: "b".repeat(64) };
      for (const each of [media, second]) await store.media.add(each, 1000, "cli");
      const fresh = { ...post(id(10), "pending", "time"), mediaIds: [second.id, media.id] };
      const created = await create(store, {
        ...fresh,
        overrides: { x: "y" },
        options: { bluesky: { a: [1] } },
      });
      const found = await store.posts.get(PROFILE, id(10));
      expect(created).toMatchObject({ kind: "created" });
      expect(created.kind === "created" ? created.post : null).toEqual(found);
      expect(ids(found?.media ?? [])).toEqual([second.id, media.id]);
      expect(found?.options).toEqual({ bluesky: { a: [1] } });
      const [target] = found?.targets ?? [];
      expect([target?.state, target?.attempt, target?.dueAt, target?.accountId]).toEqual([
        "pending",
        0,
        AT,
        ACCOUNT,
      ]);
      expect(await store.posts.get(id(99), id(10))).toBeNull();
    },
  );

  rule("what a new post gets in the store is in the answer to its creation", async ({ store }) => {
    await store.labels.add(label, entry);
    await store.keys.create(key, bytes(3), entry);
    await store.profiles.update(PROFILE, { review: true }, () => entry);
    const [target] = post(id(10), "draft", "draft").targets;
    // PostgreSQL replaces a zero byte, and both stores half of a surrogate pair.
    for (const [n, odd] of ["a", "a\0b", "a\ud800b", "\udc00"].entries())
      for (const [m, actor] of ["cli", `key:${key.id}`, `key:${id(99)}`, "author:a@b.c"].entries()) {
        const postId = id(100 * (n + 1) + 10 * m);
        const fresh: NewPost = {
          ...{ ...post(postId, "draft", "draft"), caption: odd, idempotencyKey: odd, labels: [label.id] },
          ...{ overrides: { x: odd }, options: { x: { [odd]: odd } } },
          problems: [{ rule: "no_accounts", message: odd, limit: 1, actual: 0 }],
          targets: target
            ? [
                {
                  ...target,
                  id: id(100 * (n + 1) + 10 * m + 1),
                  overrideKey: m % 2 ? "x" : null,
                  optionsKey: "x",
                },
              ]
            : [],
        };
        const created = await store.posts.create(fresh, null, null, { ...entry, actor });
        const found = await store.posts.get(PROFILE, postId);
        expect(created).toEqual({ kind: "created", post: found as Post });
        expect(found?.createdBy).toEqual(eventActor(actor, actor.endsWith(key.id) ? key.name : null));
        expect(found?.needsApproval).toBe(actor === "author:a@b.c");
      }
  });

  rule(
    "the newest event of a post is known by its number, also to other processes",
    async ({ store, other }) => {
      for (const n of [10, 20]) await store.posts.create(post(id(n), "pending", "time"), null, null, entry);
      const before = await other.posts.lastEvents([id(10), id(20), id(30)]);
      expect([...before.keys()].toSorted()).toEqual([id(10), id(20)]);
      await store.journal.claim(due(id(20), 0, "pending"), "pending", AT);
      const after = await other.posts.lastEvents([id(10), id(20)]);
      expect(after.get(id(10))).toBe(before.get(id(10)) ?? -1);
      expect(after.get(id(20))).toBeGreaterThan(before.get(id(20)) ?? Infinity);
    },
  );

  rule("a post whose media was deleted meanwhile is not stored at all", async ({ store }) => {
    await store.media.add(media, 1000, "cli");
    const before = await store.audit.page(10, null);
    const fresh = { ...post(id(10), "draft", "draft"), mediaIds: [media.id, id(98)] };
    const failure = await create(store, fresh).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MissingMediaError);
    expect(failure).toMatchObject({ position: 1 });
    expect(await store.posts.get(PROFILE, id(10))).toBeNull();
    expect(await store.audit.page(10, null)).toEqual(before);
  });

  rule("an idempotency key stands for the first post that was made with it", async ({ store }) => {
    const claim = { key: "k", fingerprint: "f" };
    await store.posts.create(post(id(10), "draft", "draft"), claim, null, entry);
    const second = await store.posts.create(
      post(id(20), "draft", "draft"),
      { key: "k", fingerprint: "g" },
      null,
      entry,
    );
    expect(second).toEqual({ kind: "claimed", claim: { ...claim, postId: id(10) } });
    expect(await store.posts.get(PROFILE, id(20))).toBeNull();
    expect(await store.posts.claimed(PROFILE, "k")).toEqual({ ...claim, postId: id(10) });
    expect(await store.posts.claimed(id(99), "k")).toBeNull();
  });

  rule("a key outlives its post by a month, and no longer", async ({ store }) => {
    const claim = { key: "k", fingerprint: "f" };
    await store.posts.create(post(id(10), "draft", "draft"), claim, null, entry);
    await store.posts.revise(PROFILE, id(10), () => ({ at: AT, remove: true }));
    expect(await store.posts.claimed(PROFILE, "k")).toEqual({ ...claim, postId: id(10) });
    const later = { ...post(id(20), "draft", "draft"), createdAt: AT + KEY_OUTLIVES_POST_MS + 1 };
    await store.posts.create(later, { key: "other", fingerprint: "f" }, null, entry);
    expect(await store.posts.claimed(PROFILE, "k")).toBeNull();
  });
}
