// Pictures whose shape a network refuses, and words for single accounts: put right in the composer, and as it arrives.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { SAMPLES } from "../../media/samples/index.ts";
import { chromium } from "../support/browser.ts";
import { hold } from "../support/interception.ts";
import { lookAt } from "../support/owner.ts";
import { list, read } from "../support/posting.ts";
import { waitUntil } from "../support/wait-until.ts";
import { chooseNow, draftIdOf, untilSaved, textOf } from "../support/web-compose.ts";
import { DESKTOP, openForEachTest, PHONE, type Web } from "../support/web.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const WRITE = "/p/test/write";

describe.skipIf(chromium === null)("pictures that a network refuses", () => {
  let world: World;
  let web: Web;
  openForEachTest(openWorld, (opened) => ({ world, web } = opened));

  const tiles = (page: Page) => page.locator(".file-grid .file-tile");
  const dialog = (page: Page) => page.getByRole("dialog");
  const preview = (page: Page, network: string) =>
    page.getByRole("article", { name: new RegExp(`^Preview of ${network}`) });
  /** A panorama that is different everywhere. */
  const panorama = async () => ({
    name: "panorama.jpg",
    mimeType: "image/jpeg",
    buffer: await sharp(await Bun.file(SAMPLES.photo.path).bytes())
      .resize(1500, 500)
      .jpeg()
      .toBuffer(),
  });
  const attach = async (page: Page) => {
    await page.locator("input[type=file]").setInputFiles(await panorama());
    await tiles(page).first().locator("img").waitFor();
  };
  const pixelsOf = async (bytes: Uint8Array) => {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, hash: Bun.hash(data) };
  };
  /** What the preview of a network shows. */
  const shown = async (page: Page, network: string) => {
    const src = await preview(page, network).locator("img[src*='/media/']").last().getAttribute("src");
    return await pixelsOf(await (await fetch(new URL(src ?? "", world.url))).bytes());
  };
  const arrived = async (platform: string) => {
    const file = world.published(platform)[0]?.media[0];
    const answer = await lookAt(world, `/simulator/media/${platform}/${file?.id}`);
    return await pixelsOf(await answer.bytes());
  };
  const publish = async (page: Page, accounts: string) => {
    await chooseNow(page);
    await page.getByRole("button", { name: `Publish to ${accounts}` }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
  };

  test("a picture of 3:1 is cropped for the network that refuses it, the preview follows, and exactly that arrives", async () => {
    const instagram = await world.account("instagram", "ok");
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE, DESKTOP);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await attach(page);
    await page.getByText("To put right").waitFor();
    await tab.picture("compose-crop-asked");
    await page.getByRole("button", { name: "Crop it …" }).click();
    await dialog(page).getByText("This shape fits Instagram.").waitFor();
    // As wide as the network takes it: 1.91:1.
    await dialog(page).getByText("Result: 955 × 500 pixels").waitFor();
    await dialog(page)
      .getByRole("button", { name: /^The part that stays/ })
      .focus();
    await page.keyboard.press("ArrowRight");
    await tab.check();
    await tab.picture("compose-crop");
    await dialog(page).getByRole("button", { name: "Use it for Instagram (ok)" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByText("To put right").waitFor({ state: "detached" });
    await page.getByText("crop for 1").waitFor();
    await waitUntil(() => page.evaluate<boolean>("document.activeElement.matches('.file-tile')"));
    await page.getByRole("button", { name: "All", exact: true }).last().click();
    await waitUntil(async () => (await shown(page, "Instagram")).width === 955);
    await tab.check();
    await tab.picture("compose-cropped");
    const [forInstagram, forMastodon] = [await shown(page, "Instagram"), await shown(page, "Mastodon")];
    expect(forInstagram).toMatchObject({ width: 955, height: 500 });
    expect(forMastodon).toMatchObject({ width: 1500, height: 500 });
    await untilSaved(page);
    const draft = await read(world, draftIdOf(page));
    expect(draft.media).toHaveLength(1);
    expect(Object.keys(draft.options)).toEqual([instagram]);
    // A file is left out for the account that has a crop of it, and comes back whole.
    await tiles(page).first().click();
    await dialog(page).getByText("Instagram (ok)").click();
    await page.keyboard.press("Escape");
    await page.getByText("out of 1").waitFor();
    await tiles(page).first().click();
    await dialog(page).getByText("Instagram (ok)").click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Crop it …" }).click();
    await dialog(page)
      .getByRole("button", { name: /^The part that stays/ })
      .focus();
    await page.keyboard.press("ArrowRight");
    await dialog(page).getByRole("button", { name: "Use it for Instagram (ok)" }).click();
    await page.getByText("crop for 1").waitFor();
    await publish(page, "2 accounts");
    expect(await arrived("instagram")).toEqual(forInstagram);
    expect(await arrived("mastodon")).toEqual(forMastodon);
  });

  test("a crop for all accounts takes the place of the file, on a phone by touch", async () => {
    await world.account("instagram", "ok");
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE, PHONE);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await attach(page);
    await page.getByRole("button", { name: "Crop it …" }).tap();
    await dialog(page).getByText("This shape fits Instagram.").waitFor();
    await dialog(page).getByRole("button", { name: "Turn right" }).tap();
    await dialog(page).getByText("Result: 500 × 625 pixels").waitFor();
    await dialog(page).getByText("This shape fits Instagram.").waitFor();
    await tab.check();
    await tab.picture("compose-crop-phone");
    await dialog(page).getByRole("button", { name: "Use it for all accounts" }).tap();
    await page.getByText("To put right").waitFor({ state: "detached" });
    await publish(page, "2 accounts");
    const [one, other] = [await arrived("instagram"), await arrived("mastodon")];
    expect(one).toMatchObject({ width: 500, height: 625 });
    expect(other).toEqual(one);
  });

  test("a file has other words for one account, and each network gets its own", async () => {
    await world.account("bluesky", "ok");
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE, DESKTOP);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await attach(page);
    await tiles(page).first().click();
    await page.getByLabel("Alternative text").fill("Evening sun over hills");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await tiles(page).first().click();
    await page.getByRole("button", { name: "Other words for single accounts" }).click();
    await page
      .getByLabel("Words for Mastodon (ok)")
      .fill("Sun going down behind three hills, for those who know them");
    await tab.check();
    await tab.picture("compose-own-words");
    await page.keyboard.press("Escape");
    await untilSaved(page);
    // The file is opened before the page knows which networks take such words.
    const answer = await hold(page, /\/options$/);
    await page.reload();
    await tiles(page).first().click();
    await page.getByLabel("Alternative text").waitFor();
    answer();
    expect(await page.getByLabel("Words for Mastodon (ok)").inputValue()).toMatch(/^Sun going down/);
    await page.keyboard.press("Escape");
    await publish(page, "2 accounts");
    const alts = (platform: string) => world.published(platform)[0]?.media.map(({ alt }) => alt);
    expect(alts("mastodon")).toEqual(["Sun going down behind three hills, for those who know them"]);
    expect(alts("bluesky")).toEqual(["Evening sun over hills"]);
  });

  test("words for one account go with the file when it is taken out, and come back with it", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE, DESKTOP);
    const { page } = tab;
    await textOf(page).fill("Hills");
    await attach(page);
    await tiles(page).first().click();
    await page.getByRole("button", { name: "Other words for single accounts" }).click();
    await page.getByLabel("Words for Mastodon (ok)").fill("Hills");
    await page.keyboard.press("Escape");
    await untilSaved(page);
    await page.getByRole("button", { name: "Remove panorama.jpg" }).click();
    await tiles(page).first().waitFor({ state: "detached" });
    await untilSaved(page);
    expect((await read(world, draftIdOf(page))).options).toEqual({});
    await page.getByRole("button", { name: "Undo" }).click();
    await publish(page, "1 account");
    expect(world.published("mastodon")[0]?.media.map(({ alt }) => alt)).toEqual(["Hills"]);
  });
});
