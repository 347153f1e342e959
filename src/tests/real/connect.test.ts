// Tests sign-in in a real browser and at a certified OAuth server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openCredentialStore } from "../../accounts/credentials.ts";
import { networks, pairedRegistry } from "../../app/networks.ts";
import { simulatedGuild, CLIENT } from "../support/oauth-network/simulated.ts";
import { browserAt, continueIn, openOAuthWorld, type OAuthWorld } from "../support/oauth-network/world.ts";
import { openWorld, type World } from "../support/world.ts";
import { CHROMIUM, startChromium, type Chromium, type Tab } from "./chromium.ts";
import { installOidc } from "./install.ts";
import { member, startOidc, type Oidc } from "./oidc.ts";
import { disconnectAccount } from "../../admin/accounts.ts";
import { freePort } from "../support/free-port.ts";

const isEnabled = process.env["CRIER_TEST_REAL"] === "1";
const UNWANTED = "only scripts/test --real starts real servers";
const named = (name: string, reason: string | null) =>
  reason === null ? name : `${name} (skipped: ${reason})`;

const noBrowser = isEnabled ? (CHROMIUM === null ? "there is no Chromium here" : null) : UNWANTED;

describe.skipIf(noBrowser !== null)(named("in Chromium", noBrowser), () => {
  let oauth: OAuthWorld;
  let chromium: Chromium;
  let tab: Tab;
  beforeAll(async () => {
    // Another site than the appliance's, as every network is.
    oauth = await openOAuthWorld();
    chromium = await startChromium(CHROMIUM ?? "");
  });
  afterAll(async () => {
    await chromium[Symbol.asyncDispose]();
    await oauth[Symbol.asyncDispose]();
  });

  const link = () =>
    oauth.world.appliance.oauthFlow.link({
      profileId: oauth.world.profileId,
      platform: "guild",
      actor: "cli",
    }).url;
  const text = () => tab.run<string>("document.body.innerText");
  /** The person clicks, and is who they are at the network, which is another site. */
  const go = (handle: string) =>
    tab.leave(
      `const a = document.querySelector("a.button"); a.href = a.href.replace("127.0.0.1", "localhost") + "&login_hint=${handle}"; a.click()`,
    );
  const account = async (handle: string) => {
    const all = await oauth.world.appliance.store.accounts.ofProfile(oauth.world.profileId);
    return all.find((one) => one.handle === handle);
  };

  test("one account is connected at once, and the address holds no code any more", async () => {
    tab = await chromium.tab();
    await tab.open(link());
    expect(await text()).toContain("Continue to Guild");
    await go("ok");
    expect(await text()).toContain("Connected");
    expect(await tab.run<string>("location.href")).toBe(`${oauth.world.url}/connect/guild/result`);
    expect(await tab.run<string>("document.cookie")).toBe("");
    expect(await account("ok")).toMatchObject({ status: "active" });
  });

  test("several are chosen from, also on a phone; and connected again they keep their ids", async () => {
    const ids: (string | undefined)[] = [];
    for (let time = 0; time < 2; time++) {
      await tab.open(link());
      await go("leader");
      expect(await text()).toContain("Which accounts?");
      const picture = await tab.picture(390, 844);
      expect(picture.byteLength).toBeGreaterThan(5000);
      expect(await tab.run<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
      await tab.run(`document.querySelector("[value=g-bakers]").click()`);
      await tab.leave(`document.querySelector("button").click()`);
      expect(await text()).toContain("Guild of <Bakers>");
      ids.push((await account("bakers"))?.id);
    }
    expect(ids[0]).toBe(ids[1] ?? "");
    expect(await account("smiths")).toBeUndefined();
  });

  test("a stranger's answer is not taken, and nothing was blocked by a policy on the way", async () => {
    const theirs = oauth.browser();
    const authorize = `${continueIn(await theirs.ask(link()))}&login_hint=stranger`;
    await tab.open((await theirs.ask(authorize)).headers.get("location") ?? "");
    expect(await text()).toContain("another browser");
    expect(await account("stranger")).toBeUndefined();
    const blocked = chromium.complaints.filter((line) => /policy|refused|blocked/i.test(line));
    expect(blocked).toEqual([]);
  });
});

const oidc = isEnabled ? await installOidc() : null;
const noServer = oidc === null ? UNWANTED : oidc.kind === "missing" ? oidc.reason : null;
if (oidc?.kind === "missing") console.error(`Not tried against a real OAuth server: ${oidc.reason}`);
if (oidc?.kind === "missing" && process.env["CI"] === "true") {
  test("a real OAuth server can be had in CI", () => {
    throw new Error(oidc.reason);
  });
}

describe.skipIf(noServer !== null)(named("at a certified OAuth server", noServer), () => {
  let world: World;
  let server: Oidc;
  /** So short that every use renews. */
  const ACCESS_SECONDS = 300;
  beforeAll(async () => {
    if (oidc?.kind !== "here") return;
    const port = freePort();
    const redirectUri = `http://127.0.0.1:${port}/connect/guild/callback`;
    server = await startOidc(oidc, redirectUri, ACCESS_SECONDS);
    const own = { CRIER_ENDPOINT_GUILD: server.url, CRIER_ENDPOINT_GUILD_WEB: server.url };
    const application = { CRIER_GUILD_CLIENT_ID: CLIENT.id, CRIER_GUILD_CLIENT_SECRET: CLIENT.secret };
    const known = pairedRegistry([...networks.pairs, { network: member, simulated: simulatedGuild() }]);
    world = await openWorld({ CRIER_PORT: String(port), ...own, ...application }, known);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const start = async (browser = browserAt(() => world.url)) => {
    const { url } = world.appliance.oauthFlow.link({
      profileId: world.profileId,
      platform: "guild",
      actor: "cli",
    });
    return { browser, authorize: continueIn(await browser.ask(url)) };
  };
  const signIn = async (who: string) => {
    const { browser, authorize } = await start();
    return (await browser.open(`${authorize}&login_hint=${who}`)).text;
  };
  const account = async (handle: string) => {
    const all = await world.appliance.store.accounts.ofProfile(world.profileId);
    const found = all.find((one) => one.handle === handle);
    if (!found) throw new Error(`no ${handle}`);
    return found;
  };
  const safe = () => openCredentialStore(world.appliance.store.accounts, world.appliance.vault);
  const use = async (handle: string) => await world.appliance.connections.liveOptions(await account(handle));

  test("state, PKCE and the code are taken, and the account is connected", async () => {
    expect(await signIn("alice")).toContain("Connected");
    expect(await account("alice")).toMatchObject({ status: "active", remoteId: "alice" });
  });

  test("without the challenge it sends people back, and so it does when they say no", async () => {
    const { browser, authorize } = await start();
    const bare = authorize.replace(/&code_challenge=[^&]+/, "").replace(/&code_challenge_method=[^&]+/, "");
    expect((await browser.open(`${bare}&login_hint=eve`)).text).toContain("with the word invalid_request");
    expect(await signIn("nobody")).toContain("You did not agree");
  });

  test("refresh tokens rotate: thirty renewals in a row, and twenty uses at once are one", async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 30; n++) {
      await use("alice");
      seen.add((await safe().read((await account("alice")).id)).credentials["refreshToken"] ?? "");
    }
    expect(seen.size).toBe(30);
    const { version } = await safe().read((await account("alice")).id);
    const { connections } = world.appliance;
    const { id } = await account("alice");
    await Promise.all(
      Array.from({ length: 20 }, () => connections.io(id, { saved: null, save: async () => {} })),
    );
    expect((await safe().read(id)).version).toBe(version + 1);
    expect((await account("alice")).status).toBe("active");
  });

  test("an old refresh token ends the grant, as the server's rules say, and the account says so", async () => {
    await signIn("carol");
    const { id } = await account("carol");
    const old = await safe().read(id);
    await use("carol");
    const { store } = world.appliance;
    const { version } = await safe().read(id);
    const at = world.clock.now();
    await store.accounts.renew(id, version, { sealed: safe().seal(id, old.credentials), expiresAt: at, at });
    await expect(use("carol")).rejects.toMatchObject({ code: "connect_refused" });
    expect(await account("carol")).toMatchObject({
      status: "needs_reconnect",
      statusDetail: "Guild no longer accepts this sign-in. Connect the account again.",
    });
    expect(await signIn("carol")).toContain("Connected");
    expect(await account("carol")).toMatchObject({ id, status: "active" });
  });

  test("disconnecting ends the grant there", async () => {
    await signIn("dave");
    const { id } = await account("dave");
    const { credentials } = await safe().read(id);
    expect((await disconnectAccount("cli", id, world.appliance)).revoked).toBe(true);
    const headers = { authorization: `Bearer ${credentials["accessToken"]}` };
    expect((await fetch(`${server.url}/me`, { headers })).status).toBe(401);
  });
});
