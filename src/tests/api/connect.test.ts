// Tests signing in at a network, page by page: access, connected accounts, and attempts at fraud.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readConfig } from "../../app/config.ts";
import { CLIENT } from "../support/oauth-network/simulated.ts";
import {
  continueIn,
  openOAuthWorld,
  withGuild,
  type Page,
  type OAuthWorld,
} from "../support/oauth-network/world.ts";
import { makeOwner, signIn } from "../support/owner.ts";
import { createProfile } from "../../admin/profiles.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { storedBytes } from "../support/stored-bytes.ts";

const HOUR = 3_600_000;

let oauth: OAuthWorld;
beforeAll(async () => {
  oauth = await openOAuthWorld();
  await makeOwner(oauth.world);
});
afterAll(() => oauth[Symbol.asyncDispose]());

const link = (platform = "guild", profileId = oauth.world.profileId) =>
  oauth.world.appliance.oauthFlow.link({ profileId, platform, actor: "cli" }).url;
const accounts = async () => await oauth.world.appliance.store.accounts.ofProfile(oauth.world.profileId);
const account = async (handle: string) => (await accounts()).find((one) => one.handle === handle);
const path = (rest: string) => `${oauth.world.url}/connect/guild${rest}`;

/** The address to which the network sends a person back. */
async function callbackFor(browser = oauth.browser(), handle = "ok"): Promise<string> {
  const authorize = `${continueIn(await browser.ask(link()))}&login_hint=${handle}`;
  return (await browser.ask(authorize)).headers.get("location") ?? "";
}

function holdsNoSecret({ text, headers }: Page) {
  const all = text + JSON.stringify([...headers]);
  expect(all).not.toContain("guild-access");
  expect(all).not.toContain("guild-refresh");
  expect(all).not.toContain("guild-code");
  expect(all).not.toContain(CLIENT.secret);
}

describe("a sign-in", () => {
  test("says what it is for, and sends to the network with state, PKCE and exactly the address to come back to", async () => {
    const page = await oauth.browser().ask(link());
    expect(page.status).toBe(200);
    expect(page.text).toContain("Continue to Guild");
    expect(page.text).toContain("<b>test</b>");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("set-cookie")).toMatch(
      /^crier-connect=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    const { origin, pathname, searchParams, search } = new URL(continueIn(page));
    expect(origin + pathname).toEndWith("/guild/authorize");
    expect(search).toContain("scope=posts.read%20posts.write");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: CLIENT.id,
      redirect_uri: `${oauth.world.url}/connect/guild/callback`,
      code_challenge_method: "S256",
      prompt: "consent",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    holdsNoSecret(page);
  });

  test("of one account connects it at once, sealed, and written down", async () => {
    const done = await oauth.connect("ok");
    expect(done.url).toBe(path("/result"));
    expect(done.text).toContain("Connected");
    expect(done.text).toContain("Person ok");
    holdsNoSecret(done);
    expect(await account("ok")).toMatchObject({ status: "active", platform: "guild", remoteId: "p-ok" });
    const [entry] = await oauth.world.appliance.store.audit.page(1, null);
    expect(entry).toMatchObject({ actor: "cli", action: "account.connect", detail: { handle: "ok" } });
    const post = await oauth.world.post({ caption: "Signed in", accounts: ["ok"], schedule: "now" });
    await oauth.world.until(post.id, ({ status }) => status === "posted");
    expect(oauth.published().map(({ text }) => text)).toEqual(["Signed in"]);
  });

  test("of the same account keeps its id, and ends `needs_reconnect`", async () => {
    const before = await account("ok");
    await oauth.world.appliance.connections.needsReconnect(before?.id ?? "", 1, "Gone.");
    expect((await account("ok"))?.status).toBe("needs_reconnect");
    await oauth.connect("ok");
    expect(await account("ok")).toMatchObject({ id: before?.id, status: "active", statusDetail: null });
  });

  test("twice at the same moment makes one account, whose credentials can be read", async () => {
    await Promise.all(["twin", "twin", "twin"].map((handle) => oauth.connect(handle)));
    const twins = (await accounts()).filter(({ handle }) => handle === "twin");
    expect(twins).toHaveLength(1);
    const { connections } = oauth.world.appliance;
    for (const twin of twins) expect(await connections.liveOptions(twin)).toMatchObject({ values: {} });
  });

  test("by an owner who is signed in to Crier needs no link", async () => {
    const { cookie } = await signIn(oauth.world);
    const browser = oauth.browser();
    browser.cookies.set("crier", cookie.replace("crier=", ""));
    const page = await browser.ask(path(`?profile=${oauth.world.profileId}`));
    await browser.open(`${continueIn(page)}&login_hint=owned`);
    const [entry] = await oauth.world.appliance.store.audit.page(1, null);
    expect(entry).toMatchObject({ actor: "owner:me@example.com", action: "account.connect" });
  });

  test("that was begun before a restart can be completed after it", async () => {
    const browser = oauth.browser();
    const back = await callbackFor(browser, "patient");
    const port = new URL(oauth.world.url).port;
    await oauth.world.restart();
    const there = back.replace(`:${port}/`, `:${new URL(oauth.world.url).port}/`);
    // The network holds the old address against the new one: another port is another address.
    expect((await browser.open(there)).text).toContain("works once");
  });
});

