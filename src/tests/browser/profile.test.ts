// The settings of a profile in a real browser: what they change, saved together; and making and deleting profiles.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { editProfile } from "../../admin/profiles.ts";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { makePerson, signIn } from "../support/owner.ts";
import { openWorldWith } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { textOf } from "../support/web-compose.ts";
import type { World } from "../support/world.ts";

const PATH = "/p/test/profile";

describe.skipIf(chromium === null)("a profile", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    () => openWorldWith(["bluesky:ok", "mastodon:ok"]),
    (opened) => ({ world, web } = opened),
  );

  async function open(view = DESKTOP): Promise<Tab> {
    const tab = await web.openSignedIn(PATH, view);
    await tab.page.getByRole("heading", { name: "Name and time" }).waitFor();
    return tab;
  }
  const pressed = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const noticed = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();
  const stored = () => world.appliance.store.profiles.find(world.profileId);

  test("what is changed is saved together, with the keyboard too, and counts at once everywhere", async () => {
    const tab = await open();
    const { page } = tab;
    await tab.check();
    await tab.picture("profile");
    expect(await page.getByText("Unsaved changes").count()).toBe(0);
    await page.getByLabel("Name", { exact: true }).fill("Harbour & sons");
    await page.getByRole("button", { name: /^Weeks begin on/ }).click();
    await page.getByRole("menuitemradio", { name: "Sunday" }).click();
    await page.getByText("Always the same accounts").click();
    await page.getByText("None is chosen").waitFor();
    await clickLabelOf(page.getByRole("checkbox", { name: /Mastodon/ }));
    await page.getByText("Keep place and camera data in files").click();
    await page.getByText("Unsaved changes").waitFor();
    await tab.check();
    await tab.picture("profile-unsaved");
    expect((await stored())?.name).toBe("test");
    await page.getByLabel("Name", { exact: true }).press("Control+s");
    await noticed(page, "The profile is saved.");
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    const { mastodon } = Object.fromEntries(
      (await world.appliance.store.accounts.ofProfile(world.profileId)).map(({ platform, id }) => [
        platform,
        id,
      ]),
    );
    expect(await stored()).toMatchObject({
      ...{ name: "Harbour & sons", weekStart: "sunday", keepMetadata: true, review: false },
      defaultAccounts: [mastodon],
    });
    expect(new URL(page.url()).pathname).toBe("/p/Harbour%20%26%20sons/profile");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Calendar" }).click();
    await page.getByRole("heading", { name: "Calendar", level: 1 }).waitFor();
    await page.goto(`${world.url}/p/Harbour%20%26%20sons/calendar?view=month`);
    await page.locator(".month-weekdays span").first().waitFor();
    expect(await page.locator(".month-weekdays span").first().textContent()).toBe("Sun");
    await page.goto(`${world.url}/p/Harbour%20%26%20sons/write`);
    const chips = page.getByRole("group", { name: "Accounts" });
    await chips.getByRole("button", { name: /Mastodon/ }).waitFor();
    expect(await chips.locator("[aria-pressed=true]").count()).toBe(1);
  });

  test("renamed by somebody else, the screens that are open stay, with what is typed, under the new name", async () => {
    const tab = await web.openSignedIn("/p/test/write", DESKTOP);
    const { page } = tab;
    await textOf(page).fill("The boats are back");
    const change = { name: "Harbour & sons" };
    await editProfile("cli", world.profileId, change, world.appliance);
    await whileTimeRuns(world, page.waitForURL(/\/p\/Harbour%20%26%20sons\/write/));
    expect(await textOf(page).inputValue()).toBe("The boats are back");
    await page.getByRole("link", { name: "Calendar" }).click();
    await page.getByRole("heading", { name: "Calendar", level: 1 }).waitFor();
    await tab.check();
  });

  test("another time zone says before it is saved what stays, with both readings of the next post", async () => {
    const at = "2026-11-23T18:00:00Z";
    await world.post({ caption: "The boats are back", schedule: at });
    await world.post({ caption: "And gone", schedule: "2026-11-24T18:00:00Z" });
    const tab = await open(PHONE);
    const { page } = tab;
    tab.expectFault(/409 \(/);
    await page.getByLabel("Time zone").fill("Asia/Tokyo");
    await page.getByText("2 waiting posts keep their moment").waitFor();
    await page.getByText(/goes out .*18:00 in UTC, which is .*03:00 in Asia\/Tokyo/).waitFor();
    await tab.check();
    await tab.picture("profile-zone");
    expect((await (await signIn(world)).ask("POST", "/profiles", { name: "Shop" })).status).toBe(201);
    await page.getByLabel("Name", { exact: true }).fill("shop");
    await pressed(page, "Save");
    await page.getByText("A profile named shop already exists.").waitFor();
    await tab.check();
    await pressed(page, "Discard");
    expect(await page.getByLabel("Time zone").inputValue()).toBe("UTC");
    await page.getByLabel("Time zone").fill("Asia/Tokyo");
    await pressed(page, "Save");
    await noticed(page, "The profile is saved.");
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
    const { json } = await world.ask("GET", "/posts?sort=soonest&limit=1");
    expect((json["posts"] as { scheduledFor: string }[])[0]?.scheduledFor).toBe("2026-11-23T18:00:00.000Z");
    const slots = await world.appliance.store.slots.list(world.profileId);
    expect(new Set(slots.map(({ timezone }) => timezone))).toEqual(new Set(["UTC"]));
  });

  test("leaving with unsaved changes asks once; what the browser's own button left is still there", async () => {
    const tab = await open();
    const { page } = tab;
    await page.getByText("Drafts of authors need an approval").click();
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("What you have changed here is not saved yet.").waitFor();
    await tab.check();
    await tab.picture("profile-leave");
    await pressed(page, "Stay");
    await page.getByText("Unsaved changes").waitFor();
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    await pressed(page, "Discard and leave");
    await page.getByRole("heading", { name: "Posts", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByRole("heading", { name: "Name and time" }).waitFor();
    expect(await page.getByText("Unsaved changes").count()).toBe(0);
    await page.getByText("Drafts of authors need an approval").click();
    await page.goBack();
    await page.getByRole("heading", { name: "Posts", level: 1 }).waitFor();
    await page.goForward();
    await page.getByText("Unsaved changes").waitFor();
    expect((await stored())?.review).toBeFalse();
  });

  test("a profile is made, and deleted after its name was typed; the others stay", async () => {
    const tab = await open();
    const { page } = tab;
    await page.getByRole("button", { name: /^Profile test/ }).click();
    await page.getByRole("menuitem", { name: /New profile/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("test");
    tab.expectFault(/409 \(/);
    await pressed(page, "Create the profile");
    await dialog.getByText("A profile named test already exists.").waitFor();
    await tab.check();
    await tab.picture("profile-new");
    await dialog.getByLabel("Name", { exact: true }).fill("Bakery");
    await dialog.getByLabel("Time zone").fill("Europe/Berlin");
    await pressed(page, "Create the profile");
    await page.getByRole("heading", { name: "Today" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/p/Bakery");
    expect(await world.appliance.store.profiles.find("Bakery")).toMatchObject({ timezone: "Europe/Berlin" });
    await page.goto(world.url + PATH);
    await pressed(page, "Delete the profile");
    await dialog.getByText("2 connected accounts").waitFor();
    await tab.check();
    await tab.picture("profile-delete");
    expect(await dialog.getByRole("button", { name: "Delete the profile" }).isDisabled()).toBeTrue();
    await dialog.getByLabel("Type test to confirm").fill("test");
    await dialog.getByRole("button", { name: "Delete the profile" }).click();
    await noticed(page, "The profile test is deleted.");
    await page.getByRole("heading", { name: "Today" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/p/Bakery");
    expect(await stored()).toBeNull();
  });

  test("who may not manage it finds nothing there; who may and has none makes the first", async () => {
    await makePerson(world, "eve@example.com", { role: "editor", profiles: "all" });
    const eve = await web.openAs("eve@example.com", PATH);
    await eve.page.getByText("There is nothing here").waitFor();
    expect(await eve.page.getByRole("link", { name: "Profile", exact: true }).count()).toBe(0);
    await makePerson(world, "max@example.com", { role: "manager", profiles: [] });
    const max = await web.openAs("max@example.com", "/p");
    await max.page.getByText("You have no profile yet").waitFor();
    await max.check();
    await max.picture("profile-first");
    await max.page.getByLabel("Name", { exact: true }).fill("Mine");
    await pressed(max.page, "Create the profile");
    await max.page.getByRole("heading", { name: "Today" }).waitFor();
    expect(new URL(max.page.url()).pathname).toBe("/p/Mine");
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
      await tab.picture(`profile-${name}`);
      end();
    }
  });
});
