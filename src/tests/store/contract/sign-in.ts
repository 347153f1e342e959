// The store's contract: owners, their sessions and sign-ins at networks.
import { expect } from "bun:test";
import { MAX_OAUTH_STATES, OAUTH_STATE_KEPT_MS } from "../../../domain/oauth-state.ts";
import type { Store } from "../../../domain/store/index.ts";
import { AT, bytes, consent, entry, id, session } from "../records.ts";
import type { Rule } from "./index.ts";

const owner = { id: id(5), email: "a@b.c", passwordHash: "h", createdAt: AT };

async function signedIn(store: Store): Promise<void> {
  await store.owners.create(owner, entry);
  await store.sessions.add(session, bytes(4), null, entry);
}

export function signInContract(rule: Rule): void {
  rule("one owner has an e-mail address", async ({ store }) => {
    expect(await store.owners.create(owner, entry)).toBeTrue();
    expect(await store.owners.create({ ...owner, id: id(6) }, entry)).toBeFalse();
    expect(await store.owners.byEmail("a@b.c")).toEqual(owner);
    expect(await store.owners.byEmail("x@b.c")).toBeNull();
  });

  rule("a new password ends all sessions of its owner", async ({ store }) => {
    await signedIn(store);
    expect(await store.owners.setPassword(id(99), "i", entry)).toBeFalse();
    expect(await store.sessions.byHash(bytes(4))).toEqual(session);
    expect(await store.owners.setPassword(owner.id, "i", entry)).toBeTrue();
    expect(await store.sessions.byHash(bytes(4))).toBeNull();
  });

  rule("a new session of a browser ends the one it replaces", async ({ store }) => {
    await signedIn(store);
    await store.sessions.add(session, bytes(5), bytes(4), entry);
    expect(await store.sessions.byHash(bytes(4))).toBeNull();
    expect(await store.sessions.byHash(bytes(5))).toEqual(session);
  });

  rule("a session that ended is not brought back by its last use", async ({ store }) => {
    await signedIn(store);
    await store.sessions.used(bytes(4), AT + 5);
    expect((await store.sessions.byHash(bytes(4)))?.lastUsedAt).toBe(AT + 5);
    expect(await store.sessions.remove(bytes(4), entry)).toBeTrue();
    expect(await store.sessions.remove(bytes(4), entry)).toBeFalse();
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
}
