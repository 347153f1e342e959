// Moving posts in the calendar in a real browser: by mouse, keyboard and dialog, alone and against somebody else.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { hold, interceptOnce } from "../support/interception.ts";
import { publish } from "../support/posting.ts";
import { card, cardOn, day, openPlanning, plan, timeOf } from "../support/web-calendar.ts";
import { waitUntil } from "../support/wait-until.ts";
import { DESKTOP, openForEachTest, type Tab, type Web } from "../support/web.ts";
import type { World } from "../support/world.ts";

const PATH = "/p/test/calendar?view=week";

describe.skipIf(chromium === null)("moving posts in the calendar", () => {
  let world: World;
  let web: Web;
  openForEachTest(openPlanning, (opened) => ({ world, web } = opened));

  const notice = ({ page }: Tab, text: string | RegExp) => page.locator(".notice").filter({ hasText: text });
  const slot = (tab: Tab, date: string, time: string) =>
    day(tab, date).getByRole("link", { name: `${time}, free slot` });

  test("a post dragged from Thursday 09:00 to Friday is there at 09:00, and undo brings it back; so do keys and the dialog", async () => {
    const post = await plan(world, "The boats are back", "2027-03-25T09:07:00+01:00");
    await plan(world, "Good night", "2027-03-26T21:00:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const friday = Date.parse("2027-03-26T09:07:00+01:00");
    const thursday = Date.parse("2027-03-25T09:07:00+01:00");
    const ways: readonly (() => Promise<void>)[] = [
      () => card(tab, "The boats").dragTo(day(tab, "2027-03-26"), { targetPosition: { x: 60, y: 420 } }),
      async () => {
        await card(tab, "The boats").focus();
        await page.keyboard.press("Alt+ArrowRight");
      },
      async () => {
        await card(tab, "The boats").focus();
        await page.keyboard.press("m");
        const dialog = page.getByRole("dialog", { name: "Move to …" });
        await dialog.getByRole("spinbutton", { name: /^day/ }).press("ArrowUp");
        await tab.check();
        await tab.picture("calendar-move-to");
        await dialog.getByRole("button", { name: "Move", exact: true }).click();
      },
    ];
    for (const way of ways) {
      await way();
      await cardOn(tab, "2027-03-26", "The boats").waitFor();
      const moveNotice = notice(tab, "Moved to Friday 26 March 09:07");
      await moveNotice.waitFor();
      // Whoever does not see it hears among how many it stands.
      expect(await moveNotice.locator("p").textContent()).toBe(
        "Moved to Friday 26 March 09:07, position 1 of 2",
      );
      expect(Date.parse((await timeOf(world, post)) ?? "")).toBe(friday);
      await moveNotice.getByRole("button", { name: "Undo" }).click();
      await cardOn(tab, "2027-03-25", "The boats").waitFor();
      await notice(tab, "Moved to Thursday 25 March 09:07").waitFor();
      expect(Date.parse((await timeOf(world, post)) ?? "")).toBe(thursday);
      // It has the focus again.
      await waitUntil(() => page.evaluate<boolean>("document.activeElement.matches('[data-post]')"));
      for (const close of await page.locator(".notice").getByRole("button", { name: "Close" }).all())
        await close.click();
    }
  });

  test("a drop on a free slot takes it, on a held one both change places, between two posts it takes the middle", async () => {
    const free = await plan(world, "Anywhere", "2027-03-26T20:00:00+01:00");
    const held = await plan(world, "In the queue");
    expect(held.scheduledFor).toBe("2027-03-24T11:30:00.000Z");
    const late = await plan(world, "Evening", "2027-03-27T20:00:00+01:00");
    await plan(world, "First", "2027-03-27T10:00:00+01:00");
    await plan(world, "Second", "2027-03-27T11:00:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "Anywhere").dragTo(slot(tab, "2027-03-26", "12:30"));
    await notice(tab, "Moved to Friday 26 March 12:30").waitFor();
    expect(await timeOf(world, free)).toBe("2027-03-26T11:30:00.000Z");
    expect((await world.ask("GET", `/posts/${free.id}`)).json["status"]).toBe("queued");
    await slot(tab, "2027-03-26", "12:30").waitFor({ state: "detached" });

    await card(tab, "Anywhere").dragTo(card(tab, "In the queue"));
    await notice(tab, "Swapped, now Wednesday 24 March 12:30").waitFor();
    await cardOn(tab, "2027-03-26", "In the queue").waitFor();
    expect([await timeOf(world, free), await timeOf(world, held)]).toEqual([
      "2027-03-24T11:30:00.000Z",
      "2027-03-26T11:30:00.000Z",
    ]);
    await page.keyboard.press("u");
    await cardOn(tab, "2027-03-26", "Anywhere").waitFor();
    await cardOn(tab, "2027-03-24", "In the queue").waitFor();

    const second = cardOn(tab, "2027-03-27", "Second");
    await second.waitFor();
    await cardOn(tab, "2027-03-27", "First").waitFor();
    await card(tab, "Evening").dragTo(second, { targetPosition: { x: 40, y: 4 } });
    await notice(tab, "Moved to Saturday 27 March 10:30").waitFor();
    expect(await timeOf(world, late)).toBe("2027-03-27T09:30:00.000Z");
  });

  test("while it is dragged, the time at which it would land stands beside the pointer", async () => {
    await plan(world, "The boats are back", "2027-03-27T02:30:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const label = page.locator(".drag-label");
    /** Holds it over there until the label says this; "" for no label. It is noticed only by a second move. */
    const over = async (target: ReturnType<typeof day>, text: string, y = 0.9) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error("not shown");
      let x = 0.5;
      await waitUntil(async () => {
        x = x === 0.5 ? 0.51 : 0.5;
        await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
        return (await label.allTextContents()).join() === text;
      });
    };
    await card(tab, "The boats").hover();
    await page.mouse.down();
    await over(day(tab, "2027-03-26"), "Fri 26 Mar 02:30");
    await over(slot(tab, "2027-03-25", "12:30"), "takes Thu 25 Mar 12:30", 0.5);
    await tab.picture("calendar-dragging");
    // The past can't be planned.
    await over(day(tab, "2027-03-22"), "");
    // On Sunday the clocks skip that time.
    await over(day(tab, "2027-03-28"), "Sun 28 Mar 03:30: the clocks skip 02:30");
    await page.mouse.up();
    await notice(tab, "Moved to Sunday 28 March 03:30. The clocks skip 02:30 that day.").waitFor();
    await cardOn(tab, "2027-03-28", "03:30").waitFor();
  });

  test("of two people at once one wins, and the other one's card returns with the name", async () => {
    const post = await plan(world, "The boats are back", "2027-03-25T09:15:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    tab.expectFault(/412|409/);
    const { page } = tab;
    await card(tab, "The boats").waitFor();
    // Somebody moves it between the look and the request.
    await interceptOnce(page, "**/schedule", async (route) => {
      const moved = { schedule: "2027-03-27T10:00:00+01:00" };
      expect((await world.ask("POST", `/posts/${post.id}/schedule`, moved)).status).toBe(200);
      await route.continue();
    });
    await card(tab, "The boats").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await notice(tab, "The key test was faster and moved it to Sat 27 Mar 10:00.").waitFor();
    await cardOn(tab, "2027-03-27", "The boats").waitFor();
    expect(Date.parse((await timeOf(world, post)) ?? "")).toBe(Date.parse("2027-03-27T10:00:00+01:00"));
    await tab.check();
    await tab.picture("calendar-conflict");
    // A slot that somebody else takes in the same moment.
    await interceptOnce(page, "**/schedule", async (route) => {
      const other = await plan(world, "Quick fox", "draft");
      const moved = { slotAt: "2027-03-26T11:30:00Z" };
      expect((await world.ask("POST", `/posts/${other.id}/schedule`, moved)).status).toBe(200);
      await route.continue();
    });
    await card(tab, "The boats").dragTo(slot(tab, "2027-03-26", "12:30"));
    await notice(tab, "The key test was faster: “Quick fox” has that slot now.").waitFor();
    await cardOn(tab, "2027-03-26", "Quick fox").waitFor();
    await cardOn(tab, "2027-03-27", "The boats").waitFor();
  });

  test("what is published or on its way can't be moved, and says why", async () => {
    const { id } = await publish(world, { accounts: ["bluesky:ok"], caption: "Live" });
    expect(id).not.toBe("");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "Live").waitFor();
    const why = notice(tab, "It can't be moved. It is published.");
    await card(tab, "Live").dragTo(day(tab, "2027-03-26"));
    await why.waitFor();
    await why.getByRole("button", { name: "Close" }).click();
    await card(tab, "Live").focus();
    for (const key of ["Alt+ArrowRight", "Alt+ArrowDown", "m"]) {
      await page.keyboard.press(key);
      await why.waitFor();
      await why.getByRole("button", { name: "Close" }).click();
      await card(tab, "Live").focus();
    }
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Post" }).getByText("It is published.").waitFor();
    expect(await page.getByRole("button", { name: "Move to …" }).count()).toBe(0);
    await tab.check();
    await tab.picture("calendar-peek");
  });

  test("an answer that is lost is asked about, and the post is moved once", async () => {
    const post = await plan(world, "The boats are back", "2027-03-25T09:15:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    tab.expectFault(/Failed to load|ERR_/);
    const { page } = tab;
    for (const isHandled of [true, false]) {
      const before = (await world.ask("GET", `/posts/${post.id}`)).json["revision"];
      // A card that is still on its way to another day loses the focus.
      await cardOn(tab, isHandled ? "2027-03-25" : "2027-03-26", "The boats").waitFor();
      await interceptOnce(page, "**/schedule", async (route) => {
        // Moved, and only the answer is gone; or nothing arrived at all.
        if (isHandled) await route.fetch();
        await route.abort("connectionreset");
      });
      await card(tab, "The boats").focus();
      await card(tab, "The boats").and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Alt+ArrowRight");
      await notice(tab, "Crier did not answer. Whether the post was moved is being checked.")
        .first()
        .waitFor();
      const date = isHandled ? "Friday 26" : "Saturday 27";
      await notice(tab, `Moved to ${date} March 09:15`).waitFor();
      const { json } = await world.ask("GET", `/posts/${post.id}`);
      expect(json["revision"]).toBe(Number(before) + 1);
    }
  });

  test("drafts are dragged to a day or a slot, or get a time, and go back", async () => {
    const idea = await plan(world, "An idea", "draft");
    const other = await plan(world, "Another idea", "draft");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await day(tab, "2027-03-24").waitFor();
    await page.keyboard.press("d");
    const draft = (words: string) => page.locator("[data-draft]").filter({ hasText: words });
    await draft("Another idea").dragTo(slot(tab, "2027-03-27", "17:00"));
    await cardOn(tab, "2027-03-27", "Another idea").waitFor();
    await notice(tab, "Moved to Saturday 27 March 17:00").waitFor();
    expect(await timeOf(world, other)).toBe("2027-03-27T16:00:00.000Z");
    await draft("Another idea").waitFor({ state: "detached" });
    // A day means its first free slot.
    await draft("An idea").dragTo(day(tab, "2027-03-26"), { targetPosition: { x: 60, y: 420 } });
    await cardOn(tab, "2027-03-26", "An idea").waitFor();
    await notice(tab, "Moved to Friday 26 March 09:00").getByRole("button", { name: "Undo" }).click();
    await draft("An idea").waitFor();
    expect(await timeOf(world, idea)).toBeNull();
    await draft("An idea").getByRole("button", { name: "Give it a time …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Fri 26 Mar 09:00" }).click();
    await cardOn(tab, "2027-03-26", "An idea").waitFor();
    expect(await timeOf(world, idea)).toBe("2027-03-26T08:00:00.000Z");
  });

  test("the answer to a move of several posts gets lost: it is asked again, and they are moved once", async () => {
    const first = await plan(world, "The boats are back", "2027-03-25T09:15:00+01:00");
    const second = await plan(world, "Good night", "2027-03-26T21:00:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    for (const words of ["The boats", "Good night"]) {
      await card(tab, words).focus();
      await page.keyboard.press("x");
    }
    let sent = 0;
    await page.route("**/v1/posts/actions", async (route) => {
      sent += 1;
      if (sent > 1) return await route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "A day later" }).click();
    await notice(tab, "Crier did not answer. Whether the posts were moved is being checked").waitFor();
    await notice(tab, "2 posts moved a day later").waitFor();
    expect(sent).toBe(2);
    expect([await timeOf(world, first), await timeOf(world, second)]).toEqual([
      "2027-03-26T08:15:00.000Z",
      "2027-03-27T20:00:00.000Z",
    ]);
  });

  test("several posts are selected and moved by days together, and undo puts them back", async () => {
    const one = await plan(world, "One", "2027-03-25T09:15:00+01:00");
    const two = await plan(world, "Two", "2027-03-27T09:15:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "One").focus();
    await page.keyboard.press("x");
    await card(tab, "Two").click({ modifiers: ["Shift"] });
    const bar = page.getByRole("region", { name: "2 posts selected" });
    await bar.waitFor();
    await tab.check();
    await tab.picture("calendar-selected");
    // Who takes it back at once does so before the page has read again what was moved.
    const answer = await hold(page, /\/v1\/calendar\?/);
    await bar.getByRole("button", { name: "A day later" }).click();
    await notice(tab, "2 posts moved").getByRole("button", { name: "Undo" }).click();
    answer();
    await notice(tab, "2 posts put back").waitFor();
    await bar.waitFor({ state: "detached" });
    await card(tab, "One").focus();
    await page.keyboard.press("x");
    await card(tab, "Two").click({ modifiers: ["Shift"] });
    await bar.getByRole("button", { name: "A day later" }).click();
    await notice(tab, "2 posts moved a day later").waitFor();
    await cardOn(tab, "2027-03-26", "One").waitFor();
    // Over the change of the clocks the time of day stays.
    await cardOn(tab, "2027-03-28", "Two").getByText("09:15").waitFor();
    expect(await timeOf(world, two)).toBe("2027-03-28T07:15:00.000Z");
    await notice(tab, "2 posts moved").getByRole("button", { name: "Undo" }).click();
    await notice(tab, "2 posts put back").waitFor();
    await cardOn(tab, "2027-03-25", "One").waitFor();
    expect(await timeOf(world, one)).toBe("2027-03-25T08:15:00.000Z");
    await bar.waitFor({ state: "detached" });
  });

  test("other people's changes show at once", async () => {
    const post = await plan(world, "The boats are back", "2027-03-25T09:15:00+01:00");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    await cardOn(tab, "2027-03-25", "The boats").waitFor();
    await tab.page.getByText("live", { exact: true }).waitFor();
    await world.ask("POST", `/posts/${post.id}/schedule`, { schedule: "2027-03-27T10:00:00+01:00" });
    world.clock.turn(1000);
    await cardOn(tab, "2027-03-27", "The boats").waitFor();
    await plan(world, "A new one", "2027-03-26T10:00:00+01:00");
    world.clock.turn(1000);
    await cardOn(tab, "2027-03-26", "A new one").waitFor();
  });
});
