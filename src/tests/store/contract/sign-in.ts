// The store's contract: owners, their sessions and sign-ins at networks.
import { expect } from "bun:test";
import { MAX_OAUTH_STATES, OAUTH_STATE_KEPT_MS } from "../../../domain/oauth-state.ts";
import { MAX_OAUTH_RESULTS } from "../../../domain/store/oauth-results.ts";
import type { OwnSettings } from "../../../domain/person.ts";
import type { Store } from "../../../domain/store/index.ts";
import { AT, bytes, consent, entry, id, person, session, start } from "../records.ts";
import type { Rule } from "./index.ts";

const owner = person(5, "a@b.c");

async function signedIn(store: Store): Promise<void> {
  await store.people.create(owner, entry);
  await store.sessions.add(session, start(4), entry);
}

export function signInContract(rule: Rule): void {
  rule("one owner has an e-mail address", async ({ store }) => {
    expect(await store.people.create(owner, entry)).toBeTrue();
    expect(await store.people.create({ ...owner, id: id(6) }, entry)).toBeFalse();
    expect(await store.people.byEmail("a@b.c")).toEqual(owner);
    expect(await store.people.byEmail("x@b.c")).toBeNull();
  });

  rule("a new password ends all sessions of its owner", async ({ store }) => {
    await signedIn(store);
    const password = { hash: "i", replaces: null, keeps: null };
    expect(await store.people.update(id(99), { password }, [entry])).toBe("missing");
    expect(await store.sessions.byHash(bytes(4))).toEqual(session);
    expect(await store.people.update(owner.id, { password }, [entry])).toBe("changed");
    expect(await store.sessions.byHash(bytes(4))).toBeNull();
    expect((await store.people.byEmail("a@b.c"))?.passwordHash).toBe("i");
  });

  rule("a new password spares the session that is named, and other people's", async ({ store }) => {
    await signedIn(store);
    await store.people.create({ ...owner, id: id(6), email: "x@b.c" }, entry);
    await store.sessions.add({ ...session, id: id(70) }, start(5), entry);
    const strangers = { ...session, id: id(71), personId: id(6), email: "x@b.c" };
    await store.sessions.add(strangers, start(6), entry);
    const password = { hash: "i", replaces: "h", keeps: session.id };
    expect(await store.people.update(owner.id, { password }, [entry])).toBe("changed");
    const left = [await store.sessions.byHash(bytes(4)), await store.sessions.byHash(bytes(5))];
    expect(left).toEqual([session, null]);
    expect(await store.sessions.byHash(bytes(6))).toEqual(strangers);
  });

  rule("a password that was replaced meanwhile changes nothing, settings included", async ({ store }) => {
    await signedIn(store);
    const before = await store.audit.page(10, null);
    const password = { hash: "i", replaces: "another", keeps: null };
    const change = { settings: { name: "Anna" }, password };
    expect(await store.people.update(owner.id, change, [entry])).toBe("password_differs");
    expect(await store.people.settings(owner.id)).toEqual({
      ...{ name: null, timezone: null, theme: "auto", letterKeys: true },
    });
    expect(await store.sessions.byHash(bytes(4))).toEqual(session);
    expect(await store.audit.page(10, null)).toEqual(before);
  });

  rule("settings change one by one, and null takes one away", async ({ store }) => {
    await signedIn(store);
    const set = (settings: Partial<OwnSettings>) => store.people.update(owner.id, { settings }, [entry]);
    await set({ name: "Anna", theme: "dark", letterKeys: false });
    await set({ timezone: "Europe/Berlin" });
    const all = { name: "Anna", timezone: "Europe/Berlin", theme: "dark", letterKeys: false } as const;
    expect(await store.people.settings(owner.id)).toEqual(all);
    await set({ name: null });
    expect(await store.people.settings(owner.id)).toEqual({ ...all, name: null });
    expect(await store.people.settings(id(99))).toBeNull();
    expect(await store.people.byEmail("a@b.c")).toEqual(owner);
  });

  rule(
    "sessions of an owner are listed by their last use, and ended one by one or but for one",
    async ({ store }) => {
      await signedIn(store);
      const second = { ...session, id: id(70), lastUsedAt: AT + 5, address: null, device: null };
      await store.sessions.add(second, start(5), entry);
      expect(await store.sessions.ofPerson(owner.id, 10)).toEqual([second, session]);
      expect(await store.sessions.ofPerson(owner.id, 1)).toEqual([second]);
      expect(await store.sessions.ofPerson(id(99), 10)).toEqual([]);
      expect(await store.sessions.remove(id(99), second.id, entry)).toBeFalse();
      expect(await store.sessions.remove(owner.id, second.id, entry)).toBeTrue();
      await store.sessions.add(second, start(5), entry);
      await store.sessions.add({ ...second, id: id(72) }, start(6), entry);
      await store.sessions.removeOthers(owner.id, session.id, (count) => ({ ...entry, detail: { count } }));
      expect(await store.sessions.ofPerson(owner.id, 10)).toEqual([session]);
      const [last] = await store.audit.page(1, null);
      expect(last?.detail).toEqual({ count: 2 });
      await store.sessions.removeOthers(owner.id, session.id, () => ({ ...entry, action: "none" }));
      expect((await store.audit.page(1, null))[0]?.seq).toBe(last?.seq ?? 0);
    },
  );

  rule("a session does not begin with a password that was replaced meanwhile", async ({ store }) => {
    await signedIn(store);
    await store.people.update(owner.id, { password: { hash: "i", replaces: "h", keeps: session.id } }, [
      entry,
    ]);
    const before = await store.audit.page(10, null);
    const late = { ...session, id: id(70) };
    expect(await store.sessions.add(late, start(5, bytes(4)), entry)).toBeFalse();
    expect(await store.sessions.ofPerson(owner.id, 10)).toEqual([session]);
    expect(await store.audit.page(10, null)).toEqual(before);
    expect(await store.sessions.add(late, { ...start(5), passwordHash: "i" }, entry)).toBeTrue();
    expect(await store.sessions.add({ ...late, personId: id(99) }, start(6), entry)).toBeFalse();
  });

  rule("a new session of a browser ends the one it replaces", async ({ store }) => {
    await signedIn(store);
    await store.sessions.add({ ...session, id: id(70) }, start(5, bytes(4)), entry);
    expect(await store.sessions.byHash(bytes(4))).toBeNull();
    expect(await store.sessions.byHash(bytes(5))).toEqual({ ...session, id: id(70) });
  });

  rule("a session that ended is not brought back by its last use", async ({ store }) => {
    await signedIn(store);
    await store.sessions.used(bytes(4), AT + 5);
    expect((await store.sessions.byHash(bytes(4)))?.lastUsedAt).toBe(AT + 5);
    expect(await store.sessions.remove(owner.id, session.id, entry)).toBeTrue();
    expect(await store.sessions.remove(owner.id, session.id, entry)).toBeFalse();
    await store.sessions.used(bytes(4), AT + 6);
    expect(await store.sessions.byHash(bytes(4))).toBeNull();
  });

  rule(
    "a sweep removes sessions by their age and by their last use, up to and including the given times",
    async ({ store }) => {
      await signedIn(store);
      await store.sessions.sweep(AT - 1, AT - 1);
      expect(await store.sessions.byHash(bytes(4))).toEqual(session);
      await store.sessions.sweep(0, AT);
      expect(await store.sessions.byHash(bytes(4))).toBeNull();
    },
  );

  rule("a sign-in at a network is good for one use", async ({ store }) => {
    await store.oauthStates.add(consent, bytes(6), AT);
    expect(await store.oauthStates.find(bytes(6))).toEqual({ ...consent, usedAt: null });
    expect(await store.oauthStates.use(bytes(6), AT)).toBeTrue();
    expect(await store.oauthStates.use(bytes(6), AT + 1)).toBeFalse();
    expect((await store.oauthStates.find(bytes(6)))?.usedAt).toBe(AT);
  });

  rule("sign-ins that are long over are removed when a new one comes", async ({ store }) => {
    await store.oauthStates.add(consent, bytes(6), AT);
    await store.oauthStates.add({ ...consent, until: AT + 1 }, bytes(7), AT + OAUTH_STATE_KEPT_MS);
    expect(await store.oauthStates.find(bytes(6))).not.toBeNull();
    await store.oauthStates.add({ ...consent, until: AT + 2 }, bytes(8), AT + OAUTH_STATE_KEPT_MS + 1);
    expect(await store.oauthStates.find(bytes(6))).toBeNull();
  });

  rule("beyond the limit, the sign-in that ends first makes room", async ({ store }) => {
    for (let n = 0; n <= MAX_OAUTH_STATES; n++)
      await store.oauthStates.add({ ...consent, until: AT + n }, bytes(100 + n), AT);
    expect(await store.oauthStates.find(bytes(100))).toBeNull();
    expect(await store.oauthStates.find(bytes(101))).not.toBeNull();
    expect(await store.oauthStates.find(bytes(100 + MAX_OAUTH_STATES))).not.toBeNull();
  });

  rule(
    "attempts to sign in count for who makes them, until they are old, too many, or forgiven",
    async ({ store: { signInTries } }) => {
      const add = (n: number, at: number) => signInTries.add(bytes(n), at - 10, at, 2);
      expect(await add(1, AT)).toEqual([]);
      expect(await add(1, AT + 1)).toEqual([AT]);
      expect(await add(1, AT + 2)).toEqual([AT, AT + 1]);
      expect(await add(1, AT + 3)).toEqual([AT, AT + 1]);
      expect(await add(2, AT + 3)).toEqual([]);
      expect(await signInTries.of(bytes(1), AT, AT + 3)).toEqual([AT + 1]);
      // A clock that was set back: what has not happened yet does not count.
      expect(await signInTries.of(bytes(1), AT - 10, AT - 1)).toEqual([]);
      expect(await add(1, AT + 10)).toEqual([AT + 1]);
      await signInTries.forget(bytes(1));
      expect(await signInTries.of(bytes(1), AT, AT + 20)).toEqual([]);
      expect(await signInTries.of(bytes(2), AT, AT + 20)).toEqual([AT + 3]);
    },
  );

  rule(
    "what a sign-in led to is kept for its browser and network, until its time or until it is taken",
    async ({ store: { oauthResults } }) => {
      const kept = (n: number, until = AT + 10) => ({ sealed: bytes(n), until });
      await oauthResults.put(bytes(1), "x", kept(11), AT);
      await oauthResults.put(bytes(1), "mastodon", kept(12), AT);
      await oauthResults.put(bytes(1), "x", kept(13), AT);
      expect(await oauthResults.find(bytes(1), "x", AT + 9)).toEqual(bytes(13));
      expect(await oauthResults.find(bytes(1), "x", AT + 10)).toBeNull();
      expect(await oauthResults.find(bytes(2), "x", AT)).toBeNull();
      expect(await oauthResults.take(bytes(1), "mastodon", AT + 10)).toBeNull();
      expect(await oauthResults.take(bytes(1), "mastodon", AT)).toEqual(bytes(12));
      expect(await oauthResults.take(bytes(1), "mastodon", AT)).toBeNull();
      expect(await oauthResults.find(bytes(1), "x", AT)).toEqual(bytes(13));
    },
  );

  rule("of too many results of sign-ins the oldest makes room", async ({ store: { oauthResults } }) => {
    const browser = (n: number) => new Uint8Array(new BigInt64Array([0n, 0n, 0n, BigInt(n)]).buffer);
    for (let n = 0; n <= MAX_OAUTH_RESULTS; n++)
      await oauthResults.put(browser(n), "x", { sealed: bytes(1), until: AT + 1 + n }, AT);
    expect(await oauthResults.find(browser(0), "x", AT)).toBeNull();
    expect(await oauthResults.find(browser(1), "x", AT)).toEqual(bytes(1));
    expect(await oauthResults.find(browser(MAX_OAUTH_RESULTS), "x", AT)).toEqual(bytes(1));
  });
}
