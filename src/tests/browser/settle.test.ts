// The desk where lost answers are settled, in a real browser.
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackup } from "../../ops/backup.ts";
import { restoreBackup } from "../../ops/restore.ts";
import { chromium } from "../support/browser.ts";
import { hold } from "../support/interception.ts";
import { HOUR, inFuture, MINUTE, read, target, uncertainPost } from "../support/posting.ts";
import { DESKTOP, openForEachTest, openWeb, PHONE, type Web } from "../support/web.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openSilentNetworks, tooLow } from "../support/web-post.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("the desk", () => {
  let world: World;
  let web: Web;
  openForEachTest(openWorld, (opened) => ({ world, web } = opened));
  const path = ({ id, targets }: PostBody) => `/p/test/settle/${targets[0]?.id ?? ""}?post=${id}`;

  /** @returns what restores the world as it is now, an hour later */
  async function backUp(): Promise<() => Promise<void>> {
    const place = mkdtempSync(join(tmpdir(), "crier-settle-"));
    const key = { configuredKey: null, bucket: null };
    const from = { data: world.folder, database: null, to: place, withKey: false, ...key };
    const { path: backup } = await makeBackup(from, world.clock, () => {});
    return () =>
      world.restart(HOUR, async () => {
        const request = { backup, data: world.folder, force: true, everything: false, ...key };
        await restoreBackup(request, world.clock, () => {});
        rmSync(place, { recursive: true });
      });
  }

  test("what is not there is tried again once; what is there becomes Posted with the person's name", async () => {
    await world.account("mastodon", "ghost");
    const post = await uncertainPost(world);
    const narrow = await web.openSignedIn(path(post), { width: 320, scheme: "light" });
    await narrow.page.getByRole("heading", { name: "What Crier knows" }).waitFor();
    await narrow.check();
    const tab = await web.openSignedIn("/p/test/settings", PHONE);
    const { page } = tab;
    await page.getByRole("heading", { name: "You", exact: true }).waitFor();
    // Nothing can be said before the page knows what to check it against.
    const answer = await hold(page, /\/evidence$/);
    const asked = page.waitForResponse(/\/events/);
    await page.goto(world.url + path(post));
    await asked;
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200)))");
    expect(await page.getByRole("button", { name: /^It is there/ }).count()).toBe(0);
    answer();
    await page.getByRole("heading", { name: "What Crier knows" }).waitFor();
    await page.getByRole("link", { name: /^Open ghost/ }).waitFor();
    expect(await page.getByRole("link", { name: /^Open ghost/ }).getAttribute("rel")).toBe(
      "noreferrer noopener",
    );
    await tab.check();
    await tab.picture("settle");
    await page.getByRole("button", { name: /^It is not there/ }).click();
    await page.getByText("I looked at the profile and its replies").waitFor();
    await tab.check();
    expect(await tooLow(page)).toEqual([]);
    await tab.picture("settle-not-there");
    const sends = async () => target(await read(world, post.id)).attempts;
    const before = await sends();
    await page.getByRole("button", { name: "Try again now" }).dblclick();
    await whileTimeRuns(
      world,
      page
        .getByRole("heading", { name: /settle/i })
        .first()
        .waitFor(),
    );
    await world.until(post.id, (now) => now.status === "uncertain" && target(now).attempts > before);
    expect(await sends()).toBe(before + 1);

    await page.goto(world.url + path(post));
    await page.getByRole("button", { name: /^It is there/ }).click();
    const address = page.getByLabel("Its address");
    await address.fill("javascript:alert(1)");
    await page.getByRole("button", { name: "It is live" }).click();
    await page.getByText("This is not a web address.").waitFor();
    await tab.check();
    await address.fill("https://elsewhere.example/@ghost/1");
    await page.getByRole("button", { name: "It is live" }).click();
    await page.getByText("elsewhere.example is not where Mastodon is usually seen").waitFor();
    await page.getByRole("button", { name: "It is live" }).click();
    await page.getByRole("heading", { name: "Everything is settled" }).waitFor();
    expect(target(await read(world, post.id))).toMatchObject({
      status: "posted",
      url: "https://elsewhere.example/@ghost/1",
      reconciled: { action: "mark_published" },
    });
    await page.goto(`${world.url}/p/test/posts/${post.id}`);
    await page.getByRole("button", { name: /ghost/, expanded: true }).waitFor();
    await page.getByText(/me@example\.com said that it is there/).waitFor();
    await tab.check();
  });

  test("the network answers meanwhile: the desk closes itself", async () => {
    const silence = openSilentNetworks();
    await using silent = await openWorld({}, silence.networks);
    await using browser = await openWeb(silent);
    await silent.account("mastodon", "lost");
    const { id } = await silent.post({ caption: "Boats", schedule: "now" });
    const post = await silent.until(id, ({ status }) => status === "uncertain");
    const tab = await browser.openSignedIn(path(post));
    const { page } = tab;
    await page.getByRole("heading", { name: "What you see" }).waitFor();
    silence.lasts = false;
    await whileTimeRuns(silent, page.getByRole("heading", { name: "Found it" }).waitFor());
    await page.getByText("The network answered meanwhile").waitFor();
    await waitUntil(async () => (await page.locator(":focus").allTextContents())[0] === "Found it");
    await tab.check();
    await tab.picture("settle-found");
    expect(silent.published("mastodon")).toHaveLength(1);
  });

  test("someone else settles it: the desk says who", async () => {
    await world.account("mastodon", "ghost");
    const post = await uncertainPost(world);
    const tab = await web.openSignedIn(path(post), PHONE);
    const { page } = tab;
    await page.getByRole("heading", { name: "What you see" }).waitFor();
    const body = { targetId: target(post).id, action: "mark_published", confirmed: true };
    await world.ask("POST", `/posts/${post.id}/reconcile`, body);
    await whileTimeRuns(world, page.getByRole("heading", { name: "Settled meanwhile" }).waitFor());
    await page.getByText("The key “test” said that it is there").waitFor();
    await tab.check();
    await tab.picture("settle-by-somebody");
  });

  test("a question to the network is asked at once, and rests", async () => {
    await world.account("mastodon", "ghost");
    const post = await uncertainPost(world);
    world.clock.turn(31_000);
    const before = target(await read(world, post.id)).verification?.checkedAt;
    const tab = await web.openSignedIn(path(post));
    const { page } = tab;
    await page.getByRole("button", { name: "Ask now" }).click();
    // The clock stands still: otherwise Crier asks first, and the person has to wait.
    await page.getByText("The network has been asked.").waitFor();
    expect(target(await read(world, post.id)).verification?.checkedAt).not.toBe(before);
    const rests = page.getByRole("button", { name: /^Ask again in \d+ s$/ });
    await rests.waitFor();
    expect(await rests.isDisabled()).toBe(true);
    await tab.check();
  });

  test("twenty that a restore holds are settled by keyboard in one pass", async () => {
    await world.account("mastodon", "ok");
    for (let n = 1; n <= 20; n += 1)
      await world.post({ caption: `Boat ${n}`, schedule: inFuture(world, 10 * MINUTE + n * MINUTE) });
    await (
      await backUp()
    )();
    const tab = await web.openSignedIn("/p/test/settle", DESKTOP);
    const { page } = tab;
    await page.getByText("20 wait").waitFor();
    await page.getByText("Held after a restore").waitFor();
    await tab.check();
    await tab.picture("settle-restored");
    for (let left = 20; left > 0; left -= 1) {
      await page.getByText(left === 1 ? "1 waits" : `${left} wait`, { exact: true }).waitFor();
      await page.locator(".known").getByText(`Boat ${left}`, { exact: true }).waitFor();
      if (left % 2 === 0) {
        await page.keyboard.press("y");
        await page.getByLabel("Its address").waitFor();
        await page.keyboard.press("Enter");
      } else {
        await page.keyboard.press("n");
        await page.getByText("I looked at the profile").waitFor();
        await page.keyboard.press("f");
      }
    }
    await page.getByRole("heading", { name: "Everything is settled" }).waitFor();
    await page.getByText("You settled 20.").waitFor();
    await tab.check();
    await tab.picture("settle-done");
    const { json } = await world.ask("GET", "/posts?status=uncertain");
    expect(json["posts"]).toEqual([]);
    expect(world.published("mastodon")).toEqual([]);
  });

  test("every key in the list does what it says", async () => {
    await world.account("mastodon", "ghost");
    const first = await uncertainPost(world);
    const second = await uncertainPost(world, { caption: "Second" });
    const tab = await web.openSignedIn("/p/test/settle");
    const { page } = tab;
    await page.getByText("2 wait").waitFor();
    await page.keyboard.press("?");
    for (const does of ["It is there", "It is not there", "Keep waiting, and go on", "The next one"])
      await page.getByRole("dialog").getByText(does, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    const here = () => new URL(page.url()).pathname;
    const at = (post: PostBody) => path(post).replace(/\?.*/, "");
    const shown = async (address: string) => {
      await page.locator(`.settle-list a[aria-current][href^="${address}"]`).waitFor();
      await page.locator(".desk .seen").waitFor();
    };
    const both = [at(second), at(first)];
    expect(both).toContain(here());
    const start = here();
    const other = both.find((each) => each !== start) ?? "";
    for (const [key, expected] of [
      ["j", other],
      ["k", start],
      ["w", other],
      ["w", start],
    ] as const) {
      await page.keyboard.press(key);
      await shown(expected);
    }
    const [opened] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("o")]);
    await opened.close();
    await page.keyboard.press("n");
    await page.getByText("I looked at the profile").waitFor();
    await page.keyboard.press("f");
    await shown(other);
    await page.getByText("1 waits", { exact: true }).waitFor();
  });
});
