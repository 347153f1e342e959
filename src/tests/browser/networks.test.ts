// The page about the networks in a real browser: how each one works, what posts wait for, and ending that.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { makePerson } from "../support/owner.ts";
import { connectReal } from "../support/real-account.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { inSlowTime } from "../support/slow-page.ts";
import { failingServer, limitingServer, type TestServer } from "../support/troubled-servers.ts";
import { waitUntil } from "../support/wait-until.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { tooLow } from "../support/web-post.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

const PATH = "/p/test/networks";

describe.skipIf(chromium === null)("the networks", () => {
  let world: World;
  let web: Web;
  let down: TestServer;
  let limited: TestServer;
  openForEachTest(
    () => {
      [down, limited] = [failingServer(), limitingServer()];
      return openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: `${down.host},${limited.host}` });
    },
    (opened) => ({ world, web } = opened),
  );

  const card = ({ page }: Tab, name: string) =>
    page.locator(".network").filter({ has: page.getByRole("heading", { name, exact: true }) });
  const notice = ({ page }: Tab, text: string) => page.getByRole("status").getByText(text).waitFor();
  const now = (account: string) => world.post({ caption: "x", accounts: [account], schedule: "now" });
  const isWaiting = ({ targets }: PostBody) => targets[0]?.errorCode === "waiting";

  /** A post that waits for a server that is down; the one before it has failed. */
  async function serverIsPaused(): Promise<string> {
    await connectReal(world, down.url, "@harbour@down.example");
    const { id } = await now("mastodon");
    await world.until(id, ({ status }) => status === "failed", 5000);
    const { id: later } = await now("mastodon");
    await world.until(later, isWaiting, 5000);
    return later;
  }

  test("a paused server is shown with the reason and the time, and a manager has it tried at once", async () => {
    using _server = down;
    using _other = limited;
    const later = await serverIsPaused();
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const mastodon = card(tab, "Mastodon");
    // The pause lasts half a minute.
    await inSlowTime(tab.page, async () => {
      await mastodon.getByText("posts there wait until it responds again").waitFor();
      await mastodon.getByText(/^Posts wait until /).waitFor();
      await mastodon.getByText("0 of 1 posted").waitFor();
      await mastodon.getByText(/^Last failure .*: it could not be reached/).waitFor();
      await mastodon.getByRole("img", { name: /^Posted by the hour: 0 of 1 in the last hour/ }).waitFor();
      expect(await tab.page.locator(".network").first().getByRole("heading").textContent()).toBe("Mastodon");
      await tab.check();
      await tab.picture("networks-paused");
      down.mend();
      await tab.page.keyboard.press("j");
      await mastodon.getByRole("button", { name: `Resume now: ${down.host}` }).press("Enter");
    });
    await notice(tab, `The next post tries ${down.host} now.`);
    await world.until(later, ({ status }) => status === "posted", 1);
    await whileTimeRuns(world, mastodon.getByText("1 of 2 posted").waitFor());
    await mastodon.locator(".network-waits").waitFor({ state: "detached" });
    expect(down.published()).toBe(1);
    await tab.check();
    await tab.picture("networks");
  });

  test("what a network asked to wait for ends only after a warning, and a viewer can end nothing", async () => {
    using _server = down;
    using _other = limited;
    await connectReal(world, limited.url, "@harbour@limited.example");
    const { id } = await now("mastodon");
    await world.until(id, ({ targets }) => targets[0]?.status === "retrying", 1);
    await makePerson(world, "viewer@example.com", { role: "viewer", profiles: [world.profileId] });
    const viewer = await web.openAs("viewer@example.com", PATH, PHONE);
    await card(viewer, "Mastodon").getByText("Mastodon asked this account to wait.").waitFor();
    await viewer.page.getByRole("heading", { name: "Need setup" }).waitFor();
    for (const name of [/^Resume now/, /^Set up/]) {
      expect(await viewer.page.getByRole("button", { name }).count()).toBe(0);
      expect(await viewer.page.getByRole("link", { name }).count()).toBe(0);
    }
    await viewer.check();
    const tab = await web.openSignedIn(PATH, PHONE);
    const resume = tab.page.getByRole("button", { name: "Resume now: @harbour@limited.example" });
    await resume.click();
    const dialog = tab.page.getByRole("dialog", { name: "Publish on @harbour@limited.example now?" });
    await dialog.getByText("may be blocked for longer").waitFor();
    await tab.check();
    await tab.picture("networks-insist");
    await dialog.getByRole("button", { name: "Keep waiting" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(limited.published()).toBe(0);
    limited.mend();
    await resume.click();
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await notice(tab, "The posts of @harbour@limited.example go on now.");
    await world.until(id, ({ status }) => status === "posted", 1);
    await waitUntil(async () => (await tab.page.locator(".network-waits").count()) === 0);
    expect(await tooLow(tab.page)).toEqual([]);
    await tab.check();
    // Also for those who only look.
    await whileTimeRuns(world, viewer.page.locator(".network-waits").waitFor({ state: "detached" }));
  });

  test("from the accounts, to the networks, to the set-up of one of them", async () => {
    using _server = down;
    using _other = limited;
    await world.account("bluesky", "ok");
    const tab = await web.openSignedIn("/p/test/accounts", DESKTOP);
    await tab.page.getByRole("link", { name: "How the networks work" }).click();
    await tab.page.getByText("nothing delivered in 24 h.").waitFor();
    await card(tab, "Bluesky").getByText("Nothing posted yet").waitFor();
    await card(tab, "Bluesky").getByText("Ready").waitFor();
    await tab.check();
    await tab.picture("networks-quiet");
    await tab.page.getByRole("link", { name: "Set up: Instagram" }).click();
    await tab.page.getByRole("heading", { name: "Connect Instagram" }).waitFor();
  });

  test("it says what is wrong when the server can't answer", async () => {
    using _server = down;
    using _other = limited;
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    await tab.page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    tab.expectFault(/500/);
    await refuse(tab.page, "refused");
    await tab.page.goto(world.url + PATH);
    await tab.page.getByText(REQUEST_ID).first().waitFor();
    await tab.check();
  });
});
