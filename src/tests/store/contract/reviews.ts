// The store's contract: the work of authors, and its review by others.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import type { StoredReview } from "../../../domain/review.ts";
import { AT, entry, id, media, post, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";

export function reviewsContract(rule: Rule): void {
  ownWork(rule);
  reviews(rule);
}

/** Of an author, and of somebody else. */
const BY = { author: "author:d@b.c", editor: "editor:e@b.c" };
const authorOf = (name: string) => ({
  profileId: PROFILE,
  name,
  role: "author" as const,
  mayPublish: false,
  simulatedOnly: false,
});

function ownWork(rule: Rule): void {
  rule(
    "an author changes and removes the files that they added, whatever their role was then",
    async ({ store }) => {
      await store.media.add(media, 1000, BY.author);
      await store.media.add({ ...media, id: id(90) }, 1000, BY.editor);
      await store.media.add({ ...media, id: id(91) }, 1000, "cli");
      const change = (file: string, name: string) =>
        store.media.change(authorOf(name), file, { altText: "A hill" }, AT);
      expect((await change(media.id, BY.author)).kind).toBe("changed");
      expect((await change(media.id, "author:x@b.c")).kind).toBe("foreign");
      expect((await change(id(90), "author:e@b.c")).kind).toBe("changed");
      expect((await change(id(91), BY.author)).kind).toBe("foreign");
      expect((await store.media.remove(authorOf("author:x@b.c"), media.id, AT)).kind).toBe("foreign");
      expect((await store.media.remove(authorOf(BY.author), media.id, AT)).kind).toBe("removed");
    },
  );

  rule("a file of an approved draft is not changed by who may not publish", async ({ store }) => {
    await store.media.add(media, 1000, BY.author);
    const draft = { ...post(id(10), "draft", "draft"), mediaIds: [media.id] };
    await store.posts.create(draft, null, null, { ...entry, actor: BY.author });
    const change = () => store.media.change(authorOf(BY.author), media.id, { altText: "x" }, AT);
    expect((await change()).kind).toBe("changed");
    await store.posts.revise(PROFILE, id(10), () => ({ at: AT, post: { review: approved } }));
    expect((await change()).kind).toBe("refused");
  });
}

const review = (state: StoredReview["state"]): StoredReview => ({
  ...{ state, by: BY.editor, at: AT + 1, note: "A note", schedule: null },
});
const approved = review("approved");

function reviews(rule: Rule): void {
  const draftBy = async (store: Store, n: number, actor: string) => {
    await store.posts.create(post(id(n), "draft", "draft"), null, null, { ...entry, actor });
    return id(n);
  };
  const set = (store: Store, postId: string, value: StoredReview | null) =>
    store.posts.revise(PROFILE, postId, () => ({ at: AT, post: { review: value } }));
  const needs = async (store: Store, postId: string) =>
    (await store.posts.get(PROFILE, postId))?.needsApproval;

  rule("a draft has its review, with who gave it, until it is taken away", async ({ store }) => {
    const draft = await draftBy(store, 10, BY.author);
    expect((await store.posts.get(PROFILE, draft))?.review).toBeNull();
    expect((await set(store, draft, approved))?.review).toEqual({
      ...approved,
      by: { kind: "person", name: "e@b.c" },
    });
    expect((await set(store, draft, null))?.review).toBeNull();
  });

  rule("the note of a review may have any character", async ({ store }) => {
    const draft = await draftBy(store, 10, BY.author);
    for (const odd of ["\0", "\ud83d", '"\n\\'])
      expect((await set(store, draft, { ...approved, note: `a${odd}b` }))?.review?.note).toBeOneOf([
        `a${odd}b`,
        "a\ufffdb",
      ]);
  });

  rule(
    "only an author's draft needs an approval, and only where the profile asks for it",
    async ({ store }) => {
      const [authors, editors] = [await draftBy(store, 10, BY.author), await draftBy(store, 20, BY.editor)];
      expect(await needs(store, authors)).toBeFalse();
      const on = { review: true };
      expect(await store.profiles.update(PROFILE, on, () => entry)).toMatchObject({ review: true });
      expect([await needs(store, authors), await needs(store, editors)]).toEqual([true, false]);
      for (const state of ["asked", "returned"] as const) {
        await set(store, authors, review(state));
        expect(await needs(store, authors)).toBeTrue();
      }
      await set(store, authors, approved);
      expect(await needs(store, authors)).toBeFalse();
    },
  );

  rule("several events of one change stand in the journal in their order", async ({ store }) => {
    const draft = await draftBy(store, 10, BY.author);
    const event = [
      { kind: "review.approved", detail: "" },
      { kind: "scheduled", detail: "queue" },
    ] as const;
    await store.posts.revise(PROFILE, draft, () => ({
      at: AT,
      post: { review: approved },
      event,
      audit: entry,
    }));
    const kinds = (await store.posts.events(PROFILE, draft))?.map(({ kind }) => kind);
    expect(kinds).toEqual(["created", "review.approved", "scheduled"]);
  });

  rule(
    "drafts for which a review was asked are found, of one profile or of all, and by the list",
    async ({ store }) => {
      const [asked, other] = [await draftBy(store, 10, BY.author), await draftBy(store, 20, BY.author)];
      await set(store, asked, review("asked"));
      await set(store, other, review("returned"));
      const found = {
        id: asked,
        profileId: PROFILE,
        caption: `Caption ${asked}`,
        since: AT + 1,
        by: BY.editor,
      };
      expect(await store.attention.inReview(PROFILE, 10)).toEqual([{ ...found, note: "A note" }]);
      expect(await store.attention.inReview(null, 10)).toHaveLength(1);
      expect(await store.attention.inReview(id(99), 10)).toEqual([]);
      const listed = async (...states: readonly StoredReview["state"][]) =>
        (await store.posts.page(PROFILE, { review: states }, 10, null)).map((each) => each.id);
      expect(await listed("asked")).toEqual([asked]);
      expect(await listed("asked", "returned")).toEqual([other, asked]);
      expect((await store.posts.counts(PROFILE, { review: ["approved"] })).counts.draft).toBe(0);
      await set(store, asked, approved);
      expect(await store.attention.inReview(PROFILE, 10)).toEqual([]);
    },
  );
}
