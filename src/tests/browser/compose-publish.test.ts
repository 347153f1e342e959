// Publishing from the composer happens once, whatever is pressed and whatever gets lost.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { hold, interceptOnce } from "../support/interception.ts";
import { list, publish, read, scheduledPost, setSlots, target, upload } from "../support/posting.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { inSlowTime } from "../support/slow-page.ts";
import { DESKTOP, openWeb, PHONE, type Web } from "../support/web.ts";
import { chipOf, chooseNow, untilSaved, textOf } from "../support/web-compose.ts";
import { tooLow } from "../support/web-post.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

describe.skipIf(chromium === null)("publishing what was written", () => {
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

  test("within five seconds it can be taken back, and nothing is sent", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Boats");
    await chooseNow(page);
    await inSlowTime(page, async () => {
      await page.getByRole("button", { name: "Publish to 1 account" }).click();
      await page.getByText("Publishing to 1 account in").waitFor();
      await tab.check();
      await tab.picture("compose-held");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Nothing was sent.").waitFor();
      // However wide the screen is, a message covers no button.
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const message = await page.getByRole("status", { name: "Messages" }).boundingBox();
        const when = await page.getByRole("button", { name: /^When/ }).boundingBox();
        expect((message?.y ?? NaN) + (message?.height ?? NaN)).toBeLessThan(when?.y ?? NaN);
      }
      await page.getByRole("button", { name: "Publish to 1 account" }).click();
      await page.getByText("Publishing to 1 account in").waitFor();
      await page.keyboard.press("z");
      await page.getByText("Publishing to 1 account in").waitFor({ state: "detached" });
      // What is changed meanwhile is not sent unseen.
      await page.getByRole("button", { name: "Publish to 1 account" }).click();
      await page.getByText("Publishing to 1 account in").waitFor();
      await textOf(page).fill("Boats are back");
      await page.getByText("Publishing to 1 account in").waitFor({ state: "detached" });
    });
    await untilSaved(page);
    expect((await list(world)).map(({ status }) => status)).toEqual(["draft"]);
    expect(world.published("mastodon")).toEqual([]);
  });

  test("two clicks and a lost answer: it says that it does not know, asks, and exactly one post arrives", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page, context } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await textOf(page).fill("Boats");
    await untilSaved(page);
    await chooseNow(page);
    let requests = 0;
    await page.route("**/schedule", async (route) => {
      requests += 1;
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await page.getByRole("button", { name: "Publish to 1 account" }).dblclick();
    await page.getByText("It is not known whether the post is on its way.").waitFor();
    await tab.check();
    await tab.picture("compose-not-known");
    await context.setOffline(false);
    await whileTimeRuns(world, page.waitForURL(/\/posts\//));
    const [post, ...others] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    expect([requests, others, world.published("mastodon").length]).toEqual([1, [], 1]);
  });

  test("a request that never arrived is offered again, and done once", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE, PHONE);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await textOf(page).fill("Boats");
    await untilSaved(page);
    await chooseNow(page);
    await interceptOnce(page, "**/schedule", (route) => route.abort());
    await page.getByRole("button", { name: "Publish to 1 account" }).tap();
    await page.getByText("It did not arrive").waitFor();
    expect((await list(world)).map(({ status }) => status)).toEqual(["draft"]);
    await tab.check();
    await page.getByRole("button", { name: "Send it again" }).tap();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    expect(world.published("mastodon")).toHaveLength(1);
  });

  test.each([
    ["a desktop", DESKTOP],
    ["a phone", PHONE],
  ])("on %s nothing moves under the pointer when the slots come", async (_, size) => {
    await world.account("mastodon", "ok");
    await setSlots(world, []);
    const { page } = await web.openSignedIn(WRITE, size);
    await textOf(page).fill("Now");
    const answer = await hold(page, /\/queue\?/);
    await page.getByRole("button", { name: /^When/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator(".skeleton > div").nth(3).waitFor();
    await dialog.getByRole("button", { name: /^Now/ }).hover();
    await page.mouse.down();
    answer();
    await dialog.getByText("The queue has no slots").waitFor();
    await page.mouse.up();
    await page.getByRole("button", { name: "Publish to 1 account" }).waitFor();
  });

  test.each([
    ["a desktop", DESKTOP],
    ["a phone", PHONE],
  ])("on %s the buttons stay where they are when a check is answered", async (_, size) => {
    await world.account("mastodon", "ok");
    const { page } = await web.openSignedIn(WRITE, size);
    await page.getByRole("button", { name: /^Add to queue · / }).waitFor();
    const when = page.getByRole("button", { name: /^When/ });
    const before = await when.boundingBox();
    const answer = await hold(page, "**/posts/check");
    await textOf(page).fill("a".repeat(501));
    await page.getByRole("button", { name: "Keep as draft" }).waitFor();
    // The check of the empty page says nothing about the text written since.
    expect(await page.getByRole("heading", { name: "To finish" }).count()).toBe(0);
    await when.hover();
    await page.mouse.down();
    answer();
    await page.getByRole("heading", { name: "To put right" }).waitFor();
    expect((await when.boundingBox())?.y).toBe(before?.y);
    await page.mouse.up();
    await page.getByRole("dialog", { name: "When should it go out?" }).waitFor();
  });

  test("a server that dies in the middle: the app asks when it is back, and shows one post", async () => {
    await using restarted = await openWorld({ CRIER_PORT: String(freePort()) });
    await using browser = await openWeb(restarted);
    await restarted.account("mastodon", "ok");
    const tab = await browser.openSignedIn(WRITE);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load|5\d\d/);
    await textOf(page).fill("Boats");
    await untilSaved(page);
    await chooseNow(page);
    const arrived = Promise.withResolvers<void>();
    const dead = Promise.withResolvers<void>();
    await page.route("**/schedule", async (route) => {
      await route.fetch();
      arrived.resolve();
      await dead.promise;
      await route.abort();
    });
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await arrived.promise;
    await restarted.restart(0, async () => {
      dead.resolve();
      await page.getByText("It is not known whether the post is on its way.").waitFor();
    });
    await page.waitForURL(/\/posts\//);
    const [post, ...others] = await list(restarted);
    await restarted.until(post?.id ?? "", isSettled);
    expect([others, restarted.published("mastodon").length]).toEqual([[], 1]);
  });

  test("the next free slot, a chosen one, and a time of one's own", async () => {
    await world.account("mastodon", "ok");
    await setSlots(world, [{ time: "09:00" }, { time: "15:00" }]);
    const first = await world.post({ caption: "Holds the first", accounts: ["mastodon:ok"] });
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Second");
    await page.getByRole("button", { name: "Add to queue · tomorrow 09:00" }).waitFor();
    await page.getByRole("button", { name: /^When/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("taken: Holds the first").waitFor();
    expect(await dialog.getByRole("button", { name: /today 15:00/ }).isDisabled()).toBe(true);
    await tab.check();
    await tab.picture("compose-slots");
    await dialog.getByRole("button", { name: /tomorrow 15:00/ }).click();
    await page.getByRole("button", { name: "Add to queue · tomorrow 15:00" }).click();
    await page.waitForURL(/\/posts\//);
    const second = (await list(world)).find(({ id }) => id !== first.id);
    expect(second).toMatchObject({ scheduledFor: "2026-11-22T15:00:00.000Z", status: "queued" });

    await page.goto(`${world.url}${WRITE}/${second?.id}`);
    await page.getByRole("heading", { name: "Edit" }).waitFor();
    await textOf(page).fill("Second, changed");
    await page.getByText("Not saved yet").waitFor();
    await tab.check();
    expect((await read(world, second?.id ?? "")).caption).toBe("Second");
    await page.getByRole("button", { name: /^When/ }).click();
    await page.getByRole("spinbutton", { name: /^minute/ }).focus();
    await page.keyboard.type("30");
    await page.getByRole("button", { name: "Set this time" }).click();
    await page.getByRole("button", { name: "Schedule · tomorrow 15:30" }).click();
    await page.waitForURL(/\/posts\//);
    expect(await read(world, second?.id ?? "")).toMatchObject({
      caption: "Second, changed",
      scheduledFor: "2026-11-22T15:30:00.000Z",
    });
  });

  test("a post that waits is changed when one says so, and keeps its time", async () => {
    await world.account("mastodon", "ok");
    const { id, scheduledFor } = await scheduledPost(world, { caption: "Boats" });
    const tab = await web.openSignedIn(`/p/test/posts/${id}`);
    const { page } = tab;
    await page.getByRole("link", { name: "Edit" }).click();
    await textOf(page).fill("Boats are back");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL(/\/posts\//);
    expect(await read(world, id)).toMatchObject({
      caption: "Boats are back",
      scheduledFor,
      status: "scheduled",
    });
  });

  test("fix and retry takes only the accounts on which it failed; duplicate takes all", async () => {
    for (const handle of ["ok", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world, { caption: "Boats" });
    const tab = await web.openSignedIn(`/p/test/posts/${id}`);
    const { page } = tab;
    await page.getByRole("link", { name: "Fix and retry" }).click();
    await textOf(page).waitFor();
    expect(await textOf(page).inputValue()).toBe("Boats");
    expect(await chipOf(page, "fail").getAttribute("aria-pressed")).toBe("true");
    expect(await chipOf(page, "ok").getAttribute("aria-pressed")).toBe("false");
    await textOf(page).fill("Boats, fixed");
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await page.waitForURL((url) => /\/posts\//.test(url.pathname) && !url.pathname.endsWith(id));
    const fixed = (await list(world)).find((each) => each.id !== id);
    await world.until(fixed?.id ?? "", isSettled);
    expect(fixed?.targets.map(({ handle }) => handle)).toEqual(["fail"]);
    expect(target(await read(world, id)).attempts).toBe(1);

    await page.goto(`${world.url}/p/test/posts/${id}`);
    await page.getByRole("link", { name: "Duplicate" }).click();
    await textOf(page).waitFor();
    expect(await chipOf(page, "ok").getAttribute("aria-pressed")).toBe("true");
  });

  test("by keyboard alone: accounts, text, a file with its words, slot and queue; the focus is never lost", async () => {
    for (const handle of ["ok", "ok-2"]) await world.account("mastodon", handle);
    await upload(world);
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const { page } = tab;
    const focused = () => page.evaluate<string>("document.activeElement.outerHTML.slice(0, 300)");
    const tabTo = async (what: RegExp, key = "Tab") => {
      for (let n = 0; n < 60; n++) {
        if (what.test(await focused())) return;
        await page.keyboard.press(key);
        await page.locator(":focus").waitFor();
      }
      throw new Error(`the keyboard does not reach ${what.source}`);
    };
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.keyboard.press("c");
    await textOf(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("Written without a mouse");
    await tabTo(/aria-pressed="true"[^]*ok-2/, "Shift+Tab");
    await page.keyboard.press("Space");
    await chipOf(page, "ok-2").and(page.locator("[aria-pressed=false]")).waitFor();
    await tabTo(/From your media/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "a-photo" }).waitFor();
    await tabTo(/a-photo/);
    await page.keyboard.press("Space");
    await tabTo(/Add 1 file/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(":focus").waitFor();
    await tabTo(/File 1 of 1/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByLabel("Alternative text").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("Evening sun");
    await tabTo(/>Save</);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(":focus").waitFor();
    await page.keyboard.press("Control+Shift+Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(/tomorrow 12:30/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add to queue · tomorrow 12:30" }).waitFor();
    await page.locator(":focus").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    expect(post).toMatchObject({
      caption: "Written without a mouse",
      scheduledFor: "2026-11-22T12:30:00.000Z",
    });
    expect(post?.targets.map(({ handle }) => handle)).toEqual(["ok"]);
    expect(post?.media.map(({ altText }) => altText)).toEqual(["Evening sun"]);
  });

  test("? lists the keys, and they do what they say", async () => {
    await world.account("mastodon", "ok");
    await world.account("bluesky", "ok-2");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Boats");
    await untilSaved(page);
    await page.getByRole("heading", { name: "Write", level: 1 }).click();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog");
    for (const does of [
      "Publish, schedule or save",
      "Choose when it goes out",
      "Preview of all accounts",
      "Duplicate",
    ])
      await sheet.getByText(does).waitFor();
    await tab.check();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await textOf(page).focus();
    await page.keyboard.press("Control+Shift+P");
    await page.locator("[data-preview]").nth(1).waitFor();
    await page.keyboard.press("Control+Shift+Enter");
    await page.getByRole("dialog", { name: "When should it go out?" }).waitFor();
    // Below a dialog nothing is published, and nothing changes.
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Alt+2");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("tab", { selected: true, name: "Everyone" }).waitFor();
    await page.keyboard.press("Alt+2");
    await page.getByRole("tab", { selected: true, name: /Mastodon/ }).waitFor();
    await page.keyboard.press("Alt+1");
    await page.getByRole("tab", { selected: true, name: "Everyone" }).waitFor();
    await page.keyboard.press("Control+Shift+D");
    await page.waitForURL(/copy=/);
    await textOf(page).waitFor();
    expect((await list(world)).map(({ status }) => status)).toEqual(["draft"]);
  });

  test("the page of a draft puts it into the queue", async () => {
    await world.account("mastodon", "ok");
    const { id } = await world.post({ caption: "Boats", schedule: "draft" });
    const tab = await web.openSignedIn(`/p/test/posts/${id}`);
    await tab.page.getByRole("button", { name: "Schedule" }).click();
    await tab.page.getByRole("button", { name: "Add to the queue" }).click();
    await tab.page.getByRole("heading", { level: 1, name: /Goes out on Mastodon/ }).waitFor();
    expect((await read(world, id)).status).toBe("queued");
  });

  test("by touch alone on a phone, with targets that a finger can hit", async () => {
    for (const handle of ["ok", "ok-2"]) await world.account("mastodon", handle);
    const tab = await web.openSignedIn("/p/test", PHONE);
    const { page } = tab;
    await page.getByRole("link", { name: "Write", exact: true }).tap();
    await chipOf(page, "ok-2").tap();
    await textOf(page).fill("Written on a phone");
    await untilSaved(page);
    expect(await tooLow(page)).toEqual([]);
    await page.getByRole("button", { name: /^Add to queue/ }).tap();
    await page.waitForURL(/\/posts\//);
    expect((await list(world)).map(({ caption }) => caption)).toEqual(["Written on a phone"]);
  });
});