describe("the operator's application", () => {
  test("is asked for what it may ask for", async () => {
    await using own = await openOAuthWorld({ CRIER_GUILD_SCOPES: "posts.write, pages.write" });
    const { url } = own.world.appliance.oauthFlow.link({
      ...{ profileId: own.world.profileId, platform: "guild", actor: "cli" },
    });
    const { search } = new URL(continueIn(await own.browser().ask(url)));
    expect(search).toContain("scope=posts.write%20pages.write&");
  });
  test("has its scopes named beside its id", () => {
    const lone = () => readConfig({ CRIER_GUILD_SCOPES: "a" }, withGuild.list);
    expect(lone).toThrow("CRIER_GUILD_SCOPES needs CRIER_GUILD_CLIENT_ID");
  });
});

describe("several accounts", () => {
  const pick = async (
    browser: ReturnType<OAuthWorld["browser"]>,
    ids: readonly string[],
    origin = oauth.world.url,
  ) =>
    await browser.ask(path("/choose"), {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(ids.map((id): [string, string] => ["account", id])),
    });

  test("are chosen from; nothing is connected before, and no credentials are in the page", async () => {
    const browser = oauth.browser();
    const page = await oauth.connect("leader", browser);
    expect(page.text).toContain("Which accounts?");
    expect(page.text).toContain("Guild of &lt;Bakers&gt;");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    holdsNoSecret(page);
    expect(await account("bakers")).toBeUndefined();
    expect((await pick(browser, [])).headers.get("location")).toBe("/connect/guild/result");
    await pick(browser, ["g-bakers", "p-leader"]);
    const done = await browser.ask(path("/result"));
    expect(done.text).toContain("Connected");
    expect(await account("bakers")).toMatchObject({ status: "active" });
    expect(await account("leader")).toMatchObject({ status: "active" });
    expect(await account("smiths")).toBeUndefined();
    // Chosen once.
    expect((await pick(browser, ["g-smiths"])).status).toBe(400);
    expect(await account("smiths")).toBeUndefined();
  });

  test("can be chosen only by the same browser, on the same page, from what was found", async () => {
    const browser = oauth.browser();
    await oauth.connect("leader", browser);
    expect((await pick(oauth.browser(), ["g-smiths"])).status).toBe(400);
    expect((await pick(browser, ["g-smiths"], "https://evil.example")).status).toBe(403);
    expect((await pick(browser, ["g-smiths", "g-strangers"])).status).toBe(409);
    expect(await account("smiths")).toBeUndefined();
    oauth.world.clock.turn(15 * 60_000);
    expect((await pick(browser, ["g-smiths"])).text).toContain("This sign-in has expired");
    expect(await account("smiths")).toBeUndefined();
  });

  test("can be chosen after a restart, and what was found is sealed where it is stored", async () => {
    const browser = oauth.browser();
    await oauth.connect("leader", browser);
    await oauth.world.restart();
    expect((await storedBytes(oauth.world)).includes("guild-access")).toBeFalse();
    expect((await browser.ask(path("/result"))).text).toContain("Which accounts?");
    await pick(browser, ["g-smiths"]);
    expect(await account("smiths")).toMatchObject({ status: "active" });
  });
});

