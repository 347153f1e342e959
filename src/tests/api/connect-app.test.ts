// Tests connecting accounts from the web app: found accounts shown first, and sign-ins that lead back to its pages.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { CLIENT } from "../support/oauth-network/simulated.ts";
import { openOAuthWorld, type Browser, type OAuthWorld } from "../support/oauth-network/world.ts";
import { makeOwner, signIn, type Owner } from "../support/owner.ts";

let oauth: OAuthWorld;
let owner: Owner;
beforeAll(async () => {
  oauth = await openOAuthWorld();
  await makeOwner(oauth.world);
  owner = await signIn(oauth.world);
});
afterAll(() => oauth[Symbol.asyncDispose]());
beforeEach(() => void (oauth.lever.page = null));

const BACK = "/p/test/accounts/connect/guild?step=3";
const accounts = async () => await oauth.world.appliance.store.accounts.ofProfile(oauth.world.profileId);
const link = async (body: unknown) =>
  await owner.ask("POST", `/profiles/${oauth.world.profileId}/connect/guild`, body);

/** Signs in as `handle` from a link of the app. @returns where the browser is led in the end */
async function signInAs(handle: string, browser: Browser): Promise<string> {
  const { url } = (await link({ returnTo: BACK })).json as { url: string };
  const atNetwork = (await browser.ask(url)).headers.get("location") ?? "";
  const back = (await browser.ask(`${atNetwork}&login_hint=${handle}`)).headers.get("location") ?? "";
  const { status, headers } = await browser.ask(back);
  expect([status, headers.get("referrer-policy"), headers.get("cache-control")]).toEqual([
    303,
    "no-referrer",
    "no-store",
  ]);
  return headers.get("location") ?? "";
}

/** The app asks with the session and with the cookie of the browser that signed in. */
const outcome = async (browser: Browser, method = "GET", body?: unknown) =>
  await owner.ask(method, "/sign-ins/guild", body, {
    cookie: `${owner.cookie}; crier-connect=${browser.cookies.get("crier-connect") ?? ""}`,
  });

