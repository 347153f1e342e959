// Tests sign-in at every network through Crier's own pages: connected, used, refreshed and disconnected.
import { describe, expect, test } from "bun:test";
import { openCredentialStore } from "../../accounts/credentials.ts";
import { networks, type NetworkPair } from "../../app/networks.ts";
import { browserAt, continueIn, type Browser } from "../support/oauth-network/world.ts";
import { openSignInWorld } from "../support/sign-in-world.ts";
import { disconnectAccount } from "../../admin/accounts.ts";

const MINUTE = 60_000;

/** Where a sign-in may come without a refresh token, and can't be renewed then. */
const ASKS_FOR_ONE = ["linkedin"];

describe.each(networks.pairs.filter(({ network }) => network.connect.oauth !== null))(
  "$network.name",
  (entry) => {
    test("is signed in at, used, renewed in time, and left again", async () => {
      await using signIn = await openSignInWorld([entry]);
      const { appliance, profileId, clock } = signIn.world;
      const { connections, store, vault } = appliance;
      const safe = openCredentialStore(store.accounts, vault);
      const all = async () => await store.accounts.ofProfile(profileId);

      const browser = browserAt(() => signIn.world.url);
      const { url } = appliance.oauthFlow.link({ profileId, platform: entry.network.id, actor: "cli" });
      const page = await browser.open(`${continueIn(await browser.ask(url))}&login_hint=ok`);
      if (page.text.includes("Which accounts?")) await chooseAll(browser, page.text, signIn.world.url, entry);
      expect((await browser.ask(`${signIn.world.url}/connect/${entry.network.id}/result`)).text).toContain(
        "Connected",
      );
      const accounts = await all();
      expect(accounts.length).toBeGreaterThan(0);
      for (const account of accounts) {
        expect(account).toMatchObject({ status: "active", simulated: false });
        expect(await connections.liveOptions(account)).toMatchObject({ rules: expect.anything() });
      }

      const [first] = accounts;
      if (!first) return;
      if (entry.network.connect.refresh && first.tokenExpiresAt !== null) {
        const before = await safe.read(first.id);
        clock.set(first.tokenExpiresAt - 5 * MINUTE);
        await connections.liveOptions(first);
        const after = (await all()).find(({ id }) => id === first.id);
        expect(after).toMatchObject({ status: "active", refreshAskedAt: null });
        expect({ renewed: (await safe.read(first.id)).version > before.version }).toEqual({
          renewed:
            before.credentials["refreshToken"] !== undefined || !ASKS_FOR_ONE.includes(entry.network.id),
        });
      }

      for (const account of await all()) {
        const { revoked, detail } = await disconnectAccount("cli", account.id, appliance);
        expect(revoked).not.toBe(false);
        expect(detail).toStartWith("Disconnected");
      }
    });
  },
);

async function chooseAll(
  browser: Browser,
  page: string,
  url: string,
  { network }: NetworkPair,
): Promise<void> {
  const ids = [...page.matchAll(/name="account" value="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(ids.length).toBeGreaterThan(1);
  await browser.ask(`${url}/connect/${network.id}/choose`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(ids.map((id): [string, string] => ["account", id])),
  });
}
