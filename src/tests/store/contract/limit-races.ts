// The store's contract: limits that two callers reach at once are kept.
import { expect } from "bun:test";
import { MAX_OAUTH_STATES } from "../../../domain/oauth-state.ts";
import { MAX_OAUTH_RESULTS } from "../../../domain/store/oauth-results.ts";
import type { Store } from "../../../domain/store/index.ts";
import { AT, bytes, consent, id, media, PROFILE, upload } from "../records.ts";
import type { Rule, TestStore } from "./index.ts";
import { both } from "./races.ts";

/** Who comes first is chance: each race is run some times. */
const ROUNDS = [0, 1, 2, 3, 4];

export function limitRacesContract(rule: Rule): void {
  const count = async (many: number, find: (n: number) => Promise<unknown>) => {
    const found = await Promise.all(Array.from({ length: many }, (_, n) => find(n)));
    return found.filter((each) => each !== null).length;
  };
  const browser = (n: number) => new Uint8Array(new BigInt64Array([0n, 0n, 0n, BigInt(n)]).buffer);

  rule("of two attempts to sign in at once, one is the last that is allowed", async (stores) => {
    for (const n of ROUNDS) {
      const answers = await both(stores, (store) => store.signInTries.add(bytes(20 + n), AT - 1, AT, 1));
      expect(answers.flat()).toEqual([AT]);
      expect(await stores.store.signInTries.of(bytes(20 + n), AT - 1, AT)).toEqual([AT]);
    }
  });

  rule("an upload that is being completed is counted once, as an upload or as media", async (stores) => {
    for (const n of ROUNDS) {
      await stores.store.uploads.add(upload(40 + n), () => true, "cli");
      await stores.store.uploads.fill(id(40 + n), 10, media.sha256);
    }
    for (const n of ROUNDS) {
      let isCompleted = false;
      const completed = stores.store.uploads
        .complete(id(40 + n), { ...media, id: id(80 + n) }, 1000, "cli")
        .finally(() => (isCompleted = true));
      do {
        const { bytes, mediaBytes } = await stores.other.uploads.open(PROFILE, AT);
        expect(bytes + mediaBytes).toBe(10 * ROUNDS.length);
        // A file is read within the same turn of the event loop, in which nothing else would go on.
        await new Promise(setImmediate);
      } while (!isCompleted);
      expect(await completed).toBeTrue();
    }
    expect(await stores.store.media.total(PROFILE)).toEqual({ bytes: 50, files: 5 });
  });

  rule("two sign-ins that begin at the limit make room for both", async (stores) => {
    const add = (store: Store, n: number) =>
      store.oauthStates.add({ ...consent, until: AT + n }, browser(n), AT);
    for (let n = 0; n < MAX_OAUTH_STATES; n++) await add(stores.store, n);
    await raceAtLimit(stores, MAX_OAUTH_STATES, add);
    const find = (n: number) => stores.store.oauthStates.find(browser(n));
    expect(await count(MAX_OAUTH_STATES + 10, find)).toBe(MAX_OAUTH_STATES);
  });

  rule("two results of sign-ins at the limit make room for both", async (stores) => {
    const put = (store: Store, n: number) =>
      store.oauthResults.put(browser(n), "x", { sealed: bytes(1), until: AT + 1 + n }, AT);
    for (let n = 0; n < MAX_OAUTH_RESULTS; n++) await put(stores.store, n);
    await raceAtLimit(stores, MAX_OAUTH_RESULTS, put);
    const find = (n: number) => stores.store.oauthResults.find(browser(n), "x", AT);
    expect(await count(MAX_OAUTH_RESULTS + 10, find)).toBe(MAX_OAUTH_RESULTS);
  });

  async function raceAtLimit(
    stores: TestStore,
    limit: number,
    add: (store: Store, n: number) => Promise<unknown>,
  ): Promise<void> {
    for (const round of ROUNDS)
      expect(await both(stores, (store, n) => add(store, limit + 2 * round + n))).not.toContain("refused");
  }
}
