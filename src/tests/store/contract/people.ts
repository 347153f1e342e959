// The store's contract: people, their roles and profiles, and invitations.
import { expect } from "bun:test";
import type { Access } from "../../../domain/person.ts";
import type { Store } from "../../../domain/store/index.ts";
import { AT, bytes, entry, id, invite, person, PROFILE, profile, session, start } from "../records.ts";
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
  firstOwner(rule);
  invitations(rule);
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

function firstOwner(rule: Rule): void {
  const first = { profile: { ...profile, id: id(70), name: "first" }, slots: [], audit: entry };
  const begun = { ...entry, action: "begun" };
  const beginnings = async (store: Store) =>
    (await store.audit.page(10, null)).filter(({ action }) => action === "begun");

  rule("the first owner is made with their profile, and only where there is none", async ({ store }) => {
    expect(await store.people.ownerExists()).toBeFalse();
    expect(await store.people.createFirst(OWNER, first, begun)).toBe("created");
    expect(await store.people.ownerExists()).toBeTrue();
    expect(await store.people.byEmail(OWNER.email)).toEqual(OWNER);
    expect(await store.profiles.find(id(70))).toEqual(first.profile);
    expect(await store.people.createFirst(person(6, "x@b.c"), null, begun)).toBe("owner_exists");
    expect(await store.people.byEmail("x@b.c")).toBeNull();
    expect(await beginnings(store)).toHaveLength(1);
  });

  rule("where its name or address is taken, neither owner nor profile is made", async ({ store }) => {
    await store.people.create(AUTHOR, entry);
    expect(await store.people.ownerExists()).toBeFalse();
    const taken = { ...first, profile: { ...first.profile, name: "ONE" } };
    expect(await store.people.createFirst(OWNER, taken, begun)).toBe("profile_name_taken");
    expect(await store.people.createFirst({ ...OWNER, email: AUTHOR.email }, first, begun)).toBe(
      "email_taken",
    );
    expect(await store.people.ownerExists()).toBeFalse();
    expect(await store.profiles.find(id(70))).toBeNull();
    expect(await beginnings(store)).toEqual([]);
  });

  rule("of two first owners at once one is made", async ({ store, other }) => {
    const results = await Promise.all([
      store.people.createFirst(OWNER, first, begun),
      other.people.createFirst(person(6, "x@b.c"), null, begun),
    ]);
    expect(results.toSorted()).toEqual(["created", "owner_exists"]);
    expect(await store.people.list(10, null)).toHaveLength(1);
    expect(await beginnings(store)).toHaveLength(1);
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
