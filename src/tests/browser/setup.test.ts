// Setting up in a real browser: from the printed link to a first post, and everything that can go wrong on the way.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { asking, EMAIL, makeOwner, PASSWORD } from "../support/owner.ts";
import { DESKTOP, openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("setting up", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    const { store } = world.appliance;
    const entry = {
      at: 0,
      actor: "cli",
      action: "profile.delete",
      profileId: null,
      subject: "",
      detail: null,
    };
    // The page asks for a profile only where none exists.
    await store.profiles.remove(world.profileId, entry);
    web = await openWeb(world);
  });
  afterEach(async () => {
    try {
      await web[Symbol.asyncDispose]();
    } finally {
      await world[Symbol.asyncDispose]();
    }
  });

  const link = () => (world.setupUrl ?? "").slice(world.url.length);
  const pressed = (tab: Tab, name: string) => tab.page.getByRole("button", { name, exact: true }).click();
  const heading = (tab: Tab, name: string) => tab.page.getByRole("heading", { name }).waitFor();

  async function fillOwner(tab: Tab, email = EMAIL, password = PASSWORD): Promise<void> {
    await tab.page.getByLabel("Email address").fill(email);
    await tab.page.getByLabel("Password", { exact: true }).fill(password);
    await pressed(tab, "Continue");
  }

  test.each([PHONE, DESKTOP])(
    "the link leads through four steps to a published post, on %p",
    async (view) => {
      const tab = await web.open(link(), view);
      const { page } = tab;
      await heading(tab, "Create the owner of this Crier");
      await tab.check();
      await tab.picture("setup-1-you");
      await fillOwner(tab);
      await heading(tab, "What should the first profile be called?");
      await tab.check();
      await page.getByLabel("Name").fill("harbour");
      await page.getByLabel("Time zone").fill("Europe/Berlin");
      await tab.picture("setup-2-profile");
      await pressed(tab, "Set up");
      await heading(tab, "Try it without any network");
      // The token is gone from the address, and so from the history.
      expect(page.url()).toBe(`${world.url}/setup`);
      await tab.check();
      await tab.picture("setup-3-accounts");
      await pressed(tab, "Add these three accounts");
      await heading(tab, "Publish a first post");
      await tab.check();
      await tab.picture("setup-4-post");
      await pressed(tab, "Publish to 3 simulated accounts");
      await page.waitForURL("**/p/harbour/posts/*");
      const { profiles, posts } = world.appliance.store;
      const profile = await profiles.find("harbour");
      expect(profile?.timezone).toBe("Europe/Berlin");
      expect(await posts.get(profile?.id ?? "", page.url().split("/").at(-1) ?? "")).toMatchObject({
        caption: "Hello from Crier",
      });
    },
  );

  test("the used link no longer works, and leads to the sign-in", async () => {
    const used = link();
    await makeOwner(world);
    const tab = await web.open(used);
    await heading(tab, "Crier is already set up");
    await tab.check();
    await tab.picture("setup-done");
    await tab.page.getByRole("link", { name: "Sign in" }).click();
    await heading(tab, "Sign in");
  });

  test("a refused field is explained, and the next try works", async () => {
    const tab = await web.open(link(), PHONE);
    tab.expectFault(/400 \(/);
    await fillOwner(tab);
    await tab.page.getByLabel("Time zone").fill("Berlin");
    await pressed(tab, "Set up");
    await tab.page.getByText("Berlin is not a time zone").waitFor();
    await tab.check();
    await tab.picture("setup-refused");
    await tab.page.getByLabel("Time zone").fill("Europe/Berlin");
    await pressed(tab, "Set up");
    await heading(tab, "Try it without any network");
  });

  test("a password that is easy to guess is explained where it is typed", async () => {
    const tab = await web.open(link());
    tab.expectFault(/400 \(/);
    await fillOwner(tab, EMAIL, "aaaaaaaaaaaa");
    await pressed(tab, "Set up");
    await tab.page.getByText("This password is easy to guess").waitFor();
    await tab.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await tab.check();
    await pressed(tab, "Continue");
    await pressed(tab, "Set up");
    await heading(tab, "Try it without any network");
  });

  test("without a token, or with an old one, it says where the link is", async () => {
    const tab = await web.open("/setup");
    tab.expectFault(/403 \(/);
    await tab.page.getByText("docker compose logs crier").waitFor();
    await tab.check();
    await tab.picture("setup-no-link");
    const old = await web.open(`/setup#${"A".repeat(43)}`);
    old.expectFault(/403 \(/);
    await fillOwner(old);
    await pressed(old, "Set up");
    await old.page.getByText("This set-up link is not valid").waitFor();
    await old.check();
    await pressed(old, "Open the set-up link");
    await old.page.getByText("journalctl -u crier").waitFor();
  });

  test("an owner who was created in the meantime on the command line ends the set-up", async () => {
    const tab = await web.open(link());
    tab.expectFault(/409 \(/);
    await fillOwner(tab, "you@example.com");
    await makeOwner(world);
    await pressed(tab, "Set up");
    await heading(tab, "Crier is already set up");
    expect((await asking(world)("GET", "/setup")).json).toMatchObject({ needed: false });
  });

  test("a server that does not answer is named, and what was typed stays", async () => {
    const tab = await web.open(link());
    tab.expectFault(/ERR_CONNECTION|Failed to load/);
    await fillOwner(tab);
    await tab.page.getByLabel("Name").fill("harbour");
    await world.restart(0, async () => {
      await pressed(tab, "Set up");
      await tab.page.getByText("Crier did not answer.").waitFor();
    });
    expect(await tab.page.getByLabel("Name").inputValue()).toBe("harbour");
    await tab.check();
  });
});
