// The accounts of a profile in the web app, in a real browser: how each stands, its page, and what people do to it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { editAccount } from "../../admin/accounts.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { chromium } from "../support/browser.ts";
import { intercept } from "../support/interception.ts";
import { openOAuthWorld } from "../support/oauth-network/world.ts";
import { HOUR, inFuture, read } from "../support/posting.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { DESKTOP, openForEachTest, openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

const heading = ({ page }: Tab, name: string | RegExp) => page.getByRole("heading", { name });
const button = ({ page }: Tab, name: string) => page.getByRole("button", { name, exact: true });
const noticed = ({ page }: Tab, text: string) => page.getByRole("status").getByText(text).waitFor();
const row = ({ page }: Tab, text: string) => page.getByRole("listitem").filter({ hasText: text });

describe.skipIf(chromium === null)("accounts", () => {
  let world: World;
  let web: Web;
  openForEachTest(openWorld, (opened) => ({ world, web } = opened));

  const find = async (id: string) => await world.appliance.store.accounts.find(id);

  test("are listed with how they stand, those that need a person on top with what is at stake", async () => {
    await world.account("mastodon", "ok");
    const paused = await world.account("telegram", "ok");
    const ended = await world.account("x", "ok");
    const gone = await world.account("threads", "ok");
    const post = await world.post({ caption: "Hello", accounts: ["mastodon"], schedule: "now" });
    await world.until(post.id, ({ status }) => status === "posted");
    for (const hours of [1, 2])
      await world.post({ caption: "Later", accounts: [ended], schedule: inFuture(world, hours * HOUR) });
    const { store } = world.appliance;
    await store.accounts.setPaused(paused, true, ENTRY);
    await store.accounts.setStatus(ended, "needs_reconnect", "X ended the access on 3 May.", ENTRY);
    await store.accounts.disconnect(gone, ENTRY);
    const tab = await web.openSignedIn("/p/test/accounts");
    await heading(tab, "Accounts").waitFor();
    const rows = tab.page.locator("main li[data-of-row]");
    await row(tab, "Signed out").waitFor();
    const states = await rows.locator(".state").allTextContents();
    expect(states.map((state) => state.replace(/^\W+/, ""))).toEqual([
      "Signed out",
      "Works",
      "Paused",
      "Disconnected",
    ]);
    await row(tab, "Signed out").getByText("2 posts wait for it").waitFor();
    await row(tab, "Signed out").getByText("X ended the access on 3 May.").waitFor();
    await row(tab, "Works").getByText("last post").waitFor();
    await tab.page.getByRole("link", { name: "Accounts 1 1 can't publish" }).waitFor();
    await tab.check();
    await tab.picture("accounts");
    await row(tab, "Signed out")
      .getByRole("link", { name: /^Sign in again/ })
      .click();
    await heading(tab, "Connect X").waitFor();
    await tab.page.goBack();
    await tab.page.keyboard.press("n");
    await heading(tab, "Connect an account").waitFor();
    await tab.page.keyboard.press("g");
    await tab.page.keyboard.press("a");
    await heading(tab, "Accounts").waitFor();
  });

  test("an account's page shows what it delivered, its sign-in and its history; it can be checked, paused and marked", async () => {
    const id = await world.account("mastodon", "ok");
    const failing = await world.account("mastodon", "fail");
    for (const caption of ["One", "Two", "Three"]) {
      const post = await world.post({ caption, accounts: [id, failing], schedule: "now" });
      await world.until(post.id, ({ status }) => status === "partial");
      world.clock.turn(30 * HOUR);
    }
    const tab = await web.openSignedIn(`/p/test/accounts/${id}`);
    const { page } = tab;
    await page.getByText("3 posted", { exact: true }).waitFor();
    await button(tab, "Check now").click();
    await noticed(tab, "The network accepts the sign-in.");
    await page.getByText("Checked: the network accepts the sign-in.").waitFor();
    await button(tab, "Pause").click();
    await noticed(tab, "ok is paused. Its posts wait.");
    const post = await world.post({ caption: "Waits", accounts: [id], schedule: "now" });
    await world.until(post.id, ({ targets }) => targets[0]?.waitReason !== undefined);
    const waits = page.getByText("1 post waits for it. What came due meanwhile goes out");
    await whileTimeRuns(world, waits.waitFor());
    await button(tab, "Colour: None").click();
    await page.getByRole("menuitemradio", { name: "Teal" }).click();
    await page.getByText("Got another colour.").waitFor();
    expect((await find(id))?.colour).toBe("teal");
    await tab.check();
    await tab.picture("account");
    await button(tab, "Resume").click();
    await noticed(tab, "ok goes on.");
    await world.until(post.id, ({ status }) => status === "posted");
    await whileTimeRuns(world, page.getByText("4 posted", { exact: true }).waitFor());
    await page.goto(`${world.url}/p/test/accounts/${failing}`);
    await page.getByText("3 failed").waitFor();
    await page.getByRole("link", { name: "See the post" }).click();
    await heading(tab, /^Live on 1 of 2/).waitFor();
  });

  test("are put in order and into groups by keyboard, mouse and menu, and every list follows", async () => {
    const { store } = world.appliance;
    const names = ["ok-ann", "ok-ben", "ok-cy", "ok-dee"];
    const ids: string[] = [];
    for (const name of names) ids.push(await world.account("mastodon", name));
    const [ann = "", , , dee = ""] = ids;
    const tab = await web.openSignedIn("/p/test/accounts", DESKTOP);
    const { page } = tab;
    const item = (name: string) => page.locator("main li[data-account]").filter({ hasText: name });
    const order = async (expected: readonly string[]) => {
      const shown = page.locator("main .band > h2, main li[data-account] .small > span:first-child");
      await waitUntil(async () => Bun.deepEquals(await shown.allTextContents(), [...expected]));
      const stored = (await store.accounts.ofProfile(world.profileId)).map(({ handle }) => handle);
      expect(stored).toEqual(expected.filter((each) => names.includes(each)));
    };
    await order(names);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Alt+ArrowUp");
    await noticed(tab, "ok-ben is before ok-ann now.");
    await order(["ok-ben", "ok-ann", "ok-cy", "ok-dee"]);
    await page.keyboard.press("Alt+ArrowDown");
    await noticed(tab, "ok-ben is after ok-ann now.");
    const focused = () => page.evaluate("document.activeElement.closest('li')?.dataset.account");
    await waitUntil(async () => (await focused()) === ids[1]);
    await item("ok-dee").dragTo(item("ok-ann"));
    await order(["ok-dee", "ok-ann", "ok-ben", "ok-cy"]);
    await page.goto(`${world.url}/p/test/accounts/${dee}`);
    const name = page.getByRole("combobox", { name: "Name of the group" });
    await name.fill("English");
    await page.keyboard.press("Enter");
    await noticed(tab, "ok-dee is in the group English now.");
    await page.getByText("Is in the group English now.", { exact: true }).waitFor();
    await tab.check();
    await tab.picture("account-group");
    await page.getByRole("link", { name: "All accounts" }).click();
    await order(["English", "ok-dee", "No group", "ok-ann", "ok-ben", "ok-cy"]);
    await button(tab, "Move ok-cy").click();
    await page.getByRole("menuitem", { name: "Into the group English" }).click();
    await order(["English", "ok-dee", "ok-cy", "No group", "ok-ann", "ok-ben"]);
    await item("ok-cy").locator("[data-row]:focus").waitFor();
    await item("ok-ann").dragTo(item("ok-cy"));
    await order(["English", "ok-dee", "ok-ann", "ok-cy", "No group", "ok-ben"]);
    await store.accounts.setStatus(ann, "needs_reconnect", "It ended.", ENTRY);
    await page.reload();
    await heading(tab, "Needs you").waitFor();
    await tab.check();
    await tab.picture("accounts-groups");
    await page.goto(`${world.url}/p/test/posts`);
    await page.getByRole("button", { name: /^Account: / }).click();
    const choices = await page.getByRole("menuitemradio").allTextContents();
    expect(choices.slice(1).map((choice) => choice.replace("Mastodon", ""))).toEqual([
      "ok-dee",
      "ok-ann",
      "ok-cy",
      "ok-ben",
    ]);
  });

  test("a move that the server refuses says so, and the list shows how it stands", async () => {
    for (const name of ["ok-ann", "ok-ben"]) await world.account("mastodon", name);
    const tab = await web.openSignedIn("/p/test/accounts", PHONE);
    const { page } = tab;
    tab.expectFault(/net::ERR|Failed to load/);
    await row(tab, "ok-ben").first().waitFor();
    const end = await intercept(page, "**/admin/accounts/*", (route) => route.abort());
    await button(tab, "Move ok-ben").tap();
    await page.getByRole("menuitem", { name: "Move up" }).tap();
    await noticed(tab, "Crier did not answer. What you see here is how the accounts stand now.");
    expect(await page.locator("main li[data-account] .small > span:first-child").allTextContents()).toEqual([
      "ok-ann",
      "ok-ben",
    ]);
    end();
    await button(tab, "Move ok-ben").tap();
    await page.getByRole("menuitem", { name: "Move up" }).tap();
    await noticed(tab, "ok-ben is before ok-ann now.");
    await tab.check();
  });

  test("disconnecting says first what becomes of the posts that wait", async () => {
    const id = await world.account("mastodon", "ok");
    for (const hours of [1, 2, 3])
      await world.post({ caption: "Later", accounts: [id], schedule: inFuture(world, hours * HOUR) });
    const tab = await web.openSignedIn(`/p/test/accounts/${id}`, PHONE);
    const { page } = tab;
    await button(tab, "Disconnect").tap();
    await page.getByText("3 posts wait for this account. When they are due, they fail here").waitFor();
    await tab.check();
    await tab.picture("account-disconnect");
    await page.keyboard.press("Escape");
    expect((await find(id))?.status).toBe("active");
    await button(tab, "Disconnect").tap();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).tap();
    await noticed(tab, "Disconnected.");
    await page.locator(".standing .state").getByText("Disconnected").waitFor();
    expect((await find(id))?.status).toBe("disconnected");
    await tab.check();
  });

  test("loading, broken, offline and unknown are told apart", async () => {
    const id = await world.account("mastodon", "ok");
    const tab = await web.openSignedIn("/p/test/accounts");
    const { page } = tab;
    await row(tab, "Ready").waitFor();
    tab.expectFault(/500 \(|net::ERR|Failed to load/);
    const records = "**/admin/profiles/*/accounts";
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const answered = await intercept(page, records, async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        contentType: "application/problem+json",
        body: JSON.stringify({
          ...{ code: "internal", title: "Internal error", detail: "It broke.", status: 500 },
          instance: "urn:uuid:01a1fdfa-4600-7729-8e3e-db26150be7c6",
        }),
      });
    });
    await page.reload();
    await page.locator("main [aria-busy=true]").waitFor();
    await tab.picture("accounts-loading");
    release();
    await page.getByText("01a1fdfa-4600-7729-8e3e-db26150be7c6").waitFor();
    await tab.check();
    await tab.picture("accounts-error");
    answered();
    await button(tab, "Try again").click();
    await row(tab, "Ready").waitFor();
    await page.goto(`${world.url}/p/test/accounts/${id}`);
    await heading(tab, "History").waitFor();
    await page.getByText("Connected in the simulator.").waitFor();
    const reachable = await intercept(page, records, (route) => route.abort());
    await page.getByRole("link", { name: "All accounts" }).click();
    await row(tab, "Ready").waitFor();
    // Something has changed, it can't be read, and what was read before stays.
    await editAccount("cli", id, { paused: true }, world.appliance);
    const stale = page.getByText(/Crier can't be reached\. What you see is from/);
    await whileTimeRuns(world, stale.waitFor());
    await row(tab, "Ready").waitFor();
    await tab.check();
    await tab.picture("accounts-offline");
    reachable();
    await page.goto(`${world.url}/p/test/accounts/01a1fdfa-4600-7729-8e3e-db26150be7c6`);
    await heading(tab, "This account is not here").waitFor();
    await tab.check();
  });
});

