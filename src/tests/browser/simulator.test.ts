// The simulator's screen in a real browser: what simulated networks hold, and what happens to the next post.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { lookAt, makePerson } from "../support/owner.ts";
import { openWorldWith, otherProfile, publish, upload } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { waitUntil } from "../support/wait-until.ts";
import { DESKTOP, openForEachTest, PHONE, type Web } from "../support/web.ts";
import { isSettled, type World } from "../support/world.ts";

const PATH = "/p/test/simulator";

describe.skipIf(chromium === null)("the simulator", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    () => openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:fail"]),
    (opened) => ({ world, web } = opened),
  );

  const noticed = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();
  const column = (page: Page, name: RegExp) => page.getByRole("region", { name });

  test("posts appear by themselves, with their files, and what failed stands between them", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByText("Nothing was published yet").waitFor();
    await tab.check();
    await tab.picture("simulator-empty");
    const media = [await upload(world, "photo", { altText: "Evening sun over hills" })];
    await publish(world, { caption: "The boats are back", media });
    await column(page, /Mastodon/)
      .getByText("The boats are back")
      .waitFor();
    await column(page, /Mastodon/)
      .getByText("Refused: the network did not accept")
      .waitFor();
    await column(page, /Bluesky/)
      .getByAltText("Evening sun over hills")
      .waitFor();
    const drawn =
      "[...document.querySelectorAll('.simulated-files img')].every((img) => img.naturalWidth > 0)";
    await waitUntil(() => page.evaluate<boolean>(drawn));
    await tab.check();
    await tab.picture("simulator");
  });

  test("the address of a simulated post leads a signed-in browser to its card, and programs to the plain page", async () => {
    const { targets } = await publish(world, { caption: "The boats are back", accounts: ["bluesky"] });
    const { pathname, hash } = new URL(targets[0]?.url ?? "");
    expect(pathname).toBe("/simulator");
    const { page } = await web.openSignedIn(pathname + hash, PHONE);
    await page.locator("article[aria-current=location]").getByText("The boats are back").waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
    await page.getByRole("link", { name: "All of it on a plain page" }).click();
    await page.getByRole("heading", { name: "Simulated networks" }).waitFor();
    const answer = await lookAt(world, "/simulator");
    expect([answer.redirected, await answer.text()]).toEqual([
      false,
      expect.stringContaining("The boats are back"),
    ]);
  });

  test("the answer to the next post of an account is lost, once", async () => {
    const tab = await web.openSignedIn(PATH, PHONE);
    const { page } = tab;
    await page.getByRole("button", { name: /^Next post of Mastodon @ok: As usual/ }).click();
    await page.getByRole("menuitemradio", { name: "It publishes, and the answer is lost" }).click();
    await page.getByRole("button", { name: /^Next post of Mastodon @ok: It publishes/ }).waitFor();
    const first = await world.post({ caption: "One", schedule: "now", accounts: ["mastodon:ok"] });
    await world.until(
      first.id,
      ({ targets }) => targets[0]?.status === "uncertain" || targets[0]?.status === "posted",
    );
    await column(page, /Mastodon/)
      .getByText("Arrived, answer dropped.")
      .waitFor();
    await page.getByRole("button", { name: /^Next post of Mastodon @ok: As usual/ }).waitFor();
    await tab.check();
    await tab.picture("simulator-lost");
    const second = await world.post({ caption: "Two", schedule: "now", accounts: ["mastodon:ok"] });
    expect((await world.until(second.id, isSettled)).status).toBe("posted");
    await column(page, /Mastodon/)
      .getByText("Two")
      .waitFor();
    expect(await page.getByText("Arrived, answer dropped.").count()).toBe(1);
  });

  test("it forgets everything after asking, and simulated accounts go on posting", async () => {
    await publish(world, { caption: "Before", accounts: ["bluesky", "mastodon:ok"] });
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByText("Before").first().waitFor();
    await page.getByRole("button", { name: "Forget everything" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The simulated networks lose all posts").waitFor();
    await tab.check();
    await tab.picture("simulator-forget");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    expect(world.published("bluesky")).toHaveLength(1);
    await page.getByRole("button", { name: "Forget everything" }).click();
    await dialog.getByRole("button", { name: "Forget everything" }).click();
    await noticed(page, "The simulated networks are empty.");
    await page.getByText("Nothing was published yet").waitFor();
    const after = await publish(world, { caption: "After", accounts: ["bluesky", "mastodon:ok"] });
    expect(after.status).toBe("posted");
    await column(page, /Mastodon/)
      .getByText("After")
      .waitFor();
  });

  test("only people with all profiles see it, and only those who may forget", async () => {
    const { profileId } = await otherProfile(world);
    await makePerson(world, "ben@example.com", { role: "manager", profiles: [world.profileId, profileId] });
    await makePerson(world, "eve@example.com", { role: "editor", profiles: "all" });
    await publish(world, { caption: "Hello", accounts: ["bluesky"] });
    const ben = await web.openAs("ben@example.com", PATH);
    await ben.page.getByText("There is nothing here").waitFor();
    expect(await ben.page.getByRole("link", { name: "Simulator" }).count()).toBe(0);
    const eve = await web.openAs("eve@example.com", PATH);
    await eve.page.getByText("Hello").waitFor();
    expect(await eve.page.getByRole("button", { name: /Forget|Next post/ }).count()).toBe(0);
  });

  test("it says so while it loads, when the server fails and when it is gone", async () => {
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    tab.expectFault(/Failed to load|ERR_|50\d \(/);
    for (const [name, refusal] of [
      ["loading", "slow"],
      ["error", "refused"],
      ["offline", "unreachable"],
    ] as const) {
      const end = await refuse(page, refusal);
      await page.goto(world.url + PATH);
      if (refusal === "slow") await page.locator("main .skeleton > div").first().waitFor();
      else if (refusal === "refused") await page.getByText(REQUEST_ID).first().waitFor();
      else await page.getByText("Crier did not answer.").first().waitFor();
      // The page's code loads after the frame.
      await page.getByRole("heading", { level: 1 }).waitFor();
      await tab.check();
      await tab.picture(`simulator-${name}`);
      end();
    }
  });
});
