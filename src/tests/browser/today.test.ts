// Today in a real browser: what needs a person, what goes out next, what went out, and every state on the way there.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { hold } from "../support/interception.ts";
import { connectReal } from "../support/real-account.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { waitUntil } from "../support/wait-until.ts";
import { DESKTOP, openForEachTest, PHONE, VIEWS, type Tab, type Web } from "../support/web.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const MINUTE_MS = 60_000;
const SERVER = "http://127.0.0.1:4000";

describe.skipIf(chromium === null)("the screen Today", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    () => openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: "127.0.0.1" }),
    (opened) => ({ world, web } = opened),
  );

  const later = (ms: number) => new Date(world.clock.now() + ms).toISOString();

  /** One post that may be live, one that failed, one that is posted, one that waits. */
  async function everything() {
    await world.account("bluesky", "ok");
    await world.account("mastodon", "fail");
    await world.account("mastodon", "ghost");
    const bodies = [
      { caption: "Boats are back", accounts: ["bluesky:ok", "mastodon:ghost"] },
      { caption: "Menu of the week", accounts: ["mastodon:fail"] },
      { caption: "Good morning, harbour", accounts: ["bluesky:ok"] },
    ];
    const ids: string[] = [];
    for (const body of bodies) {
      const { id } = await world.post({ ...body, schedule: "now" });
      await world.until(id, isSettled, MINUTE_MS);
      ids.push(id);
    }
    const opening = {
      caption: "Opening hours on Sunday",
      accounts: ["bluesky:ok"],
      schedule: later(38 * MINUTE_MS),
    };
    const next = await world.post(opening);
    return { ids, next };
  }

  const region = ({ page }: Tab, name: string) => page.getByRole("region", { name });

  test("names what to do before there is an account, and before there is a post", async () => {
    const tab = await web.openSignedIn("/p/test", PHONE);
    await tab.page.getByRole("heading", { name: "No account is connected" }).waitFor();
    await tab.check();
    await tab.picture("today-no-account");
    await world.account("bluesky", "ok");
    await tab.page.reload();
    await tab.page.getByRole("heading", { name: "Publish your first post" }).waitFor();
    await tab.check();
    await tab.picture("today-no-post");
    await tab.page.getByRole("button", { name: /^Copy crier post create/ }).click();
    expect(await tab.page.evaluate<string>("navigator.clipboard.readText()")).toContain("crier post create");
  });

  test("shows what needs a person, what is next and what went out, and fits every screen", async () => {
    await everything();
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const needs = region(tab, "Needs you");
    await needs.getByText("It is not certain whether “Boats are back”").waitFor();
    await needs.getByText("“Menu of the week” was not published").waitFor();
    const next = region(tab, "Next");
    await next.getByText("Opening hours on Sunday").waitFor();
    await next.getByText(/^in 3[78] min$/).waitFor();
    const out = region(tab, "Went out");
    await out.getByText("Good morning, harbour").waitFor();
    await out.getByText("Boats are back").waitFor();
    await out
      .getByRole("link", { name: /Bluesky .*, Posted, simulated/ })
      .nth(1)
      .waitFor();
    // Three of three are simulated: hatched and said.
    await region(tab, "Accounts").getByText("Simulated", { exact: true }).waitFor();
    for (const { width, scheme } of [...VIEWS, { width: 320, scheme: "light" as const }]) {
      await tab.page.setViewportSize({ width, height: 900 });
      await tab.page.emulateMedia({ colorScheme: scheme });
      await tab.check();
    }
    await tab.picture("today");
  });

  test("nothing needs anybody: one line says so, and the next post is large", async () => {
    await world.account("bluesky", "ok");
    await world.post({ caption: "Soon", schedule: later(90_000), accounts: "all" });
    const tab = await web.openSignedIn("/p/test", PHONE);
    await tab.page.getByText("Nothing needs you.").waitFor();
    await region(tab, "Next").getByText("Soon").waitFor();
    expect(await tab.page.getByText(/^in (1 min )?\d+ s$/).count()).toBe(1);
    await tab.check();
    await tab.picture("today-quiet");
  });

  test("what happens meanwhile is shown without a reload", async () => {
    await world.account("bluesky", "ok");
    await world.account("mastodon", "fail");
    await world.post({ caption: "Draft", schedule: "draft", accounts: "all" });
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    await region(tab, "Next").getByText("Nothing is planned.").waitFor();
    await tab.page.getByRole("status").getByText("live").waitFor();
    await world.post({ caption: "For tonight", schedule: later(90 * MINUTE_MS), accounts: "all" });
    await whileTimeRuns(world, region(tab, "Next").getByText("For tonight").waitFor());
    const { id } = await world.post({ caption: "Hello", schedule: "now", accounts: "all" });
    await world.until(id, isSettled, MINUTE_MS);
    await whileTimeRuns(world, region(tab, "Went out").getByText("Hello").waitFor());
    await whileTimeRuns(world, region(tab, "Needs you").getByText("“Hello” was not published").waitFor());
    await waitUntil(async () => (await tab.page.title()).startsWith("(1)"));
  });

  test("an entry is put off and taken back, by mouse and by keyboard", async () => {
    await everything();
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const { page } = tab;
    const failed = region(tab, "Needs you").getByText("“Menu of the week” was not published");
    await failed.waitFor();
    await page.getByRole("button", { name: /^Put off for a day: “Menu of the week”/ }).click();
    await failed.waitFor({ state: "detached" });
    await page.getByText("1 entry is put off.").waitFor();
    await tab.picture("today-snoozed");
    await page.getByRole("button", { name: "Undo" }).click();
    await failed.waitFor();
    // Down to the second entry, and put it off; the focus goes to what takes its place.
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await page.evaluate<string>("document.activeElement.textContent")).toContain("Menu of the week");
    await page.keyboard.press("s");
    await failed.waitFor({ state: "detached" });
    await waitUntil(() =>
      page.evaluate<boolean>("document.activeElement.textContent.includes('Boats are back')"),
    );
    // A day later it is there again.
    world.clock.turn(24 * 60 * MINUTE_MS);
    await page.reload();
    await failed.waitFor();
  });

  test("the keys do what the list of keys says", async () => {
    await everything();
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const { page } = tab;
    await region(tab, "Needs you").getByText("Boats are back").waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys on this screen" });
    await keys.getByText("Settle it (entry 1)").waitFor();
    for (const does of ["Next entry", "Previous entry", "Put the entry off for a day"])
      await keys.getByText(does).waitFor();
    await tab.picture("today-keys");
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await page.evaluate<string>("document.activeElement.textContent")).toContain("Boats are back");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/p/test/posts/*");
    await page.goBack();
    await region(tab, "Needs you").getByText("Boats are back").waitFor();
    await page.keyboard.press("1");
    await page.waitForURL("**/p/test/settle/*");
  });

  test("a failed post is tried again from the list, by button and by key", async () => {
    await world.account("mastodon", "down");
    const { id } = await world.post({ caption: "Menu of the week", schedule: "now", accounts: "all" });
    await world.until(id, isSettled, 60 * MINUTE_MS);
    const tab = await web.openSignedIn("/p/test", PHONE);
    await tab.page.getByRole("button", { name: /^Try again: “Menu of the week”/ }).click();
    const notice = tab.page.getByText(/^Trying again: “Menu of the week”/);
    await notice.waitFor();
    await tab.picture("today-retry");
    const tried = await world.until(id, isSettled, 60 * MINUTE_MS);
    await whileTimeRuns(world, region(tab, "Needs you").getByText("“Menu of the week”").waitFor());
    // The first time is over once its answer is there.
    await tab.page.getByRole("button", { name: /^Try again: “Menu of the week”/, disabled: false }).waitFor();
    await tab.page.keyboard.press("1");
    const before = tried.targets[0]?.attempts ?? 0;
    await world.until(id, ({ targets }) => (targets[0]?.attempts ?? 0) > before);
  });

  test("what is done while an answer is on its way is not lost", async () => {
    await world.account("mastodon", "down");
    for (const caption of ["Menu of the week", "Boats are back"]) {
      const { id } = await world.post({ caption, schedule: "now", accounts: "all" });
      await world.until(id, isSettled, 60 * MINUTE_MS);
    }
    const { page } = await web.openSignedIn("/p/test", DESKTOP);
    const again = page.getByRole("button", { name: /^Try again: /, disabled: false });
    await again.nth(1).waitFor();
    const list = await hold(page, /\/attention\?/);
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Undo" }).click();
    list();
    await page.getByText("It is back in the list.").waitFor();
    await again.nth(1).waitFor();
    const answer = await hold(page, /\/retry$/);
    await page.keyboard.press("1");
    await page.keyboard.press("2");
    answer();
    await page.getByText("Trying again: “Menu of the week”").waitFor();
    await page.getByText("Trying again: “Boats are back”").waitFor();
  });

  test("of many entries the worst are shown, and the rest on request", async () => {
    await world.account("mastodon", "fail");
    for (let n = 1; n <= 12; n++) {
      const { id } = await world.post({ caption: `Menu ${n}`, accounts: "all", schedule: "now" });
      await world.until(id, isSettled, MINUTE_MS);
    }
    const tab = await web.openSignedIn("/p/test", PHONE);
    const entries = region(tab, "Needs you").getByRole("listitem");
    await entries.first().waitFor();
    expect(await entries.count()).toBe(8);
    await tab.page.getByRole("button", { name: "Show all 12" }).click();
    await entries.nth(11).waitFor();
    await tab.check();
  });

  test("the way to the list and back loads nothing again", async () => {
    await world.account("bluesky", "ok");
    await world.post({ caption: "An idea", accounts: "all", schedule: "draft" });
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const { page } = tab;
    await region(tab, "Next").waitFor();
    await page.evaluate("window.isSamePage = true");
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    await page.getByRole("link", { name: "An idea" }).waitFor();
    await page.getByRole("link", { name: "Today" }).click();
    await region(tab, "Next").waitFor();
    expect(await page.evaluate<boolean>("window.isSamePage")).toBeTrue();
  });

  test("says how many of the accounts are real", async () => {
    await world.account("bluesky", "ok");
    await connectReal(world, SERVER, "@harbour@127.0.0.1");
    await world.post({ caption: "To both", accounts: "all", schedule: later(60 * MINUTE_MS) });
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    await region(tab, "Next").getByText("1 of 2 is real").waitFor();
    await region(tab, "Accounts").getByText("1 of 2 is real").waitFor();
    expect(await region(tab, "Next").locator(".tile.simulated").count()).toBe(1);
    await tab.check();
  });

  test("texts of every kind stay text, in their own direction, and inside their lines", async () => {
    await world.account("telegram", "ok");
    const captions = [
      "صباح الخير أيها الميناء. القوارب عادت اليوم، تعالوا لزيارتها في الميناء القديم",
      `<script>alert(1)</script><b onclick="alert(2)">bold</b> &amp; <img src=x onerror=alert(3)>`,
      `Marks h${"\u0301".repeat(300)} end`,
      "W".repeat(4000),
    ];
    for (const [n, caption] of captions.entries())
      await world.post({ caption, accounts: "all", schedule: later((n + 1) * 60 * MINUTE_MS) });
    for (const width of [320, 390, 1280]) {
      const tab = await web.openSignedIn("/p/test", { width, scheme: "light" });
      const next = region(tab, "Next");
      await next.getByText("<script>alert(1)</script>").waitFor();
      const direction = `getComputedStyle([...document.querySelectorAll(".excerpt")].find((e) => e.textContent.startsWith("صباح"))).direction`;
      expect(await tab.page.evaluate<string>(direction)).toBe("rtl");
      const tallest = `Math.max(...[...document.querySelectorAll(".post-line .excerpt")].map((e) => e.offsetHeight))`;
      // At most three lines of the largest text.
      expect(await tab.page.evaluate<number>(tallest)).toBeLessThanOrEqual(81);
      await tab.check();
      if (width === 390) await tab.picture("today-texts");
      await tab.context.close();
    }
  });

  test("loading, refused and unreachable look different, and what is known stays", async () => {
    await everything();
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    tab.expectFault(/./);
    const { page } = tab;
    await region(tab, "Next").getByText("Opening hours on Sunday").waitFor();
    // The server can't be reached: everything stays, with its age.
    const reachable = await refuse(page, "unreachable");
    await world.post({ caption: "Meanwhile", accounts: ["bluesky:ok"], schedule: "draft" });
    const stale = page.getByText(/^Crier can't be reached. What you see is from today/);
    await whileTimeRuns(world, stale.waitFor());
    await region(tab, "Next").getByText("Opening hours on Sunday").waitFor();
    await tab.check();
    await tab.picture("today-offline");
    // The age of what is shown also has room on the smallest screen.
    await page.setViewportSize({ width: 320, height: 900 });
    await tab.check();
    await page.setViewportSize({ width: DESKTOP.width, height: 900 });
    reachable();
    // It refuses: each part says so, with the id of the request and a way to try again.
    const answered = await refuse(page, "refused");
    await page.goto(`${world.url}/p/test`);
    const alert = region(tab, "Next").getByRole("alert");
    await alert.getByText(REQUEST_ID).waitFor();
    await tab.check();
    await tab.picture("today-error");
    answered();
    await alert.getByRole("button", { name: "Try again" }).click();
    await region(tab, "Next").getByText("Opening hours on Sunday").waitFor();
    // It takes its time: grey lines in the shape of what is coming.
    const quick = await refuse(page, "slow");
    await page.goto(`${world.url}/p/test`);
    await page.getByRole("heading", { name: "Today", exact: true }).waitFor();
    await page.locator(".skeleton > div").first().waitFor();
    // The page's code loads after the frame.
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tab.check();
    await tab.picture("today-loading");
    quick();
    await region(tab, "Next").getByText("Opening hours on Sunday").waitFor();
  });
});
