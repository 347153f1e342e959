// The store's contract: people, their roles and profiles, and invitations.
import { expect } from "bun:test";
import type { Access } from "../../../domain/person.ts";
import type { Store } from "../../../domain/store/index.ts";
import type { StoredReview } from "../../../domain/review.ts";
import {
  AT,
  bytes,
  entry,
  id,
  invite,
  media,
  person,
  post,
  PROFILE,
  profile,
  session,
  start,
} from "../records.ts";
import type { Rule } from "./index.ts";

const OWNER = person(5, "a@b.c");
const AUTHOR = { ...person(7, "d@b.c"), role: "author", profiles: [PROFILE] } as const;
const ALL: Access = { role: "owner", profiles: "all" };

const team = async (store: Store) => {
  for (const each of [OWNER, AUTHOR]) expect(await store.people.create(each, entry)).toBeTrue();
};
const newcomer = (n: number, email: string) => {
  const { role: _role, profiles: _profiles, ...rest } = person(n, email);
  return rest;
};
const accessIn = async (store: Store, who: string) => {
  const found = await store.people.find(who);
  return found && { role: found.role, profiles: found.profiles };
};

export function peopleContract(rule: Rule): void {
  people(rule);
  invitations(rule);
  ownWork(rule);
  reviews(rule);
}

function people(rule: Rule): void {
  rule("a person has a role and profiles, and so has each of their sessions", async ({ store }) => {
    await team(store);
    expect(await store.people.byEmail("d@b.c")).toEqual(AUTHOR);
    const theirs = { ...session, personId: AUTHOR.id, email: AUTHOR.email };
    await store.sessions.add({ ...theirs, role: "author", profiles: [PROFILE] }, start(4), entry);
    expect(await store.sessions.byHash(bytes(4))).toMatchObject({ role: "author", profiles: [PROFILE] });
    expect(await store.people.find(AUTHOR.id)).toMatchObject({ name: null, lastSeenAt: AT });
    expect(await store.people.find(id(99))).toBeNull();
  });

  rule("people are listed by id, in pages", async ({ store }) => {
    await team(store);
    expect((await store.people.list(1, null)).map((each) => each.id)).toEqual([OWNER.id]);
    expect((await store.people.list(9, OWNER.id)).map((each) => each.id)).toEqual([AUTHOR.id]);
  });

  rule("another role ends the sessions but one; other profiles end none", async ({ store }) => {
    await team(store);
    const theirs = { ...session, personId: AUTHOR.id, email: AUTHOR.email };
    await store.sessions.add(theirs, start(4), entry);
    await store.sessions.add({ ...theirs, id: id(9) }, start(6), entry);
    const set = (access: Partial<Access>) => store.people.setAccess(AUTHOR.id, access, id(9), entry);
    expect(await set({ profiles: "all" })).toBe("changed");
    expect(await store.sessions.byHash(bytes(4))).toMatchObject({ role: "author", profiles: "all" });
    expect(await set({ role: "editor" })).toBe("changed");
    expect(await store.sessions.byHash(bytes(4))).toBeNull();
    expect(await store.sessions.byHash(bytes(6))).toMatchObject({ role: "editor", profiles: "all" });
    expect(await store.people.setAccess(id(99), ALL, null, entry)).toBe("missing");
  });

  rule("profiles that do not exist are left out, and one that is removed is nobody's", async ({ store }) => {
    await team(store);
    await store.profiles.create({ ...profile, id: id(70), name: "two" }, [], entry, AUTHOR.id);
    expect(await accessIn(store, AUTHOR.id)).toEqual({ role: "author", profiles: [PROFILE, id(70)] });
    await store.profiles.create({ ...profile, id: id(71), name: "three" }, [], entry, OWNER.id);
    expect(await accessIn(store, OWNER.id)).toEqual(ALL);
    await store.people.setAccess(AUTHOR.id, { profiles: [id(70), id(99)] }, null, entry);
    expect(await accessIn(store, AUTHOR.id)).toEqual({ role: "author", profiles: [id(70)] });
    await store.profiles.remove(id(70), entry);
    expect(await accessIn(store, AUTHOR.id)).toEqual({ role: "author", profiles: [] });
  });

  rule("the last owner is neither removed nor made anything else", async ({ store }) => {
    await team(store);
    const editor: Access = { role: "editor", profiles: [PROFILE] };
    expect(await store.people.setAccess(OWNER.id, editor, null, entry)).toBe("last_owner");
    expect(await store.people.remove(OWNER.id, entry)).toBe("last_owner");
    expect(await accessIn(store, OWNER.id)).toEqual(ALL);
    await store.people.setAccess(AUTHOR.id, ALL, null, entry);
    expect(await store.people.setAccess(OWNER.id, editor, null, entry)).toBe("changed");
    expect(await store.people.remove(AUTHOR.id, entry)).toBe("last_owner");
    expect(await store.people.remove(OWNER.id, entry)).toBe("removed");
    expect(await store.people.remove(OWNER.id, entry)).toBe("missing");
  });

  rule("of two owners who leave at once one stays", async ({ store, other }) => {
    await team(store);
    await store.people.setAccess(AUTHOR.id, ALL, null, entry);
    const left = await Promise.all([
      store.people.remove(OWNER.id, entry),
      other.people.remove(AUTHOR.id, entry),
    ]);
    expect(left.toSorted()).toEqual(["last_owner", "removed"]);
  });
}

