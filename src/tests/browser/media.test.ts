// The media library in a real browser: finding, describing, cropping and deleting files, by pointer, key and finger.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import sharp from "sharp";
import { SAMPLES } from "../../media/samples/index.ts";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { interceptOnce } from "../support/interception.ts";
import { blank } from "../support/media-fixture.ts";
import { inFuture, upload } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { tooLow } from "../support/web-post.ts";
import { DESKTOP, openWeb, PHONE, VIEWS, type Tab, type Web } from "../support/web.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/media";
const HOUR_MS = 3_600_000;

describe.skipIf(chromium === null)("the media library", () => {
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

  const tiles = (page: Page) => page.locator("[data-file]");
  const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  const sheet = (page: Page) => page.getByRole("dialog");
  const altField = (page: Page) => sheet(page).getByRole("textbox", { name: "Alt text" });
  const saved = async (id: string) =>
    (await world.ask("GET", `/media/${id}`)).json["media"] as Record<string, unknown>;
  const focusedName = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
  const shows = (page: Page, count: number) =>
    waitUntil(() => page.evaluate<boolean>(`document.querySelectorAll("[data-file]").length === ${count}`));

  async function rename(id: string, filename: string) {
    await world.ask("PATCH", `/media/${id}`, { filename });
    return id;
  }

  async function several() {
    const photo = await rename(
      await upload(world, "photo", { altText: "Evening sun over hills" }),
      "hills.jpg",
    );
    const night = await rename(await upload(world, "night"), "night.jpg");
    const clip = await rename(await upload(world, "clip", { altText: "A slow pan" }), "pan.mp4");
    const reel = await rename(await upload(world, "reel"), "reel.mp4");
    return { photo, night, clip, reel };
  }

  async function onEveryScreen(tab: Tab, look: () => Promise<void> = () => tab.check()) {
    for (const { width, scheme } of [...VIEWS, { width: 320, scheme: "light" as const }]) {
      await tab.page.setViewportSize({ width, height: 900 });
      await tab.page.emulateMedia({ colorScheme: scheme });
      await look();
    }
  }

  test("without files it says what it is for, and offers to choose some", async () => {
    const tab = await web.openSignedIn(PATH, PHONE);
    await tab.page.getByRole("heading", { name: "No files yet" }).waitFor();
    await onEveryScreen(tab);
    await tab.picture("media-empty");
  });

  test("files are shown with what is missing, narrowed, searched and put in order, and the address keeps that", async () => {
    await several();
    await world.account("mastodon", "ok");
    const { photo } = { photo: await upload(world, "noon") };
    await world.post({ caption: "Noon", accounts: "all", media: [photo], schedule: "draft" });
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await shows(page, 5);
    await tile(page, "hills.jpg, JPEG image, 1600 × 1200, with alt text, not used").waitFor();
    await tile(page, "reel.mp4, MP4 video, 720 × 1280, 0:05, without alt text").waitFor();
    await tile(page, "a-noon, JPEG image, 1600 × 1200, without alt text, used in 1 post").waitFor();
    await page.getByText(/^5 files, /).waitFor();
    await onEveryScreen(tab);
    await page.setViewportSize({ width: 1280, height: 900 });
    await tab.picture("media");
    await page.getByRole("button", { name: "No alt text" }).click();
    await shows(page, 3);
    await page.getByRole("button", { name: "Kind: All" }).click();
    await page.getByRole("menuitemradio", { name: "Videos" }).click();
    await shows(page, 1);
    await page.reload();
    await shows(page, 1);
    await tile(page, "reel.mp4").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await shows(page, 5);
    await page.getByRole("button", { name: "Unused" }).click();
    await shows(page, 4);
    await page.keyboard.press("f");
    await page.keyboard.type("slow");
    await shows(page, 1);
    await tile(page, "pan.mp4").waitFor();
    await page.keyboard.type("er than");
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await tab.check();
    await tab.picture("media-nothing-found");
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await shows(page, 5);
    await page.getByRole("button", { name: "Order: Newest first" }).click();
    await page.getByRole("menuitemradio", { name: "By name" }).click();
    await waitUntil(async () => (await tiles(page).first().textContent())?.startsWith("a-noon") === true);
  });

  test("a file says which networks take it as it is, converted or not at all, and is cropped for one that does not", async () => {
    await Promise.all(
      ["bluesky", "instagram", "mastodon", "tiktok", "youtube"].map((network) =>
        world.account(network, "ok"),
      ),
    );
    const wide = await sharp(await Bun.file(SAMPLES.photo.path).bytes())
      .resize(1500, 500)
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("file", new File([new Uint8Array(wide)], "panorama.png", { type: "image/png" }));
    await world.ask("POST", "/media", form);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByRole("meter", { name: "Space taken by your files" }).waitFor();
    await tile(page, "panorama.png").click();
    const fit = (network: string) => sheet(page).locator(".fit").filter({ hasText: network });
    await fit("Bluesky").getByText("as it is").waitFor();
    await fit("Mastodon").getByText("as it is").waitFor();
    await fit("Instagram").getByText("not taken").waitFor();
    await fit("Instagram")
      .getByText("The image has an aspect ratio of 3:1; the maximum is 1.91:1.")
      .waitFor();
    expect(await fit("Instagram").textContent()).not.toContain("`");
    await fit("YouTube").getByText("not taken").waitFor();
    await fit("TikTok").getByText("converted to JPEG: The image is PNG; accepted: JPEG, WebP.").waitFor();
    await onEveryScreen(tab);
    await page.setViewportSize({ width: 1280, height: 900 });
    await tab.picture("media-fits");
    await sheet(page).getByRole("button", { name: "Crop it for Instagram" }).click();
    await sheet(page).getByText("This shape fits Instagram.").waitFor();
    await sheet(page).getByRole("button", { name: "Save as a new file" }).click();
    await fit("Instagram").getByText("↻ converted").waitFor();
  });

  test("a file is looked at, described and renamed; what is typed and not saved survives a reload", async () => {
    const { photo } = await several();
    await world.account("mastodon", "ok");
    const post = await world.post({
      caption: "Harbour lights",
      accounts: "all",
      media: [photo],
      schedule: inFuture(world, HOUR_MS),
    });
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await tile(page, "hills.jpg").click();
    await sheet(page).getByRole("heading", { name: "hills.jpg" }).waitFor();
    await sheet(page).getByText("1600 × 1200").waitFor();
    await sheet(page).getByText("22/1500").waitFor();
    const use = sheet(page).getByRole("link", { name: "Harbour lights" });
    expect(await use.getAttribute("href")).toBe(`/p/test/posts/${post.id}`);
    await altField(page).fill("Hills in the evening 🌄");
    await sheet(page).getByText("22/1500").waitFor();
    await page.reload();
    await sheet(page).getByText("Not saved yet").waitFor();
    expect(await altField(page).inputValue()).toBe("Hills in the evening 🌄");
    await onEveryScreen(tab);
    await page.setViewportSize({ width: 1280, height: 900 });
    await tab.picture("media-file");
    await sheet(page).getByRole("button", { name: "Save alt text" }).click();
    await page.getByText("The alt text is saved.").waitFor();
    expect((await saved(photo))["altText"]).toBe("Hills in the evening 🌄");
    await altField(page).fill("x".repeat(1501));
    await sheet(page).getByText("1501/1500").waitFor();
    expect(await sheet(page).getByRole("button", { name: "Save alt text" }).isDisabled()).toBe(true);
    await altField(page).fill("Hills in the evening 🌄");
    await sheet(page).getByRole("textbox", { name: "Name" }).fill("evening.jpg");
    await page.keyboard.press("Enter");
    await page.getByText("The name is saved.").waitFor();
    expect((await saved(photo))["filename"]).toBe("evening.jpg");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await tile(page, "evening.jpg, JPEG image, 1600 × 1200, with alt text, used in 1 post").waitFor();
    await waitUntil(async () => (await focusedName(page)).startsWith("evening.jpg"));
  });

  test("by keyboard alone: through the grid, to the alt text, to the crop, and selecting; `?` lists the keys", async () => {
    await several();
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await shows(page, 4);
    await tiles(page).first().getByRole("button").focus();
    expect(await focusedName(page)).toStartWith("reel.mp4");
    await page.keyboard.press("ArrowRight");
    expect(await focusedName(page)).toStartWith("pan.mp4");
    await page.keyboard.press("End");
    expect(await focusedName(page)).toStartWith("hills.jpg");
    await page.keyboard.press("Home");
    await page.keyboard.press("x");
    await page.getByText("1 file selected").waitFor();
    await page.keyboard.press("x");
    await page.getByText("1 file selected").waitFor({ state: "detached" });
    await page.keyboard.press("Space");
    await sheet(page).getByRole("heading", { name: "reel.mp4" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await sheet(page).getByRole("heading", { name: "pan.mp4" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await sheet(page).getByRole("heading", { name: "night.jpg" }).waitFor();
    await page.keyboard.press("Escape");
    await waitUntil(async () => (await focusedName(page)).startsWith("night.jpg"));
    await page.keyboard.press("a");
    await altField(page).waitFor();
    await page.keyboard.type("The moon over the hills");
    await page.keyboard.press("Control+Enter");
    await page.getByText("The alt text is saved.").waitFor();
    await page.keyboard.press("Escape");
    await waitUntil(async () => (await focusedName(page)).startsWith("night.jpg"));
    await page.keyboard.press("c");
    await sheet(page).getByRole("heading", { name: "Crop night.jpg" }).waitFor();
    await sheet(page).getByRole("button", { name: "The part that stays" }).waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).getByRole("heading", { name: "night.jpg", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await waitUntil(async () => (await focusedName(page)).startsWith("night.jpg"));
    await page.keyboard.press("Delete");
    await sheet(page).getByRole("heading", { name: "Delete night.jpg?" }).waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await page.keyboard.press("?");
    for (const does of ["Look at the file", "Its alt text", "Crop it", "Select it"])
      await sheet(page).getByText(does, { exact: true }).waitFor();
    await tab.check();
  });

  /** Quarters of red, green, blue and white, without loss. */
  async function quarters(): Promise<string> {
    const part = (background: string) => blank(400, 300, background).png().toBuffer();
    const [red, green, blue] = await Promise.all([part("red"), part("lime"), part("blue")]);
    const bytes = await blank(800, 600, "white")
      .composite([
        { input: red, left: 0, top: 0 },
        { input: green, left: 400, top: 0 },
        { input: blue, left: 0, top: 300 },
      ])
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "quarters.png");
    return ((await world.ask("POST", "/media", form)).json["media"] as { id: string }).id;
  }

  async function pixelsOf(file: Record<string, unknown>) {
    const bytes = await (await fetch(String(file["url"]))).arrayBuffer();
    const { data, info } = await sharp(Buffer.from(bytes))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  }

  test("a part of an image, turned, becomes a new file with exactly these pixels; the original stays", async () => {
    const id = await quarters();
    const before = await pixelsOf(await saved(id));
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await tile(page, "quarters.png").focus();
    await page.keyboard.press("c");
    const dialog = sheet(page);
    await dialog.getByRole("button", { name: "Shape: Free" }).click();
    await page.getByRole("menuitemradio", { name: "Portrait 4:5" }).click();
    await dialog.getByText("Result: 480 × 600 pixels").waitFor();
    await onEveryScreen(tab);
    await page.setViewportSize({ width: 1280, height: 900 });
    await tab.picture("media-crop");
    await dialog.getByRole("button", { name: "Turn right" }).click();
    // The shape is that of the result.
    await dialog.getByText("Result: 480 × 600 pixels").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Shape: Portrait 4:5" }).click();
    await page.getByRole("menuitemradio", { name: "Free" }).click();
    for (const [name, value] of [
      ["Width", "300"],
      ["Height", "200"],
      ["From the left", "250"],
      ["From the top", "190"],
    ] as const)
      await dialog.getByRole("spinbutton", { name }).fill(value);
    await dialog.getByText("Result: 200 × 300 pixels").waitFor();
    await tab.check();
    await tab.picture("media-crop-turned");
    // On an image that is shown turned to the right, down is its right.
    await dialog.getByRole("button", { name: "The part that stays" }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await dialog.getByRole("spinbutton", { name: "From the left" }).inputValue()).toBe("258");
    await dialog.getByRole("button", { name: "Save as a new file" }).click();
    await dialog.getByRole("heading", { name: "quarters-cropped.png" }).waitFor();
    const { json } = await world.ask("GET", "/media");
    const all = json["media"] as Record<string, unknown>[];
    const made = all.find((file) => file["parentId"] === id);
    expect(all).toHaveLength(2);
    const after = await pixelsOf(made ?? {});
    const expected = await sharp(before.data, { raw: { width: 800, height: 600, channels: 3 } })
      .extract({ left: 258, top: 190, width: 300, height: 200 })
      .rotate(90)
      .raw()
      .toBuffer();
    expect([after.width, after.height]).toEqual([200, 300]);
    expect(after.data.equals(expected)).toBe(true);
    expect((await pixelsOf(await saved(id))).data.equals(before.data)).toBe(true);
    await dialog.getByRole("button", { name: "the original" }).click();
    await dialog.getByRole("heading", { name: "quarters.png" }).waitFor();
  });

  test("the part is dragged with the pointer, by its middle and its corners", async () => {
    await quarters();
    const { page } = await web.openSignedIn(PATH, DESKTOP);
    await tile(page, "quarters.png").focus();
    await page.keyboard.press("c");
    const dialog = sheet(page);
    const drag = async (name: string, dx: number, dy: number) => {
      const box = await dialog.getByRole("button", { name }).boundingBox();
      if (box === null) throw new Error(`${name} is not shown`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y + dy, { steps: 4 });
      await page.mouse.up();
    };
    const value = async (name: string) => Number(await dialog.getByRole("spinbutton", { name }).inputValue());
    await drag("Bottom right corner", -200, -100);
    const [width, height] = [await value("Width"), await value("Height")];
    expect(width).toBeWithin(400, 780);
    expect(height).toBeWithin(300, 590);
    await drag("The part that stays", 5000, 40);
    expect(await value("From the left")).toBe(800 - width);
    expect(await value("From the top")).toBeGreaterThan(10);
    expect([await value("Width"), await value("Height")]).toEqual([width, height]);
  });

  test("a frame of a video becomes its cover, in the grid as well", async () => {
    const clip = await rename(await upload(world, "clip"), "pan.mp4");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await tile(page, "pan.mp4").click();
    await sheet(page).getByText("The cover is the frame that Crier chose.").waitFor();
    const before = (await saved(clip))["thumbnailUrl"];
    const slider = sheet(page).getByRole("slider", { name: "Frame" });
    await slider.focus();
    for (let n = 0; n < 12; n++) await page.keyboard.press("ArrowRight");
    await sheet(page).getByRole("button", { name: "Use the frame at 0:01.2" }).click();
    await page.getByText("The cover is the frame at 0:01.2.").waitFor();
    await tab.check();
    await tab.picture("media-video");
    expect((await saved(clip))["posterMs"]).toBe(1200);
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await waitUntil(async () => {
      const shown = await tiles(page).first().locator("img").getAttribute("src");
      return shown !== before && shown?.includes("thumbnail-1200") === true;
    });
  });

  test("several are deleted at once; those that posts still need stay, and it says which posts", async () => {
    const { photo } = await several();
    await world.account("mastodon", "ok");
    const post = await world.post({
      caption: "Harbour lights",
      accounts: "all",
      media: [photo],
      schedule: inFuture(world, HOUR_MS),
    });
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    // A thumbnail may be asked for while its file goes.
    tab.expectFault(/409|422|404/);
    await shows(page, 4);
    for (const name of ["hills.jpg", "night.jpg", "reel.mp4"])
      await clickLabelOf(page.getByRole("checkbox", { name: `Select ${name}` }));
    await page.getByText("3 files selected").waitFor();
    await tab.check();
    await tab.picture("media-selected");
    await page.getByRole("button", { name: "Delete 3 files" }).click();
    await tab.check();
    await sheet(page).getByRole("button", { name: "Delete 3 files" }).click();
    await sheet(page).getByRole("heading", { name: "Still needed" }).waitFor();
    const link = sheet(page).getByRole("link", { name: "Harbour lights" });
    expect(await link.getAttribute("href")).toBe(`/p/test/posts/${post.id}`);
    await page.getByText("2 files are deleted.").waitFor();
    await tab.check();
    await tab.picture("media-still-needed");
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await shows(page, 2);
    await page.getByText("1 file selected").waitFor();
    await link.waitFor({ state: "detached" });
    const left = (await world.ask("GET", "/media")).json["media"] as { filename: string }[];
    expect(left.map(({ filename }) => filename).toSorted()).toEqual(["hills.jpg", "pan.mp4"]);
  });

  test("an answer to a deletion that gets lost is asked for again, and nothing else is deleted", async () => {
    await several();
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load|404/);
    let deletions = 0;
    await page.route("**/v1/media/*", async (route) => {
      if (route.request().method() !== "DELETE" || deletions++ > 0) return await route.fallback();
      await route.fetch();
      await route.abort();
    });
    await tile(page, "night.jpg").focus();
    await page.keyboard.press("Delete");
    await sheet(page).getByRole("button", { name: "Delete", exact: true }).click();
    await sheet(page).getByText("Crier did not answer.").waitFor();
    await tab.check();
    await sheet(page).getByRole("button", { name: "Try again" }).click();
    await page.getByText("The file is deleted.").waitFor();
    await shows(page, 3);
  });

  test("what others upload, describe and delete shows at once", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/404/);
    await page.getByRole("heading", { name: "No files yet" }).waitFor();
    await page.getByText("live", { exact: true }).waitFor();
    const shown = (name: string) => whileTimeRuns(world, tile(page, name).waitFor());
    const id = await upload(world, "photo");
    await shown("a-photo, JPEG image, 1600 × 1200, without alt text");
    await page.getByText(/^1 file, /).waitFor();
    await world.ask("PATCH", `/media/${id}`, { altText: "Hills" });
    await shown("a-photo, JPEG image, 1600 × 1200, with alt text");
    await tile(page, "a-photo").click();
    await altField(page).waitFor();
    await world.ask("PATCH", `/media/${id}`, { altText: "Purple hills" });
    const changed = waitUntil(async () => (await altField(page).inputValue()) === "Purple hills");
    await whileTimeRuns(world, changed);
    await world.ask("DELETE", `/media/${id}`);
    await whileTimeRuns(world, sheet(page).getByText("This file is not here any more").first().waitFor());
    await tab.check();
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await page.getByRole("heading", { name: "No files yet" }).waitFor();
  });

  test("a change is shown that happens while a file is read for the first time", async () => {
    const id = await upload(world, "photo");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByText("live", { exact: true }).waitFor();
    const asked = Promise.withResolvers<void>();
    const arrival = Promise.withResolvers<void>();
    const address = `**/v1/media/${id}`;
    const delay = async (route: Route) => {
      const response = await route.fetch();
      asked.resolve();
      await arrival.promise;
      await route.fulfill({ response });
    };
    await interceptOnce(page, address, delay);
    await tile(page, "a-photo").click();
    await asked.promise;
    // The list is read again as soon as the page hears of the change.
    const list = page.waitForResponse(/\/v1\/media\?/);
    await world.ask("PATCH", `/media/${id}`, { altText: "Hills" });
    await whileTimeRuns(world, list);
    const late = page.waitForResponse(address);
    arrival.resolve();
    await late;
    await waitUntil(async () => (await altField(page).inputValue()) === "Hills");
  });

  test("loading, refused and unreachable look different, and what is known stays", async () => {
    await several();
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    const { page } = tab;
    tab.expectFault(/500|ERR_|Failed to load/);
    const quick = await refuse(page, "slow");
    await page.getByRole("link", { name: "Media" }).click();
    await page.locator(".skeleton > div").first().waitFor();
    // The page's code loads after the frame.
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tab.check();
    await tab.picture("media-loading");
    quick();
    await shows(page, 4);
    const reachable = await refuse(page, "unreachable");
    await upload(world, "noon");
    await whileTimeRuns(world, page.getByText(/Crier can't be reached\. What you see is from/).waitFor());
    await shows(page, 4);
    await tab.check();
    await tab.picture("media-offline");
    reachable();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByText(/What you see is from/).waitFor({ state: "detached" });
    const answered = await refuse(page, "refused");
    await page.reload();
    await page.getByText(REQUEST_ID).first().waitFor();
    await tab.check();
    await tab.picture("media-refused");
    answered();
    await page.getByRole("main").getByRole("button", { name: "Try again" }).first().click();
    await shows(page, 5);
  });

  test("on a phone it is found, described and deleted by touch alone", async () => {
    await several();
    const tab = await web.openSignedIn(PATH, PHONE);
    const { page } = tab;
    // A picture may still be on its way to the grid when its file is deleted.
    tab.expectFault(/404 .*\/thumbnail/);
    await shows(page, 4);
    expect(await tooLow(page)).toEqual([]);
    await tile(page, "night.jpg").tap();
    await altField(page).fill("The moon over the hills");
    await sheet(page).getByRole("button", { name: "Save alt text" }).tap();
    await page.getByText("The alt text is saved.").waitFor();
    await tab.check();
    await sheet(page).getByRole("button", { name: "Delete" }).tap();
    await page.getByRole("heading", { name: "Delete night.jpg?" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).last().tap();
    await page.getByText("The file is deleted.").waitFor();
    await shows(page, 3);
  });
});
