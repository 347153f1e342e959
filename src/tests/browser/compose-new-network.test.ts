// A network that was added to the server: the composer knows its settings, counts and previews without knowing its name.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { networks, pairedRegistry } from "../../app/networks.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { chromium } from "../support/browser.ts";
import { list } from "../support/posting.ts";
import { toy } from "../support/toy/network.ts";
import { simulatedToy } from "../support/toy/simulated.ts";
import { chooseNow, previewOf, textOf } from "../support/web-compose.ts";
import { DESKTOP, openForEachTest, PHONE, type Web } from "../support/web.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const known = pairedRegistry([...networks.pairs, { network: toy, simulated: simulatedToy }]);

describe.skipIf(chromium === null)("a network that was added", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    () => openWorld({}, known),
    (opened) => ({ world, web } = opened),
  );

  const settings = (page: Page) => page.getByRole("group", { name: "Settings for Toy (ok)" });

  test("has its settings, its count, its problems and its preview in the composer, and its posts go out", async () => {
    const account = await world.account("toy", "ok");
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn("/p/test/write", DESKTOP);
    const { page } = tab;
    await textOf(page).fill(`A toy ${"🧸".repeat(200)}`);
    // The limit is the network's own, and the repair leaves the text of the others alone.
    await page.getByText("The text is 206 characters long; the limit is 200.").waitFor();
    await page.locator("summary").getByText("206 / 200").waitFor();
    await page.getByRole("button", { name: "Add a file" }).waitFor();
    await tab.check();
    await tab.picture("compose-toy-problems");
    await page.getByRole("button", { name: "Remove 6 characters" }).click();
    await page.locator("input[type=file]").setInputFiles({
      name: "bear.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(await Bun.file(SAMPLES.photo.path).bytes()),
    });
    await page.locator(".file-tile img").first().waitFor();
    await page.getByText("To put right").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Settings for Toy (ok)" }).click();
    await settings(page).getByLabel("Color").fill("red");
    await settings(page).getByLabel("Finish").selectOption({ label: "Glossy" });
    await page.getByRole("button", { name: "All", exact: true }).last().click();
    await previewOf(page, account)
      .getByText(`A toy ${"🧸".repeat(194)}`, { exact: true })
      .waitFor();
    await page.getByRole("article", { name: "Preview of Toy ok" }).locator("img").last().waitFor();
    await tab.check();
    await tab.picture("compose-toy");
    await chooseNow(page);
    await page.getByRole("button", { name: "Publish to 2 accounts" }).click();
    await page.waitForURL(/\/posts\//);
    const [post] = await list(world);
    await world.until(post?.id ?? "", isSettled);
    expect((await list(world))[0]).toMatchObject({
      status: "posted",
      options: { [account]: { color: "red", finish: "glossy" } },
    });
    expect(world.published("toy").map(({ text, media }) => [text, media.length])).toEqual([
      [`A toy ${"🧸".repeat(194)}`, 1],
    ]);
    expect(world.published("mastodon")[0]?.text).toBe(`A toy ${"🧸".repeat(200)}`);
  });

  test("says in the library whether it takes a file, and narrows the calendar, on a phone too", async () => {
    await world.account("toy", "ok");
    await world.account("mastodon", "ok");
    const form = new FormData();
    form.set("file", new File([await Bun.file(SAMPLES.clip.path).bytes()], "pan.mp4", { type: "video/mp4" }));
    await world.ask("POST", "/media", form);
    const tab = await web.openSignedIn("/p/test/media", PHONE);
    const { page } = tab;
    await page.getByRole("button", { name: /^pan\.mp4/ }).tap();
    const fit = page.locator(".fit").filter({ hasText: "Toy" });
    await fit.getByText("not taken").waitFor();
    await tab.check();
    await page.goto(`${world.url}/p/test/calendar?network=toy`);
    await page.getByRole("button", { name: "Network: Toy" }).waitFor();
    await tab.check();
  });
});