describe("what can go wrong", () => {
  test("trying again is allowed as long as the link was, and no longer", async () => {
    await using own = await openOAuthWorld();
    const browser = own.browser();
    const { world } = own;
    const request = { profileId: world.profileId, platform: "guild", actor: "cli" };
    const comeBack = (from: Page, query: string) => {
      const state = new URL(continueIn(from)).searchParams.get("state") ?? "";
      return browser.open(`${world.url}/connect/guild/callback?${query}&state=${state}`);
    };
    let page = await browser.ask(world.appliance.oauthFlow.link(request).url);
    // What is shown of a sign-in is kept for 15 minutes.
    for (let i = 0; i < 4; i++) {
      const failed = await comeBack(page, "error=access_denied");
      world.clock.turn(14 * 60_000);
      page = await browser.ask(continueIn(failed));
      expect(page.text).toContain("Continue to Guild");
    }
    world.clock.turn(4 * 60_000);
    const late = await comeBack(page, "code=x");
    expect([late.status, late.text.includes("Try again")]).toEqual([400, false]);
  });

  test("a link that is opened over and over fills nothing", async () => {
    const url = link();
    for (let i = 0; i < 120; i++) await fetch(url);
    const unused = await oauth.world.database.all("SELECT 1 FROM consent WHERE used_at IS NULL");
    expect(unused).toHaveLength(50);
    // The last of them still works.
    expect((await oauth.connect("ok")).text).toContain("Connected");
  });

  test("the person says no: nothing is connected, and there is a way to try again", async () => {
    const browser = oauth.browser();
    const state = new URL(continueIn(await browser.ask(link()))).searchParams.get("state") ?? "";
    const page = await browser.open(path(`/callback?error=access_denied&error_description=x&state=${state}`));
    expect(page.text).toContain("You did not agree at Guild");
    expect((await browser.ask(continueIn(page))).text).toContain("Continue to Guild");
  });

  test.each([
    ["error=redirect_uri_mismatch", "does not accept the redirect address"],
    ["error=unauthorized_scope_error", "products and scopes"],
    ["error=unauthorized_client", "CRIER_GUILD_CLIENT_ID"],
    ["error=temporarily_unavailable", "trouble with signing in"],
    ["error=something_new", "with the word something_new"],
    ["error=%3Cb%3E&error_description=Visit+evil.example", "ended the sign-in. Begin again."],
    ["", "did not return a usable sign-in"],
    ["code=invented", "did not accept the code"],
  ])("the network sends back %s", async (query, words) => {
    const browser = oauth.browser();
    const state = new URL(continueIn(await browser.ask(link()))).searchParams.get("state") ?? "";
    const page = await browser.open(path(`/callback?${query}&state=${state}`));
    expect(page.text).toContain(words);
    expect(page.text).not.toContain("evil.example");
    expect(page.text).not.toContain("<b>");
  });

  test.each([
    [
      "the network is in trouble",
      () => (oauth.lever.says = { status: 503, json: {} }),
      "temporarily unavailable",
    ],
    [
      "the application is refused",
      () => (oauth.lever.says = { status: 401, json: { error: "invalid_client" } }),
      "CRIER_GUILD_CLIENT_SECRET",
    ],
    ["the answer is lost", () => (oauth.lever.fault = "handle-then-close"), "Not connected"],
    ["the answer is no answer", () => (oauth.lever.says = { status: 200, json: [] }), "could not be read"],
  ])("%s while the code is traded", async (_, act, words) => {
    const browser = oauth.browser();
    const back = await callbackFor(browser, "unlucky");
    act();
    const page = await browser.open(back);
    oauth.lever.says = null;
    oauth.lever.fault = null;
    expect(page.text).toContain(words);
    holdsNoSecret(page);
    expect(await account("unlucky")).toBeUndefined();
  });

  test("without an account to publish for, the connector's explanation is shown", async () => {
    expect((await oauth.connect("nobody")).text).toContain("Found or join a guild there first");
  });

  test("a profile that was deleted meanwhile gets no account", async () => {
    const { appliance } = oauth.world;
    const { id } = await createProfile("cli", { name: "short" }, appliance);
    const browser = oauth.browser();
    const authorize = continueIn(await browser.ask(link("guild", id)));
    await appliance.store.profiles.remove(id, ENTRY);
    expect((await browser.open(authorize)).text).toContain("Crier does not know this sign-in");
    expect((await browser.ask(link("guild", id))).text).toContain("This profile does not exist");
  });
});

