// The page of webhooks in a real browser: created with a secret shown once, tested, failing, sent again, paused and resumed.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { tooLow } from "../support/web-post.ts";
import {
  isSignedWith,
  openReceiver,
  RECEIVER_HOST,
  status,
  subscribe,
  type Receiver,
} from "../support/webhook-receiver.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/webhooks";

describe.skipIf(chromium === null)("webhooks", () => {
  let world: World;
  let web: Web;
  let receiver: Receiver;
  openForEachTest(
    async () => {
      receiver = await openReceiver();
      const opened = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: RECEIVER_HOST });
      await opened.account("mastodon", "ok");
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  const notice = ({ page }: Tab, text: string | RegExp) => page.locator(".notice").filter({ hasText: text });
  const create = async ({ page }: Tab, url: string) => {
    await page.getByRole("button", { name: "New webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "New webhook" });
    await dialog.getByRole("textbox", { name: "Address" }).fill(url);
    return dialog;
  };
  const publish = () =>
    world.post({ caption: "The boats are back", accounts: ["mastodon"], schedule: "now" });

  test("a webhook test arrives signed; a failing endpoint shows attempts, answer and resumes", async () => {
    using _ = receiver;
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "Tell your own programs what happens" }).waitFor();
    await tab.check();
    await tab.picture("webhooks-empty");
    const dialog = await create(tab, receiver.url);
    await dialog.getByRole("textbox", { name: "What it is for" }).fill("Newsroom bot");
    await clickLabelOf(dialog.getByRole("radio", { name: /^Only these/ }));
    for (const type of ["post.settled", "target.failed"])
      await clickLabelOf(dialog.getByRole("checkbox", { name: new RegExp(`^${type}`) }));
    await tab.check();
    await tab.picture("webhooks-create");
    await dialog.getByRole("button", { name: "Create the webhook" }).click();
    const shown = page.getByRole("dialog", { name: "Its secret" });
    const secret = (await shown.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_/);
    await tab.check();
    await tab.picture("webhooks-secret");
    await shown.getByRole("button", { name: "I have stored it" }).click();
    const card = page.locator(".hook");
    await card.getByRole("heading", { name: "Newsroom bot" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const rest = async () => {
      await card.getByRole("button", { name: "Send a test" }).click();
      await notice(tab, "The test message arrived: 204").waitFor();
      const [arrival] = receiver.arrivals;
      expect(arrival?.event.type).toBe("webhook.test");
      expect(arrival && isSignedWith(secret, arrival)).toBeTrue();
      // It fails, is tried again, and can be sent again.
      receiver.answer(status(500));
      await publish();
      await card.locator("summary", { hasText: "Deliveries" }).click();
      const line = card.locator(".hook-deliveries > li").filter({ hasText: "post.settled" });
      await line.getByText("answered 500").waitFor();
      await card.getByText("Failing").waitFor();
      await line.locator("summary").click();
      await line.getByText("only 2xx counts as delivered").first().waitFor();
      await line.getByText('"type": "post.settled"').waitFor();
      await tab.check();
      await tab.picture("webhooks-failing");
      receiver.answer(status(204));
      await line.getByRole("button", { name: /^Send again/ }).click();
      await line.locator(".state", { hasText: "Delivered" }).waitFor();
      await card.locator(".hook-health .state", { hasText: "Active" }).waitFor();
      // Paused by its server, and resumed by a person.
      receiver.answer(status(410));
      await card.getByRole("button", { name: "Send a test" }).click();
      await notice(tab, "The test message did not arrive").waitFor();
      await card.getByText("Its server answered 410 Gone").waitFor();
      await card.locator(".hook-health .state", { hasText: "Paused" }).waitFor();
      await tab.check();
      await tab.picture("webhooks-paused");
      receiver.answer(status(204));
      const before = receiver.arrivals.length;
      await publish();
      await card.getByRole("button", { name: "Resume" }).click();
      await card.locator(".hook-health .state", { hasText: "Active" }).waitFor();
      await waitUntil(() => receiver.arrivals.length > before);
      expect(receiver.types().at(-1)).toBe("post.settled");
    };
    await whileTimeRuns(world, rest());
  });

  test("an address inside is refused with the setting that allows it, and nothing typed is lost", async () => {
    using _ = receiver;
    const tab = await web.openSignedIn(PATH, DESKTOP);
    tab.expectFault(/422/);
    const dialog = await create(tab, "https://10.0.0.5/hook");
    await dialog.getByRole("textbox", { name: "What it is for" }).fill("Home");
    await dialog.getByRole("button", { name: "Create the webhook" }).click();
    await dialog.getByText("10.0.0.5 is a number").waitFor();
    expect(await dialog.getByRole("textbox", { name: "What it is for" }).inputValue()).toBe("Home");
    await tab.check();
    await tab.picture("webhooks-refused");
  });

  test("a webhook is edited, gets a new secret, and is deleted, by keyboard alone", async () => {
    using _ = receiver;
    await subscribe(world, receiver.url);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const more = page.getByRole("button", { name: /^More for/ });
    const choose = async (name: string) => {
      await more.press("Enter");
      await page.getByRole("menuitem", { name }).press("Enter");
    };
    await more.waitFor();
    await choose("Edit");
    const edit = page.getByRole("dialog", { name: "Edit the webhook" });
    await edit.getByRole("textbox", { name: "What it is for" }).fill("Shop");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Shop" }).waitFor();
    await choose("New secret …");
    const rotate = page.getByRole("dialog", { name: "Give it a new secret" });
    await rotate.waitFor();
    await tab.check();
    await tab.picture("webhooks-rotate");
    await rotate.getByRole("button", { name: "Make a new secret" }).press("Enter");
    const shown = page.getByRole("dialog", { name: "Its secret" });
    await shown.getByText(/^whsec_/).waitFor();
    await shown.getByRole("button", { name: "I have stored it" }).press("Enter");
    await page.getByText("The secret before this one works until").waitFor();
    await choose("Delete …");
    await page.getByRole("button", { name: "Delete the webhook" }).press("Enter");
    await page.getByRole("heading", { name: "Tell your own programs what happens" }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New webhook" }).waitFor();
  });

  test("it fits a phone, and says what is wrong when the server can't answer", async () => {
    using _ = receiver;
    await subscribe(world, receiver.url, {
      description: "Newsroom bot",
      events: ["post.settled", "target.uncertain"],
    });
    await subscribe(
      world,
      `${receiver.url}/a-rather-long-address-with-many-letters/and-a-token-0123456789abcdef`,
    );
    const phone = await web.openSignedIn(PATH, PHONE);
    await phone.page.getByRole("heading", { name: "Newsroom bot" }).waitFor();
    await phone.check();
    expect(await tooLow(phone.page)).toEqual([]);
    await phone.picture("webhooks-phone");
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    tab.expectFault(/500/);
    await refuse(tab.page, "refused");
    await tab.page.getByRole("link", { name: "Webhooks" }).click();
    await tab.page.getByText(REQUEST_ID).waitFor();
    await tab.check();
  });
});
