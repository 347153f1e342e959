// The store's contract: what is decided about people, their sessions and keys while something that it depends on changes.
import { expect } from "bun:test";
import type { Access } from "../../../domain/person.ts";
import type { Store } from "../../../domain/store/index.ts";
import {
  application,
  AT,
  bytes,
  entry,
  id,
  invite,
  key,
  person,
  PROFILE,
  profile,
  session,
  start,
} from "../records.ts";
import type { Rule } from "./index.ts";
import { both } from "./races.ts";

const OWNER = person(5, "a@b.c");
const AUTHOR = { ...person(7, "d@b.c"), role: "author", profiles: [PROFILE] } as const;
const ALL: Access = { role: "owner", profiles: "all" };
/** Who comes first is chance: each race is run some times. */
const ROUNDS = [0, 1, 2, 3, 4];

/** A profile beside the first one, that comes and goes. */
const second = (n: number) => ({ ...profile, id: id(200 + n), name: `second ${n}` });
const hash = (n: number) => bytes(20 + n);
const kind = (answer: "refused" | { readonly kind: string }) => (answer === "refused" ? answer : answer.kind);
const join = (store: Store, by: number, newcomer: number, email: string) => {
  const { role: _role, profiles: _profiles, ...rest } = person(newcomer, email);
  return store.invites.accept(hash(by), rest, () => entry);
};
const inviteTo = (store: Store, n: number, profiles: readonly string[]) =>
  store.invites.add({ ...invite, id: id(300 + n), profiles }, { hash: hash(n), inviterId: null }, 0, entry);
const atOnce = async (one: Promise<unknown>, other: Promise<unknown>) =>
  (await Promise.allSettled([one, other])).map((each) =>
    each.status === "fulfilled" ? each.value : "refused",
  );

export function accessRacesContract(rule: Rule): void {
  peopleRaces(rule);
  inviteRaces(rule);
  sessionRaces(rule);
  keyRaces(rule);
}

function peopleRaces(rule: Rule): void {
  rule("of two owners who are made something else at once one stays", async (stores) => {
    for (const each of [OWNER, AUTHOR]) await stores.store.people.create(each, entry);
    for (const _ of ROUNDS) {
      for (const each of [OWNER, AUTHOR]) await stores.store.people.setAccess(each.id, ALL, null, entry);
      const answers = await both(stores, (store, n) =>
        store.people.setAccess((n === 0 ? OWNER : AUTHOR).id, { role: "manager" }, null, entry),
      );
      expect(answers.toSorted()).toEqual(["changed", "last_owner"]);
      expect(await stores.store.people.ownerExists()).toBeTrue();
    }
  });

  rule("settings that are changed at once are all kept", async (stores) => {
    await stores.store.people.create(OWNER, entry);
    for (const n of ROUNDS) {
      const changes = [{ name: `name ${n}` }, { timezone: `zone ${n}` }] as const;
      await both(stores, (store, which) =>
        store.people.update(OWNER.id, { settings: changes[which] }, [entry]),
      );
      expect(await stores.store.people.settings(OWNER.id)).toMatchObject({ ...changes[0], ...changes[1] });
    }
  });

  rule(
    "a person who gets another role while they make a profile keeps the profile",
    async ({ store, other }) => {
      await store.people.create(AUTHOR, entry);
      for (const n of ROUNDS) {
        const role = n % 2 === 0 ? "manager" : "editor";
        await atOnce(
          store.people.setAccess(AUTHOR.id, { role }, null, entry),
          other.profiles.create(second(n), [], entry, AUTHOR.id),
        );
        const made = ROUNDS.slice(0, n + 1).map((each) => second(each).id);
        expect(await store.people.find(AUTHOR.id)).toMatchObject({ role, profiles: [PROFILE, ...made] });
      }
    },
  );

  rule("a profile that is given to a person while it is removed is nobody's", async ({ store, other }) => {
    await store.people.create(AUTHOR, entry);
    for (const n of ROUNDS) {
      await store.profiles.create(second(n), [], entry, AUTHOR.id);
      const profiles = [PROFILE, second(n).id];
      const answers = await atOnce(
        store.people.setAccess(AUTHOR.id, { profiles }, null, entry),
        other.profiles.remove(second(n).id, entry),
      );
      expect(answers).toEqual(["changed", true]);
      expect(await store.people.find(AUTHOR.id)).toMatchObject({ profiles: [PROFILE] });
    }
  });
}

