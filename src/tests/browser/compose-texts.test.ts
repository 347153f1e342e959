// What the composer says about a post while it is written: counts, problems with their repairs, other texts, settings.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { list, read, upload } from "../support/posting.ts";
import { openWeb, PHONE, type Web } from "../support/web.ts";
import { chipOf, chooseNow, draftIdOf, previewOf, untilSaved, textOf } from "../support/web-compose.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("while a post is written", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    web = await openWeb(world);
  });
  afterEach(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });
  const WRITE = "/p/test/write";

  test("301 characters show the server's count and the problem, and the repair removes exactly the excess", async () => {
    await world.account("bluesky", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    // A family, a flag and a letter with a mark are one character each, as the network counts.
    const many = `${"👨‍👩‍👧‍👦🇪🇺é漢".repeat(75)}!`;
    await textOf(page).fill(many);
    await page.getByText("301 / 300").waitFor();
    await page.getByText("Remove 1.").waitFor();
    expect(await page.locator(".write-marks .over").textContent()).toBe("!");
    await tab.check();
    await tab.picture("compose-too-long");
    await page.getByRole("button", { name: "Remove 1 character" }).click();
    await page.getByText("300 / 300").waitFor();
    expect(await textOf(page).inputValue()).toBe(many.slice(0, -1));
    await page.getByRole("button", { name: "Remove 1 character" }).waitFor({ state: "detached" });
  });

  test("pressing the button with something in the way goes to the first thing, whatever the button says", async () => {
    await world.account("instagram", "ok");
    const tab = await web.openSignedIn(WRITE, PHONE);
    const { page } = tab;
    await page.getByRole("button", { name: "Add to queue" }).click();
    await page.getByRole("button", { name: "Add a file" }).and(page.locator(":focus")).waitFor();
    await tab.check();
    await tab.picture("compose-in-the-way");
    expect(await list(world)).toEqual([]);
  });

  test("a forked text leaves the others, goes its own way, and follows again when it is rejoined", async () => {
    const [first, second, third] = [
      await world.account("bluesky", "ok"),
      await world.account("mastodon", "ok-2"),
      await world.account("x", "ok-3"),
    ];
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("For everyone");
    await page.getByRole("tab", { name: /^X/ }).click();
    await textOf(page).fill("Only on the third");
    await page.getByRole("tab", { name: "Everyone" }).click();
    await textOf(page).fill("For nearly everyone");
    await page.getByRole("button", { name: "All", exact: true }).click();
    await previewOf(page, first).getByText("For nearly everyone").waitFor();
    await previewOf(page, second).getByText("For nearly everyone").waitFor();
    await previewOf(page, third).getByText("Only on the third").waitFor();
    await tab.check();
    await tab.picture("compose-wall");
    await page.getByRole("tab", { name: /^X/ }).click();
    await tab.picture("compose-fork");
    await page.getByRole("button", { name: "Rejoin" }).click();
    await previewOf(page, third).getByText("For nearly everyone").waitFor();
    await page.getByRole("tab", { name: /^Mastodon/ }).click();
    await textOf(page).fill("Second: https://harbour.example/a?b=c #harbour");
    await previewOf(page, second).getByText("Second:").waitFor();
    const shown = new Map<string, string>();
    for (const id of [first, second, third]) shown.set(id, (await previewOf(page, id).textContent()) ?? "");
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 3 accounts" }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    for (const [id, platform] of [
      [first, "bluesky"],
      [second, "mastodon"],
      [third, "x"],
    ] as const)
      expect(world.published(platform)[0]?.text).toBe(shown.get(id) ?? "");
  });

  test("accounts that can't take it are left out with one press, and the rest gets it", async () => {
    for (const [platform, handle] of [
      ["mastodon", "ok"],
      ["bluesky", "ok-2"],
      ["instagram", "ok-3"],
      ["tiktok", "ok-4"],
    ] as const)
      await world.account(platform, handle);
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Only words");
    await page.getByText("needs a file").first().waitFor();
    await tab.check();
    await tab.picture("compose-left-out");
    await page.getByRole("button", { name: "Leave these 2 out" }).click();
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 2 accounts" }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    expect(post?.targets.map(({ handle }) => handle).toSorted()).toEqual(["ok", "ok-2"]);
    expect([world.published("instagram"), world.published("tiktok")]).toEqual([[], []]);
  });

  test("a board is offered by its name, and the pin goes to the board that was chosen", async () => {
    await world.account("pinterest", "ok");
    const media = await upload(world);
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await page.getByRole("button", { name: "From your media" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "a-photo" }).click();
    await tab.picture("compose-library");
    await page.getByRole("button", { name: "Add 1 file" }).click();
    await page.getByText("choose settings").waitFor();
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    const board = page.getByLabel(/^Board/);
    await board.and(page.locator(":focus")).waitFor();
    await tab.check();
    await tab.picture("compose-board");
    const [, name = ""] = await board.locator("option").allTextContents();
    expect(name).toMatch(/[A-Za-z]/);
    await board.selectOption({ label: name });
    await untilSaved(page);
    const post = await read(world, draftIdOf(page));
    const [options] = Object.values(post.options) as { board_id?: string }[];
    expect(post.media.map(({ id }) => id)).toEqual([media]);
    expect(options?.board_id).toMatch(/^\d+$/);
    expect(options?.board_id).not.toBe(name);
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await page.waitForURL(/\/posts\//);
    await world.until(post.id, isSettled);
    expect(Object.values((await read(world, post.id)).options)).toMatchObject([
      { board_id: options?.board_id },
    ]);
    expect(world.published("pinterest")).toHaveLength(1);
  });

  test("what a network wants said is not chosen for anybody: privacy, disclosure and consent", async () => {
    await world.account("tiktok", "ok");
    await upload(world, "reel");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await page.getByRole("button", { name: "From your media" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "a-reel" }).click();
    await page.getByRole("button", { name: "Add 1 file" }).click();
    await page.getByText("By posting, you agree to").waitFor();
    expect(await page.getByRole("link", { name: /Music Usage/ }).getAttribute("rel")).toBe(
      "noreferrer noopener",
    );
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    const choose = page.getByRole("button", { name: "Choose", exact: true });
    await choose.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    const privacy = page.getByLabel(/Who can see it/);
    await privacy.and(page.locator(":focus")).waitFor();
    expect(await privacy.inputValue()).toBe("");
    await page.getByLabel("Disclose commercial content").check();
    await page.getByText("Choose at least one of them.").waitFor();
    await page.getByLabel("Paid partnership").check();
    await page.getByRole("link", { name: /Branded Content/ }).waitFor();
    expect(await privacy.locator("option", { hasText: "Only you" }).isDisabled()).toBe(true);
    await tab.check();
    await tab.picture("compose-disclosure");
    await page.getByLabel("Paid partnership").uncheck();
    await page.getByLabel("Your brand").check();
    await privacy.selectOption({ label: "Only you" });
    expect(await page.getByLabel("Paid partnership").isDisabled()).toBe(true);
    expect(world.published("tiktok")).toEqual([]);
    await page.getByText("To finish").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await whileTimeRuns(world, page.waitForURL(/\/posts\//));
  });

  test("simulated accounts are hatched, and others say that they can't publish", async () => {
    await world.account("mastodon", "ok");
    await world.account("mastodon", "expired");
    await world.post({ caption: "Out", schedule: "now", accounts: ["mastodon:expired"] });
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    const tab = await web.openSignedIn(WRITE, PHONE);
    const { page } = tab;
    await chipOf(page, "ok").locator(".tile.simulated").waitFor();
    await page.getByRole("group", { name: "Accounts" }).getByRole("link", { name: "Reconnect" }).waitFor();
    await tab.check();
    await tab.picture("compose-signed-out");
  });
});
