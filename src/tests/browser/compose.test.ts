// A post that is being written is never lost: it survives the tab, the session, the server, and other people.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { editAccount } from "../../admin/accounts.ts";
import { chromium } from "../support/browser.ts";
import { intercept, interceptOnce } from "../support/interception.ts";
import { PASSWORD } from "../support/owner.ts";
import { create, list, read } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWeb, PHONE, type Web } from "../support/web.ts";
import { chipOf, draftIdOf, untilSaved, shows, textOf } from "../support/web-compose.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("a post that is being written", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    web = await openWeb(world);
  });
  afterEach(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });
  const WRITE = "/p/test/write";

  test("three words and no account are kept, and listed among the drafts", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn("/p/test");
    const { page } = tab;
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.keyboard.press("c");
    await textOf(page).waitFor();
    await tab.check();
    await tab.picture("compose-blank");
    await chipOf(page, "ok").click();
    await textOf(page).fill("Boats are back");
    await untilSaved(page);
    await tab.check();
    await tab.picture("compose-no-account");
    await page.getByRole("button", { name: "Keep as draft" }).click();
    await page.getByRole("heading", { name: "Posts", exact: true }).waitFor();
    await page.getByText("Boats are back").first().waitFor();
    expect((await list(world, "?status=draft")).map(({ caption, targets }) => [caption, targets])).toEqual([
      ["Boats are back", []],
    ]);
  });

  test("the screen without any account says how to connect one, and can be written on", async () => {
    const tab = await web.openSignedIn(WRITE);
    await tab.page.getByRole("heading", { name: "No account is connected" }).waitFor();
    await textOf(tab.page).fill("For later");
    await untilSaved(tab.page);
    await tab.check();
    await tab.picture("compose-without-accounts");
  });

  test("accounts are in the order that people gave them, and one press chooses a whole group", async () => {
    const ids = [];
    for (const handle of ["ok", "ok-2", "ok-3"]) ids.push(await world.account("mastodon", handle));
    const [first = "", , third = ""] = ids;
    for (const [id, change] of [
      [third, { group: "English", order: 1 }],
      [first, { group: "English" }],
    ] as const)
      await editAccount("cli", id, change, world.appliance);
    const tab = await web.openSignedIn("/p/test/write");
    const { page } = tab;
    const chips = page.getByRole("group", { name: "Accounts" });
    const group = chips.getByRole("button", { name: "Group: English" });
    await textOf(page).fill("Boats");
    await group.and(page.locator("[aria-pressed=true]")).waitFor();
    expect(await chips.locator(".chip-handle").allTextContents()).toEqual(
      ["ok-3", "ok", "ok-2"].map((handle) => `Mastodon, simulated ${handle}`),
    );
    await tab.check();
    await tab.picture("compose-group");
    const chosen = async (...expected: readonly string[]) => {
      const pressed = chips.locator(".chip[aria-pressed=true] .chip-handle");
      await waitUntil(async () =>
        Bun.deepEquals(
          (await pressed.allTextContents()).map((text) => text.split(" ").at(-1)),
          [...expected],
        ),
      );
    };
    await group.click();
    await chosen("ok-2");
    await chips.locator(".chip").nth(1).click();
    await chosen("ok", "ok-2");
    await group.and(page.locator("[aria-pressed=false]")).click();
    await chosen("ok-3", "ok", "ok-2");
    await chips.locator(".chip").nth(2).click();
    await waitUntil(async () => {
      const [draft] = await list(world);
      return Bun.deepEquals(
        draft?.targets.map(({ accountId }) => accountId),
        [third, first],
      );
    });
  });

  test("a killed tab loses nothing: text, accounts, forks and time are there again", async () => {
    const [, second] = [
      await world.account("mastodon", "ok"),
      await world.account("bluesky", "ok-2"),
      await world.account("x", "ok-3"),
    ];
    const tab = await web.openSignedIn(`${WRITE}?at=2027-03-01T09:00:00Z`, PHONE);
    const { page, context } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    // Nothing of it reaches the server.
    const end = await intercept(context, "**/v1/posts", (route) => route.abort());
    await chipOf(page, "ok-3").click();
    await textOf(page).fill("For everyone");
    await page.getByRole("tab", { name: /Bluesky/ }).click();
    await textOf(page).fill("For Bluesky");
    await page.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await again.goto(world.url + WRITE);
    await again.getByText(/You left this/).waitFor();
    expect(await textOf(again).inputValue()).toBe("For everyone");
    await again.getByRole("tab", { name: /Bluesky/ }).click();
    expect(await textOf(again).inputValue()).toBe("For Bluesky");
    expect(await chipOf(again, "ok-3").getAttribute("aria-pressed")).toBe("false");
    await again.getByRole("button", { name: /Schedule · Mon 1 Mar 2027 09:00/ }).waitFor();
    await again.getByText("Saved on this device, not yet on the server").waitFor();
    end();
    await untilSaved(again);
    const [post, ...others] = await list(world);
    expect(others).toEqual([]);
    expect(post).toMatchObject({ caption: "For everyone", overrides: { [second]: "For Bluesky" } });
    await again.reload();
    await again.getByRole("button", { name: /Schedule · Mon 1 Mar 2027 09:00/ }).waitFor();
  });

  test("an answer that is lost while the draft is made leaves one draft", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await interceptOnce(page, "**/v1/posts", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await textOf(page).fill("Boats");
    await page.getByText("Saved on this device, not yet on the server").waitFor();
    await textOf(page).fill("Boats are back");
    await untilSaved(page);
    expect((await list(world)).map(({ caption }) => caption)).toEqual(["Boats are back"]);
  });

  test("the second tab sees what the first one changes, and both versions when both changed the text", async () => {
    await world.account("mastodon", "ok");
    const { id } = (await create(world, { caption: "Boats" })).json as { id: string };
    const [one, two] = [await web.openSignedIn(`${WRITE}/${id}`), await web.openSignedIn(`${WRITE}/${id}`)];
    for (const { page } of [one, two]) await page.getByText("Saved", { exact: true }).waitFor();
    await textOf(one.page).fill("Boats are back");
    await whileTimeRuns(world, shows(two.page, "Boats are back"));

    two.expectFault(/412|ERR_|Failed to load/);
    await two.context.setOffline(true);
    await textOf(two.page).fill("Boats from two");
    await two.page.getByText("Saved on this device, not yet on the server").waitFor();
    await textOf(one.page).fill("Boats from one");
    await untilSaved(one.page);
    await two.context.setOffline(false);
    const dialog = two.page.getByRole("dialog", { name: /Someone else changed this/ });
    await whileTimeRuns(world, dialog.waitFor());
    await dialog.getByText("Boats from one").waitFor();
    await dialog.getByText("Boats from two").waitFor();
    await two.check();
    await two.picture("compose-conflict");
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await untilSaved(two.page);
    expect((await read(world, id)).caption).toBe("Boats from two");
    await whileTimeRuns(world, shows(one.page, "Boats from two"));
  });

  test("typing goes on without a server, and the text is saved once when it is back", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page, context } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await textOf(page).fill("Boats");
    await untilSaved(page);
    const id = draftIdOf(page);
    await context.setOffline(true);
    await textOf(page).pressSequentially(" are back");
    await page.getByText("Saved on this device, not yet on the server").waitFor();
    await page.getByText(/Crier can't be reached\. What you see is from/).waitFor();
    await tab.check();
    await tab.picture("compose-offline");
    const { revision } = await read(world, id);
    await context.setOffline(false);
    await untilSaved(page);
    expect(await read(world, id)).toMatchObject({ caption: "Boats are back", revision: revision + 1 });
  });

  test("a session that ends while writing: one signs in over the page, and the text is saved once", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page, context } = tab;
    tab.expectFault(/401|Failed to load|admin\/live/);
    await textOf(page).fill("Boats");
    await untilSaved(page);
    await context.clearCookies();
    await textOf(page).fill("Boats are back");
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await textOf(page).inputValue()).toBe("Boats are back");
    await untilSaved(page);
    expect((await list(world)).map(({ caption }) => caption)).toEqual(["Boats are back"]);
  });

  test("signing out takes the copies away", async () => {
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load|401/);
    await page.route("**/v1/posts", (route) => route.abort());
    await textOf(page).fill("Nobody else should read this");
    await page.getByText("Saved on this device, not yet on the server").waitFor();
    expect(String(await page.evaluate("JSON.stringify(localStorage)"))).toContain("Nobody else");
    await page.getByRole("button", { name: "Profile test" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(String(await page.evaluate("JSON.stringify(localStorage)"))).not.toContain("Nobody else");
  });

  test("a draft that was deleted elsewhere is kept as a new one; one that went out says so", async () => {
    await world.account("mastodon", "ok");
    const { id } = (await create(world, { caption: "Boats" })).json as { id: string };
    const tab = await web.openSignedIn(`${WRITE}/${id}`);
    const { page } = tab;
    tab.expectFault(/404|Failed to load/);
    await untilSaved(page);
    await world.ask("DELETE", `/posts/${id}`);
    await textOf(page).fill("Boats are back");
    await page.getByText("Someone deleted this draft").waitFor();
    await tab.check();
    await page.getByRole("button", { name: "Keep it as a new draft" }).click();
    await untilSaved(page);
    const [post] = await list(world);
    expect(post?.caption).toBe("Boats are back");
    await world.ask("POST", `/posts/${post?.id}/schedule`, { schedule: "now" });
    await whileTimeRuns(world, page.getByRole("heading", { name: "This post went out" }).waitFor());
    await tab.check();
    await tab.picture("compose-went-out");
  });

  test("thrown away it is gone, here and on the server", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(WRITE);
    const { page } = tab;
    await textOf(page).fill("Boats");
    await untilSaved(page);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Throw away" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Throw away" }).click();
    await page.getByRole("heading", { name: "Posts", exact: true }).waitFor();
    expect(await list(world)).toEqual([]);
    expect(String(await page.evaluate("JSON.stringify(localStorage)"))).not.toContain("Boats");
  });

  test("loading, a fault of the server with its request id, and a draft that is gone", async () => {
    const { id } = (await create(world, { caption: "Boats", accounts: [] }, { prefer: "handling=lenient" }))
      .json as { id: string };
    const tab = await web.openSignedIn("/p/test/system");
    const { page } = tab;
    tab.expectFault(/500|404|Failed to load/);
    await page.getByRole("heading", { name: "System" }).waitFor();
    const arrive = await refuse(page, "slow");
    await page.goto(`${world.url}${WRITE}/${id}`);
    await page.getByText("Loading").first().waitFor({ state: "attached" });
    await tab.check();
    arrive();
    await untilSaved(page);
    const end = await refuse(page, "refused");
    await page.goto(`${world.url}${WRITE}/${id}`);
    await page.getByText(REQUEST_ID).first().waitFor();
    await tab.check();
    await tab.picture("compose-error");
    end();
    await page.goto(`${world.url}${WRITE}/01a1fdfa-4600-7729-8e3e-db26150be7c6`);
    await page.getByRole("heading", { name: "This post is not here any more" }).waitFor();
    await tab.check();
  });
});
