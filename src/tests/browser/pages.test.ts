// Every page in a real browser, on a phone and on a desktop: no barriers for people with disabilities, and it fits.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromium, openBrowser, type Browser, type Screen } from "../support/browser.ts";
import { crawl } from "../support/crawl.ts";
import { openOAuthWorld, type OAuthWorld } from "../support/oauth-network/world.ts";
import { makeOwner, signIn } from "../support/owner.ts";
import { isSettled } from "../support/world.ts";

const SCREENS: readonly Screen[] = [
  { width: 390, scheme: "dark" },
  { width: 1280, scheme: "light" },
];
/** Pages of one kind look alike: one of them is enough. */
const ALIKE = [/^\/docs\/errors\//, /\.facts$/];

describe.skipIf(chromium === null)("in a browser", () => {
  let oauth: OAuthWorld;
  let browser: Browser;
  let paths: string[];
  beforeAll(async () => {
    oauth = await openOAuthWorld();
    const { world } = oauth;
    await makeOwner(world);
    for (const handle of ["ok", "fail", "lost"]) await world.account("mastodon", handle);
    const { id } = await world.post({ caption: "Hello from the hills", schedule: "now" });
    await world.until(id, isSettled, 60_000);
    browser = await openBrowser({ cookie: (await signIn(world)).cookie });
    const pages = await crawl(world.url, ["/docs/search?q=backup", "/docs/search"]);
    const links = pages.filter(({ html }) => html !== "").map(({ path }) => path);
    const rest = links.filter((path) => !ALIKE.some((kind) => kind.test(path)));
    const connect = ["guild", "x", "bluesky"].map((id) => `/connect/${id}?profile=${world.profileId}`);
    const first = ALIKE.flatMap((kind) => links.find((path) => kind.test(path)) ?? []);
    paths = [...rest, ...first, ...connect, "/simulator?plain", "/nowhere"];
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await oauth?.[Symbol.asyncDispose]();
  });

  test.each(SCREENS)(
    "no page has a barrier that axe-core knows, or is wider than its screen: $width, $scheme",
    async (screen) => {
      expect(paths.length).toBeGreaterThan(30);
      // Guides and references are built alike: each is looked at in one of the two ways, in turn.
      const isSeen = (path: string, n: number) =>
        !path.startsWith("/docs/") || SCREENS[n % SCREENS.length] === screen;
      for (const path of paths.filter(isSeen)) {
        await browser.open(oauth.world.url + path, screen);
        const wider = await browser.evaluate<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        const found = await browser.violations();
        expect({ path, wider, found }).toEqual({ path, wider: 0, found: [] });
      }
    },
  );

  test("a button copies a command, or selects it where the browser does not let it copy", async () => {
    await browser.open(`${oauth.world.url}/docs/getting-started`, { width: 1280, scheme: "light" });
    const clicked = await browser.evaluate<string[]>(`(async () => {
      const [first] = document.querySelectorAll("pre");
      const button = first.nextElementSibling;
      button.click();
      while (button.textContent === "Copy") await new Promise((resolve) => setTimeout(resolve, 10));
      return [button.textContent, first.textContent, getSelection().toString()];
    })()`);
    const [word, code, selected] = clicked;
    expect(code?.trim()).toBe("crier serve");
    expect(["Copied", "Selected"]).toContain(word ?? "");
    if (word === "Selected") expect(selected?.trim()).toBe("crier serve");
  });

  test("the contents fold on a phone and stand open on a desktop, with the current page marked", async () => {
    const isShown = `getComputedStyle(document.querySelector(".contents")).display !== "none" &&
      document.querySelector("aside nav [aria-current]").checkVisibility({ contentVisibilityAuto: true })`;
    for (const [width, expected] of [
      [390, false],
      [1280, true],
    ] as const) {
      await browser.open(`${oauth.world.url}/docs/networks/tiktok`, { width, scheme: "light" });
      expect([width, await browser.evaluate<boolean>(isShown)]).toEqual([width, expected]);
    }
  });
});
