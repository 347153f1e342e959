// The store's contract: accounts and the versions of their credentials.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import { ACCOUNT, account, AT, bytes, entry, id, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";

const renewed = { sealed: bytes(7), expiresAt: AT + 10, at: AT + 1 };
const connect = (store: Store, change: Partial<typeof account>) =>
  store.accounts.connect(
    { ...account, ...change },
    () => bytes(8),
    () => entry,
  );

export function accountsContract(rule: Rule): void {
  rule(
    "the same account connected again keeps its id, and its credentials get a new version",
    async ({ store }) => {
      const again = await connect(store, { id: id(50), handle: "new" });
      expect([again.id, again.handle, again.credentialsVersion]).toEqual([ACCOUNT, "new", 2]);
      expect(await store.accounts.find(ACCOUNT)).toEqual(again);
      expect(await store.accounts.sealed(ACCOUNT)).toEqual({ bytes: bytes(8), version: 2 });
      expect(await store.accounts.find(id(50))).toBeNull();
    },
  );

  rule("the audit entry and the credentials are made for the id that the account has", async ({ store }) => {
    const ids: string[] = [];
    const seal = (of: string) => {
      ids.push(of);
      return bytes(8);
    };
    await store.accounts.connect({ ...account, id: id(50) }, seal, (subject) => ({ ...entry, subject }));
    expect(new Set(ids)).toEqual(new Set([ACCOUNT]));
    expect((await store.audit.page(1, null))[0]?.subject).toBe(ACCOUNT);
  });

  rule("refreshed credentials are stored only over the version they were asked with", async ({ store }) => {
    expect(await store.accounts.askRefresh(ACCOUNT, 1, AT)).toBeTrue();
    expect(await store.accounts.askRefresh(ACCOUNT, 2, AT)).toBeFalse();
    expect(await store.accounts.renew(ACCOUNT, 2, renewed)).toBeFalse();
    expect(await store.accounts.renew(ACCOUNT, 1, renewed)).toBeTrue();
    expect(await store.accounts.renew(ACCOUNT, 1, renewed)).toBeFalse();
    const found = await store.accounts.find(ACCOUNT);
    expect([
      found?.credentialsVersion,
      found?.tokenExpiresAt,
      found?.credentialsAt,
      found?.refreshAskedAt,
    ]).toEqual([2, AT + 10, AT + 1, null]);
  });

  rule(
    "the mark of a refresh without an answer stays as it was first set, until it is settled",
    async ({ store }) => {
      await store.accounts.askRefresh(ACCOUNT, 1, AT);
      await store.accounts.askRefresh(ACCOUNT, 1, AT + 5);
      expect((await store.accounts.find(ACCOUNT))?.refreshAskedAt).toBe(AT);
      await store.accounts.settleRefresh(ACCOUNT, 2, null);
      expect((await store.accounts.find(ACCOUNT))?.refreshAskedAt).toBe(AT);
      await store.accounts.settleRefresh(ACCOUNT, 1, null);
      expect((await store.accounts.find(ACCOUNT))?.refreshAskedAt).toBeNull();
    },
  );

  rule("an account is blocked only with the credentials that failed, and once", async ({ store }) => {
    expect(await store.accounts.block(ACCOUNT, 2, "x", entry)).toBeFalse();
    expect(await store.accounts.block(ACCOUNT, 1, "signed out", entry)).toBeTrue();
    expect(await store.accounts.block(ACCOUNT, 1, "again", entry)).toBeFalse();
    const found = await store.accounts.find(ACCOUNT);
    expect([found?.status, found?.statusDetail]).toEqual(["needs_reconnect", "signed out"]);
  });

  rule(
    "a disconnected account forgets its credentials, stays on record and changes no more",
    async ({ store }) => {
      expect(await store.accounts.disconnect(ACCOUNT, entry)).toBeTrue();
      expect(await store.accounts.disconnect(ACCOUNT, entry)).toBeFalse();
      expect(await store.accounts.sealed(ACCOUNT)).toBeNull();
      expect(await store.accounts.setStatus(ACCOUNT, "active", null, entry)).toBeFalse();
      expect(await store.accounts.askRefresh(ACCOUNT, 2, AT)).toBeFalse();
      await store.accounts.noteDisconnect(ACCOUNT, "revoked");
      const [found] = await store.accounts.ofProfile(PROFILE);
      expect([found?.status, found?.statusDetail, found?.tokenExpiresAt]).toEqual([
        "disconnected",
        "revoked",
        null,
      ]);
    },
  );

  rule("a warning that credentials end is written once for each end", async ({ store }) => {
    expect(await store.accounts.noteExpiry(ACCOUNT, AT + 1, "soon", entry)).toBeFalse();
    expect(await store.accounts.noteExpiry(ACCOUNT, AT, "soon", entry)).toBeTrue();
    expect(await store.accounts.noteExpiry(ACCOUNT, AT, "soon", entry)).toBeFalse();
    await store.accounts.renew(ACCOUNT, 1, renewed);
    expect((await store.accounts.find(ACCOUNT))?.statusDetail).toBeNull();
    expect(await store.accounts.noteExpiry(ACCOUNT, AT + 10, "soon", entry)).toBeTrue();
  });

  rule("simulated and disconnected accounts count for no network", async ({ store }) => {
    await connect(store, { id: id(50), remoteId: "s", platform: "x", simulated: true });
    await connect(store, { id: id(51), remoteId: "d", platform: "threads" });
    await store.accounts.disconnect(id(51), entry);
    expect(await store.accounts.platforms()).toEqual(["bluesky"]);
    expect((await store.accounts.atNetwork("bluesky")).map((each) => each.id)).toEqual([ACCOUNT]);
    expect((await store.accounts.ending()).map((each) => each.id)).toEqual([ACCOUNT]);
    expect((await store.accounts.ofProfile(PROFILE)).map((each) => each.id)).toEqual([
      ACCOUNT,
      id(50),
      id(51),
    ]);
  });

  rule("an account's own limits are stored as they are", async ({ store }) => {
    const rules = { text: { max: 5 }, media: { image: null } };
    await store.accounts.setRules(ACCOUNT, rules);
    expect((await store.accounts.find(ACCOUNT))?.rules).toEqual(rules);
  });
}
