// The calendar in a real browser: three views of the same posts, on every screen and in every state.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { chromium } from "../support/browser.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { card, day, openPlanning, plan, planEverything, setZone } from "../support/web-calendar.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { waitUntil } from "../support/wait-until.ts";
import { tooLow } from "../support/web-post.ts";
import type { World } from "../support/world.ts";

const PATH = "/p/test/calendar";

describe.skipIf(chromium === null)("the calendar", () => {
  let world: World;
  let web: Web;
  openForEachTest(openPlanning, (opened) => ({ world, web } = opened));

  const viewOf = ({ page }: Tab, name: string) =>
    page.getByRole("navigation", { name: "View" }).getByRole("link", { name });

  test("shows posts of every state by week, month and list, and fits every screen", async () => {
    await planEverything(world);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    await card(tab, "The boats are back").waitFor();
    await tab.check();
    await tab.picture("calendar-week");
    await tab.page.getByRole("button", { name: /^Drafts/ }).click();
    await tab.page.getByText("An idea without a date").waitFor();
    await tab.check();
    await tab.picture("calendar-drafts");
    await tab.page.getByRole("button", { name: /^Drafts/ }).click();
    for (const view of ["Month", "List"]) {
      await viewOf(tab, view).click();
      await card(tab, "The boats are back").waitFor();
      await tab.check();
      await tab.picture(`calendar-${view.toLowerCase()}`);
    }
  });

  test("on a phone it is a list; a week is one day a page with a strip; fingers can hit everything", async () => {
    await planEverything(world);
    const tab = await web.openSignedIn(PATH, PHONE);
    await card(tab, "The boats are back").waitFor();
    expect(await viewOf(tab, "List").getAttribute("aria-current")).toBe("page");
    for (const view of ["List", "Week", "Month"]) {
      await viewOf(tab, view).click();
      await day(tab, "2027-03-24").waitFor();
      await tab.check();
      expect([view, await tooLow(tab.page)]).toEqual([view, []]);
      await tab.picture(`calendar-phone-${view.toLowerCase()}`);
    }
    await viewOf(tab, "Week").click();
    await tab.page.getByRole("button", { name: "Thursday 25 March, 1 post" }).click();
    await day(tab, "2027-03-25").waitFor();
    expect(await tab.page.locator("[data-day]").count()).toBe(1);
    // Moved by touch alone.
    await card(tab, "The boats are back").tap();
    await tab.page.getByRole("dialog", { name: "Post" }).getByRole("button", { name: "Move to …" }).tap();
    await tab.page
      .getByRole("dialog", { name: "Move to …" })
      .getByRole("button", { name: /Fri 26 Mar 09:00/ })
      .tap();
    await tab.page.getByText("Moved to Friday 26 March 09:00").waitFor();
    await day(tab, "2027-03-26").waitFor();
    await card(tab, "The boats are back").waitFor();
    await tab.check();
  });

  test("month, week and list agree on posts and times when the clocks change, in three zones", async () => {
    const moments = [
      "2027-03-13T23:30:00-05:00",
      "2027-03-14T03:30:00-04:00",
      "2027-03-27T23:45:00+01:00",
      "2027-03-28T01:59:00+01:00",
      "2027-03-28T03:00:00+02:00",
      "2027-03-28T23:30:00+02:00",
      "2027-03-29T00:15:00+02:00",
    ];
    world.clock.set(Date.parse("2027-03-08T12:00:00Z"));
    for (const [n, at] of moments.entries()) await plan(world, `Post ${n}`, at);
    for (const zone of ["Europe/Berlin", "America/New_York", "Asia/Tokyo"]) {
      await setZone(world, zone);
      const tab = await web.openSignedIn(`${PATH}?view=month&at=2027-03-15`, DESKTOP);
      const seen = async (at: string, view: string) => {
        await tab.page.goto(`${world.url}${PATH}?view=${view}&at=${at}`);
        await tab.page
          .getByRole("main")
          .getByText(`Times are in ${zone.replace("_", " ")}.`)
          .waitFor();
        await tab.page.locator("[data-day]").first().waitFor();
        return await shownPosts(tab);
      };
      const month = await seen("2027-03-15", "month");
      const weeks = [];
      for (const at of ["2027-03-08", "2027-03-15", "2027-03-22", "2027-03-29"])
        weeks.push(...(await seen(at, "week")));
      const list = await seen("2027-03-08", "list");
      const expected = moments.map((at, n) => [`Post ${n}`, ...localOf(at, zone)]);
      expect({ zone, month }).toEqual({ zone, month: expected });
      expect({ zone, weeks }).toEqual({ zone, weeks: expected });
      expect({ zone, list }).toEqual({ zone, list: expected });
    }
    const berlin = await web.openSignedIn(`${PATH}?view=week&at=2027-03-28`, DESKTOP);
    await setZone(world, "Europe/Berlin");
    await berlin.page.reload();
    await day(berlin, "2027-03-28").getByText("23 h").waitFor();
    expect(
      await day(berlin, "2027-03-27")
        .getByText(/\d\d h/)
        .count(),
    ).toBe(0);
  });

  test("filters by account and state stay in the address, and a month without posts says so", async () => {
    await planEverything(world);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "Sunset").waitFor();
    await page.getByRole("button", { name: "State: All" }).click();
    await page.getByRole("menuitemradio", { name: "Failed" }).click();
    await card(tab, "Sunset").waitFor({ state: "detached" });
    await card(tab, "Menu of the week").waitFor();
    await page.reload();
    await card(tab, "Menu of the week").waitFor();
    expect(await page.locator("[data-post]").count()).toBe(1);
    await page.getByRole("button", { name: "The week after" }).click();
    await page.getByText("Nothing matches these filters here.").waitFor();
    await tab.check();
    await page.locator(".calendar-empty").getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("Nothing is planned this week.").waitFor();
    await tab.check();
    await tab.picture("calendar-empty");
    await page.getByRole("button", { name: "Fill from drafts" }).click();
    await page.getByText("An idea without a date").waitFor();
  });

  test("filters by label and network stay in the address over every view, and cards show their labels", async () => {
    const { json } = await world.ask("POST", "/labels", { name: "Season opening", colour: "green" });
    const label = (json["label"] as { readonly id: string }).id;
    const more = { accounts: ["mastodon:ok"], labels: [label] };
    await plan(world, "The boats are back", "2027-03-25T09:15:00+01:00", more);
    await plan(world, "Opening hours", "2027-03-25T10:15:00+01:00");
    await plan(world, "Good night", "2027-03-26T21:00:00+01:00", { accounts: ["mastodon:ok"] });
    const tab = await web.openSignedIn(`${PATH}?view=week`, DESKTOP);
    const { page } = tab;
    const choose = async (filter: string, name: string) => {
      await page.getByRole("button", { name: new RegExp(`^${filter}: `) }).click();
      await page.getByRole("menuitemradio", { name }).click();
    };
    const shown = (count: number) =>
      waitUntil(() => page.evaluate<boolean>(`document.querySelectorAll("[data-post]").length === ${count}`));
    await shown(3);
    await card(tab, "The boats are back").getByText("Season opening").waitFor();
    await tab.check();
    await tab.picture("calendar-labels");
    await choose("Network", "Mastodon");
    await shown(2);
    await choose("Label", "Season opening");
    await shown(1);
    await page.reload();
    for (const view of ["Month", "List", "Week"]) {
      await viewOf(tab, view).click();
      await shown(1);
      await card(tab, "The boats are back").waitFor();
      await tab.check();
    }
    await viewOf(tab, "Month").click();
    await tab.picture("calendar-labels-month");
    expect(new URL(page.url()).searchParams.get("label")).toBe(label);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await shown(3);
  });

  test("simulated accounts are hatched, and a post to mixed accounts says how many are real", async () => {
    await world.account("mastodon", "ok-real");
    const both = { accounts: ["bluesky:ok", "mastodon:ok-real"] };
    await plan(world, "Both kinds", "2027-03-25T09:15:00+01:00", both);
    await plan(world, "Simulated only", "2027-03-26T09:15:00+01:00");
    // As if somebody had connected it with a sign-in.
    using db = new Database(join(world.folder, "crier.sqlite"));
    for (const table of ["account", "target"])
      db.run(`UPDATE ${table} SET simulated = 0 WHERE handle = 'ok-real'`);
    const tab = await web.openSignedIn(`${PATH}?view=week`, DESKTOP);
    await card(tab, "Both kinds").getByText("1 of 2 is real").waitFor();
    expect(await card(tab, "Both kinds").locator(".tile.simulated").count()).toBe(1);
    const classOf = (words: string) => card(tab, words).getAttribute("class");
    expect(await classOf("Both kinds")).not.toContain("is-simulated");
    expect(await classOf("Simulated only")).toContain("is-simulated");
    await tab.check();
  });

  test("while it loads, when the server fails, and without a server, it says so and keeps what it has", async () => {
    await planEverything(world);
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    tab.expectFault(/Failed to load|ERR_|50\d \(/);
    const { page } = tab;
    const loaded = await refuse(page, "slow");
    await page.goto(`${world.url}${PATH}?view=week`);
    await page.locator(".skeleton > div").first().waitFor();
    // The page's code loads after the frame.
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tab.check();
    await tab.picture("calendar-loading");
    loaded();
    await card(tab, "Sunset").waitFor();
    const failed = await refuse(page, "refused");
    await page.getByRole("button", { name: "The week after" }).click();
    await page.getByText(REQUEST_ID).waitFor();
    await tab.check();
    await tab.picture("calendar-error");
    failed();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing is planned this week.").waitFor();
    await page.getByRole("button", { name: "The week before" }).click();
    await card(tab, "Sunset").waitFor();
    const gone = await refuse(page, "unreachable");
    await plan(world, "Unseen", "2027-03-26T10:00:00+01:00");
    world.clock.turn(1000);
    await page.getByText(/Crier can't be reached. What you see is from/).waitFor();
    await card(tab, "Sunset").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.getByText("Crier can't be reached right now, so nothing can be moved.").waitFor();
    await tab.check();
    await tab.picture("calendar-offline");
    gone();
    await page.getByRole("button", { name: "Try again" }).click();
    await card(tab, "Unseen").waitFor();
  });
});

/** Words, day and time of each post, as the page shows them. */
async function shownPosts({ page }: Tab): Promise<string[][]> {
  return await page.evaluate<string[][]>(`[...document.querySelectorAll("[data-post]")].map((card) => [
    card.querySelector(".excerpt").textContent,
    card.closest("[data-day]").dataset.day,
    card.querySelector("time").textContent,
  ]).toSorted(([a], [b]) => a.localeCompare(b))`);
}

function localOf(at: string, zone: string): string[] {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return [local.toPlainDate().toString(), local.toPlainTime().toString({ smallestUnit: "minute" })];
}
