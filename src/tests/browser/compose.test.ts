// Writing a post in the browser: it is kept, checked, adapted and sent, exactly once.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { list, read } from "../support/posting.ts";
import { openWeb, type Web } from "../support/web.ts";
import { openWorld, settled, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("the composer", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    web = await openWeb(world);
  }, 60_000);
  afterEach(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  }, 60_000);
  const text = (page: Page) => page.getByRole("textbox", { name: "Text" });

  test("publishes what was written", async () => {
    for (const handle of ["ok", "ok-2"]) await world.account("mastodon", handle);
    const tab = await web.openSignedIn("/p/test");
    const { page } = tab;
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.keyboard.press("c");
    await text(page).fill("The boats are back https://harbour.example/sunday #harbour");
    await page.getByText("Saved", { exact: true }).waitFor();
    await tab.check();
    await tab.picture("compose-first");
    await page.getByRole("button", { name: /^When/ }).click();
    await page.getByRole("dialog").waitFor();
    await tab.check();
    await tab.picture("compose-when");
    await page.getByRole("button", { name: /^Now/ }).click();
    await page.getByRole("button", { name: "Publish to 2 accounts" }).click();
    await page.getByText("Publishing to 2 accounts in").waitFor();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", settled);
    expect(world.published("mastodon")).toHaveLength(2);
    expect((await read(world, post?.id ?? "")).caption).toContain("The boats");
  }, 60_000);
});
