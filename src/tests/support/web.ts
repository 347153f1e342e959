// The web app in a real Chromium: pages that are signed in, and that fail a test for whatever no page may do.
import { afterAll, afterEach, beforeEach } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium as driver, type Browser, type BrowserContext, type Page } from "playwright-core";
import { AXE_SOURCE, type AxeResult } from "./axe.ts";
import { chromium } from "./browser.ts";
import { waitUntil } from "./wait-until.ts";
import { cookieName } from "../../api/http/cookie.ts";
import { openSignIn } from "../../auth/session.ts";
import { personActor } from "../../domain/person.ts";
import { EMAIL, makeOwner } from "./owner.ts";
import type { World } from "./world.ts";
import { GIVE_UP_MS } from "./time-limits.ts";

export interface View {
  /** In pixels. */
  readonly width: number;
  readonly scheme: "light" | "dark";
  /** With transitions and animations, which cost a fifth of the browser's time. */
  readonly isMoving?: boolean;
}
export const PHONE: View = { width: 390, scheme: "dark" };
export const DESKTOP: View = { width: 1280, scheme: "light" };
export const VIEWS: readonly View[] = [
  PHONE,
  { width: 390, scheme: "light" },
  { width: 768, scheme: "light" },
  { width: 768, scheme: "dark" },
  DESKTOP,
  { width: 1280, scheme: "dark" },
];

export interface Web extends AsyncDisposable {
  /** A new browser without cookies, at one page. */
  open(path: string, view?: View): Promise<Tab>;
  /** The same, signed in as the owner, who is created when there is none. */
  openSignedIn(path: string, view?: View): Promise<Tab>;
  /** The same, signed in as this person, who exists already. */
  openAs(email: string, path: string, view?: View): Promise<Tab>;
}

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** An address below the profile of the world. */
  readonly profilePath: string;
  /** Goes to an address as a link of the app does, without loading the app again: that takes a fifth of the time. */
  visit(path: string): Promise<void>;
  /** @throws Error when axe-core finds a barrier, or the page is wider than its screen */
  check(): Promise<void>;
  /** Writes pictures of the page at every size and scheme into the folder of CRIER_SCREENSHOTS, if that is set. */
  picture(name: string): Promise<void>;
  /** Faults that this test causes on purpose, such as a request that is refused: they don't fail it. */
  expectFault(pattern: RegExp): void;
}

/** One browser for all tests of a file: to start one takes longer than many a test. */
let launched: Promise<Browser> | null = null;
afterAll(async () => {
  const browser = await launched;
  launched = null;
  await browser?.close();
});

async function launch(): Promise<Browser> {
  return await driver.launch({
    executablePath: chromium ?? "chromium",
    // Tests in a container run as root, where Chromium's sandbox does not start.
    args: ["--no-sandbox", "--disable-gpu", "--js-flags=--no-opt --no-maglev"],
  });
}

/** Fails the test in which a page broke its policy, wrote an error to the console, or asked another origin. */
export async function openWeb(world: World): Promise<Web> {
  launched ??= launch();
  const browser = await launched;
  const tabs: OpenTab[] = [];
  return {
    async open(path, view = DESKTOP) {
      return await openTab(browser, world, path, view, null, tabs);
    },
    async openSignedIn(path, view = DESKTOP) {
      return await openTab(browser, world, path, view, await sessionOf(world), tabs);
    },
    async openAs(email, path, view = DESKTOP) {
      return await openTab(browser, world, path, view, await cookieFor(world, email), tabs);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(tabs.map(({ context }) => context.close()));
      const faults = tabs.flatMap(({ faults: found, expected }) =>
        found.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
      );
      if (faults.length > 0) throw new Error(`The page did what no page may do:\n${faults.join("\n")}`);
    },
  };
}

/**
 * Gives each test of a group a world of its own and the app in it, and closes both afterwards.
 * @param use called before each test with what it works on
 */
export function openForEachTest(
  open: () => Promise<World>,
  use: (opened: { readonly world: World; readonly web: Web }) => void,
): void {
  let stack = new AsyncDisposableStack();
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    const world = stack.use(await open());
    use({ world, web: stack.use(await openWeb(world)) });
  });
  afterEach(() => stack.disposeAsync());
}

interface OpenTab {
  readonly context: BrowserContext;
  readonly faults: string[];
  readonly expected: RegExp[];
}

