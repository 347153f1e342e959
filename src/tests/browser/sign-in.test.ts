// Signing in, in a real browser.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { EMAIL, makeOwner, PASSWORD, signIn } from "../support/owner.ts";
import { openWeb, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

describe.skipIf(chromium === null)("signing in", () => {
  let world: World;
  let web: Web;
  beforeAll(async () => {
    world = await openWorld();
    await makeOwner(world);
    web = await openWeb(world);
  });
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  test("a wrong password says one sentence, keeps the address, and selects the password", async () => {
    const tab = await web.open("/p/test/posts", PHONE);
    tab.expectFault(/40[13] \(/);
    const { page } = tab;
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await tab.check();
    await tab.picture("sign-in");
    await page.getByLabel("Email address").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The email address or the password is wrong.").waitFor();
    await tab.picture("sign-in-wrong");
    expect(await page.getByLabel("Email address").inputValue()).toBe(EMAIL);
    await page.locator("[name=password]:focus").waitFor();
    await tab.check();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/p/test/posts");
  });

  test("after five failures it says how long to wait, and counts down", async () => {
    const tab = await web.open("/sign-in");
    tab.expectFault(/4(?:01|29) \(/);
    const { page } = tab;
    await page.getByLabel("Email address").fill("nobody@example.com");
    for (let n = 0; n < 5; n++) {
      await page.getByLabel("Password", { exact: true }).fill(`wrong ${n}`);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("The email address or the password is wrong.").waitFor();
    }
    await page.getByLabel("Password", { exact: true }).fill("wrong again");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(/^Too many attempts. You can try again in \d+ s.$/).waitFor();
    expect(await page.getByRole("button", { name: "Sign in" }).isDisabled()).toBe(true);
    await tab.check();
    await tab.picture("sign-in-wait");
    world.clock.turn(15 * 60_000);
  });

  test("a lost password names the command that sets a new one", async () => {
    const tab = await web.open("/sign-in", PHONE);
    tab.expectFault(/401 \(/);
    await tab.page.getByText("Lost your password?").click();
    await tab.page.getByText("crier owner password you@example.com").waitFor();
    await tab.check();
    await tab.picture("sign-in-lost");
  });

  test("a link leads nowhere but into the app", async () => {
    for (const to of ["https://evil.example", "//evil.example", "/p/../evil", "/docs", "/p\\evil"]) {
      const tab = await web.open(`/sign-in?to=${encodeURIComponent(to)}`);
      tab.expectFault(/401 \(/);
      await signInOn(tab);
      await tab.page.waitForURL(/\/p\/test$/);
      await tab.context.close();
    }
  });

  test("a session that ends while someone writes: text and page stay, and what was pressed is done once", async () => {
    const tab = await web.openSignedIn("/p/test/system");
    tab.expectFault(/401 \(/);
    const { page } = tab;
    await page.getByRole("button", { name: "Stop everything" }).click();
    await page.getByLabel("Reason").fill("a reason that took long to write");
    await endAllSessions(world);
    await page.getByRole("button", { name: "Stop publishing" }).click();
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await tab.check();
    await tab.picture("session-ended");
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The email address or the password is wrong.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Publishing is stopped: a reason that took long to write").waitFor();
    const acts = (await world.appliance.store.audit.page(100, null)).map(({ action }) => action);
    expect(acts.filter((action) => action === "publishing.pause")).toEqual(["publishing.pause"]);
    await page.getByRole("button", { name: "Start publishing again" }).click();
    await page.getByText("Publishing is stopped: a reason").waitFor({ state: "detached" });
  });

  test("signing out forgets everything: the next person sees nothing of the one before", async () => {
    await world.account("bluesky", "ok");
    await world.post({ caption: "Only for my eyes", schedule: "draft" });
    const tab = await web.openSignedIn("/p/test/posts");
    tab.expectFault(/401 \(/);
    const { page } = tab;
    await page.getByText("Only for my eyes").waitFor();
    await page.getByRole("button", { name: "Profile test" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
    expect((await tab.context.cookies()).filter(({ name }) => name.endsWith("crier"))).toEqual([]);
    await page.goBack();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.content()).not.toContain("Only for my eyes");
  });
});

async function signInOn({ page }: Tab): Promise<void> {
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** As `crier owner password` does. */
async function endAllSessions(world: World): Promise<void> {
  const other = await signIn(world);
  await other.ask("DELETE", "/sessions");
  await other.ask("DELETE", "/session");
}
