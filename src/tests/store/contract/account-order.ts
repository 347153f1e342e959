// The store's contract: the order of a profile's accounts, and their groups.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import { account, AT, bytes, entry, id, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";

const handles = async (store: Store) =>
  (await store.accounts.ofProfile(PROFILE)).map(({ handle, group }) =>
    group === null ? handle : `${group}:${handle}`,
  );

/** Four accounts more, connected in this order: b, c, d, e. */
async function connectMore(store: Store): Promise<void> {
  for (const [n, handle] of ["b", "c", "d", "e"].entries())
    await store.accounts.connect(
      { ...account, id: id(10 + n), remoteId: handle, handle },
      () => bytes(8),
      () => entry,
    );
}
const [A, B, C, D, E] = [account.id, id(10), id(11), id(12), id(13)] as const;

export function accountOrderContract(rule: Rule): void {
  rule(
    "accounts that nobody moved are listed as they were connected, after the others",
    async ({ store }) => {
      await connectMore(store);
      expect(await handles(store)).toEqual(["ok", "b", "c", "d", "e"]);
      expect(await store.accounts.arrange(D, { order: 1 }, entry)).toBeTrue();
      expect(await handles(store)).toEqual(["d", "ok", "b", "c", "e"]);
      expect(await store.accounts.arrange(D, { order: 99 }, entry)).toBeTrue();
      expect(await handles(store)).toEqual(["ok", "b", "c", "e", "d"]);
      const late = { ...account, id: id(20), remoteId: "f", handle: "f" };
      await store.accounts.connect(
        late,
        () => bytes(8),
        () => entry,
      );
      expect((await handles(store)).at(-1)).toBe("f");
    },
  );

  rule(
    "a group stays together where its first account stands; those without one come last",
    async ({ store }) => {
      await connectMore(store);
      for (const one of [E, C]) await store.accounts.arrange(one, { group: "Shop" }, entry);
      expect(await handles(store)).toEqual(["Shop:c", "Shop:e", "ok", "b", "d"]);
      await store.accounts.arrange(D, { group: "English", order: 1 }, entry);
      expect(await handles(store)).toEqual(["English:d", "Shop:c", "Shop:e", "ok", "b"]);
      // Dropped on the last of another group.
      await store.accounts.arrange(D, { group: "Shop", order: 3 }, entry);
      expect(await handles(store)).toEqual(["Shop:c", "Shop:e", "Shop:d", "ok", "b"]);
      await store.accounts.arrange(C, { group: null }, entry);
      expect((await handles(store)).toSorted()).toEqual(["Shop:d", "Shop:e", "b", "c", "ok"]);
      expect((await handles(store)).slice(0, 2)).toEqual(["Shop:e", "Shop:d"]);
      // Both have a place between those of the other group.
      await store.accounts.arrange(A, { group: "Art" }, entry);
      await store.accounts.arrange(B, { group: "Shop", order: 3 }, entry);
      await store.accounts.arrange(C, { group: "Art" }, entry);
      await store.accounts.arrange(E, { group: "Art" }, entry);
      const groups = (await handles(store)).map((each) => each.split(":")[0]);
      expect(groups).toEqual(["Art", "Art", "Art", "Shop", "Shop"]);
    },
  );

  rule("what changes nothing leaves no entry, and another profile keeps its order", async ({ store }) => {
    await connectMore(store);
    await store.accounts.arrange(A, { group: "Shop", order: 1 }, entry);
    const entries = async () => (await store.audit.page(50, null)).length;
    const before = await entries();
    expect(await store.accounts.arrange(A, { group: "Shop" }, entry)).toBeFalse();
    expect(await store.accounts.arrange(A, { order: 1 }, entry)).toBeFalse();
    // It is alone in its group, and those without one come last: there is no other place.
    expect(await store.accounts.arrange(A, { order: 4 }, entry)).toBeFalse();
    expect(await store.accounts.arrange(id(99), { order: 1, group: "Shop" }, entry)).toBeFalse();
    expect(await entries()).toBe(before);
  });

  rule(
    "two people who move accounts at the same time lose none, and each place is one account's",
    async (stores) => {
      const { store, other } = stores;
      await connectMore(store);
      const moves = [A, B, C, D, E].flatMap((one, n) => [
        store.accounts.arrange(one, { order: 5 - n }, { ...entry, at: AT }),
        other.accounts.arrange(
          one,
          { order: n + 1, group: n % 2 === 0 ? "Shop" : null },
          { ...entry, at: AT },
        ),
      ]);
      await Promise.all(moves);
      const found = await handles(store);
      expect(found.toSorted()).toEqual(["Shop:c", "Shop:e", "Shop:ok", "b", "d"]);
      expect(found.slice(0, 3).every((each) => each.startsWith("Shop:"))).toBeTrue();
      expect(await handles(other)).toEqual(found);
    },
  );

  rule("connecting an account again keeps its group and its place", async ({ store }) => {
    await connectMore(store);
    await store.accounts.arrange(E, { group: "Shop", order: 1 }, entry);
    const again = { ...account, id: id(40), remoteId: "e", handle: "e2" };
    await store.accounts.connect(
      again,
      () => bytes(8),
      () => entry,
    );
    expect((await handles(store))[0]).toBe("Shop:e2");
  });
}