async function openTab(
  browser: Browser,
  world: World,
  path: string,
  { width, scheme, isMoving = false }: View,
  session: { name: string; value: string } | null,
  tabs: OpenTab[],
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: isMoving ? "no-preference" : "reduce",
    hasTouch: width < 600,
    isMobile: width < 600,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (session) await context.addCookies([{ ...session, url: world.url }]);
  const record: OpenTab = { context, faults: [], expected: [] };
  tabs.push(record);
  // A machine that does much else paints late.
  context.setDefaultTimeout(GIVE_UP_MS);
  const page = await context.newPage();
  await watch(page, world, record.faults);
  await page.goto(world.url + path);
  return {
    page,
    context,
    profilePath: "/p/test",
    // The router hears of it by itself.
    visit: async (to) => void (await page.evaluate(`history.pushState(null, "", ${JSON.stringify(to)})`)),
    expectFault: (pattern) => void record.expected.push(pattern),
    check: () => check(page),
    picture: (name) => pictures(page, name),
  };
}

/** Notes violations of the policy, errors of scripts and the console, and requests to another origin. */
async function watch(page: Page, world: World, faults: string[]): Promise<void> {
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(world.url) && !/^(?:blob|data):/.test(url)) faults.push(`another origin: ${url}`);
  });
  await page.exposeFunction("reportViolation", (text: string) => void faults.push(`policy: ${text}`));
  await page.addInitScript(REPORT_VIOLATIONS);
}

/** As text: it runs in the browser, whose types these files don't have. */
const REPORT_VIOLATIONS = `document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  reportViolation([violatedDirective, blockedURI, sample].join(" ")))`;

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const TRANSITIONS_END = `Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished)).then(() => undefined)`;

const DIALOGS_SHOWN = `[...document.querySelectorAll("[role=dialog]")]
  .every((one) => one.checkVisibility({ opacityProperty: true }))`;

async function check(page: Page): Promise<void> {
  const wider = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  if (Number(wider) > 0) throw new Error(`the page is ${String(wider)} px wider than its screen`);
  // On a phone a dialog is shown once the keyboard below it has had its time.
  await waitUntil(() => page.evaluate<boolean>(DIALOGS_SHOWN));
  // Colours on their way from one state to another are none of either.
  await page.evaluate(TRANSITIONS_END);
  // By the debugger: the page's own policy lets no other script in.
  const debuggerOf = await page.context().newCDPSession(page);
  const isThere = await debuggerOf.send("Runtime.evaluate", { expression: "typeof axe !== 'undefined'" });
  if (isThere.result.value !== true) await debuggerOf.send("Runtime.evaluate", { expression: AXE_SOURCE });
  // A dialog hides the page below it, with its heading, from those who can't see it.
  const options = `{ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ["violations"],
    rules: { "page-has-heading-one": { enabled: document.querySelector("[role=dialog]") === null } } }`;
  const expression = `axe.run(document, ${options}).then(({ violations }) =>
    JSON.stringify(violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + " " + failureSummary) }))))`;
  const { result } = await debuggerOf.send("Runtime.evaluate", { expression, awaitPromise: true });
  await debuggerOf.detach();
  const found = JSON.parse(String(result.value)) as AxeResult[];
  if (found.length > 0) throw new Error(`axe-core finds barriers: ${JSON.stringify(found, null, 2)}`);
}

/** Pictures for people to look at; nothing compares them. */
async function pictures(page: Page, name: string): Promise<void> {
  const { CRIER_SCREENSHOTS: folder = "" } = process.env;
  if (folder === "") return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const { width, scheme } of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    // As high as the page, so that what is fixed at an edge of the screen does not lie over it.
    const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
    await page.setViewportSize({ width, height: Math.min(Math.max(height, 900), 8000) });
    await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) });
  }
  if (before) await page.setViewportSize(before);
}

const owners = new WeakSet<World>();

async function sessionOf(world: World): Promise<{ name: string; value: string }> {
  if (!owners.has(world)) await makeOwner(world);
  owners.add(world);
  return await cookieFor(world, EMAIL);
}

/** A session without the form: to check a password is slow on purpose. */
async function cookieFor(world: World, email: string): Promise<{ name: string; value: string }> {
  const { store, clock, newId } = world.appliance;
  const person = await store.people.byEmail(email);
  if (!person) throw new Error(`nobody has the address ${email}`);
  const browser = { oldToken: null, address: "127.0.0.1", device: "Chrome on Linux" };
  const session = openSignIn(store.people, store.sessions, clock, newId).newSession(person, browser);
  await session.start({
    ...{ at: clock.now(), actor: personActor(person), action: "session.start" },
    ...{ profileId: null, subject: person.id, detail: null },
  });
  return { name: cookieName(world.url), value: session.token };
}
