// The list of posts in a real browser: states, words, accounts, authors, thousands of rows, and every state of the page.
import { describe, expect, test } from "bun:test";
import { createKey } from "../../admin/keys.ts";
import { chromium } from "../support/browser.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { waitUntil } from "../support/wait-until.ts";
import { DESKTOP, openForEachTest, PHONE, VIEWS, type Tab, type Web } from "../support/web.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWorld, isSettled, type PostBody, type World } from "../support/world.ts";

const MINUTE_MS = 60_000;
const PATH = "/p/test/posts";

/** Whether posts are drawn down to the middle of the screen, or as far as there are any. */
const IS_DRAWN = `(() => {
  const all = [...document.querySelectorAll("article")].map((one) => one.getBoundingClientRect());
  const isLast = document.body.textContent.includes("That is all.");
  return all.some(({ top }) => top <= innerHeight / 2) && (isLast || all.some(({ bottom }) => bottom >= innerHeight / 2));
})()`;

describe.skipIf(chromium === null)("the list of posts", () => {
  let world: World;
  let web: Web;
  openForEachTest(openWorld, (opened) => ({ world, web } = opened));

  const rows = ({ page }: Tab) => page.getByRole("article");
  const row = (tab: Tab, words: string) => rows(tab).filter({ hasText: words });
  const tabOf = ({ page }: Tab, name: RegExp) =>
    page.getByRole("navigation", { name: "Posts by state" }).getByRole("link", { name });
  const focused = ({ page }: Tab) => page.evaluate<string>("document.activeElement.textContent");

  /** One post of every state. */
  async function everything() {
    await world.account("bluesky", "ok");
    await world.account("mastodon", "fail");
    await world.account("mastodon", "ghost");
    const post = async (caption: string, accounts: readonly string[], schedule: string) => {
      const { id } = await world.post({ caption, accounts, schedule });
      if (schedule === "now") await world.until(id, isSettled, MINUTE_MS);
      return id;
    };
    const inAnHour = new Date(world.clock.now() + 60 * MINUTE_MS).toISOString();
    await post("An idea", ["bluesky:ok"], "draft");
    await post("Opening hours", ["bluesky:ok"], inAnHour);
    await post("Good morning", ["bluesky:ok"], "now");
    await post("Menu of the week", ["mastodon:fail"], "now");
    await post("The boats are back", ["bluesky:ok", "mastodon:fail"], "now");
    await post("Nobody knows", ["bluesky:ok", "mastodon:ghost"], "now");
  }

  async function drafts(count: number) {
    await world.account("bluesky", "ok");
    for (let n = 1; n <= count; n++)
      await world.post({ caption: `Draft number ${n}`, accounts: "all", schedule: "draft" });
  }

  test("without posts it says what it is for, and how to begin", async () => {
    const tab = await web.openSignedIn(PATH, PHONE);
    await tab.page.getByRole("heading", { name: "No posts yet" }).waitFor();
    await tab.check();
    await tab.picture("posts-empty");
  });

  test("shows posts of every state, with counts, and fits every screen", async () => {
    await everything();
    const tab = await web.openSignedIn(PATH, DESKTOP);
    await rows(tab).first().waitFor();
    expect(await rows(tab).count()).toBe(6);
    for (const [name, words] of [
      [/^Drafts 1$/, "An idea"],
      [/^Waiting 1$/, "Opening hours"],
      [/^Posted 1$/, "Good morning"],
      [/^Failed 1$/, "Menu of the week"],
      [/^Partly posted 1$/, "The boats are back"],
      [/^Not sure 1$/, "Nobody knows"],
    ] as const) {
      await tabOf(tab, name).click();
      await waitUntil(() => tab.page.evaluate<boolean>("document.querySelectorAll('article').length === 1"));
      await row(tab, words).waitFor();
      expect(await tabOf(tab, name).getAttribute("aria-current")).toBe("page");
    }
    await tabOf(tab, /^All 6$/).click();
    await row(tab, "An idea").waitFor();
    await row(tab, "The boats are back").getByText("Partly posted").waitFor();
    // By whom, and that nothing of it is real.
    await row(tab, "The boats are back").getByText("key test").waitFor();
    await row(tab, "The boats are back").getByText("Simulated", { exact: true }).waitFor();
    expect(await row(tab, "The boats are back").getAttribute("aria-setsize")).toBe("6");
    for (const { width, scheme } of [...VIEWS, { width: 320, scheme: "dark" as const }]) {
      await tab.page.setViewportSize({ width, height: 900 });
      await tab.page.emulateMedia({ colorScheme: scheme });
      await tab.check();
    }
    await tab.picture("posts");
  });

  test("words, account and author narrow it; the address keeps them, and nothing found says what was looked for", async () => {
    await everything();
    const { record } = await createKey(
      "cli",
      { profileId: world.profileId, name: "newsletter-bot", scopes: ["read", "write"], expiresAt: null },
      world.appliance,
    );
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await rows(tab).first().waitFor();
    await page.keyboard.press("f");
    await page.keyboard.type("boats");
    await waitUntil(() => page.evaluate<boolean>("document.querySelectorAll('article').length === 1"));
    await row(tab, "The boats are back").waitFor();
    await tabOf(tab, /^All 1$/).waitFor();
    // A list of one can also be that of "boa": the letters may come slowly.
    await waitUntil(() => new URL(page.url()).searchParams.get("q") === "boats");
    await page.reload();
    await row(tab, "The boats are back").waitFor();
    expect(await page.getByRole("searchbox", { name: "Find words" }).inputValue()).toBe("boats");
    await page.getByRole("button", { name: "Account: All" }).click();
    await page.getByRole("menuitemradio", { name: "ghost" }).click();
    await page.getByText("There are no posts with “boats”, for ghost.").waitFor();
    await tab.check();
    await tab.picture("posts-nothing-found");
    await page.getByRole("main").getByRole("button", { name: "Clear" }).last().click();
    await row(tab, "An idea").waitFor();
    await page.getByRole("button", { name: "By: Anyone" }).click();
    await tab.check();
    await tab.picture("posts-authors");
    await page.getByRole("menuitemradio", { name: `key ${record.name}` }).click();
    await page.getByText("There are no posts by key newsletter-bot.").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("0");
    await row(tab, "An idea").waitFor();
    await page.getByRole("button", { name: "Order: Newest first" }).click();
    await page.getByRole("menuitemradio", { name: "By planned time" }).click();
    await waitUntil(() =>
      page.evaluate<boolean>(
        "document.querySelector('article')?.textContent.includes('Opening hours') === true",
      ),
    );
  });

  test("a long list goes on as one scrolls, draws only what is near, and is found again from a post", async () => {
    await drafts(130);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "Draft number 130").waitFor();
    const seen = new Set<string>();
    const end = page.getByText("That is all.");
    // The words at the end appear a moment before the last rows are drawn.
    const lastRow = page.locator(`article[aria-posinset="130"]`);
    for (let isEnd = false; !isEnd; await page.evaluate("window.scrollBy(0, 300)")) {
      isEnd = (await end.isVisible()) && (await lastRow.count()) > 0;
      await waitUntil(() => page.evaluate<boolean>(IS_DRAWN));
      for (const text of await page.locator("article .excerpt").allTextContents()) seen.add(text);
    }
    expect(seen.size).toBe(130);
    // Far from the screen nothing is drawn, and its place is kept.
    await waitUntil(() => page.evaluate<boolean>("document.querySelectorAll('article').length < 130"));
    expect(await page.locator("article").last().getAttribute("aria-posinset")).toBe("130");
    const link = page.getByRole("link", { name: "Draft number 4", exact: true });
    await link.click();
    await page.waitForURL(`**${PATH}/*`);
    await page.goBack();
    await waitUntil(() => page.evaluate<boolean>("document.activeElement.textContent === 'Draft number 4'"));
    await link.isVisible();
  });

  test("what happens meanwhile is shown without a reload, also to the counts", async () => {
    await drafts(2);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    await row(tab, "Draft number 2").waitFor();
    await tab.page.getByRole("status").getByText("live").waitFor();
    const { id } = await world.post({ caption: "Hello", schedule: "now", accounts: "all" });
    await whileTimeRuns(
      world,
      row(tab, "Hello")
        .getByText(/^● Posted$/)
        .waitFor(),
    );
    await whileTimeRuns(world, tabOf(tab, /^Posted 1$/).waitFor());
    await world.ask("DELETE", `/posts/${id}`);
    await whileTimeRuns(world, row(tab, "Hello").waitFor({ state: "detached" }));
    await whileTimeRuns(world, tabOf(tab, /^Posted 0$/).waitFor());
  });

  test("what failed is tried again from the list, by button and by key", async () => {
    // Its server refuses connections: a new try waits, and the button is away as long as no time passes.
    await world.account("mastodon", "down");
    const { id } = await world.post({ caption: "Menu of the week", accounts: "all", schedule: "now" });
    const tried = await world.until(id, isSettled, 60 * MINUTE_MS);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "Menu of the week")
      .getByRole("button", { name: /^Try again on Mastodon/ })
      .click();
    await page.getByText("Trying again: Menu of the week").waitFor();
    // The button goes while it is under way, and the focus stays in its row.
    await waitUntil(async () => (await focused(tab)) === "Menu of the week");
    await tab.picture("posts-retry");
    const attemptsOf = (post: PostBody) => post.targets[0]?.attempts ?? 0;
    const again = await world.until(id, isSettled, 60 * MINUTE_MS);
    expect(attemptsOf(again)).toBeGreaterThan(attemptsOf(tried));
    await whileTimeRuns(
      world,
      row(tab, "Menu of the week")
        .getByText(/^✕ Failed$/)
        .waitFor(),
    );
    await page.getByRole("link", { name: "Menu of the week" }).focus();
    await page.keyboard.press("r");
    await world.until(id, (post) => attemptsOf(post) > attemptsOf(again));
  });

  test("the keys do what the list of keys says", async () => {
    await everything();
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "An idea").waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys on this screen" });
    for (const does of ["Next post", "Previous post", "Find words", "Next state", "Previous state"])
      await keys.getByText(does, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("j");
    expect(await focused(tab)).toBe("Nobody knows");
    await page.keyboard.press("j");
    expect(await focused(tab)).toBe("The boats are back");
    await tab.picture("posts-selected");
    await page.keyboard.press("k");
    expect(await focused(tab)).toBe("Nobody knows");
    await page.keyboard.press("]");
    await page.waitForURL("**/posts?status=draft");
    await row(tab, "An idea").waitFor();
    await page.keyboard.press("[");
    await page.waitForURL("**/posts");
    await row(tab, "Nobody knows").waitFor();
    await page.keyboard.press("f");
    expect(await page.evaluate<string>("document.activeElement.type")).toBe("search");
    await page.keyboard.press("Escape");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${PATH}/*`);
  });

  test("texts of every kind stay text, in their own direction, and inside their lines", async () => {
    const captions = [
      "صباح الخير أيها الميناء. القوارب عادت اليوم، تعالوا لزيارتها في الميناء القديم",
      `<script>alert(1)</script><b onclick="alert(2)">bold</b> &amp; <img src=x onerror=alert(3)>`,
      `Marks h${"\u0301".repeat(300)} end`,
      "W".repeat(20_000),
    ];
    await world.account("facebook", "ok");
    for (const caption of captions) await world.post({ caption, accounts: "all", schedule: "draft" });
    for (const width of [320, 390, 1280]) {
      const tab = await web.openSignedIn(PATH, { width, scheme: "dark" });
      await row(tab, "<script>alert(1)</script>").waitFor();
      const direction = `getComputedStyle([...document.querySelectorAll(".excerpt")].find((e) => e.textContent.startsWith("صباح"))).direction`;
      expect(await tab.page.evaluate<string>(direction)).toBe("rtl");
      const tallest = `Math.max(...[...document.querySelectorAll(".excerpt")].map((e) => e.offsetHeight))`;
      expect(await tab.page.evaluate<number>(tallest)).toBeLessThanOrEqual(44);
      await tab.check();
      if (width === 390) await tab.picture("posts-texts");
      await tab.context.close();
    }
  });

  test("what happens before the page hears of changes is shown as well", async () => {
    await drafts(3);
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    const { page } = tab;
    const released = Promise.withResolvers<void>();
    await page.route(/\/admin\/live\?/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(world.url + PATH);
    await row(tab, "Draft number 3").waitFor();
    await world.post({ caption: "Meanwhile", accounts: "all", schedule: "draft" });
    released.resolve();
    await whileTimeRuns(world, row(tab, "Meanwhile").waitFor());
  });

  test("loading, refused and unreachable look different, and what is known stays", async () => {
    await drafts(3);
    const tab = await web.openSignedIn(PATH, PHONE);
    tab.expectFault(/./);
    const { page } = tab;
    await row(tab, "Draft number 3").waitFor();
    const reachable = await refuse(page, "unreachable");
    await world.post({ caption: "Meanwhile", accounts: "all", schedule: "draft" });
    const stale = page.getByText(/^Crier can't be reached. What you see is from today/);
    await whileTimeRuns(world, stale.waitFor());
    await row(tab, "Draft number 3").waitFor();
    await tab.check();
    await tab.picture("posts-offline");
    reachable();
    const answered = await refuse(page, "refused");
    await page.goto(world.url + PATH);
    const alert = page.getByRole("alert");
    await alert.getByText(REQUEST_ID).waitFor();
    await tab.check();
    await tab.picture("posts-error");
    answered();
    await alert.getByRole("button", { name: "Try again" }).click();
    await row(tab, "Draft number 3").waitFor();
    const quick = await refuse(page, "slow");
    await page.goto(world.url + PATH);
    await page.getByRole("heading", { name: "Posts", exact: true }).waitFor();
    await page.locator(".skeleton > div").first().waitFor();
    await tab.check();
    await tab.picture("posts-loading");
    quick();
    await row(tab, "Draft number 3").waitFor();
  });
});
