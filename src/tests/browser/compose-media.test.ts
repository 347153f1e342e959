// The files of a post: uploaded over broken connections, described, put in order, and chosen for single accounts.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { hold, intercept } from "../support/interception.ts";
import { list, read, upload } from "../support/posting.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { blank } from "../support/media-fixture.ts";
import { DESKTOP, openWeb, PHONE, type Web } from "../support/web.ts";
import { chooseNow, draftIdOf, untilSaved, textOf } from "../support/web-compose.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("the files of a post that is written", () => {
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
  const ONE_FILE = /\/media\/[^/?]+$/;
  const input = (page: Page) => page.locator("input[type=file]");
  const tiles = (page: Page) => page.locator(".file-grid .file-tile");
  const fileOf = async (name: keyof typeof SAMPLES) => ({
    name: `${name}.jpg`,
    mimeType: "image/jpeg",
    buffer: Buffer.from(await Bun.file(SAMPLES[name].path).bytes()),
  });

  test("chosen files go up, are described, and arrive with their words", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE, PHONE);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await input(page).setInputFiles([await fileOf("photo"), await fileOf("night")]);
    await tiles(page).nth(1).waitFor();
    await tiles(page).first().locator("img").waitFor();
    await tab.check();
    await tab.picture("compose-files");
    await tiles(page).first().click();
    await page.getByLabel("Alternative text").fill("Evening sun over hills");
    await tab.check();
    await tab.picture("compose-alt-text");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await tiles(page).first().getByText("ALT", { exact: true }).waitFor();
    // Whoever needs a while to reach it can still take it back.
    await page.clock.install();
    await page.getByRole("button", { name: "Remove night.jpg" }).click();
    await page.getByText("was taken out").waitFor();
    await page.clock.fastForward(15_000);
    await page.getByRole("button", { name: "Undo" }).click();
    await tiles(page).nth(1).waitFor();
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    expect(world.published("mastodon")[0]?.media.map(({ alt }) => alt)).toEqual([
      "Evening sun over hills",
      "",
    ]);
  });

  test("the order changes by keyboard and by drag, and is announced", async () => {
    await world.account("mastodon", "ok");
    const ids = [await upload(world, "photo"), await upload(world, "morning"), await upload(world, "night")];
    const tab = await web.openSignedIn(WRITE, DESKTOP);
    const { page } = tab;
    // The dialog shows the names, so the page has them without an answer about each file.
    await intercept(page, ONE_FILE, () => undefined);
    await textOf(page).fill("Hills");
    await page.getByRole("button", { name: "From your media" }).click();
    await page.getByLabel("Find by name or description").fill("night");
    await page.getByRole("dialog").getByRole("button", { name: "a-photo" }).waitFor({ state: "detached" });
    await page.getByRole("dialog").getByRole("button", { name: "a-night" }).waitFor();
    await tab.check();
    await page.getByLabel("Find by name or description").fill("");
    for (const name of ["a-photo", "a-morning", "a-night"])
      await page.getByRole("dialog").getByRole("button", { name }).click();
    await tab.check();
    await page.getByRole("button", { name: "Add 3 files" }).click();
    await tiles(page).nth(2).waitFor();
    await tiles(page).first().focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.getByText("a-photo is now file 2 of 3.").waitFor();
    await page.locator(":focus").filter({ hasText: "a-photo" }).waitFor();
    await tiles(page).nth(2).dragTo(tiles(page).first());
    await page.getByText("a-night is now file 1 of 3.").waitFor();
    await untilSaved(page);
    const { media } = await read(world, draftIdOf(page));
    expect(media.map(({ id }) => id)).toEqual([ids[2] ?? "", ids[1] ?? "", ids[0] ?? ""]);
  });

  test("files whose names are not here yet change their order, and have them later", async () => {
    await world.account("mastodon", "ok");
    const ids = [await upload(world, "photo"), await upload(world, "morning")];
    const { id } = await world.post({ caption: "Hills", schedule: "draft", media: ids });
    const { page } = await web.openSignedIn(`${WRITE}/${id}`, DESKTOP);
    const answer = await hold(page, ONE_FILE);
    await page.reload();
    await page.getByRole("button", { name: "File 1 of 2", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.getByText("The file is now file 2 of 2.").waitFor();
    await page.getByRole("button", { name: "Remove the file" }).nth(1).waitFor();
    answer();
    await page.getByRole("button", { name: "File 2 of 2, a-photo No ALT" }).waitFor();
    await page.getByRole("button", { name: "Remove a-photo" }).waitFor();
  });

  test("of six photos one account gets the chosen four and the other all of them", async () => {
    await world.account("bluesky", "ok");
    await world.account("instagram", "ok-2");
    const samples = ["photo", "morning", "noon", "night"] as const;
    for (const name of samples) await upload(world, name, { altText: `Hills: ${name}` });
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Hills");
    const more = ["one", "two"].map(async (name) => ({
      name: `${name}.jpg`,
      mimeType: "image/jpeg",
      buffer: await blank(800, 600).jpeg().toBuffer(),
    }));
    await input(page).setInputFiles(await Promise.all(more));
    await tiles(page).nth(1).waitFor();
    await page.getByRole("button", { name: "From your media" }).click();
    for (const name of samples)
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `a-${name}` })
        .click();
    await page.getByRole("button", { name: "Add 4 files" }).click();
    await tiles(page).nth(5).waitFor();
    await tab.check();
    await tab.picture("compose-six");
    // The server proposes to leave the last two out; the person prefers to keep the last ones.
    for (const place of [0, 1]) {
      await tiles(page).nth(place).click();
      await page.getByRole("dialog").getByText("Bluesky (ok)").click();
      await tab.check();
      await page.keyboard.press("Escape");
    }
    await page.getByText("out of 1").nth(1).waitFor();
    await page.getByText("To put right").waitFor({ state: "detached" });
    await tab.picture("compose-six-chosen");
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 2 accounts" }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    const alts = (platform: string) => world.published(platform)[0]?.media.map(({ alt }) => alt);
    expect(alts("bluesky")).toEqual(samples.map((name) => `Hills: ${name}`));
    expect(alts("instagram")).toHaveLength(6);
  });

  test("a file that is pasted or dropped is attached, and one that is not a picture is refused in words", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).waitFor();
    await input(page).setInputFiles([
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await page.getByText("notes.txt. It is neither a photo nor a video.").waitFor();
    await tab.check();
    await page.getByRole("button", { name: "Forget notes.txt" }).click();
    const bytes = Buffer.from(await Bun.file(SAMPLES.photo.path).bytes()).toString("base64");
    const event = (type: string, field: string, selector: string) => `(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(bytes)}), (each) => each.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "${type}.jpg", { type: "image/jpeg" }));
      document.querySelector("${selector}").dispatchEvent(
        new ${field === "dataTransfer" ? "DragEvent" : "ClipboardEvent"}("${type}", { ${field}: data, bubbles: true, cancelable: true }));
    })()`;
    await page.evaluate(event("paste", "clipboardData", "textarea"));
    await tiles(page).first().waitFor();
    await page.evaluate(event("drop", "dataTransfer", ".text-card"));
    await tiles(page).nth(1).waitFor();
    expect(await textOf(page).inputValue()).toBe("");
  });

  test("a large clip goes up with progress, over a cut connection and a reload, and is attached", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load|409/);
    const size = 24 * 1024 * 1024;
    const clip = await Bun.file(SAMPLES.clip.path).bytes();
    // An MP4 may end with a box of unused space, however large.
    const free = new Uint8Array(size - clip.byteLength);
    new DataView(free.buffer).setUint32(0, free.byteLength);
    free.set(new TextEncoder().encode("free"), 4);
    const bytes = Buffer.concat([clip, free]);
    const path = `${world.folder}/hills.mp4`;
    await Bun.write(path, bytes);
    await textOf(page).fill("Hills");
    await untilSaved(page);
    const ranges: string[] = [];
    /** Lets a piece through, and then the connection is cut, or silent. */
    const cut = async (route: Route, from: number, to: number, isSilent: boolean) => {
      ranges.push(route.request().headers()["content-range"] ?? "all");
      const headers = { "content-type": "video/mp4", "content-range": `bytes ${from}-${to - 1}/${size}` };
      await fetch(route.request().url(), { method: "PUT", headers, body: bytes.subarray(from, to) });
      if (!isSilent) await route.abort("connectionreset");
    };
    const [first, second] = [size / 4, size / 2];
    const isPut = (route: Route) => route.request().method() === "PUT";
    const end = await intercept(page, "**/uploads/**", async (route) => {
      if (!isPut(route)) return await route.fallback();
      if (ranges.length === 0) return await cut(route, 0, first, false);
      await cut(route, first, second, true);
    });
    await input(page).setInputFiles(path);
    await page.getByText("Goes on by itself").waitFor();
    await page.getByText("25 %").waitFor();
    await tab.check();
    await tab.picture("compose-uploading");
    await waitUntil(() => ranges.length === 2);
    await page.reload();
    await page.getByText(/% of hills\.mp4 is on the server\. Choose it again to go on\./).waitFor();
    await tab.check();
    await tab.picture("compose-choose-again");
    end();
    page.on("request", (request) => {
      if (request.method() === "PUT") ranges.push(request.headers()["content-range"] ?? "all");
    });
    await input(page).setInputFiles(path);
    await tiles(page).first().waitFor();
    expect(ranges).toEqual([
      "all",
      `bytes ${first}-${size - 1}/${size}`,
      `bytes ${second}-${size - 1}/${size}`,
    ]);
    await untilSaved(page);
    expect((await read(world, draftIdOf(page))).media).toMatchObject([
      { filename: "hills.mp4", kind: "video", size },
    ]);
  });
});
