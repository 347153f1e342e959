// What people change about themselves, and where they are signed in, in a real browser.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { asking, EMAIL, PASSWORD, signIn } from "../support/owner.ts";
import { openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("one's own settings", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    web = await openWeb(world);
  });
  afterEach(async () => {
    try {
      await web[Symbol.asyncDispose]();
    } finally {
      await world[Symbol.asyncDispose]();
    }
  });

  async function open(): Promise<Tab> {
    const tab = await web.openSignedIn("/p/test/settings", PHONE);
    await tab.page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    return tab;
  }
  const pressed = (tab: Tab, name: string) => tab.page.getByRole("button", { name, exact: true }).click();
  const noticed = (tab: Tab, text: string) => tab.page.getByRole("status").getByText(text).waitFor();

  test("name, time zone and theme are saved, and times can be shown in one's own zone", async () => {
    const tab = await open();
    const { page } = tab;
    await tab.check();
    await tab.picture("settings");
    await page.getByLabel("Name", { exact: true }).fill("Anna");
    await page.getByLabel("My time zone").fill("Tokyo");
    tab.expectFault(/400 \(/);
    await pressed(tab, "Save");
    await page.getByText("Tokyo is not a time zone").waitFor();
    await tab.check();
    await page.getByLabel("My time zone").fill("Asia/Tokyo");
    await pressed(tab, "Save");
    await noticed(tab, "Saved.");
    await page.getByText("Times are in UTC.").waitFor();
    await pressed(tab, "Show in Asia/Tokyo");
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
    await page.getByText("Dark", { exact: true }).click();
    await page.locator("html[data-theme=dark]").waitFor({ state: "attached" });
    await page.reload();
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Anna");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  test("keys of a single letter can be turned off; those with Ctrl stay", async () => {
    const tab = await open();
    const { page } = tab;
    await page.getByText("Keys of a single letter").click();
    await noticed(tab, "Saved.");
    await page.keyboard.press("?");
    await page.keyboard.press("c");
    expect([await page.getByRole("dialog").count(), new URL(page.url()).pathname]).toEqual([
      0,
      "/p/test/settings",
    ]);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await clickLabelOf(page.getByRole("checkbox", { name: "Keys of a single letter" }));
    await noticed(tab, "Saved.");
    await page.locator("h1").click();
    await page.keyboard.press("c");
    await page.getByRole("heading", { name: "Write", level: 1 }).waitFor();
  });

  test("a wrong password and a weak one are explained, a new one ends every other session", async () => {
    const tab = await open();
    const { page } = tab;
    const other = await signIn(world);
    tab.expectFault(/40[03] \(/);
    await page.getByLabel("Current password").fill("not this one");
    await page.getByLabel("New password").fill("a longer wombat passphrase");
    await pressed(tab, "Change password");
    await page.getByText("This is not your current password.").waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("aaaaaaaaaaaaa");
    await pressed(tab, "Change password");
    await page.getByText("This password is easy to guess").waitFor();
    await tab.check();
    await tab.picture("settings-weak-password");
    await page.getByLabel("New password").fill("a longer wombat passphrase");
    await pressed(tab, "Change password");
    await noticed(tab, "Your password is changed");
    expect((await other.ask("GET", "/session")).status).toBe(401);
    const answers = [PASSWORD, "a longer wombat passphrase"].map(
      async (password) => (await asking(world)("POST", "/session", { email: EMAIL, password })).status,
    );
    expect(await Promise.all(answers)).toEqual([401, 201]);
  });

  test("sessions are listed and can be ended, one or all others", async () => {
    const tab = await open();
    const { page } = tab;
    await page.getByText("You are signed in nowhere else.").waitFor();
    const others = [await signIn(world), await signIn(world), await signIn(world)];
    await page.reload();
    await page.getByText("this browser").waitFor();
    await tab.check();
    await tab.picture("settings-sessions");
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await noticed(tab, "That session has ended.");
    await pressed(tab, "Sign out everywhere else");
    await page.getByText("You are signed in nowhere else.").waitFor();
    const states = await Promise.all(others.map(async ({ ask }) => (await ask("GET", "/session")).status));
    expect(states).toEqual([401, 401, 401]);
  });
});
