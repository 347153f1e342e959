// The page of one post in a real browser: what happened on each network, live, in words, with its evidence.
import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { chromium } from "../support/browser.ts";
import { DAY, HOUR, inFuture, publish, read, upload } from "../support/posting.ts";
import { DESKTOP, openWeb, PHONE, type Web } from "../support/web.ts";
import { laneOf, listen, whileTimeRuns } from "../support/web-post.ts";
import { openWorld, settled, type World } from "../support/world.ts";

const ALL = ["ok", "fail", "limited", "slow", "lost", "ghost", "down", "expired"] as const;

describe.skipIf(chromium === null)("the page of a post", () => {
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
  const path = (id: string) => `/p/test/posts/${id}`;

  test("eight accounts show eight right words, reasons and next steps, and change without a reload", async () => {
    for (const handle of ALL) await world.account("mastodon", handle);
    const { id } = await world.post({ caption: "The boats are back", schedule: "now" });
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate("window.isSamePage = true");
    const lane = (handle: string) => laneOf(page, handle);
    const shows = (handle: string, text: string | RegExp) =>
      whileTimeRuns(world, lane(handle).getByText(text).first().waitFor());
    await shows("limited", "Next try");
    await tab.picture("post-publishing");
    await shows("ok", "Posted");
    await shows("limited", "Posted");
    await shows("slow", "Posted");
    await shows("lost", "Posted");
    await shows("fail", "Failed");
    await shows("expired", "Failed");
    await shows("ghost", "Not sure");
    await shows("ghost", /asks again|does not ask again/);
    await shows("down", "On its way");
    await shows("down", "Next try");
    expect(await lane("ok").getByRole("link").first().getAttribute("rel")).toBe("noreferrer noopener");
    await lane("expired").getByText("crier account connect mastodon").waitFor();
    await lane("fail").getByText("as a new post").waitFor();
    await page.getByRole("heading", { level: 1, name: /Live on 4 of 8\. Not sure about Mastodon \(ghost\)/ }).waitFor();
    await page.getByText("All 8 accounts are simulated").waitFor();
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    await tab.check();
    await page.keyboard.press(".");
    await tab.check();
    await tab.picture("post-eight-accounts");
  }, 180_000);
});
