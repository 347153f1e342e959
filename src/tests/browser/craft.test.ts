// What holds on every screen: narrow and enlarged pages, reduced motion, forced colours, and fingers.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { publish } from "../support/posting.ts";
import { tooLow } from "../support/web-post.ts";
import { DESKTOP, openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("every screen", () => {
  let world: World;
  let web: Web;
  let screens: Readonly<Record<string, { readonly path: string; readonly heading: string | RegExp }>>;
  beforeAll(async () => {
    world = await openWorld();
    for (const handle of ["ok", "fail", "ghost"]) await world.account("mastodon", handle);
    const post = await publish(world);
    const uncertain = post.targets.find(({ handle }) => handle === "ghost")?.id ?? "";
    screens = {
      today: { path: "", heading: "Today" },
      calendar: { path: "/calendar", heading: "Calendar" },
      month: { path: "/calendar?view=month", heading: "Calendar" },
      queue: { path: "/queue", heading: "Queue" },
      posts: { path: "/posts", heading: "Posts" },
      import: { path: "/posts/import", heading: "Import posts" },
      post: { path: `/posts/${post.id}`, heading: /^Live on 1 of 3/ },
      settle: { path: `/settle/${uncertain}`, heading: "Settle" },
      write: { path: "/write", heading: "Write" },
      media: { path: "/media", heading: "Media" },
      accounts: { path: "/accounts", heading: "Accounts" },
      account: { path: `/accounts/${post.targets[0]?.accountId ?? ""}`, heading: /^Simulated/ },
      connect: { path: "/accounts/connect", heading: "Connect an account" },
      typed: { path: "/accounts/connect/mastodon", heading: "Connect Mastodon" },
      application: { path: "/accounts/connect/instagram", heading: "Connect Instagram" },
      simulate: { path: "/accounts/connect/x?simulate", heading: "Connect X" },
      keys: { path: "/keys", heading: "Keys & agents" },
      agents: { path: "/keys/agents", heading: "Keys & agents" },
      networks: { path: "/networks", heading: "Networks" },
      plan: { path: "/plan", heading: "Plan" },
      simulator: { path: "/simulator", heading: "Simulator" },
      system: { path: "/system", heading: "System" },
      profile: { path: "/profile", heading: "Profile" },
      settings: { path: "/settings", heading: "You" },
    };
    web = await openWeb(world);
  });
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  async function onEach(tab: Tab, act: (name: string) => Promise<void>, reload = false): Promise<void> {
    for (const [name, { path, heading }] of Object.entries(screens)) {
      const address = `/p/test${path}`;
      await (reload ? tab.page.goto(world.url + address) : tab.visit(address));
      await tab.page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await tab.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await act(name);
    }
  }

  test("fits 320 px, and 1280 px at twice the size, without sideways scrolling", async () => {
    const tab = await web.openSignedIn("/p/test", { width: 320, scheme: "light" });
    await onEach(tab, () => tab.check(), true);
    // 1280 px at 200 % are 640 of the page's pixels.
    await tab.page.setViewportSize({ width: 640, height: 450 });
    await onEach(tab, () => tab.check());
  });

  test("moves nothing for those who want less motion", async () => {
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    await tab.page.emulateMedia({ reducedMotion: "reduce" });
    await onEach(tab, async (name) => {
      const moving = await tab.page.evaluate(
        "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 10).length",
      );
      expect([name, moving]).toEqual([name, 0]);
    });
  });

  test("tells states apart without its colours", async () => {
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    await tab.page.emulateMedia({ forcedColors: "active" });
    await onEach(tab, (name) => tab.picture(`forced-${name}`));
    await tab.page.goto(`${world.url}/p/test/posts`);
    const shown = (place: string, word: string) =>
      tab.page.locator(place).getByText(word).filter({ visible: true }).first().waitFor();
    await shown("article", "Not sure");
    await tab.page.goto(`${world.url}/p/test${screens["post"]?.path ?? ""}`);
    for (const word of ["Posted", "Failed", "Not sure"]) await shown("li.lane", word);
  });

  test("has buttons and links that a finger can hit", async () => {
    const tab = await web.openSignedIn("/p/test", PHONE);
    await onEach(tab, async (name) => expect([name, await tooLow(tab.page)]).toEqual([name, []]));
  });
});
