// The files of a post: uploaded over broken connections, described, put in order, and chosen for single accounts.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { list, read, upload } from "../support/posting.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { DESKTOP, openWeb, PHONE, type Web } from "../support/web.ts";
import { chooseNow, draftIdOf, saved, textOf } from "../support/web-compose.ts";
import { openWorld, settled, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("the files of a post that is written", () => {
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
  const WRITE = "/p/test/write";
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
    await page.getByRole("button", { name: "Remove night.jpg" }).click();
    await page.getByText("was taken out").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await tiles(page).nth(1).waitFor();
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", settled);
    expect(world.published("mastodon")[0]?.media.map(({ alt }) => alt)).toEqual([
      "Evening sun over hills",
      "",
    ]);
  }, 90_000);

  test("the order changes by keyboard and by drag, and is announced", async () => {
    await world.account("mastodon", "ok");
    const ids = [await upload(world, "photo"), await upload(world, "morning"), await upload(world, "night")];
    const tab = await web.openSignedIn(WRITE, DESKTOP);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await page.getByRole("button", { name: "From your media" }).click();
    for (const name of ["a-photo", "a-morning", "a-night"])
      await page.getByRole("dialog").getByRole("button", { name }).click();
    await tab.check();
    await page.getByRole("button", { name: "Add 3 files" }).click();
    await tiles(page).nth(2).waitFor();
    await tiles(page).first().focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.getByText("a-photo is now file 2 of 3.").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("a-photo");
    await tiles(page).nth(2).dragTo(tiles(page).first());
    await page.getByText("a-night is now file 1 of 3.").waitFor();
    await saved(page);
    const { media } = await read(world, draftIdOf(page));
    expect(media.map(({ id }) => id)).toEqual([ids[2] ?? "", ids[1] ?? "", ids[0] ?? ""]);
  }, 60_000);

  test("a file that is pasted or dropped is attached, and what is no picture is refused in words", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).waitFor();
    await input(page).setInputFiles([
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await page.getByText("notes.txt is neither a photo nor a video.").waitFor();
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
  }, 60_000);

  test("a large clip goes up with progress, over a cut connection and a reload, and is attached", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page, context } = tab;
    tab.expectFault(/ERR_|Failed to load|409/);
    const size = 24 * 1024 * 1024;
    const clip = await Bun.file(SAMPLES.clip.path).bytes();
    // An MP4 may end with a box of unused space, however large.
    const free = new Uint8Array(size - clip.byteLength);
    new DataView(free.buffer).setUint32(0, free.byteLength);
    free.set(new TextEncoder().encode("free"), 4);
    const path = `${world.folder}/hills.mp4`;
    await Bun.write(path, Buffer.concat([clip, free]));
    await textOf(page).fill("Hills");
    await saved(page);
    // A slow line, so that there is something to cut.
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    const speed = (uploadThroughput: number, offline = false) =>
      line.send("Network.emulateNetworkConditions", {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await speed(3 * 1024 * 1024);
    await input(page).setInputFiles(path);
    const progress = page.locator("progress");
    await progress.waitFor();
    const isAt = (least: number) =>
      page.waitForSelector(`progress[value]`).then(async () => {
        while (Number(await progress.getAttribute("value")) < least)
          await new Promise((go) => setTimeout(go, 50));
      });
    await isAt(10);
    await tab.check();
    await tab.picture("compose-uploading");
    await speed(0, true);
    await page.getByText("Goes on by itself").waitFor();
    await speed(3 * 1024 * 1024);
    await isAt(40);
    await page.reload();
    await page.getByText(/% of hills\.mp4 is on the server\. Choose it again to go on\./).waitFor();
    console.log(await page.locator(".upload").textContent());
    await tab.picture("compose-choose-again");
    let resumedAt = "";
    page.on("request", (request) => {
      if (request.method() === "PUT") resumedAt = request.headers()["content-range"] ?? "from the start";
    });
    await input(page).setInputFiles(path);
    await tiles(page).first().waitFor();
    expect(resumedAt).toMatch(new RegExp(`^bytes [1-9]\\d+-${size - 1}/${size}$`));
    await saved(page);
    expect((await read(world, draftIdOf(page))).media).toMatchObject([
      { filename: "hills.mp4", kind: "video", size },
    ]);
  }, 120_000);
});
