// The calendar by keyboard alone, its endless list, and how it copes with a month of 500 posts.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { hold } from "../support/interception.ts";
import { MINUTE } from "../support/posting.ts";
import { waitUntil } from "../support/wait-until.ts";
import { card, cardOn, day, openPlanning, plan } from "../support/web-calendar.ts";
import { DESKTOP, openForEachTest, type Tab, type Web } from "../support/web.ts";
import type { World } from "../support/world.ts";

const PATH = "/p/test/calendar?view=week";

describe.skipIf(chromium === null)("the calendar by keyboard", () => {
  let world: World;
  let web: Web;
  openForEachTest(openPlanning, (opened) => ({ world, web } = opened));

  const focused = ({ page }: Tab) => page.evaluate<string>("document.activeElement.dataset.stop ?? ''");
  const at = ({ page }: Tab) => new URL(page.url()).searchParams;

  test("? lists its keys, and every one of them does what it says", async () => {
    const one = await plan(world, "One", "2027-03-25T09:15:00+01:00");
    await plan(world, "Two", "2027-03-26T10:00:00+01:00");
    const three = await plan(world, "Three");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const notice = (text: string) => page.locator(".notice").filter({ hasText: text }).first().waitFor();
    await card(tab, "One").waitFor();
    await press("?");
    const listed = await page.getByRole("dialog").locator("dt").allTextContents();
    for (const key of ["←", "→", "↑", "↓", "Enter", "M", "X", "E", "N", "T", "W", "L", "[", "]", "D"])
      expect(listed).toContain(key);
    for (const key of ["Alt ←", "Alt →", "Alt ↑", "Alt ↓"]) expect(listed).toContain(key);
    await tab.check();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // The first arrow goes to today.
    await press("ArrowRight");
    expect(await focused(tab)).toBe("day:2027-03-24");
    await press("ArrowDown");
    expect(await focused(tab)).toBe(`post:${three.id}`);
    await press("ArrowRight", "ArrowDown");
    expect(await focused(tab)).toBe(`post:${one.id}`);
    await press("ArrowUp");
    expect(await focused(tab)).toBe("slot:2027-03-25T08:00:00.000Z");
    await press("ArrowDown", "ArrowLeft");
    expect(await focused(tab)).toBe("slot:2027-03-24T16:00:00.000Z");
    await press("ArrowRight", "Enter");
    await page.getByRole("dialog", { name: "Post" }).waitFor();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await waitUntil(async () => (await focused(tab)) === `post:${one.id}`);
    // A day on and back, a slot on and back; the focus goes with the post.
    await press("Alt+ArrowRight");
    await notice("Moved to Friday 26 March 09:15");
    await cardOn(tab, "2027-03-26", "One").waitFor();
    await waitUntil(async () => (await focused(tab)) === `post:${one.id}`);
    await press("Alt+ArrowLeft");
    await notice("Moved to Thursday 25 March 09:15");
    await waitUntil(async () => (await focused(tab)) === `post:${one.id}`);
    await press("Alt+ArrowDown");
    await notice("Moved to Thursday 25 March 12:30");
    await waitUntil(async () => (await focused(tab)) === `post:${one.id}`);
    await press("Alt+ArrowUp");
    await notice("Moved to Thursday 25 March 09:00");
    await press("u");
    await cardOn(tab, "2027-03-25", "12:30").waitFor();
    await card(tab, "One").focus();
    await press("m");
    await page.getByRole("dialog", { name: "Move to …" }).waitFor();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await waitUntil(async () => (await focused(tab)) === `post:${one.id}`);
    await press("x");
    await page.getByRole("region", { name: "1 post selected" }).waitFor();
    await press("x");
    await page.getByRole("region", { name: "1 post selected" }).waitFor({ state: "detached" });
    // Past the edge of the week comes the next one.
    await day(tab, "2027-03-28").locator("[data-stop]").first().focus();
    await press("ArrowRight");
    await waitUntil(async () => (await focused(tab)) === "day:2027-03-29");
    await press("t");
    await card(tab, "One").waitFor();
    await press("]");
    await day(tab, "2027-04-01").waitFor();
    await press("[");
    await card(tab, "One").waitFor();
    await press("d");
    await page.getByRole("heading", { name: "Drafts without a date" }).waitFor();
    await press("d");
    await page.getByRole("heading", { name: "Drafts without a date" }).waitFor({ state: "detached" });
    await press("l");
    await waitUntil(() => at(tab).get("view") === "list");
    await press("w");
    await waitUntil(() => at(tab).get("view") === "week");
    await day(tab, "2027-03-25").locator("[data-stop]").first().focus();
    await press("m");
    await waitUntil(() => at(tab).get("view") === "month");
    await card(tab, "One").focus();
    await press("e");
    await page.waitForURL(`**/posts/${one.id}`);
    await page.goBack();
    await card(tab, "One").focus();
    await press("n");
    await page.waitForURL("**/p/test/write?at=*");
    expect(at(tab).get("at")).toBe("2027-03-25T08:00:00.000Z");
    await page.goto(`${world.url}${PATH}`);
    await day(tab, "2027-03-26").getByRole("link", { name: "17:00, free slot" }).focus();
    await press("n");
    await page.waitForURL("**/p/test/write?at=*");
    expect(at(tab).get("at")).toBe("2027-03-26T16:00:00.000Z");
  });

  test("what is pressed while an answer is on its way is not lost, and who goes on is not fetched back", async () => {
    const one = await plan(world, "One", "2027-03-25T09:15:00+01:00");
    const two = await plan(world, "Two", "2027-03-26T10:00:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const answer = await hold(page, /\/schedule$/);
    await card(tab, "One").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await cardOn(tab, "2027-03-26", "One").waitFor();
    await page.keyboard.press("Alt+ArrowRight");
    answer();
    await cardOn(tab, "2027-03-27", "One").waitFor();
    await page.getByText("Moved to Saturday 27 March 09:15").waitFor();
    await waitUntil(async () => (await focused(tab)) === `post:${one.id}`);
    const later = await hold(page, /\/schedule$/);
    await page.keyboard.press("Alt+ArrowRight");
    await cardOn(tab, "2027-03-28", "One").dragTo(day(tab, "2027-03-25"));
    await page.getByText("The post is still being moved. Try again in a moment.").waitFor();
    await card(tab, "Two").focus();
    later();
    await page.getByText("Moved to Sunday 28 March 09:15").waitFor();
    expect(await focused(tab)).toBe(`post:${two.id}`);
  });

  test("one Tab enters the days and one leaves them", async () => {
    await plan(world, "One", "2027-03-25T09:15:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "One").waitFor();
    expect(await page.locator("[data-stop][tabindex='0']").count()).toBe(1);
    await page.getByRole("button", { name: /^Drafts/ }).focus();
    await page.keyboard.press("Tab");
    expect(await focused(tab)).toBe("day:2027-03-24");
    await page.keyboard.press("Tab");
    expect(await focused(tab)).toBe("");
  });

  test("the list goes on in both directions", async () => {
    await plan(world, "Soon", "2027-03-25T09:15:00+01:00");
    await plan(world, "In May", "2027-05-02T09:15:00+02:00");
    await plan(world, "In autumn", "2027-10-02T09:15:00+02:00");
    const tab = await web.openSignedIn("/p/test/calendar?view=list&at=2027-05-01", DESKTOP);
    const { page } = tab;
    await card(tab, "In May").waitFor();
    expect(await card(tab, "Soon").count()).toBe(0);
    await page.getByRole("button", { name: "Earlier", exact: true }).click();
    await page.getByText("Nothing from Sat 3 Apr to Fri 30 Apr.").waitFor();
    const released = Promise.withResolvers<void>();
    await page.route(/\/v1\/calendar\?/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Earlier", exact: true }).click();
    // Asking for more on the other side would end what was asked for.
    await page.getByRole("button", { name: "Later", exact: true, disabled: true }).waitFor();
    released.resolve();
    await card(tab, "Soon").waitFor();
    for (let n = 0; n < 6 && (await card(tab, "In autumn").count()) === 0; n++) {
      await page.getByRole("button", { name: "Later", exact: true }).click();
      await waitUntil(async () => (await page.locator(".agenda-end .skeleton").count()) === 0);
    }
    await card(tab, "In autumn").waitFor();
    await tab.check();
  });

  test("earlier days load while later ones are still loading", async () => {
    await plan(world, "In May", "2027-05-02T09:15:00+02:00");
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "You", exact: true }).waitFor();
    const released = Promise.withResolvers<void>();
    let held = 0;
    await page.route(/\/v1\/calendar\?.*from=2027-05-2/, async (route) => {
      held++;
      await released.promise;
      await route.continue().catch(() => {});
    });
    await page.goto(`${world.url}/p/test/calendar?view=list&at=2027-05-01`);
    await card(tab, "In May").waitFor();
    await waitUntil(async () => held > 0);
    await page.getByRole("button", { name: "Earlier", exact: true }).click();
    await page.getByText("Nothing from Sat 3 Apr to Fri 30 Apr.").waitFor();
    released.resolve();
    await page.getByText("Nothing from Sat 29 May to Fri 25 Jun.").waitFor();
  });

  test("a month of 500 posts takes little work to draw and to scroll", async () => {
    const first = Date.parse("2027-04-01T06:00:00Z");
    const accounts = ["mastodon:ok", "bluesky:ok"];
    for (let n = 0; n < 500; n++) {
      const schedule = new Date(first + n * 86 * MINUTE).toISOString();
      await plan(world, `Post number ${n} of a very busy month`, schedule, { accounts });
    }
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "You", exact: true }).waitFor();
    const debuggerOf = await page.context().newCDPSession(page);
    // Processor time of the page's own thread: other work on the machine does not change it.
    await debuggerOf.send("Performance.enable", { timeDomain: "threadTicks" });
    const workedSeconds = async () => {
      const { metrics } = await debuggerOf.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    };
    for (const view of ["month", "week", "list"]) {
      // Code and data are there already: what counts is the drawing.
      await page.goto(`${world.url}/p/test/calendar?view=${view}&at=2027-04-15`);
      await page.locator("[data-post]").first().waitFor();
      await page.getByRole("link", { name: "You", exact: true }).click();
      await page.getByRole("heading", { name: "You", exact: true }).waitFor();
      const before = await workedSeconds();
      await page.goBack();
      await page.locator("[data-post]").first().waitFor();
      const drawn = await workedSeconds();
      for (let n = 0; n < 20; n++) await page.mouse.wheel(0, 300);
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))");
      const scrolled = await workedSeconds();
      // Several times what it takes.
      expect(drawn - before).toBeLessThan(1.5);
      expect(scrolled - drawn).toBeLessThan(1.5);
    }
  });
});