describe("who is not let in", () => {
  const refused = async (url: string, browser = oauth.browser()) => {
    const before = (await accounts()).length;
    const page = await browser.open(url);
    expect(page.status).toBe(400);
    expect((await accounts()).length).toBe(before);
    return page.text;
  };

  test("a visitor without a link, or with an invented, foreign or expired one, is refused", async () => {
    expect(await refused(path(""))).toContain("You are not signed in");
    expect(await refused(path(`?profile=${oauth.world.profileId}`))).toContain("You are not signed in");
    expect(await refused(path("?ticket=x"))).toContain("invalid or incomplete");
    expect(await refused(link().slice(0, -2))).toContain("invalid or incomplete");
    expect(await refused(link("bluesky").replace("/bluesky?", "/guild?"))).toContain("invalid or incomplete");
    const old = link();
    oauth.world.clock.turn(HOUR);
    expect(await refused(old)).toContain("older than an hour");
  });

  test("a visitor sent by another browser can't connect a foreign account to this owner", async () => {
    const attackers = await callbackFor(oauth.browser(), "stranger");
    const victim = oauth.browser();
    expect(await refused(attackers, victim)).toContain("another browser");
    await victim.ask(link());
    expect(await refused(attackers, victim)).toContain("another browser");
    victim.cookies.set("crier-connect", "x".repeat(43));
    expect(await refused(attackers, victim)).toContain("another browser");
  });

  test("a state that was made up, used, or is an hour old", async () => {
    const browser = oauth.browser();
    const back = await callbackFor(browser, "once");
    expect(await refused(back.replace(/state=[^&]+/, `state=${"x".repeat(43)}`), browser)).toContain(
      "does not know",
    );
    expect(await refused(back.replace(/state=[^&]+/, ""), browser)).toContain("does not know");
    expect((await browser.open(back)).text).toContain("Connected");
    expect(await refused(back, browser)).toContain("already been completed");
    const slow = await callbackFor(browser, "slow");
    oauth.world.clock.turn(HOUR);
    expect(await refused(slow, browser)).toContain("longer than an hour");
  });

  test("of two who come back with one state at once, one is too late", async () => {
    const browser = oauth.browser();
    const back = await callbackFor(browser, "racer");
    const all = await Promise.all(Array.from({ length: 5 }, () => browser.ask(back)));
    const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([303, 400, 400, 400, 400]);
  });

  test("no address leads to another place", async () => {
    const evil = "https://evil.example/";
    for (const name of ["return", "next", "redirect_uri", "url", "moved"]) {
      const page = await oauth.browser().ask(`${link()}&${name}=${encodeURIComponent(evil)}`);
      expect(page.headers.get("location")).toBeNull();
      expect(page.text).not.toContain("evil.example");
    }
    const elsewhere = await fetch(path("?ticket=t&profile=//evil.example&next=//evil.example"), {
      headers: { host: "evil.example" },
      redirect: "manual",
    });
    expect(new URL(elsewhere.headers.get("location") ?? oauth.world.url).origin).toBe(oauth.world.url);
    for (const odd of ["//evil.example", "/%2e%2e/evil", "/guild%0d%0ax:y"]) {
      const page = await oauth.browser().ask(`${oauth.world.url}/connect${odd}`);
      expect(page.headers.get("location") ?? "").not.toContain("evil");
      expect(page.status).toBeWithin(400, 500);
    }
  });
});

describe("without an application", () => {
  test("the page and the command line say what to register, and where; networks with none say so", async () => {
    await using bare = await openOAuthWorld({ CRIER_GUILD_CLIENT_ID: "", CRIER_GUILD_CLIENT_SECRET: "" });
    const { oauthFlow: consent } = bare.world.appliance;
    const { url } = consent.link({ profileId: bare.world.profileId, platform: "guild", actor: "cli" });
    const { text, status } = await bare.browser().ask(url);
    expect(status).toBe(200);
    for (const words of [
      "https://guild.test/developers",
      `${bare.world.url}/connect/guild/callback`,
      "posts.write",
      "CRIER_GUILD_CLIENT_ID",
      "CRIER_GUILD_CLIENT_SECRET",
      "CRIER_URL",
    ])
      expect(text).toContain(words);
    const typed = consent.link({ profileId: bare.world.profileId, platform: "bluesky", actor: "cli" });
    expect((await bare.browser().ask(typed.url)).text).toContain("crier account connect bluesky");
    const { networks } = (await (await fetch(`${bare.world.url}/status.json`)).json()) as {
      networks: { platform: string; available: boolean; reason: string }[];
    };
    expect(networks.find(({ platform }) => platform === "guild")).toMatchObject({ available: false });
  });
});

test("nothing of a sign-in lies about: no state, code, verifier or token, in no file and no log", async () => {
  const browser = oauth.browser();
  const back = new URL(await callbackFor(browser, "careful"));
  await browser.open(back.href);
  const code = back.searchParams.get("code") ?? "";
  const state = back.searchParams.get("state") ?? "";
  const form = oauth.lever.forms.find((each) => each.form.get("code") === code)?.form;
  const verifier = form?.get("code_verifier") ?? "";
  expect(verifier).toHaveLength(43);
  const bytes = await storedBytes(oauth.world);
  for (const secret of [state, code, verifier, "guild-access-"]) expect(bytes.includes(secret)).toBeFalse();
});
