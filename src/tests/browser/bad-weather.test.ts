// What the post's page and the desk do when the server is slow, gone, wrong, or its answer gets lost.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { intercept, interceptOnce } from "../support/interception.ts";
import { publish, read, target, uncertainPost } from "../support/posting.ts";
import { openWeb, PHONE, type Web } from "../support/web.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

describe.skipIf(chromium === null)("in bad weather", () => {
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
  const path = (id: string) => `/p/test/posts/${id}`;
  /** The page is told of nothing, and finds out by itself. */
  const deaf = (page: Page) => page.route("**/admin/live**", (route) => route.abort());
  const retryButton = (page: Page) => page.getByRole("button", { name: "Retry", exact: true });

  test("an answer that gets lost: the page says that it does not know, asks, and shows one retry", async () => {
    for (const handle of ["ok", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world);
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await page.route("**/retry", async (route) => {
      await route.fetch();
      // From here on the server can't be reached.
      await page.context().setOffline(true);
      await route.abort();
    });
    await retryButton(page).dblclick();
    await page.getByText("Crier did not answer.").first().waitFor();
    await page.getByText("It is not known whether it was done.").waitFor();
    await tab.picture("post-not-known");
    await page.context().setOffline(false);
    await whileTimeRuns(world, page.getByText("Crier can be reached again.").waitFor());
    await tab.check();
    await world.until(id, isSettled);
    expect((await read(world, id)).targets.map(({ attempts }) => attempts)).toEqual([1, 2]);
    expect(world.published("mastodon")).toHaveLength(1);
  });

  test("a request that never arrived is offered again, and done once", async () => {
    for (const handle of ["ok", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world);
    const tab = await web.openSignedIn(path(id), PHONE);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await interceptOnce(page, "**/retry", (route) => route.abort());
    await retryButton(page).click();
    await page.getByText("It did not arrive.").waitFor();
    expect((await read(world, id)).revision).toBe(1);
    await tab.check();
    await tab.picture("post-not-arrived");
    await page.getByRole("button", { name: "Send it again" }).click();
    await whileTimeRuns(world, page.getByText("Crier tries again where it failed.").waitFor());
    await world.until(id, isSettled);
    expect((await read(world, id)).targets.map(({ attempts }) => attempts)).toEqual([1, 2]);
  });

  test("a read that never gets an answer is sent again", async () => {
    for (const handle of ["ok", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world);
    const tab = await web.openSignedIn(path(id));
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await retryButton(page).waitFor();
    await page.clock.install();
    const asked = Promise.withResolvers<void>();
    await interceptOnce(page, `**/v1/posts/${id}`, () => asked.resolve());
    await interceptOnce(page, "**/retry", (route) => route.abort());
    await retryButton(page).click();
    await asked.promise;
    await page.getByText("Crier did not answer.").waitFor();
    await page.clock.fastForward("01:00");
    await page.getByText("It did not arrive.").waitFor();
    expect((await read(world, id)).revision).toBe(1);
    await tab.check();
  });

  test("a post that someone else just changed is not changed again", async () => {
    for (const handle of ["ok", "fail"]) await world.account("mastodon", handle);
    const { id } = await publish(world);
    const tab = await web.openSignedIn("/p/test/system");
    const { page } = tab;
    tab.expectFault(/ERR_FAILED|Failed to load|412|admin\/live/);
    await deaf(page);
    await page.goto(world.url + path(id));
    await retryButton(page).waitFor();
    await world.ask("POST", `/posts/${id}/retry`, undefined, { prefer: "respond-async" });
    await world.until(id, isSettled);
    await retryButton(page).click();
    await page.getByText("Someone changed this post at the same moment.").waitFor();
    await tab.check();
    await tab.picture("post-conflict");
    expect((await read(world, id)).targets.map(({ attempts }) => attempts)).toEqual([1, 2]);
  });

  test("a server that is gone: what was read stays, with its age, and is read again when it is back", async () => {
    await using restarted = await openWorld({ CRIER_PORT: String(freePort()) });
    await using browser = await openWeb(restarted);
    await restarted.account("mastodon", "ok");
    const { id } = await publish(restarted);
    const tab = await browser.openSignedIn(path(id));
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await page.getByRole("heading", { level: 1, name: /Live on Mastodon/ }).waitFor();
    await restarted.restart(0, async () => {
      await page.getByText(/Crier can't be reached\. What you see is from/).waitFor();
      await page.getByRole("heading", { level: 1, name: /Live on Mastodon/ }).waitFor();
      await tab.check();
      await tab.picture("post-offline");
    });
    await page.getByText(/What you see is from/).waitFor({ state: "detached" });
    await tab.check();
  });

  test("loading, a fault of the server with its request id, and a post that is gone", async () => {
    await world.account("mastodon", "ok");
    const { id } = await publish(world);
    const tab = await web.openSignedIn("/p/test/system");
    const { page } = tab;
    tab.expectFault(/500|404|Failed to load/);
    const held = Promise.withResolvers<void>();
    const end = await intercept(page, `**/v1/posts/${id}`, async (route) => {
      await held.promise;
      await route.fulfill({
        status: 500,
        contentType: "application/problem+json",
        body: JSON.stringify({
          code: "internal_error",
          title: "Internal error",
          detail: "Something went wrong on the server.",
          status: 500,
          instance: "urn:uuid:0198a000-0000-7000-8000-00000000beef",
        }),
      });
    });
    await page.goto(world.url + path(id));
    await page.getByText("Loading").first().waitFor({ state: "attached" });
    await tab.picture("post-loading");
    await tab.check();
    held.resolve();
    await page.getByRole("alert").getByText("0198a000-0000-7000-8000-00000000beef").waitFor();
    await tab.check();
    await tab.picture("post-error");
    end();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: /Live on Mastodon/ }).waitFor();
    await world.ask("DELETE", `/posts/${id}`);
    await whileTimeRuns(world, page.getByText("This post is not here any more").waitFor());
    await tab.check();
    await tab.picture("post-gone");
  });

  test("on the desk a lost answer settles once, and the truth is shown", async () => {
    await world.account("mastodon", "ghost");
    const post = await uncertainPost(world);
    const tab = await web.openSignedIn(`/p/test/settle/${target(post).id}?post=${post.id}`);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    let requests = 0;
    await page.route("**/reconcile", async (route) => {
      requests += 1;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: /^It is there/ }).click();
    await page.getByRole("button", { name: "It is live" }).dblclick();
    await page.getByRole("heading", { name: "Settled meanwhile" }).waitFor();
    await page.getByText("me@example.com said that it is there").waitFor();
    expect(requests).toBe(1);
    expect(target(await read(world, post.id)).status).toBe("posted");
    await tab.check();
    await tab.picture("settle-not-known");
  });
});
