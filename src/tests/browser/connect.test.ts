// Connecting accounts in the web app, in a real browser: typed, with an application of one's own, and simulated.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { networks, pairedRegistry } from "../../app/networks.ts";
import { chromium } from "../support/browser.ts";
import { CLIENT } from "../support/oauth-network/simulated.ts";
import { openOAuthWorld, type OAuthWorld } from "../support/oauth-network/world.ts";
import { openSignInWorld, type SignInWorld } from "../support/sign-in-world.ts";
import { toy } from "../support/toy/network.ts";
import { simulatedToy } from "../support/toy/simulated.ts";
import { DESKTOP, openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

const CONNECT = "/p/test/accounts/connect";
const accountsOf = async ({ appliance, profileId }: World) =>
  await appliance.store.accounts.ofProfile(profileId);
const button = ({ page }: Tab, name: string | RegExp) => page.getByRole("button", { name });
const heading = ({ page }: Tab, name: string | RegExp) => page.getByRole("heading", { name });

/** Its page is another origin, and the pictures of its accounts are nowhere. */
function expectNetworkPage(tab: Tab): void {
  tab.expectFault(/another origin: http:\/\/127\.0\.0\.1/);
  tab.expectFault(/404 \(.*(media\/avatars|favicon\.ico)/);
}

describe.skipIf(chromium === null)("connecting", () => {
  let signIn: SignInWorld;
  let world: World;
  let web: Web;
  const signedInAt = networks.pairs.filter(({ network }) => network.connect.oauth !== null);
  beforeAll(async () => {
    const bluesky = networks.pairs.filter(({ network }) => network.id === "bluesky");
    signIn = await openSignInWorld([...bluesky, ...signedInAt], false);
    world = signIn.world;
    web = await openWeb(world);
  });
  afterAll(async () => {
    try {
      await web?.[Symbol.asyncDispose]();
    } finally {
      await signIn?.[Symbol.asyncDispose]();
    }
  });

  test("the grid has every network by what it takes, and leads to each", async () => {
    const tab = await web.openSignedIn("/p/test/accounts");
    await heading(tab, "No account is connected").waitFor();
    await tab.check();
    await tab.picture("accounts-none");
    await tab.page.goto(world.url + CONNECT);
    await heading(tab, "In a few minutes").waitFor();
    const names = await tab.page.locator(".connect-card b").allTextContents();
    expect(names.toSorted()).toEqual(networks.list.map(({ name }) => name).toSorted());
    expect(names.slice(0, 3)).toEqual(["Bluesky", "Mastodon", "Telegram"]);
    await tab.page.getByText("Cost: prepaid").waitFor();
    await tab.check();
    await tab.picture("connect");
    await tab.page.getByRole("link", { name: "Instagram", exact: true }).click();
    await heading(tab, "Connect Instagram").waitFor();
    // What would fail is said first.
    await tab.page.getByText("The address of this server would not do").waitFor();
    await tab.check();
    await tab.picture("connect-application");
  });

  test("Bluesky: a wrong password is refused beside where to make one, and a right one shows the account before it is stored", async () => {
    const tab = await web.openSignedIn(`${CONNECT}/bluesky`);
    const { page } = tab;
    tab.expectFault(/422 \(/);
    await page.getByLabel("Handle").fill("anna.example");
    await page.getByLabel("App password", { exact: true }).fill("wrong");
    await button(tab, "Look it up").click();
    await page
      .getByRole("alert")
      .getByText(/app password/i)
      .waitFor();
    await page.getByRole("link", { name: /Open bsky.app/ }).waitFor();
    await tab.check();
    await tab.picture("connect-typed-refused");
    await page.getByLabel("App password", { exact: true }).fill("abcd-efgh-ijkl-mnop");
    await button(tab, "Look it up").click();
    await heading(tab, "Is this the account?").waitFor();
    await page.getByText("Nothing is stored yet.").waitFor();
    expect(await accountsOf(world)).toEqual([]);
    await tab.check();
    await tab.picture("connect-typed-found");
    await button(tab, /^Connect anna/).click();
    await heading(tab, "Connected").waitFor();
    expect((await accountsOf(world)).map(({ platform, status }) => [platform, status])).toEqual([
      ["bluesky", "active"],
    ]);
    await tab.check();
    await tab.picture("connect-done");
  });

  test("X without an application: the steps, its keys saved here, a sign-in at X, and the account is there, without a restart", async () => {
    const tab = await web.openSignedIn(`${CONNECT}/x`);
    const { page } = tab;
    expectNetworkPage(tab);
    await heading(tab, "Make an app and buy credits").waitFor();
    await button(tab, "Copy Callback address").click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${world.url}/connect/x/callback`);
    await page.getByRole("checkbox", { name: "Done: Make an app and buy credits" }).check();
    await page.reload();
    const ticked = page.getByRole("checkbox", { name: "Done: Make an app and buy credits" });
    await ticked.waitFor();
    expect(await ticked.isChecked()).toBe(true);
    await tab.check();
    await tab.picture("connect-steps");
    await button(tab, "I have its id and secret").click();
    await page.getByLabel("Client id").fill("crier");
    await page.getByLabel("Client secret").fill("application-secret");
    await tab.check();
    await tab.picture("connect-keys");
    await button(tab, "Save and test").click();
    await page.getByText("X knows this application, and its secret is right.").waitFor();
    expect(await page.content()).not.toContain("application-secret");
    await tab.check();
    await tab.picture("connect-tested");
    await button(tab, "Continue").click();
    await tab.check();
    await tab.picture("connect-sign-in");
    await button(tab, "Continue to X").click();
    await heading(tab, "Connected").waitFor();
    expect(page.url()).toBe(`${world.url}${CONNECT}/x?outcome=connected`);
    expect((await accountsOf(world)).filter(({ platform }) => platform === "x")).toMatchObject([
      { status: "active", scopes: expect.arrayContaining(["tweet.write"]) },
    ]);
  });

  test.each(signedInAt.filter(({ network }) => network.id !== "x"))(
    "$network.name: keys, the network's page, and back with the account",
    async ({ network: { id, name } }) => {
      const tab = await web.openSignedIn(`${CONNECT}/${id}`);
      expectNetworkPage(tab);
      await button(tab, "I have its id and secret").click();
      await tab.page.getByLabel("Client id").fill("crier");
      await tab.page.getByLabel("Client secret").fill("application-secret");
      await button(tab, "Save and test").click();
      await tab.page.getByText("Id and secret:").waitFor();
      await button(tab, "Continue").click();
      await button(tab, `Continue to ${name}`).click();
      await tab.page.waitForURL(/outcome=/);
      const several = heading(tab, "Which accounts?");
      const done = heading(tab, /^Connected|accounts are connected/);
      await several.or(done).first().waitFor();
      if (await several.isVisible()) {
        for (const box of await tab.page.getByRole("checkbox").all()) await box.check();
        await tab.check();
        await button(tab, /^Connect \d+ account/).click();
        await done.waitFor();
      }
      const there = (await accountsOf(world)).filter(({ platform }) => platform === id);
      expect(there.map(({ status }) => status)).toEqual(there.map(() => "active"));
      expect(there.length).toBeGreaterThan(0);
    },
  );
});

describe.skipIf(chromium === null)("a sign-in in the app", () => {
  let oauth: OAuthWorld;
  let web: Web;
  beforeAll(async () => {
    oauth = await openOAuthWorld({ CRIER_GUILD_CLIENT_ID: "", CRIER_GUILD_CLIENT_SECRET: "" });
    web = await openWeb(oauth.world);
  });
  afterAll(async () => {
    try {
      await web?.[Symbol.asyncDispose]();
    } finally {
      await oauth?.[Symbol.asyncDispose]();
    }
  });

  async function open(view = DESKTOP): Promise<Tab> {
    const tab = await web.openSignedIn(`${CONNECT}/guild`, view);
    expectNetworkPage(tab);
    tab.expectFault(/400 \(/);
    return tab;
  }
  const leave = (tab: Tab) => button(tab, "Continue to Guild").click();

  test("tells each fault of the application in words, before and after the network's page", async () => {
    const tab = await open();
    const { page } = tab;
    await button(tab, "I have its id and secret").click();
    await page.getByLabel("Client id").fill(CLIENT.id);
    await page.getByLabel("Client secret").fill("not this one");
    await button(tab, "Save and test").click();
    await page.getByText("Guild does not accept Crier's application").waitFor();
    await tab.picture("connect-faults");
    await button(tab, "Use another application").click();
    await page.getByLabel("Client id").fill(CLIENT.id);
    await page.getByLabel("Client secret").fill(CLIENT.secret);
    await button(tab, "Save and test").click();
    await page.getByText("Guild knows this application").waitFor();
    oauth.lever.page = "address";
    await tab.page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("Guild does not accept the redirect address").waitFor();
    await tab.check();
    for (const [fault, words] of [
      ["scope", "does not grant Crier's application the permissions"],
      ["denied", "You did not agree at Guild"],
    ] as const) {
      oauth.lever.page = fault;
      await page.goto(`${oauth.world.url}${CONNECT}/guild`);
      await leave(tab);
      await page.getByRole("alert").getByText(words).waitFor();
      await tab.check();
      if (fault === "denied") await tab.picture("connect-denied");
      await page.getByRole("link", { name: "Try again" }).click();
      await button(tab, "Continue to Guild").waitFor();
    }
    oauth.lever.page = null;
    await leave(tab);
    await heading(tab, "Connected").waitFor();
  });

  test("whose outcome is over says so", async () => {
    const tab = await open();
    await tab.page.goto(`${oauth.world.url}${CONNECT}/guild?outcome=connected`);
    await heading(tab, "This sign-in is over").waitFor();
    await tab.check();
  });

  test("works by touch on a phone", async () => {
    const tab = await open(PHONE);
    await button(tab, "Continue to Guild").tap();
    await heading(tab, "Connected").waitFor();
    await tab.check();
  });
});

describe.skipIf(chromium === null)("a network that was added to the server", () => {
  let world: World;
  let web: Web;
  beforeAll(async () => {
    world = await openWorld(
      {},
      pairedRegistry([...networks.pairs, { network: toy, simulated: simulatedToy }]),
    );
    web = await openWeb(world);
  });
  afterAll(async () => {
    try {
      await web?.[Symbol.asyncDispose]();
    } finally {
      await world?.[Symbol.asyncDispose]();
    }
  });

  test("is in the grid with its steps, its fields and what people get wrong, and can be simulated", async () => {
    const tab = await web.openSignedIn(CONNECT);
    const { page } = tab;
    await page.getByRole("link", { name: "Toy", exact: true }).click();
    await heading(tab, "Connect Toy").waitFor();
    await heading(tab, "Open the toy box").waitFor();
    await page.getByText("please", { exact: true }).waitFor();
    await page.getByText("The lid is upside down.").waitFor();
    await page.getByLabel("Token").waitFor();
    await tab.check();
    await page.goto(world.url + CONNECT);
    await page.getByRole("link", { name: /^Simulate it.*Toy/ }).click();
    await page.getByText("It publishes, and the answer is lost").click();
    await tab.check();
    await tab.picture("connect-simulate");
    await button(tab, "Add it").click();
    await heading(tab, "Connected").waitFor();
    expect((await accountsOf(world)).map(({ platform, handle }) => [platform, handle])).toEqual([
      ["toy", "lost"],
    ]);
    // A second one like it has a name of its own.
    await page.goto(`${world.url}${CONNECT}/toy?simulate`);
    await page.getByText("It publishes, and the answer is lost").click();
    await page.getByText("It is called lost-2.").waitFor();
    await button(tab, "Add it").click();
    await heading(tab, "Connected").waitFor();
    expect((await accountsOf(world)).map(({ handle }) => handle)).toEqual(["lost", "lost-2"]);
  });

  test("that downloads files from here says so where the internet does not reach this server", async () => {
    const tab = await web.openSignedIn(CONNECT);
    const { page } = tab;
    await page.route("**/admin/networks", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { networks: { id: string; address: object }[] };
      for (const network of body.networks)
        if (network.id === "toy") network.address = { needs: "public", fault: null };
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${world.url}${CONNECT}/toy`);
    await page.getByText("The address of this server would not do").waitFor();
    await page.getByText("CRIER_URL").first().waitFor();
    await tab.check();
  });
});
