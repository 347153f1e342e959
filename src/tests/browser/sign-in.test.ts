// Signing in, in a real browser.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { EMAIL, makeOwner, PASSWORD } from "../support/owner.ts";
import { openWeb, PHONE, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("signing in", () => {
  let world: World;
  let web: Web;
  beforeAll(async () => {
    world = await openWorld();
    await makeOwner(world);
    web = await openWeb(world);
  }, 60_000);
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  test("a wrong password says one sentence, keeps the address, and selects the password", async () => {
    const tab = await web.open("/p/test/posts", PHONE);
    tab.expectFault(/40[13] \(/);
    const { page } = tab;
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await tab.check();
    await tab.picture("sign-in");
    await page.getByLabel("Email address").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The email address or the password is wrong.").waitFor();
    await tab.picture("sign-in-wrong");
    expect(await page.getByLabel("Email address").inputValue()).toBe(EMAIL);
    expect(await page.evaluate("document.activeElement.name")).toBe("password");
    await tab.check();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/p/test/posts");
  }, 60_000);
});
