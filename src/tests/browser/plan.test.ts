// The page about the plan in a real browser: hidden while unlimited, every state, set by an owner, and what the others see.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { makePerson } from "../support/owner.ts";
import { DAY } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { tooLow } from "../support/web-post.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/plan";

describe.skipIf(chromium === null)("the plan", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    async () => {
      const opened = await openWorld();
      for (const handle of ["ok", "fail"]) await opened.account("mastodon", handle);
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  type Plan = Parameters<World["appliance"]["store"]["workspace"]["setPlan"]>[0];
  const set = (plan: Plan["plan"], more: Partial<Plan> = {}) =>
    world.appliance.store.workspace.setPlan(
      { plan, until: null, accounts: null, ...more },
      { ...ENTRY, action: "plan.set" },
    );
  const choose = ({ page }: Tab, name: RegExp) => clickLabelOf(page.getByRole("radio", { name }));
  const save = ({ page }: Tab) => page.getByRole("button", { name: "Save the plan" }).click();
  const state = ({ page }: Tab, word: string) =>
    page.getByRole("heading", { name: word, level: 2 }).waitFor();
  const link = ({ page }: Tab) => page.getByRole("navigation").getByRole("link", { name: "Plan" });

  test("unlimited: no entry in the navigation, and a quiet line on the page about the server", async () => {
    const tab = await web.openSignedIn("/p/test/system", DESKTOP);
    await tab.page.getByText("Plan: unlimited").waitFor();
    expect(await link(tab).count()).toBe(0);
    await tab.page.getByRole("link", { name: "Change the plan" }).click();
    await state(tab, "Posts go out");
    await tab.page.getByText("Any number of accounts (2 connected), with no end.").waitFor();
    await tab.check();
    await tab.picture("plan-unlimited");
    // From then on it is there, also in other windows.
    const other = await web.openSignedIn("/p/test", DESKTOP);
    await other.page.getByRole("status").getByText("live").waitFor();
    await choose(tab, /^Active/);
    await tab.page.getByRole("textbox", { name: "Accounts" }).fill("10");
    await save(tab);
    await tab.page.getByText("2 of 10 accounts, with no end.").waitFor();
    await link(tab).waitFor();
    await whileTimeRuns(world, link(other).waitFor());
    expect(await world.appliance.store.workspace.planFacts()).toMatchObject({
      plan: { plan: "active", until: null, accounts: 10 },
    });
  });

  test("an owner is asked before a change that stops publishing, and not before others", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const asked = page.getByRole("dialog", { name: "This stops publishing" });
    await choose(tab, /^Active/);
    const accounts = page.getByRole("textbox", { name: "Accounts" });
    await accounts.fill("many");
    await page.getByText("Write a whole number").waitFor();
    expect(await page.getByRole("button", { name: "Save the plan" }).isDisabled()).toBeTrue();
    await accounts.fill("1");
    await save(tab);
    await asked.waitFor();
    await tab.check();
    await tab.picture("plan-asked");
    await page.getByRole("button", { name: "Leave it as it is" }).click();
    await asked.waitFor({ state: "detached" });
    expect((await world.appliance.store.workspace.planFacts()).plan.plan).toBe("unlimited");
    await save(tab);
    await asked.getByRole("button", { name: "Stop publishing" }).click();
    await state(tab, "Nothing is published");
    await page.getByText("2 accounts are connected, and the plan covers 1.").waitFor();
    await tab.check();
    await tab.picture("plan-too-many");
    // What lets posts go out again is set at once.
    await accounts.fill("2");
    await save(tab);
    await state(tab, "Posts go out");
    await page.getByText("2 of 2 accounts, with no end.").waitFor();
    await choose(tab, /^Lapsed/);
    await save(tab);
    await asked.getByRole("button", { name: "Stop publishing" }).click();
    await page.getByText("The plan has lapsed.").waitFor();
    await tab.picture("plan-lapsed");
  });

  test("while the plan is saved, the button keeps the focus and says that it does nothing", async () => {
    const { page } = await web.openSignedIn(PATH, DESKTOP);
    const sent = Promise.withResolvers<() => Promise<void>>();
    await page.route("**/admin/plan", (route) =>
      route.request().method() === "PUT" ? sent.resolve(() => route.continue()) : route.fallback(),
    );
    const button = page.getByRole("button", { name: "Save the plan" });
    await button.click();
    const goOn = await sent.promise;
    await waitUntil(() => button.isDisabled());
    await button.and(page.locator(":focus")).waitFor();
    await goOn();
    await page.getByText("The plan is set.").waitFor();
    await waitUntil(() => button.isEnabled());
  });

  test("a trial of three days and an active plan say until when, and that they ended", async () => {
    await set("trial");
    const tab = await web.openSignedIn(PATH, PHONE);
    const { page } = tab;
    await page.getByText(/^Trial: Any number of accounts \(2 connected\), until /).waitFor();
    await page.getByRole("button", { name: "Ends: After three days" }).waitFor();
    await page.getByText(/^Three days from the first profile: /).waitFor();
    await tab.check();
    expect(await tooLow(page)).toEqual([]);
    await tab.picture("plan-trial");
    await set("active", { until: world.clock.now() + 30 * DAY, accounts: 3 });
    await page.reload();
    await page.getByText(/^2 of 3 accounts, until /).waitFor();
    await page.getByText("When it ends").waitFor();
    await page.getByRole("spinbutton", { name: /^day/ }).waitFor();
    await tab.check();
    expect(await tooLow(page)).toEqual([]);
    await tab.picture("plan-active");
    await set("active", { until: world.clock.now() - 1000 });
    await page.reload();
    await page.getByText(/^The plan ended /).waitFor();
    await state(tab, "Nothing is published");
    await tab.check();
    await tab.picture("plan-ended");
  });

  test("Today tells everybody that the plan stops publishing, and leads owners to it; nobody else finds it", async () => {
    await makePerson(world, "max@example.com", { role: "manager", profiles: "all" });
    await set("lapsed");
    const { json } = await world.ask("POST", "/posts", { caption: "x", accounts: "all", schedule: "now" });
    expect(json).toMatchObject({ code: "payment_required" });
    const owner = await web.openSignedIn("/p/test", DESKTOP);
    const title = "The plan has ended, and nothing is published";
    await owner.page.getByText(title).waitFor();
    await owner.check();
    await owner.picture("today-plan");
    await owner.page.getByRole("link", { name: `See the plan: ${title}` }).click();
    await state(owner, "Nothing is published");
    const manager = await web.openAs("max@example.com", "/p/test", DESKTOP);
    await manager.page.getByText(title).waitFor();
    expect(await manager.page.getByRole("link", { name: /^See the plan/ }).count()).toBe(0);
    expect(await link(manager).count()).toBe(0);
    await manager.check();
    for (const role of ["manager", "editor", "author", "viewer"] as const) {
      const email = `${role}@example.com`;
      await makePerson(world, email, { role, profiles: "all" });
      const tab = await web.openAs(email, PATH, DESKTOP);
      await tab.page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    }
    // Once it is set, the entry goes by itself.
    await owner.page.getByRole("link", { name: "Today" }).first().click();
    await owner.page.getByText(title).waitFor();
    await set("unlimited");
    await whileTimeRuns(world, owner.page.getByText(title).waitFor({ state: "detached" }));
    await whileTimeRuns(world, manager.page.getByText(title).waitFor({ state: "detached" }));
  });

  test("it says what is wrong when the server can't answer", async () => {
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    await tab.page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    tab.expectFault(/500/);
    await refuse(tab.page, "refused");
    await tab.page.goto(world.url + PATH);
    await tab.page.getByText(REQUEST_ID).waitFor();
    await tab.check();
  });
});
