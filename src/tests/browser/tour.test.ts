// The whole way in the browser alone: from an empty data folder to a team of three with a review, five accounts, a planned
// week, a webhook and a receipt.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { EMAIL, PASSWORD } from "../support/owner.ts";
import { runDocumentedCommand } from "../support/receipts.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { DESKTOP, openWeb, type Tab, type Web } from "../support/web.ts";
import { untilSaved, textOf } from "../support/web-compose.ts";
import { openReceiver, RECEIVER_HOST, type Receiver } from "../support/webhook-receiver.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

const HOME = "/p/harbour";
const WAITING = ["queued", "scheduled", "publishing"];
const WEEK = [
  "Monday’s fish",
  "Opening hours",
  "The boats are back",
  "A walk at low tide",
  "Music on Friday",
];

/** A busy machine gets an answer in less than the minutes that a network has for one. */
const SHORT_STEP_MS = 50;

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly scheduledFor: string | null;
}

/** As most people see it. */
const MOVING = { ...DESKTOP, isMoving: true };

describe.skipIf(chromium === null)("the whole tour", () => {
  let world: World;
  let web: Web;
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver();
    world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: RECEIVER_HOST });
    // The world's own profile, which the command line made.
    await world.appliance.store.profiles.remove(world.profileId, ENTRY);
    web = await openWeb(world);
  });
  afterEach(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
    receiver?.[Symbol.dispose]();
  });

  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
  const goTo = (page: Page, path: string) => page.goto(world.url + HOME + path);
  const notice = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();

  test("from an empty folder to a team, accounts, a week of posts, a webhook and a receipt", async () => {
    const owner = await setUp();
    for (const network of ["telegram", "linkedin"]) await connect(owner.page, network);
    await owner.page.goto(`${world.url}${HOME}/accounts`);
    await owner.page.locator("main li[data-of-row]").nth(4).waitFor();
    const editor = await invite(owner.page, "Editor", "eve@example.com");
    const author = await invite(owner.page, "Author", "ann@example.com");
    await clickLabelOf(owner.page.getByRole("checkbox", { name: "harbour" }));
    await notice(owner.page, "Saved.");
    await addWebhook(owner.page);

    for (const text of WEEK) await queueUp(editor.page, text);
    await askForReview(author.page, "News from the harbour master");
    await approve(editor.page);
    await goTo(owner.page, "/calendar?view=week");
    await owner.page.locator("[data-post]").first().waitFor();
    await owner.check();
    await owner.picture("tour-week");

    await weekPasses(owner.page);
    const settled = () => receiver.types().filter((type) => type === "post.settled").length;
    await whileTimeRuns(
      world,
      waitUntil(async () => settled() >= WEEK.length),
    );
    await receipt(owner);
  });

  async function setUp(): Promise<Tab> {
    const tab = await web.open((world.setupUrl ?? "").slice(world.url.length), MOVING);
    const { page } = tab;
    await page.getByLabel("Email address").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await press(page, "Continue");
    await page.getByLabel("Name").fill("harbour");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await press(page, "Set up");
    await press(page, "Add these three accounts");
    await press(page, "Publish to 3 simulated accounts");
    await page.waitForURL("**/p/harbour/posts/*");
    return tab;
  }

  async function connect(page: Page, network: string): Promise<void> {
    await goTo(page, `/accounts/connect/${network}?simulate`);
    await press(page, "Add it");
    await heading(page, "Connected");
  }

  /** @returns what the person sees who has joined */
  async function invite(page: Page, role: string, email: string): Promise<Tab> {
    await goTo(page, "/people");
    await heading(page, "People");
    await press(page, "Invite");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(role, { exact: true }).click();
    await press(page, "Make the link");
    const link = new URL((await dialog.locator(".invite-link").textContent()) ?? "");
    await press(page, "Done");
    const joining = await web.open(link.pathname + link.hash, MOVING);
    await joining.page.getByLabel("Email address").fill(email);
    await joining.page.getByLabel("Choose a password").fill(PASSWORD);
    await press(joining.page, "Join");
    await heading(joining.page, "Today");
    return joining;
  }

  async function addWebhook(page: Page): Promise<void> {
    await goTo(page, "/webhooks");
    await press(page, "New webhook");
    await page.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await press(page, "Create the webhook");
    await press(page, "I have stored it");
  }

  async function queueUp(page: Page, text: string): Promise<void> {
    await goTo(page, "/write");
    await textOf(page).fill(text);
    await untilSaved(page);
    await press(page, /^Add to queue/);
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  }

  async function askForReview(page: Page, text: string): Promise<void> {
    await goTo(page, "/write");
    await textOf(page).fill(text);
    await untilSaved(page);
    await press(page, "Ask for review");
    await page.getByText("ann@example.com asks for a review").waitFor();
  }

  async function approve(page: Page): Promise<void> {
    await goTo(page, "");
    await page.getByRole("link", { name: /^Review it/ }).click();
    await press(page, "Approve");
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await notice(page, "Approved.");
  }

  async function weekPasses(page: Page): Promise<void> {
    await goTo(page, "/posts");
    // One after the other, each to its end: a leap of the clock while one is on its way would be an answer that never came.
    for (;;) {
      const next = (await waiting(page)).toSorted((a, b) => a.scheduledFor - b.scheduledFor)[0];
      if (!next) break;
      world.clock.turn(Math.max(0, next.scheduledFor - world.clock.now()));
      const isOver = async () => (await waiting(page)).every(({ id }) => id !== next.id);
      await whileTimeRuns(world, waitUntil(isOver), SHORT_STEP_MS);
    }
    // The week, what the owner published at first, and what was reviewed.
    const settled = page.getByRole("article").filter({ hasText: /Posted|Partly posted/ });
    await whileTimeRuns(world, settled.nth(WEEK.length + 1).waitFor());
  }

  /** The posts that still have to go out. */
  async function waiting(page: Page): Promise<{ readonly id: string; readonly scheduledFor: number }[]> {
    const read = async <T>(path: string, headers: Record<string, string> = {}): Promise<T> =>
      await (await page.request.get(world.url + path, { headers })).json();
    const { profiles } = await read<{ profiles: { id: string }[] }>("/admin/session");
    const { posts } = await read<{ posts: Listed[] }>("/v1/posts", {
      "crier-profile": profiles[0]?.id ?? "",
    });
    return posts
      .filter(({ status }) => WAITING.includes(status))
      .map(({ id, scheduledFor }) => ({ id, scheduledFor: Date.parse(scheduledFor ?? "1970-01-01") }));
  }

  async function receipt({ page, check, picture }: Tab): Promise<void> {
    await page.getByRole("link", { name: WEEK[2] ?? "" }).click();
    const section = page.getByRole("region", { name: "Receipt" });
    await section.getByRole("button", { name: "Copy" }).click();
    await notice(page, "The receipt is copied.");
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    const { code, out } = await runDocumentedCommand(world, copied);
    expect([code, out]).toEqual([0, expect.stringContaining("Signature Verified Successfully")]);
    await check();
    await picture("tour-receipt");
  }
});