function inviteRaces(rule: Rule): void {
  rule("who joins by two invitations at once joins by one, and the other stays open", async (stores) => {
    for (const n of ROUNDS) {
      for (const each of [0, 1]) await inviteTo(stores.store, 2 * n + each, [PROFILE]);
      const answers = await both(stores, (store, each) =>
        join(store, 2 * n + each, 50 + 2 * n + each, `${n}@b.c`),
      );
      expect(answers.map(kind).toSorted()).toEqual(["accepted", "email_taken"]);
      expect(await stores.store.invites.open(10, null)).toHaveLength(n + 1);
    }
  });

  rule("an invitation is accepted or revoked, not both", async ({ store, other }) => {
    for (const n of ROUNDS) {
      await inviteTo(store, n, [PROFILE]);
      const [joined, revoked] = await atOnce(
        join(store, n, 50 + n, `${n}@b.c`),
        other.invites.revoke(id(300 + n), entry),
      );
      expect(joined).toMatchObject({ kind: revoked === true ? "invalid" : "accepted" });
      expect((await store.people.byEmail(`${n}@b.c`)) === null).toBe(revoked === true);
    }
  });

  rule(
    "an invitation is worth as much as the profile that is removed meanwhile",
    async ({ store, other }) => {
      for (const n of ROUNDS) {
        await store.profiles.create(second(n), [], entry);
        await inviteTo(store, n, [second(n).id]);
        const [joined, removed] = await atOnce(
          join(store, n, 50 + n, `${n}@b.c`),
          other.profiles.remove(second(n).id, entry),
        );
        expect(removed).toBeTrue();
        const found = await store.people.byEmail(`${n}@b.c`);
        expect(joined).toMatchObject({ kind: found ? "accepted" : "invalid" });
        if (found) expect(found.profiles).toEqual([]);
      }
    },
  );
}

function sessionRaces(rule: Rule): void {
  const begin = (store: Store, n: number, passwordHash: string) =>
    store.sessions.add({ ...session, id: id(400 + n) }, { ...start(20 + n), passwordHash }, entry);

  rule("a session that begins while its password is replaced does not last", async ({ store, other }) => {
    await store.people.create(OWNER, entry);
    for (const n of ROUNDS) {
      const before = n === 0 ? OWNER.passwordHash : `hash ${n}`;
      const password = { hash: `hash ${n + 1}`, replaces: null, keeps: null };
      const [, changed] = await atOnce(
        begin(store, n, before),
        other.people.update(OWNER.id, { password }, [entry]),
      );
      expect(changed).toBe("changed");
      expect(await store.sessions.ofPerson(OWNER.id, 10)).toEqual([]);
    }
  });

  rule("a session that begins while its person is removed goes with them", async ({ store, other }) => {
    await store.people.create(person(6, "x@b.c"), entry);
    for (const n of ROUNDS) {
      await store.people.create(OWNER, entry);
      const answers = await atOnce(begin(store, n, "h"), other.people.remove(OWNER.id, entry));
      expect(answers).not.toContain("refused");
      expect(await store.sessions.byHash(bytes(20 + n))).toBeNull();
    }
  });
}

function keyRaces(rule: Rule): void {
  rule("a key that is made while its profile is removed goes with it", async ({ store, other }) => {
    for (const n of ROUNDS) {
      await store.profiles.create(second(n), [], entry);
      const answers = await atOnce(
        store.keys.create({ ...key, profileId: second(n).id }, bytes(3), entry),
        other.profiles.remove(second(n).id, entry),
      );
      expect(answers).not.toContain("refused");
      expect(await store.keys.ofProfile(null)).toEqual([]);
    }
  });

  rule("a key that ends as it is rotated is rotated once", async (stores) => {
    for (const n of ROUNDS) {
      const old = { ...key, id: id(500 + 10 * n) };
      await stores.store.keys.create(old, bytes(40 + 3 * n), entry);
      const answers = await both(stores, (store, each) => {
        const fresh = { id: id(501 + 10 * n + each), last4: "efgh", createdAt: AT, createdBy: "cli" };
        return store.keys.rotate(old.id, fresh, bytes(41 + 3 * n + each), AT, entry);
      });
      expect(answers.filter((each) => each === null)).toHaveLength(1);
    }
  });

  rule("of two applications for a network one has taken the place of the other", async (stores) => {
    const answers = await both(stores, (store, n) =>
      store.networkApplications.set({ ...application, clientId: `${n}`, setAt: AT + n }, entry),
    );
    const [last] = answers.filter((each) => each !== "refused" && each.replacedAt !== null);
    expect(last).toMatchObject({ replacedAt: AT + (answers[0] === last ? 0 : 1) });
    expect(await stores.store.networkApplications.find("x")).toEqual(
      last === "refused" ? null : (last ?? null),
    );
  });
}