function invitations(rule: Rule): void {
  const add = (store: Store, one = invite, hash = 7, inviterId: string | null = OWNER.id) =>
    store.invites.add(one, { hash: bytes(hash), inviterId }, 0, entry);

  rule("an invitation is used once, and gives its role and profiles", async ({ store, other }) => {
    await team(store);
    await add(store);
    expect(await store.invites.byHash(bytes(7))).toEqual(invite);
    expect(await store.invites.open(10, null)).toEqual([invite]);
    const join = (on: Store, n: number) =>
      on.invites.accept(bytes(7), newcomer(n, `${n}@b.c`), () => ({ ...entry, action: "joined" }));
    const results = await Promise.all([join(store, 50), join(other, 51)]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["accepted", "invalid"]);
    const joined = results.find((result) => result.kind === "accepted");
    expect(joined).toMatchObject({ person: { role: "author", profiles: [PROFILE] } });
    expect(await store.invites.open(10, null)).toEqual([]);
    expect((await store.invites.byHash(bytes(7)))?.usedAt).toBe(AT);
    const actions = (await store.audit.page(10, null)).map(({ action }) => action);
    expect(actions.filter((action) => action === "joined")).toHaveLength(1);
  });

  rule("it is not used up by an e-mail address that is taken", async ({ store }) => {
    await team(store);
    await add(store);
    expect(await store.invites.accept(bytes(7), newcomer(50, "a@b.c"), () => entry)).toEqual({
      kind: "email_taken",
    });
    expect(await store.invites.open(10, null)).toEqual([invite]);
  });

  rule("it is worthless when it has expired, is revoked, or its profiles are gone", async ({ store }) => {
    await team(store);
    await add(store, { ...invite, expiresAt: AT });
    await add(store, { ...invite, id: id(81) }, 8);
    await store.profiles.create({ ...profile, id: id(70), name: "two" }, [], entry);
    await add(store, { ...invite, id: id(82), profiles: [id(70)] }, 9);
    await store.profiles.remove(id(70), entry);
    expect(await store.invites.revoke(id(81), entry)).toBeTrue();
    expect(await store.invites.revoke(id(81), entry)).toBeFalse();
    for (const hash of [7, 8, 9, 10])
      expect((await store.invites.accept(bytes(hash), newcomer(50, "x@b.c"), () => entry)).kind).toBe(
        "invalid",
      );
    expect(await store.people.byEmail("x@b.c")).toBeNull();
  });

  rule("it ends with the owner who made it; the command line's stays", async ({ store }) => {
    await team(store);
    await store.people.setAccess(AUTHOR.id, ALL, null, entry);
    await add(store);
    await add(store, { ...invite, id: id(81) }, 8, AUTHOR.id);
    await add(store, { ...invite, id: id(82) }, 9, null);
    await store.people.setAccess(AUTHOR.id, { role: "manager" }, null, entry);
    expect((await store.invites.open(10, null)).map((each) => each.id)).toEqual([id(80), id(82)]);
    await store.people.setAccess(AUTHOR.id, ALL, null, entry);
    await store.people.remove(OWNER.id, entry);
    expect((await store.invites.open(10, null)).map((each) => each.id)).toEqual([id(82)]);
  });

  rule("what expired long ago is forgotten when the next one comes", async ({ store }) => {
    await team(store);
    await add(store);
    const next = { ...invite, id: id(81) };
    await store.invites.add(next, { hash: bytes(8), inviterId: null }, AT + 11, entry);
    expect(await store.invites.byHash(bytes(7))).toBeNull();
  });
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
