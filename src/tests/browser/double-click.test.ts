// Double-clicks in a real browser: what comes under the pointer with the first click does not get the second.
import { describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { DESKTOP, openForEachTest, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/posts";
const DAY_MS = 86_400_000;

/**
 * Clicks where a button stands now, whatever is there later.
 * @param afterMs when, counted from the first click; the browser takes it for true
 */
async function click(page: Page, button: Locator, afterMs: readonly number[]): Promise<void> {
  await button.hover();
  const box = await button.boundingBox();
  if (!box) throw new Error("it is not on the page");
  const at = { x: box.x + 8, y: box.y + box.height / 2, button: "left", clickCount: 1 } as const;
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  for (const after of afterMs)
    for (const type of ["mousePressed", "mouseReleased"] as const)
      await session.send("Input.dispatchMouseEvent", { ...at, type, timestamp: began + after / 1000 });
  await session.detach();
}

describe.skipIf(chromium === null)("double-clicks", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    async () => {
      const opened = await openWorld();
      await opened.account("bluesky", "ok");
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  /** A list that reaches below all dialogs, with its first post selected and the dialog that moves it open. */
  async function openDialog() {
    const schedule = new Date(world.clock.now() + DAY_MS).toISOString();
    for (let n = 1; n <= 20; n++)
      await world.post({ caption: `Post ${n}`, accounts: ["bluesky:ok"], schedule });
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByRole("article").filter({ hasText: "Post 20" }).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Shift days …" }).click();
    const dialog = page.getByRole("dialog", { name: "Move 1 post by days" });
    await dialog.waitFor();
    return { page, dialog };
  }

  test.each([
    ["a second click", [0, 200]],
    ["several more", [0, 300, 600, 900]],
  ])("%s on a button that closes its dialog: the page below hears nothing of it", async (_, times) => {
    const { page, dialog } = await openDialog();
    await click(page, dialog.getByRole("button", { name: "Move 1 day later" }), times);
    await page.getByText("1 post moved 1 day later.").waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
  });

  test("a click that comes later reaches what is there then", async () => {
    const { page, dialog } = await openDialog();
    await click(page, dialog.getByRole("button", { name: "Move 1 day later" }), [0, 200, 800]);
    await page.waitForURL(`**${PATH}/*`);
  });

  test("a double-click on what opens a dialog does not answer the dialog", async () => {
    const { page, dialog } = await openDialog();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await click(page, page.getByRole("button", { name: "Shift days …" }), [0, 200]);
    await dialog.waitFor();
    // A single click beside it closes it, as ever.
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: "detached" });
  });
});
