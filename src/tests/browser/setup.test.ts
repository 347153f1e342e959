// The page /setup in a real browser: it reads the token from the link, creates the owner, and explains what goes wrong.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { chromium, openBrowser, type Browser, type Screen } from "../support/browser.ts";
import { asking, EMAIL, makeOwner, PASSWORD } from "../support/owner.ts";
import { openWorld, type World } from "../support/world.ts";

const PHONE: Screen = { width: 390, scheme: "dark" };
const DESKTOP: Screen = { width: 1280, scheme: "light" };

describe.skipIf(chromium === null)("the page /setup", () => {
  let browser: Browser;
  let world: World;
  beforeAll(async () => (browser = await openBrowser()), 60_000);
  afterAll(async () => await browser?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    world = await openWorld();
    const { store } = world.appliance;
    const entry = {
      at: 0,
      actor: "cli",
      action: "profile.delete",
      profileId: null,
      subject: "",
      detail: null,
    };
    // The page asks for a profile only where none exists.
    await store.profiles.remove(world.profileId, entry);
  }, 60_000);
  afterEach(() => world[Symbol.asyncDispose]());

  /** A link that differs only behind `#` loads nothing new. */
  async function open(url: string, screen = PHONE) {
    await browser.open("about:blank", screen);
    await browser.open(url, screen);
  }
  /** Fills the form in and sends it; resolves when the answer is shown. */
  const send = (values: Record<string, string>) =>
    browser.evaluate<null>(`(async () => {
      for (const [id, value] of Object.entries(${JSON.stringify(values)})) document.getElementById(id).value = value;
      const button = document.querySelector("#form .button");
      button.click();
      while (button.disabled) await new Promise((resolve) => setTimeout(resolve, 10));
      return null;
    })()`);
  const shown = () =>
    browser.evaluate<string>(
      "[...document.querySelectorAll('main > :not([hidden])')].map((e) => e.innerText).join('\\n')",
    );
  const focused = () => browser.evaluate<string>("document.activeElement.id");
  async function expectNoBarrier() {
    const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await browser.evaluate<number>(wider)).toBe(0);
    expect(await browser.violations()).toEqual([]);
  }

  test("creates the owner and the profile, forgets the token, and says what comes next", async () => {
    for (const screen of [PHONE, DESKTOP]) {
      await open(world.setupUrl ?? "", screen);
      await expectNoBarrier();
    }
    await send({ email: EMAIL, password: PASSWORD, name: "mine", timezone: "Europe/Berlin" });
    expect(await shown()).toContain(`You are signed in as ${EMAIL}`);
    expect(await focused()).toBe("title");
    expect(await browser.evaluate<string>("location.href")).toBe(`${world.url}/setup`);
    const me = `fetch("/admin/session").then(async (answer) => (await answer.json()).owner.email)`;
    expect(await browser.evaluate<string>(me)).toBe(EMAIL);
    expect((await world.appliance.store.profiles.find("mine"))?.timezone).toBe("Europe/Berlin");
    await expectNoBarrier();
    await open(`${world.url}/setup`);
    expect(await shown()).toContain("Crier is already set up");
    await expectNoBarrier();
  }, 120_000);

  test("a refused field is explained below it and has the focus, and the next try works", async () => {
    await open(world.setupUrl ?? "");
    await send({ email: EMAIL, password: "aaaaaaaaaaaa" });
    expect(await shown()).toContain("This password is easy to guess");
    expect(await focused()).toBe("password");
    await expectNoBarrier();
    await send({ password: PASSWORD, timezone: "Berlin" });
    expect(await shown()).toContain("Berlin is not a time zone");
    expect(await shown()).not.toContain("easy to guess");
    expect(await focused()).toBe("timezone");
    await send({ timezone: "Europe/Berlin" });
    expect(await shown()).toContain("Crier is set up");
  }, 120_000);

  test("without a token, or with an old one, it says where the link is", async () => {
    await open(`${world.url}/setup`);
    expect(await shown()).toContain("docker compose logs crier");
    await expectNoBarrier();
    await open(`${world.url}/setup#${"A".repeat(43)}`);
    await send({ email: EMAIL, password: PASSWORD });
    expect(await shown()).toContain("This set-up link is not valid");
    expect(await shown()).toContain("journalctl -u crier");
    expect(await focused()).toBe("title");
  }, 120_000);

  test("an owner who was created in the meantime on the command line ends the set-up", async () => {
    await open(world.setupUrl ?? "");
    await makeOwner(world);
    await send({ email: "you@example.com", password: PASSWORD });
    expect(await shown()).toContain("Crier is already set up");
    expect((await asking(world)("GET", "/setup")).json).toEqual({ needed: false });
  }, 120_000);

  test("a server that does not answer is named, and the form stays", async () => {
    await open(world.setupUrl ?? "");
    await world.restart(0, async () => void (await send({ email: EMAIL, password: PASSWORD })));
    expect(await shown()).toContain("The server did not answer");
    expect(await browser.evaluate<string>("document.getElementById('email').value")).toBe(EMAIL);
  }, 120_000);
});