describe.skipIf(chromium === null)("an account whose sign-in is over", () => {
  let oauth: Awaited<ReturnType<typeof openOAuthWorld>>;
  let web: Web;
  beforeAll(async () => {
    oauth = await openOAuthWorld();
    web = await openWeb(oauth.world);
  });
  afterAll(async () => {
    try {
      await web?.[Symbol.asyncDispose]();
    } finally {
      await oauth?.[Symbol.asyncDispose]();
    }
  });

  test("is on Today and on top of Accounts with what waits; signing in again keeps its id, and the posts go out", async () => {
    const { world } = oauth;
    await oauth.connect("ok");
    const found = async () => (await world.appliance.store.accounts.ofProfile(world.profileId))[0];
    const id = (await found())?.id ?? "";
    const posts = [];
    for (const hours of [1, 2])
      posts.push(
        await world.post({
          caption: `In ${hours} h`,
          accounts: [id],
          schedule: inFuture(world, hours * HOUR),
        }),
      );
    const version = (await found())?.credentialsVersion ?? 0;
    await world.appliance.connections.needsReconnect(id, version, "Guild no longer accepts this sign-in.");
    const tab = await web.openSignedIn("/p/test");
    const { page } = tab;
    tab.expectFault(/another origin: http:\/\/127\.0\.0\.1|404 \(.*favicon\.ico/);
    await page.getByText("2 posts wait for it").or(page.getByText("2 posts wait")).first().waitFor();
    await page.getByRole("link", { name: /^Reconnect: Guild/ }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await row(tab, "Signed out").getByText("2 posts wait for it").waitFor();
    await row(tab, "Signed out")
      .getByRole("link", { name: /^Sign in again/ })
      .click();
    await button(tab, "Continue to Guild").click();
    await heading(tab, "Connected").waitFor();
    await page.getByText("Posts that wait for it go out.").waitFor();
    await tab.check();
    await page.getByRole("link", { name: "Go to the accounts" }).click();
    await row(tab, "Ready").waitFor();
    expect(await found()).toMatchObject({ id, status: "active" });
    for (const { id: postId } of posts) {
      world.clock.turn(HOUR);
      await world.until(postId, ({ status }) => status === "posted");
    }
    expect((await read(world, posts[0]?.id ?? "")).targets[0]?.accountId).toBe(id);
    expect(oauth.published().map(({ text }) => text)).toEqual(["In 1 h", "In 2 h"]);
  });
});
