// The page of one post in a real browser: what happened on each network, live, in words, with its evidence.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { chromium } from "../support/browser.ts";
import { signIn } from "../support/owner.ts";
import { DAY, HOUR, inFuture, publish, read, upload } from "../support/posting.ts";
import { judge, runDocumentedCommand } from "../support/receipts.ts";
import { DESKTOP, openWeb, PHONE, type Web } from "../support/web.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { laneOf, listen, tooLow } from "../support/web-post.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const ALL = ["ok", "fail", "limited", "slow", "lost", "ghost", "down", "expired"] as const;

describe.skipIf(chromium === null)("the page of a post", () => {
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
    await lane("expired").getByRole("link", { name: "See the account" }).waitFor();
    await lane("fail").getByText("as a new post").waitFor();
    await page
      .getByRole("heading", { level: 1, name: /Live on 4 of 8\. Not sure about Mastodon \(ghost\)/ })
      .waitFor();
    await page.getByText("All 8 accounts are simulated").waitFor();
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    await tab.check();
    await page.keyboard.press(".");
    await tab.check();
    await tab.picture("post-eight-accounts");
  });

  test("a lost answer is settled, and a proven absence is tried again, both shown step by step", async () => {
    await world.account("mastodon", "lost");
    await world.account("mastodon", "ghost");
    await world.account("bluesky", "ghost-2");
    const { id } = await world.post({ caption: "Boats", schedule: "now" });
    const tab = await web.openSignedIn(path(id), PHONE);
    const { page } = tab;
    const lane = (handle: string) => laneOf(page, handle);
    await whileTimeRuns(world, lane("lost").getByText("Posted").waitFor());
    await lane("lost").getByRole("button", { expanded: false }).first().click();
    const found = lane("lost").getByText(/found it: it is live/);
    await found.waitFor();
    await lane("lost")
      .getByText(/answer from Mastodon \(lost\) was lost|answer .* was lost/)
      .waitFor();
    await found.click();
    await lane("lost").getByText("Id there").waitFor();
    await lane("lost").locator("details[open]").getByText(/^GET/).first().waitFor();

    await whileTimeRuns(world, lane("ghost").getByText("Not sure").waitFor());
    await lane("ghost").getByText("asks again").waitFor();
    await lane("ghost").getByRole("button", { expanded: false }).first().click();
    await whileTimeRuns(
      world,
      lane("ghost")
        .getByText(/looked on Mastodon/)
        .first()
        .waitFor(),
    );
    expect(world.published("mastodon").filter(({ account }) => account === "ghost")).toEqual([]);

    await lane("ghost-2").getByRole("button", { expanded: false }).first().click();
    await whileTimeRuns(
      world,
      lane("ghost-2")
        .getByText(/so it was not published/)
        .first()
        .waitFor(),
      1000,
    );
    await whileTimeRuns(
      world,
      lane("ghost-2")
        .getByText(/started on Bluesky again/)
        .first()
        .waitFor(),
      1000,
    );
    await tab.check();
    expect(await tooLow(page)).toEqual([]);
    await tab.picture("post-lost-and-ghost");
  });

  test("a retry sends only to the failed, once, whatever is clicked", async () => {
    for (const handle of ["ok", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world);
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    await page.getByText("Only where it failed").waitFor();
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/retry")) requests += 1;
    });
    await page.getByRole("button", { name: "Retry", exact: true }).dblclick();
    await whileTimeRuns(world, page.getByText(/asked to try Mastodon .*again/).waitFor());
    await world.until(id, isSettled);
    await whileTimeRuns(world, page.getByRole("button", { name: "Retry", exact: true }).waitFor());
    expect(requests).toBe(1);
    expect((await read(world, id)).targets.map(({ handle, attempts }) => [handle, attempts])).toEqual([
      ["ok", 1],
      ["fail", 2],
    ]);
    expect(world.published("mastodon")).toHaveLength(1);
  });

  test("a waiting post is canceled, put back, and moved", async () => {
    world.clock.set(Date.now());
    await world.account("mastodon", "ok");
    const { id, scheduledFor } = await world.post({ caption: "Later", schedule: inFuture(world, 2 * DAY) });
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    await page.getByRole("heading", { level: 1, name: /^◷? ?Goes out on Mastodon/ }).waitFor();
    await tab.picture("post-scheduled");
    await page.getByRole("button", { name: "Cancel this post" }).click();
    await page.getByRole("heading", { level: 1, name: /Canceled/ }).waitFor();
    expect((await read(world, id)).status).toBe("draft");
    await page.getByRole("button", { name: /^Put back to/ }).click();
    await page.getByRole("heading", { level: 1, name: /Goes out on Mastodon/ }).waitFor();
    expect((await read(world, id)).scheduledFor).toBe(scheduledFor);

    await page.keyboard.press("m");
    await page.getByRole("dialog", { name: "When should it go out?" }).waitFor();
    await tab.check();
    await tab.picture("post-reschedule");
    const year = page.getByRole("spinbutton", { name: /^year/ });
    await year.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("This time has passed.").waitFor();
    expect(await page.getByRole("button", { name: "Set the time" }).isDisabled()).toBe(true);
    await page.keyboard.press("ArrowUp");
    await page.getByRole("spinbutton", { name: /^day/ }).focus();
    const before = Date.parse(scheduledFor ?? "");
    const isLastDay = new Date(before + DAY).getUTCMonth() !== new Date(before).getUTCMonth();
    await page.keyboard.press(isLastDay ? "ArrowDown" : "ArrowUp");
    const answered = page.waitForResponse(/\/schedule$/);
    await page.getByRole("button", { name: "Set the time" }).click();
    expect((await answered).status()).toBe(200);
    const moved = Date.parse((await read(world, id)).scheduledFor ?? "");
    // Whole minutes are what the field shows.
    expect(Math.abs(moved - before - (isLastDay ? -DAY : DAY))).toBeLessThan(HOUR + 60_000);
  });

  test("the record is deleted after a question, and what is live stays", async () => {
    await world.account("mastodon", "ok");
    const { id } = await publish(world);
    const tab = await web.openSignedIn(path(id), PHONE);
    const { page } = tab;
    await page.getByRole("button", { name: "Delete the record" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the record?" });
    await dialog.getByText("What is live stays live.").waitFor();
    await tab.check();
    await dialog.getByRole("button", { name: "Delete the record" }).click();
    await page.waitForURL("**/p/test/posts");
    expect((await world.ask("GET", `/posts/${id}`)).status).toBe(404);
    expect(world.published("mastodon")).toHaveLength(1);
  });

  test("no sentence has a word from inside of Crier, and no secret reaches the browser", async () => {
    for (const network of ["telegram", "mastodon", "bluesky"])
      for (const handle of ["ok", "fail", "lost", "ghost", "limited", "expired"])
        await world.account(network, handle);
    const tab = await web.openSignedIn("/p/test/system");
    const { page } = tab;
    const events = listen(page);
    const { id } = await world.post({ caption: "Boats", schedule: "now" });
    await page.goto(world.url + path(id));
    await page.getByRole("heading", { level: 1 }).waitFor();
    const isSettled = world.until(id, ({ status }) => status === "uncertain");
    await whileTimeRuns(world, isSettled);
    await whileTimeRuns(world, laneOf(page, "lost").first().getByText("Posted").waitFor());
    await page.keyboard.press(".");
    await page
      .getByText(/sendMessage/)
      .first()
      .waitFor();
    const words = String(await page.evaluate("document.querySelector('main').innerText"));
    for (const word of INTERNAL) expect(words).not.toMatch(new RegExp(`\\b${word}\\b`, "i"));
    const all = await events.text();
    expect(all).not.toMatch(/simulated-[\w.-]+-token/);
    expect(all).not.toContain(world.key);
    expect(all).not.toMatch(/bearer /i);
  });

  test("simulated accounts are hatched, and a post to mixed accounts says how many are real", async () => {
    for (const handle of ["ok", "ok-2", "ok-3"]) await world.account("mastodon", handle);
    world.clock.set(Date.now());
    const { id } = await world.post({ caption: "Later", schedule: inFuture(world, DAY) });
    // As if somebody had connected it with a sign-in.
    using db = new Database(join(world.folder, "crier.sqlite"));
    for (const table of ["account", "target"])
      db.run(`UPDATE ${table} SET simulated = 0 WHERE handle = 'ok'`);
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    await page.getByText("1 of 3 accounts is real.").waitFor();
    expect(await page.locator("li.lane.simulated").count()).toBe(2);
    expect(await laneOf(page, "ok").getAttribute("class")).not.toContain("simulated");
    await tab.check();
    await tab.picture("post-mixed");
  });

  test("long, hostile and right-to-left texts stay text, in 320 px as well", async () => {
    await world.account("facebook", "ok");
    const { id } = await world.post({ caption: HOSTILE, schedule: "draft" });
    const tab = await web.openSignedIn(path(id), { width: 320, scheme: "light" });
    const { page } = tab;
    await page.getByRole("button", { name: /^Show all/ }).click();
    expect(await page.locator(".post-text script, .post-text b").count()).toBe(0);
    expect(await page.locator(".post-text > p").innerText()).toContain("<script>alert(1)</script>");
    await tab.check();
    await tab.picture("post-hostile");
  });

  test("while publishing is stopped, a post says why it waits, and goes out afterwards", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn("/p/test/system", PHONE);
    const { page } = tab;
    const { ask } = await signIn(world);
    await ask("PUT", "/pause", { reason: "The harbour is closed" });
    const { id } = await world.post({ caption: "Boats", schedule: "now" });
    await page.goto(world.url + path(id));
    const why = laneOf(page, "ok").getByText("Publishing is stopped: The harbour is closed", {
      exact: true,
    });
    await whileTimeRuns(world, why.waitFor());
    await tab.check();
    await tab.picture("post-stopped");
    expect(world.published("mastodon")).toEqual([]);
    await ask("DELETE", "/pause");
    await whileTimeRuns(world, laneOf(page, "ok").getByText("Posted").waitFor());
    expect(world.published("mastodon")).toHaveLength(1);
  });

  test("twelve accounts fit in 320 px and in 768 px", async () => {
    for (let n = 1; n <= 12; n += 1) await world.account("mastodon", n % 3 === 0 ? `ghost-${n}` : `ok-${n}`);
    const { id } = await publish(world);
    for (const width of [320, 768]) {
      const tab = await web.openSignedIn(path(id), { width, scheme: "dark" });
      await tab.page
        .getByRole("heading", { level: 1, name: /Live on 8 of 12\. Not sure about 4 accounts/ })
        .waitFor();
      await tab.page.getByRole("button", { name: "Show everything" }).click();
      await tab.page.getByRole("button", { name: "Fold everything" }).waitFor();
      await tab.check();
      if (width === 320) await tab.picture("post-twelve-accounts");
    }
  });

  test("a file that was deleted since is named, and nothing offers to send it again", async () => {
    await world.account("mastodon", "fail");
    const media = await upload(world);
    const { id } = await publish(world, { media: [media] });
    expect((await world.ask("DELETE", `/media/${media}`)).status).toBe(204);
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    await page.getByText("A file of this post was deleted").waitFor();
    await page.getByText("Deleted since", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^Retry/ }).count()).toBe(0);
    await tab.check();
    await tab.picture("post-media-deleted");
  });

  test("its receipt is downloaded and copied, and verifies with the command of the documentation", async () => {
    for (const handle of ["ok", "fail", "ghost"]) await world.account("mastodon", handle);
    const { id } = await publish(world, { caption: "The boats are back. Come and see them before noon." });
    const planned = await world.post({ caption: "Later", schedule: inFuture(world, DAY) });
    const tab = await web.openSignedIn(path(id), DESKTOP);
    const { page } = tab;
    const section = page.getByRole("region", { name: "Receipt" });
    await section.getByText("not that the networks agree").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      section.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`receipt-${id}.jwt`);
    await page.getByText("The receipt is downloaded.").waitFor();
    await section.getByRole("button", { name: "Copy" }).click();
    await page.getByText("The receipt is copied.").waitFor();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    for (const receipt of [await Bun.file(await download.path()).text(), copied]) {
      const { code, out } = await runDocumentedCommand(world, receipt);
      expect([code, out]).toEqual([0, expect.stringContaining("Signature Verified Successfully")]);
      expect((await judge(world, receipt.trim())).payload.sub).toBe(id);
    }
    await tab.check();
    await tab.picture("post-receipt");
    await page.route(/\/receipt$/, (route) => route.abort());
    tab.expectFault(/ERR_FAILED/);
    await section.getByRole("button", { name: "Download" }).click();
    await section.getByText("Crier did not answer.").waitFor();
    await tab.picture("post-receipt-failed");
    await page.goto(world.url + path(planned.id));
    await page.getByRole("heading", { name: "Details" }).waitFor();
    expect(await page.getByRole("heading", { name: "Receipt" }).count()).toBe(0);
  });

  test("every key in the list does what it says", async () => {
    for (const handle of ["ok", "ghost", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world);
    // The network rests for half a minute between two questions.
    world.clock.turn(31_000);
    const tab = await web.openSignedIn(path(id), DESKTOP);
    const { page } = tab;
    await laneOf(page, "ghost").getByRole("button", { name: "Ask now" }).waitFor();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog");
    for (const does of [
      "Retry where it failed",
      "Settle what is not sure",
      "Ask the network now",
      "Show or fold everything",
    ])
      await sheet.getByText(does).waitFor();
    await tab.check();
    await tab.picture("post-keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await laneOf(page, "ok").getByRole("button", { expanded: true }).first().waitFor();
    await page.keyboard.press("1");
    await laneOf(page, "ok").getByRole("button", { expanded: false }).first().waitFor();
    await page.keyboard.press(".");
    await page.getByRole("button", { name: "Fold everything" }).waitFor();
    const asked = page.waitForRequest(/\/look$/);
    await page.keyboard.press("a");
    await asked;
    const [opened] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("o")]);
    await opened.close();
    const retried = page.waitForRequest(/\/retry$/);
    // The clock stands still: otherwise Crier asks first, and the person has to wait.
    await page.getByText("The network has been asked.").waitFor();
    await page.keyboard.press("r");
    await retried;
    await page.keyboard.press("s");
    await page.waitForURL(/\/p\/test\/settle\//);
  });
});

/** Words that only people who build Crier know. */
const INTERNAL = [
  "targets?",
  "commit",
  "claim(ed)?",
  "lose",
  "journal",
  "postponed?",
  "disprov\\w+",
  "uncertain",
  "reconcil\\w+",
  "dispatch\\w*",
  "engine",
  "null",
  "undefined",
  "lost_answer",
];

const HOSTILE = [
  "<script>alert(1)</script> <b>bold</b> <img src=x onerror=alert(1)>",
  `a${"\u0301".repeat(300)}`,
  "مرحبا بكم في الميناء، القوارب عادت!",
  "The quick brown fox jumps over the lazy dog. ".repeat(430),
]
  .join("\n\n")
  .slice(0, 20_000);
