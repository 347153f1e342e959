// The calendar in a real browser: three views of the same posts, on every screen and in every state.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { editProfile } from "../../admin/profiles.ts";
import { chromium } from "../support/browser.ts";
import { setSlots, upload } from "../support/posting.ts";
import { DESKTOP, openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, settled, type World } from "../support/world.ts";

const PATH = "/p/test/calendar";
/** A Wednesday; on Sunday the clocks go forward in Europe. */
const NOW = "2027-03-24T11:00:00Z";

describe.skipIf(chromium === null)("the calendar", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    world.clock.set(Date.parse(NOW));
    await setZone("Europe/Berlin");
    web = await openWeb(world);
    await world.account("mastodon", "ok");
    await world.account("bluesky", "ok");
    await world.account("mastodon", "fail");
    await world.account("mastodon", "ghost");
  }, 60_000);
  afterEach(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  async function setZone(timezone: string) {
    await editProfile("cli", world.profileId, { timezone }, world.appliance);
    await setSlots(
      world,
      ["09:00", "12:30", "17:00"].map((time) => ({ time, timezone })),
    );
  }
  const cards = ({ page }: Tab) => page.locator("[data-post]");
  const card = (tab: Tab, words: string) => cards(tab).filter({ hasText: words });

  /** A week with posts of every state. */
  async function everything() {
    const media = await upload(world);
    const post = async (caption: string, accounts: readonly string[], schedule?: string, more = {}) =>
      await world.post({ caption, accounts, ...(schedule !== undefined && { schedule }), ...more });
    const back = Date.parse(NOW);
    for (const [at, caption, accounts] of [
      ["2027-03-22T08:00:00Z", "Good morning, harbour", ["mastodon:ok", "bluesky:ok"]],
      ["2027-03-22T11:30:00Z", "Menu of the week: soup, fish, and more fish", ["mastodon:fail"]],
      ["2027-03-23T08:00:00Z", "Nobody knows where the ferry is", ["mastodon:ghost", "mastodon:ok"]],
    ] as const) {
      world.clock.set(Date.parse(at));
      const { id } = await post(caption, accounts, "now");
      await world.until(id, settled, 1000);
    }
    world.clock.set(back);
    await post("Opening hours on Sunday", ["mastodon:ok", "bluesky:ok"]);
    await post("Recipe: grandmother’s fish soup", ["mastodon:ok"], undefined, { media: [media] });
    await post(
      "The boats are back",
      ["mastodon:ok", "bluesky:ok", "mastodon:fail"],
      "2027-03-25T09:15:00+01:00",
    );
    await post("Sunset", ["bluesky:ok"], "2027-03-27T19:40:00+01:00", { media: [media] });
    await post("Clocks", ["bluesky:ok"], "2027-03-28T12:00:00+02:00");
    await post("An idea without a date", ["bluesky:ok"], "draft");
    await post("Another idea, for nobody yet", ["mastodon:ok"], "draft");
  }

  test("shows posts of every state by week, month and list, and fits every screen", async () => {
    await everything();
    const tab = await web.openSignedIn(`${PATH}?view=week`, DESKTOP);
    await card(tab, "The boats are back").waitFor();
    await tab.check();
    await tab.picture("calendar-week");
    await tab.page.getByRole("button", { name: /^Drafts/ }).click();
    await tab.page.getByText("An idea without a date").waitFor();
    await tab.check();
    await tab.picture("calendar-drafts");
    await tab.page.getByRole("button", { name: /^Drafts/ }).click();
    for (const view of ["Month", "List"]) {
      await tab.page.getByRole("navigation", { name: "View" }).getByRole("link", { name: view }).click();
      await card(tab, "The boats are back").waitFor();
      await tab.check();
      await tab.picture(`calendar-${view.toLowerCase()}`);
    }
    const phone = await web.openSignedIn(PATH, PHONE);
    await card(phone, "The boats are back").waitFor();
    for (const view of ["Week", "Month", "List"]) {
      await phone.page.getByRole("navigation", { name: "View" }).getByRole("link", { name: view }).click();
      await phone.page.locator("[data-day]").first().waitFor();
      await phone.check();
      await phone.picture(`calendar-phone-${view.toLowerCase()}`);
    }
    expect(1).toBe(1);
  }, 240_000);
});
