// The queue in a real browser: its rhythm with its effect, the order of what is coming, and its pause.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { hold } from "../support/interception.ts";
import { HOUR } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openPlanning, plan, setZone, timeOf } from "../support/web-calendar.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { waitUntil } from "../support/wait-until.ts";
import { tooLow } from "../support/web-post.ts";
import type { PostBody, World } from "../support/world.ts";

const PATH = "/p/test/queue";

describe.skipIf(chromium === null)("the queue", () => {
  let world: World;
  let web: Web;
  openForEachTest(openPlanning, (opened) => ({ world, web } = opened));

  const notice = ({ page }: Tab, text: string | RegExp) => page.locator(".notice").filter({ hasText: text });
  const row = ({ page }: Tab, words: string) => page.locator("[data-queued]").filter({ hasText: words });
  const times = (posts: readonly PostBody[]) => Promise.all(posts.map((post) => timeOf(world, post)));
  const day = ({ page }: Tab, name: string) =>
    page.locator("[data-weekday]").filter({ has: page.getByRole("heading", { name }) });
  const queue = async (...captions: readonly string[]) => {
    const posts = [];
    for (const caption of captions) posts.push(await plan(world, caption));
    return posts;
  };
  const order = (tab: Tab, expected: readonly string[]) =>
    waitUntil(async () =>
      Bun.deepEquals(await tab.page.locator("[data-queued] .excerpt").allTextContents(), [...expected]),
    );

  test("shows the rhythm and what is coming, with free moments, and fits every screen", async () => {
    await queue("Opening hours on Sunday", "The boats are back", "Recipe: grandmother’s fish soup");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    await row(tab, "The boats").waitFor();
    await row(tab, "The boats").getByText("today 17:00").waitFor();
    await tab.page.getByText("Fri 26 Mar 09:00").waitFor();
    expect(await day(tab, "Monday").getByRole("spinbutton").count()).toBe(3);
    await tab.check();
    await tab.picture("queue");
    const phone = await web.openSignedIn(PATH, PHONE);
    await row(phone, "The boats").waitFor();
    await phone.check();
    expect(await tooLow(phone.page)).toEqual([]);
    await phone.picture("queue-phone");
  });

  test("a changed rhythm shows what would move before it is saved; keep and move do exactly that", async () => {
    const posts = await queue("One", "Two", "Three");
    const before = await times(posts);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "One").waitFor();
    await page.getByRole("button", { name: "Mornings, Mon–Fri" }).click();
    const effect = page.getByRole("group", { name: "What would happen" });
    await effect.getByText("3 queued posts:").waitFor();
    await effect.getByText("3 would move, in their order.").waitFor();
    const cells = effect.getByRole("row").filter({ hasText: "Two" }).getByRole("cell");
    expect(await cells.allTextContents()).toEqual(["today 17:00", "Fri 26 Mar 09:00"]);
    // Nothing has happened yet, and a reload loses nothing.
    expect(await times(posts)).toEqual(before);
    await page.reload();
    await effect.getByText("3 queued posts:").waitFor();
    await tab.check();
    await tab.picture("queue-effect");
    await effect.getByRole("button", { name: "Save the rhythm" }).click();
    await notice(tab, "The rhythm is saved").waitFor();
    await effect.waitFor({ state: "detached" });
    expect(await times(posts)).toEqual(before);
    expect(await day(tab, "Monday").getByRole("spinbutton").count()).toBe(1);
    await row(tab, "Two").getByText("kept from an older rhythm").waitFor();
    // Now they move.
    await page.getByRole("button", { name: "Three a day" }).click();
    await effect.getByText("3 queued posts:").waitFor();
    await effect.getByRole("button", { name: "Discard" }).click();
    await effect.waitFor({ state: "detached" });
    await day(tab, "Thursday").getByRole("button", { name: "Add a time on Thursday" }).click();
    await clickLabelOf(effect.getByRole("radio", { name: /^Move to the new times/ }));
    await effect.getByText("3 would move").waitFor();
    await effect.getByRole("button", { name: "Save the rhythm" }).click();
    await effect.waitFor({ state: "detached" });
    expect(await times(posts)).toEqual([
      "2027-03-25T08:00:00.000Z",
      "2027-03-25T09:00:00.000Z",
      "2027-03-26T08:00:00.000Z",
    ]);
  });

  test("the rhythm is edited by keyboard alone: arrows, digits, add, remove, copy", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const monday = day(tab, "Monday").getByRole("spinbutton");
    await monday.first().focus();
    const texts = () => monday.allTextContents();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("ArrowDown");
    expect(await texts()).toEqual(["10:00", "12:30", "17:00"]);
    await page.keyboard.type("0815");
    expect(await texts()).toEqual(["08:15", "12:30", "17:00"]);
    await page.keyboard.press("a");
    expect(await texts()).toEqual(["08:15", "12:30", "17:00", "18:00"]);
    await page.keyboard.press("Backspace");
    expect(await texts()).toEqual(["12:30", "17:00", "18:00"]);
    await monday.first().press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change the time" });
    await dialog.getByRole("spinbutton", { name: /^hour/ }).press("ArrowUp");
    await tab.check();
    await tab.picture("queue-time");
    await dialog.getByRole("button", { name: "Set" }).click();
    expect(await texts()).toEqual(["13:30", "17:00", "18:00"]);
    await page.getByRole("button", { name: "More for Monday" }).press("Enter");
    await page.getByRole("menuitem", { name: "Copy to Monday–Friday" }).press("Enter");
    expect(
      await day(tab, "Friday").getByRole("spinbutton", { name: "Time on Friday" }).first().textContent(),
    ).toBe("13:30");
    expect(await day(tab, "Sunday").getByRole("spinbutton").first().textContent()).toBe("09:00");
  });

  test("a time that the clocks skip or show twice is named with its day", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await day(tab, "Sunday").getByRole("spinbutton").first().focus();
    await page.keyboard.type("0230");
    await page.getByText("On Sunday 28 March the clocks skip 02:30. The post goes out at 03:30.").waitFor();
    await page.getByText("On Sunday 31 October the clocks show 02:30 twice.").waitFor();
    await page.getByRole("button", { name: "Save the rhythm" }).click();
    await page.getByRole("button", { name: /more free times/ }).click();
    await page.getByText("moved from 02:30: the clocks change").waitFor();
    await tab.check();
    await tab.picture("queue-clocks");
  });

  test("what is coming is put into another order by mouse, keys and menu, and undo brings the old one back", async () => {
    const posts = await queue("One", "Two", "Three");
    const moments = await times(posts);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "Three").waitFor();
    await row(tab, "Three").dragTo(row(tab, "One"));
    await order(tab, ["Three", "One", "Two"]);
    await notice(tab, "Moved to Wednesday 24 March 12:30, place 1 of 3").waitFor();
    expect(await times(posts)).toEqual([moments[1], moments[2], moments[0]] as typeof moments);
    await notice(tab, "place 1 of 3").getByRole("button", { name: "Undo" }).click();
    await order(tab, ["One", "Two", "Three"]);
    await notice(tab, "The old order is back").waitFor();
    expect(await times(posts)).toEqual(moments);
    await row(tab, "One").getByRole("link").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await order(tab, ["Two", "One", "Three"]);
    await notice(tab, "place 2 of 3").waitFor();
    await waitUntil(async () => (await page.locator(":focus").allTextContents())[0] === "One");
    await page.keyboard.press("u");
    await order(tab, ["One", "Two", "Three"]);
    await row(tab, "One").getByRole("button", { name: "Actions for One" }).click();
    await page.getByRole("menuitem", { name: "To the end" }).click();
    await order(tab, ["Two", "Three", "One"]);
    await notice(tab, "place 3 of 3").waitFor();
    expect(await times(posts)).toEqual([moments[2], moments[0], moments[1]] as typeof moments);
    await tab.check();
  });

  test("what is asked for while an answer is on its way waits its turn, and who goes on stays there", async () => {
    const posts = await queue("One", "Two", "Three");
    const moments = await times(posts);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const answer = await hold(page, /\/queue\/order$/);
    await row(tab, "One").getByRole("link").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await order(tab, ["Two", "One", "Three"]);
    await page.keyboard.press("Alt+ArrowDown");
    await order(tab, ["Two", "Three", "One"]);
    await page.keyboard.press("k");
    answer();
    await notice(tab, "place 3 of 3").waitFor();
    expect(await times(posts)).toEqual([moments[2], moments[0], moments[1]] as typeof moments);
    await order(tab, ["Two", "Three", "One"]);
    expect(await page.locator(":focus").textContent()).toBe("Three");
    await page.keyboard.press("u");
    await notice(tab, "The old order is back").waitFor();
    await order(tab, ["Two", "One", "Three"]);
  });

  test("? lists its keys; those that walk through the moments do so", async () => {
    await queue("One", "Two");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "Two").waitFor();
    await page.keyboard.press("?");
    const listed = await page.getByRole("dialog").locator("dt").allTextContents();
    for (const key of ["J", "K", "Alt ↑", "Alt ↓", "A", "↑", "↓", "⌫"]) expect(listed).toContain(key);
    await tab.check();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const focused = () => page.evaluate<string>("document.activeElement.textContent");
    await page.keyboard.press("j");
    expect(await focused()).toBe("One");
    await page.keyboard.press("j");
    expect(await focused()).toBe("Two");
    await page.keyboard.press("k");
    expect(await focused()).toBe("One");
  });

  test("a free moment is filled with a draft, and a queued post goes out at once when asked", async () => {
    const [one] = await queue("One");
    const idea = await plan(world, "An idea", "draft");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const free = page.locator(".moment-free").filter({ hasText: "tomorrow 12:30" });
    await free.getByRole("button", { name: "Fill with a draft" }).click();
    await tab.check();
    await page.getByRole("dialog").getByRole("button", { name: "An idea" }).click();
    await row(tab, "An idea").getByText("tomorrow 12:30").waitFor();
    expect(await timeOf(world, idea)).toBe("2027-03-25T11:30:00.000Z");
    await row(tab, "One").getByRole("button", { name: "Actions for One" }).click();
    await page.getByRole("menuitem", { name: "Publish now …" }).click();
    expect(world.published("bluesky")).toHaveLength(0);
    await tab.check();
    await page.getByRole("button", { name: "Publish to 1 account" }).click();
    await notice(tab, "Going out now").waitFor();
    await world.until(one?.id ?? "", ({ status }) => status === "posted");
    await whileTimeRuns(world, row(tab, "One").waitFor({ state: "detached" }));
    expect(world.published("bluesky")).toHaveLength(1);
  });

  test("while it is paused nothing goes out when a slot passes; resumed, it follows the rule that it shows", async () => {
    const [one, two] = await queue("One", "Two");
    const scheduled = await plan(world, "At its own time", "2027-03-24T12:45:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByRole("button", { name: "Pause the queue" }).click();
    const dialog = page.getByRole("dialog", { name: "Pause the queue" });
    await dialog.getByText("posts whose time has passed take the next free times, in their order").waitFor();
    await dialog.getByLabel("Reason").fill("Storm at sea");
    await tab.check();
    await tab.picture("queue-pause");
    await dialog.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("The queue is paused: Storm at sea").waitFor();
    // On every screen.
    const phone = await web.openSignedIn("/p/test/posts", PHONE);
    await phone.page.getByText("The queue is paused: Storm at sea").waitFor();
    await phone.check();
    world.clock.turn(HOUR);
    await world.until(scheduled.id, ({ status }) => status === "posted");
    expect(world.published("bluesky")).toHaveLength(1);
    await page.reload();
    await row(tab, "One").getByText("its time passed during the pause").waitFor();
    await tab.check();
    await tab.picture("queue-paused");
    await page.getByRole("button", { name: "Resume the queue" }).click();
    await notice(tab, "The queue goes on").waitFor();
    await page.getByText("The queue is paused").waitFor({ state: "detached" });
    // The first one's time has passed, the second one keeps its own.
    expect([await timeOf(world, one ?? scheduled), await timeOf(world, two ?? scheduled)]).toEqual([
      "2027-03-25T08:00:00.000Z",
      "2027-03-24T16:00:00.000Z",
    ]);
    await whileTimeRuns(
      world,
      phone.page.getByText("The queue is paused: Storm at sea").waitFor({ state: "detached" }),
    );
  });

  test("without times it offers some; without posts, while it loads and when it fails it says so", async () => {
    await setZone(world, "Asia/Tokyo");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    tab.expectFault(/Failed to load|ERR_|50\d \(/);
    const { page } = tab;
    await page.getByText("No post is in the queue").waitFor();
    await tab.check();
    for (const [name, refusal] of [
      ["loading", "slow"],
      ["error", "refused"],
      ["offline", "unreachable"],
    ] as const) {
      const end = await refuse(page, refusal);
      await page.goto(`${world.url}${PATH}`);
      if (refusal === "slow") await page.locator(".skeleton > div").first().waitFor();
      else if (refusal === "refused") await page.getByText(REQUEST_ID).waitFor();
      else await page.getByText("Crier did not answer.").waitFor();
      // The page's code loads after the frame.
      await page.getByRole("heading", { level: 1 }).waitFor();
      await tab.check();
      await tab.picture(`queue-${name}`);
      end();
    }
    await page.goto(`${world.url}${PATH}`);
    for (const name of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]) {
      await page.getByRole("button", { name: `More for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Remove all times" }).click();
    }
    await page.getByText("The queue has no times yet.").waitFor();
    await tab.check();
    await tab.picture("queue-no-times");
  });
});