describe("a sign-in that was begun in the app", () => {
  test("goes straight to the network, and leads back to the page that it came from", async () => {
    const browser = oauth.browser();
    expect(await signInAs("ok", browser)).toBe(`${oauth.world.url}${BACK}&outcome=connected`);
    const { json } = await outcome(browser);
    expect(json).toMatchObject({
      ...{ outcome: "connected", profileId: oauth.world.profileId, detail: null, found: [] },
      accounts: [{ platform: "guild", handle: "ok", status: "active" }],
    });
    expect(JSON.stringify(json)).not.toMatch(/guild-(access|refresh|code)/);
    expect((await accounts()).find(({ handle }) => handle === "ok")?.scopes).toEqual([
      "posts.read",
      "posts.write",
    ]);
  });

  test.each([
    ["address" as const, null],
    ["scope" as const, "does not grant Crier's application the permissions"],
    ["denied" as const, "You did not agree at Guild"],
  ])("tells what the network objected to: %s", async (fault, words) => {
    oauth.lever.page = fault;
    const browser = oauth.browser();
    if (words === null) {
      // Such a fault is shown by the network itself: nobody comes back.
      const { url } = (await link({ returnTo: BACK })).json as { url: string };
      const atNetwork = (await browser.ask(url)).headers.get("location") ?? "";
      expect((await fetch(atNetwork)).status).toBe(400);
      expect((await outcome(browser)).json["outcome"]).toBe("none");
      return;
    }
    expect(await signInAs("refused", browser)).toEndWith("outcome=failed");
    expect((await outcome(browser)).json).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining(words),
    });
    expect((await accounts()).map(({ handle }) => handle)).not.toContain("refused");
  });

  test("offers several accounts to choose from, and connects those that are chosen, once", async () => {
    const browser = oauth.browser();
    expect(await signInAs("leader", browser)).toEndWith("outcome=choose");
    expect((await outcome(browser)).json).toMatchObject({
      outcome: "choose",
      accounts: [],
      found: [
        { remoteId: "p-leader", handle: "leader", known: false },
        { remoteId: "g-bakers", displayName: "Guild of <Bakers>", avatarUrl: null },
        { remoteId: "g-smiths" },
      ],
    });
    expect((await outcome(browser, "POST", { choose: ["g-strangers"] })).status).toBe(409);
    const chosen = await outcome(browser, "POST", { choose: ["g-bakers"] });
    expect(chosen.json).toMatchObject({ outcome: "connected", accounts: [{ handle: "bakers" }] });
    expect((await outcome(browser, "POST", { choose: ["g-smiths"] })).status).toBe(404);
    const handles = (await accounts()).map(({ handle }) => handle);
    expect([handles.includes("bakers"), handles.includes("smiths")]).toEqual([true, false]);
  });

  test("is told to no other browser", async () => {
    const browser = oauth.browser();
    await signInAs("leader", browser);
    const stranger = oauth.browser();
    expect((await outcome(stranger)).json["outcome"]).toBe("none");
    expect((await outcome(stranger, "POST", { choose: ["g-smiths"] })).status).toBe(404);
  });

  test.each([
    ...[
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/p\\..\\..//evil.example",
    ],
    ...[
      "/%09/evil.example\t",
      "/\t/evil.example",
      "/..//evil.example",
      "/p/..//evil.example",
      "javascript:alert(1)",
    ],
    ...["p/test", "", " /p", "/p\n", `/${"p".repeat(600)}`, "/p/ümlaut", "/./\\evil.example"],
  ])("leads nowhere else: %j is refused", async (returnTo) => {
    const { status, json } = await link({ returnTo });
    expect([status, JSON.stringify(json["errors"])]).toEqual([400, expect.stringContaining("/returnTo")]);
  });

  test("without a page to return to ends at the server's own page, as before", async () => {
    for (const body of [undefined, {}]) {
      const { url } = (await link(body)).json as { url: string };
      expect((await oauth.browser().ask(url)).text).toContain("Continue to Guild");
    }
  });
});

describe("accounts that fields are good for", () => {
  const connect = async (body: unknown) =>
    await owner.ask("POST", `/profiles/${oauth.world.profileId}/accounts`, body);
  const fields = async (handle: string) => {
    const { text } = await oauth.connect(handle);
    expect(text).not.toContain("Not connected");
    return { accessToken: `guild-access-simulated-${handle}` };
  };

  test("are shown before anything is stored", async () => {
    const before = await accounts();
    const shown = await connect({ platform: "guild", fields: await fields("leader"), preview: true });
    expect([shown.status, shown.json]).toMatchObject([
      200,
      { found: [{ handle: "leader", displayName: "Person leader", known: false }, {}, { handle: "smiths" }] },
    ]);
    expect(JSON.stringify(shown.json)).not.toContain("guild-access");
    expect(await accounts()).toEqual(before);
    const choice = { platform: "guild", fields: await fields("leader"), choose: ["g-smiths"] };
    expect((await connect(choice)).status).toBe(201);
    const again = await connect({ platform: "guild", fields: await fields("leader"), preview: true });
    expect(again.json).toMatchObject({ found: [{}, {}, { handle: "smiths", known: true }] });
  });

  test("are none when the network refuses, and simulated ones are not looked for", async () => {
    const wrong = await connect({ platform: "guild", fields: { accessToken: "wrong" }, preview: true });
    expect([wrong.status, wrong.json["code"]]).toEqual([422, "connect_refused"]);
    const simulated = await connect({ platform: "guild", simulated: true, preview: true });
    expect([simulated.status, simulated.json["code"]]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(await connect({ platform: "guild", preview: true }))).not.toContain(CLIENT.secret);
  });
});
