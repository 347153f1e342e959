// The frame around every screen in a real browser: palette, keys, profiles, live mark, updates, and publishing stopped.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { hold, intercept } from "../support/interception.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

describe.skipIf(chromium === null)("the frame", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    async () => {
      const opened = await openWorld({ CRIER_PORT: String(freePort()) });
      await opened.account("bluesky", "ok");
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  const open = async (screen = ""): Promise<Tab> => {
    const tab = await web.openSignedIn(`/p/test${screen}`);
    await tab.page.getByText("live", { exact: true }).waitFor();
    return tab;
  };
  const dialog = (tab: Tab) => tab.page.getByRole("dialog");

  test("the palette finds screens and posts by their words, with the keyboard alone", async () => {
    await world.post({ caption: "The boats are back", schedule: "draft" });
    const tab = await open();
    const { page } = tab;
    await page.keyboard.press("Control+k");
    await dialog(tab).getByRole("menuitem", { name: "System" }).waitFor();
    await tab.check();
    await tab.picture("palette");
    await page.keyboard.type("boat");
    await dialog(tab).getByRole("menuitem", { name: "The boats are back" }).waitFor();
    // What was found stays while the next letter is searched for.
    const boats = await hold(page, /q=boats/);
    await page.keyboard.type("s");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/posts/*");
    boats();
    const nothing = await hold(page, /q=nothing/);
    await page.keyboard.press("/");
    await page.keyboard.type("nothing of this kind");
    await dialog(tab).getByText("Searching …").waitFor();
    nothing();
    await dialog(tab).getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await dialog(tab).waitFor({ state: "detached" });
  });

  test("? lists the keys of the screen, and those of the frame do what they say", async () => {
    const tab = await open("/settings");
    const { page } = tab;
    await page.keyboard.press("?");
    await dialog(tab).getByText("Posts", { exact: true }).waitFor();
    await tab.check();
    await tab.picture("keys");
    await page.keyboard.press("Escape");
    await dialog(tab).waitFor({ state: "detached" });
    for (const [key, path] of [
      ["p", "/p/test/posts"],
      ["c", "/p/test/calendar"],
      ["q", "/p/test/queue"],
      ["t", "/p/test"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await page.waitForURL(`**${path}`);
    }
    // Letters are letters while somebody types.
    await page.goto(`${world.url}/p/test/settings`);
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByLabel("Name", { exact: true }).press("p");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("p");
  });

  test("Escape closes a dialog although the focus is still on the page, and only the one on top", async () => {
    const { page } = await open("/system");
    // The dialog gets the focus a moment after it is shown.
    const escape = () =>
      page.evaluate(
        'document.querySelector("main").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))',
      );
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Control+.");
    await page.getByRole("dialog").nth(1).waitFor();
    await escape();
    await page.getByRole("dialog").nth(1).waitFor({ state: "detached" });
    await page.getByRole("dialog").waitFor();
    await escape();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("another profile is chosen in the menu, has its own posts and its own zone", async () => {
    const { createProfile } = await import("../../admin/profiles.ts");
    await createProfile("cli", { name: "Café & Bar", timezone: "Asia/Tokyo" }, world.appliance);
    const tab = await open();
    const { page } = tab;
    await page.getByRole("button", { name: "Profile test" }).click();
    await page.getByRole("menuitem", { name: "Café & Bar" }).waitFor();
    await tab.picture("profile-menu");
    await page.getByRole("menuitem", { name: "Café & Bar" }).click();
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
    expect(decodeURIComponent(page.url())).toBe(`${world.url}/p/Café & Bar`);
    await tab.check();
    // The one used last opens next time.
    await page.goto(`${world.url}/p`);
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
  });

  test("a profile or screen that does not exist says so and leads on", async () => {
    const tab = await open();
    const { page } = tab;
    for (const path of ["/p/nobody", "/p/test/nothing", "/p/nobody/posts"]) {
      await page.goto(world.url + path);
      await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
      await tab.check();
    }
    await tab.picture("nothing-here");
    await page.getByRole("link", { name: "Go to Today" }).click();
    await page.waitForURL("**/p/test");
  });

  test("while the server is gone the page says so and since when, and is live again by itself", async () => {
    const tab = await open();
    tab.expectFault(/Failed to load|ERR_|EventSource|50\d \(/);
    const { page } = tab;
    await world.restart(0, async () => {
      await page.getByText("reconnecting", { exact: true }).waitFor();
      await page.getByText(/offline since \d\d:\d\d/).waitFor();
      await tab.check();
      await tab.picture("offline");
    });
    await page.getByText("live", { exact: true }).waitFor();
  });

  test("publishing is stopped on the page of the system: nothing goes out, and every screen says so", async () => {
    const tab = await open("/system");
    const { page } = tab;
    await page.getByRole("heading", { name: "Stop everything" }).waitFor();
    await tab.check();
    await tab.picture("system");
    await page.getByRole("button", { name: "Stop everything" }).click();
    await tab.check();
    await tab.picture("system-stop");
    await page.getByLabel("Reason").fill("wrong link");
    await page.getByRole("button", { name: "Stop publishing" }).click();
    await page.getByText("Publishing is stopped: wrong link").waitFor();
    const { id } = await world.post({ caption: "Not now", schedule: "now" });
    world.clock.turn(60_000);
    expect((await world.ask("GET", `/posts/${id}`)).json["status"]).not.toBe("posted");
    expect(world.published("bluesky")).toEqual([]);
    const phone = await web.openSignedIn("/p/test/posts", PHONE);
    await phone.page.getByText("Publishing is stopped: wrong link").waitFor();
    await phone.page.getByRole("heading", { name: "Posts", exact: true }).waitFor();
    await phone.check();
    await phone.picture("stopped");
    await page.getByRole("button", { name: "Start publishing again" }).click();
    await page.getByText("Publishing is stopped: wrong link").waitFor({ state: "detached" });
    const stopped = phone.page.getByText("Publishing is stopped: wrong link");
    await whileTimeRuns(world, stopped.waitFor({ state: "detached" }));
    await world.until(id, ({ status }) => status === "posted");
  });

  test("after an update of the server an open page offers to load again", async () => {
    const tab = await open();
    const { page } = tab;
    const end = await intercept(page, "**/admin/session", async (route) => {
      const answer = await route.fetch().catch(() => null);
      if (answer === null) return await route.abort();
      const json = { ...((await answer.json()) as object), version: "99.0.0" };
      await route.fulfill({ response: answer, json });
    });
    tab.expectFault(/Failed to load|ERR_/);
    await world.restart();
    await page.getByText("Crier was updated.").waitFor();
    await tab.check();
    await tab.picture("updated");
    end();
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByText("Crier was updated.").waitFor({ state: "detached" });
  });

  test("a screen that the server no longer has offers to load the page again, and the others work", async () => {
    const tab = await open();
    tab.expectFault(/404 \(|Failed to fetch dynamically|Failed to load module|error/i);
    const { page } = tab;
    await page.route("**/assets/Settings-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("link", { name: "You" }).click();
    await page.getByRole("heading", { name: "This screen could not be opened" }).waitFor();
    await tab.check();
    await tab.picture("screen-gone");
    await page.getByRole("link", { name: "Posts" }).click();
    await page.getByRole("heading", { name: "Posts", exact: true }).waitFor();
  });

  test("a tab in the background leaves its connection to others, and is live again when it is shown", async () => {
    const tab = await open();
    const page = await tab.context.newPage();
    await page.addInitScript("Object.defineProperty(document, 'hidden', { get: () => !window.isShown })");
    const streams: string[] = [];
    page.on(
      "request",
      (request) => void (request.url().includes("/admin/live") && streams.push(request.url())),
    );
    await page.goto(`${world.url}/p/test/settings`);
    await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    expect(streams).toEqual([]);
    await page.evaluate("window.isShown = true; document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText("live", { exact: true }).waitFor();
    expect(streams).toHaveLength(1);
  });

  test("while much happens at once, a screen reads again now and then, and shows all of it", async () => {
    const tab = await open("/posts");
    const { page } = tab;
    await page.getByRole("heading", { name: "No posts yet" }).waitFor();
    let requests = 0;
    page.on("request", (request) => void (requests += Number(request.url().includes("/v1/posts?"))));
    for (let n = 1; n <= 60; n++) {
      await world.post({ caption: `Boat ${n}`, schedule: "draft" });
      world.clock.turn(200);
    }
    await whileTimeRuns(world, page.getByText("Boat 60", { exact: true }).waitFor());
    expect(requests).toBeWithin(1, 20);
  });
});
