// Doing something with many posts in a real browser: selecting them, the actions, their undo, labels, and the list as a file.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { read, setSlots } from "../support/posting.ts";
import { refuse } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { waitUntil } from "../support/wait-until.ts";
import { tooLow } from "../support/web-post.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { openWorld, isSettled, type PostBody, type World } from "../support/world.ts";

const DAY_MS = 86_400_000;
const PATH = "/p/test/posts";

describe.skipIf(chromium === null)("many posts at once", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    async () => {
      const opened = await openWorld();
      await opened.account("bluesky", "ok");
      await opened.account("mastodon", "fail");
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  const row = ({ page }: Tab, words: string) => page.getByRole("article").filter({ hasText: words });
  const box = (tab: Tab, words: string) => row(tab, words).getByRole("checkbox");
  const bar = ({ page }: Tab) => page.getByRole("group", { name: "What to do with the selected posts" });
  const press = (tab: Tab, name: string) => bar(tab).getByRole("button", { name, exact: true }).click();
  const result = ({ page }: Tab) => page.getByRole("region", { name: "What was done" });
  const selected = async ({ page }: Tab) =>
    await page.evaluate<string[]>(
      "[...document.querySelectorAll('article:has(input:checked) .excerpt')].map((each) => each.textContent)",
    );
  /** Posts that wait, the first to go out last in the list. */
  const waiting = async (...captions: readonly string[]) => {
    const posts: PostBody[] = [];
    for (const [n, caption] of captions.entries()) {
      const schedule = new Date(world.clock.now() + (n + 2) * DAY_MS).toISOString();
      posts.push(await world.post({ caption, accounts: ["bluesky:ok"], schedule }));
    }
    return posts;
  };
  const draft = async (caption: string) =>
    await world.post({ caption, accounts: ["bluesky:ok"], schedule: "draft" });
  const at = async ({ id }: PostBody) => Date.parse((await read(world, id)).scheduledFor ?? "");
  const status = async ({ id }: PostBody) => (await read(world, id)).status;

  test("rows are selected by click, by X, as ranges with Shift, and all that are shown", async () => {
    for (const name of ["One", "Two", "Three", "Four", "Five"]) await draft(name);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await box(tab, "Five").click();
    await box(tab, "Three").click({ modifiers: ["Shift"] });
    expect(await selected(tab)).toEqual(["Five", "Four", "Three"]);
    await bar(tab).getByText("3 selected").waitFor();
    // As a range they are left again, too.
    await box(tab, "Three").click();
    await box(tab, "Four").click({ modifiers: ["Shift"] });
    expect(await selected(tab)).toEqual(["Five"]);
    await page.keyboard.press("Escape");
    await bar(tab).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Five" }).focus();
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    expect(await selected(tab)).toEqual(["Five", "Four", "Three"]);
    await press(tab, "Select all 5 shown");
    await bar(tab).getByText("5 selected").waitFor();
    await press(tab, "Clear the selection");
    expect(await selected(tab)).toEqual([]);
    await page.getByRole("link", { name: "Two" }).focus();
    await page.keyboard.press("a");
    await bar(tab).getByText("5 selected").waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys on this screen" });
    for (const does of ["Select the post, or not any more", "Select nothing", "Select all that are shown"])
      await keys.getByText(does, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await bar(tab).getByText("5 selected").waitFor();
  });

  test("posts move by days, the same minutes of the day, and Undo brings them back", async () => {
    const posts = await waiting("First", "Second");
    const before = await Promise.all(posts.map(at));
    await draft("A draft");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await row(tab, "A draft").waitFor();
    await page.keyboard.press("a");
    await tab.check();
    await tab.picture("bulk-bar");
    await press(tab, "Shift days …");
    const dialog = page.getByRole("dialog", { name: "Move 2 posts by days" });
    await dialog.getByRole("spinbutton", { name: "Days" }).fill("3");
    await page.keyboard.press("Tab");
    await dialog.getByText("The first one:").waitFor();
    await tab.check();
    await tab.picture("bulk-shift");
    await dialog.getByRole("button", { name: "Move 3 days later" }).click();
    await result(tab).getByText("2 posts moved 3 days later.").waitFor();
    await result(tab).getByText("1 post was left alone.").waitFor();
    await result(tab).getByText("It is a draft: it has no time to move.").waitFor();
    expect(await Promise.all(posts.map(at))).toEqual(before.map((time) => time + 3 * DAY_MS));
    await tab.check();
    await tab.picture("bulk-result");
    // What was pressed is gone, and the focus is where the result stands.
    await page.locator("[aria-label='What was done']:focus").waitFor();
    await result(tab).getByRole("button", { name: "Undo" }).click();
    await result(tab).getByText("2 posts are as before.").waitFor();
    expect(await Promise.all(posts.map(at))).toEqual(before);
  });

  test("posts are cancelled, queued, given one time, tried again and deleted, each with its result", async () => {
    await setSlots(world, [{ time: "09:00" }]);
    const [first, second] = (await waiting("First", "Second")) as [PostBody, PostBody];
    const { id } = await world.post({ caption: "Broken", accounts: ["mastodon:fail"], schedule: "now" });
    await world.until(id, isSettled, 60_000);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const choose = async (...names: readonly string[]) => {
      for (const name of names) await box(tab, name).click();
    };
    await choose("First", "Second");
    await press(tab, "Cancel");
    await result(tab).getByText("2 posts are drafts again.").waitFor();
    expect(await Promise.all([first, second].map(status))).toEqual(["draft", "draft"]);
    await choose("First", "Second");
    await press(tab, "Queue");
    await result(tab).getByText("2 posts are in the queue.").waitFor();
    expect(await Promise.all([first, second].map(status))).toEqual(["queued", "queued"]);
    await result(tab).getByRole("button", { name: "Undo" }).click();
    await result(tab).getByText("2 posts are as before.").waitFor();
    expect(await Promise.all([first, second].map(status))).toEqual(["draft", "draft"]);
    await choose("First", "Second");
    await press(tab, "Reschedule …");
    await page.getByRole("dialog", { name: "When should 2 posts go out?" }).waitFor();
    await page.getByRole("spinbutton").first().press("ArrowUp");
    await page.getByRole("button", { name: "Set the time" }).click();
    await result(tab)
      .getByText(/^2 posts will go out /)
      .waitFor();
    const times = await Promise.all([first, second].map(at));
    expect(times[0]).toBe(times[1] ?? 0);
    await choose("Broken");
    await press(tab, "Retry failed");
    await result(tab).getByText("1 post is tried again where it failed.").waitFor();
    await world.until(id, isSettled, 60_000);
    expect((await read(world, id)).targets.map(({ attempts }) => attempts)).toEqual([2]);
    await whileTimeRuns(world, row(tab, "Broken").getByText("✕ Failed").waitFor());
    await choose("First", "Broken");
    await page.keyboard.press("Backspace");
    const dialog = page.getByRole("dialog", { name: "Delete 2 posts?" });
    await dialog.getByText("1 post still waits or goes out").waitFor();
    await tab.check();
    await tab.picture("bulk-delete");
    await dialog.getByRole("button", { name: "Delete 1 post" }).click();
    await result(tab).getByText("1 post was deleted.").waitFor();
    await result(tab).getByText("1 post was left alone.").waitFor();
    await row(tab, "Broken").waitFor({ state: "detached" });
    expect((await world.ask("GET", `/posts/${id}`)).status).toBe(404);
    expect(await status(first)).toBe("scheduled");
  });

  test("posts that leave the list by it can be brought back, with their result still there", async () => {
    const posts = await waiting("First", "Second");
    const tab = await web.openSignedIn(`${PATH}?status=queued,scheduled`, DESKTOP);
    await row(tab, "Second").waitFor();
    await tab.page.keyboard.press("a");
    await press(tab, "Cancel");
    await tab.page.getByText("Nothing found").waitFor();
    await result(tab).getByRole("button", { name: "Undo" }).click();
    await row(tab, "First").waitFor();
    expect(await Promise.all(posts.map(status))).toEqual(["scheduled", "scheduled"]);
  });

  test("a post that someone else just changed is left alone, and says so", async () => {
    const [first, second, third] = (await waiting("First", "Second", "Third")) as [
      PostBody,
      PostBody,
      PostBody,
    ];
    const tab = await web.openSignedIn("/p/test/system", DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_FAILED|admin\/live/);
    // The page hears of nothing.
    await page.route("**/admin/live**", (route) => route.abort());
    await page.goto(world.url + PATH);
    await row(tab, "First").waitFor();
    const before = await Promise.all([first, third].map(at));
    await page.keyboard.press("a");
    await world.ask("PATCH", `/posts/${first.id}`, { caption: "First, changed" });
    await world.ask("POST", `/posts/${second.id}/cancel`);
    await world.ask("DELETE", `/posts/${second.id}`);
    await press(tab, "Shift days …");
    await page.getByRole("button", { name: "Move 1 day later" }).click();
    await result(tab).getByText("1 post moved 1 day later.").waitFor();
    await result(tab).getByText("2 posts were left alone.").waitFor();
    await result(tab)
      .getByText(/^Someone changed it at the same moment/)
      .waitFor();
    await result(tab).getByText("It was deleted meanwhile.").waitFor();
    await tab.check();
    await tab.picture("bulk-conflict");
    expect(await Promise.all([first, third].map(at))).toEqual([before[0] ?? 0, (before[1] ?? 0) + DAY_MS]);
  });

  test("an answer that gets lost: the app says so and keeps asking, and nothing moves twice", async () => {
    const posts = await waiting("First", "Second");
    const before = await Promise.all(posts.map(at));
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    let requests = 0;
    const known = Promise.withResolvers<void>();
    await page.route("**/v1/posts/actions", async (route) => {
      requests += 1;
      if (requests === 1) await route.fetch();
      if (requests <= 2) return await route.abort();
      await known.promise;
      await route.fallback();
    });
    await row(tab, "First").waitFor();
    await page.keyboard.press("a");
    await press(tab, "Shift days …");
    await page.getByRole("button", { name: "Move 1 day later" }).dblclick();
    await page.getByText(/^Crier did not answer. It is not known yet/).waitFor();
    await tab.check();
    await tab.picture("bulk-lost");
    known.resolve();
    await result(tab).getByText("2 posts moved 1 day later.").waitFor();
    expect(await Promise.all(posts.map(at))).toEqual(before.map((time) => time + DAY_MS));
    expect(requests).toBe(3);
    // The way back was in the answer that got lost.
    await result(tab).getByRole("button", { name: "Undo" }).click();
    await result(tab).getByText("2 posts are as before.").waitFor();
    expect(await Promise.all(posts.map(at))).toEqual(before);
  });

  test("what the server refuses as a whole is shown with its request id, and nothing is lost", async () => {
    await waiting("First");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    tab.expectFault(/500|Failed to load/);
    await box(tab, "First").click();
    const answered = await refuse(tab.page, "refused");
    await press(tab, "Cancel");
    await result(tab)
      .getByText(/^Something went wrong in Crier/)
      .waitFor();
    await tab.check();
    await tab.picture("bulk-error");
    answered();
  });

  test("on a phone, Select makes a touch choose posts instead of opening them", async () => {
    await waiting("First", "Second");
    const tab = await web.openSignedIn(PATH, PHONE);
    const { page } = tab;
    await row(tab, "First").waitFor();
    await page.getByRole("button", { name: "Select", exact: true }).tap();
    await row(tab, "First").tap({ position: { x: 200, y: 20 } });
    await bar(tab).getByText("1 selected").waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
    await tab.check();
    expect(await tooLow(page)).toEqual([]);
    await tab.picture("bulk-phone");
    await page.setViewportSize({ width: 320, height: 700 });
    await tab.check();
    await bar(tab).getByRole("button", { name: "Cancel", exact: true }).tap();
    await result(tab).getByText("1 post is a draft again.").waitFor();
    expect(await tooLow(page)).toEqual([]);
    await row(tab, "Second").tap({ position: { x: 150, y: 20 } });
    await page.waitForURL(`**${PATH}/*`);
  });

  test("labels are made, renamed, coloured and deleted, and a second tab sees it", async () => {
    await draft("The boats");
    const [tab, other] = [await web.openSignedIn(PATH, DESKTOP), await web.openSignedIn(PATH, DESKTOP)];
    const { page } = tab;
    await page.getByRole("main").getByRole("button", { name: "Labels" }).click();
    const dialog = page.getByRole("dialog", { name: "Labels" });
    await tab.picture("labels-none");
    const add = async (name: string) => {
      await dialog.getByRole("textbox", { name: "New label" }).fill(name);
      await page.keyboard.press("Enter");
      await dialog.getByRole("textbox", { name: `Name of “${name}”` }).waitFor();
    };
    await add("Harbour");
    await add("Sale");
    await dialog.getByRole("textbox", { name: "New label" }).fill("harbour");
    tab.expectFault(/409/);
    await page.keyboard.press("Enter");
    await dialog.getByText("A label named harbour already exists.").waitFor();
    await dialog.getByRole("button", { name: "Colour of “Harbour”: Grey" }).click();
    await page.getByRole("menuitemradio", { name: "Teal" }).click();
    await dialog.getByRole("button", { name: "Colour of “Harbour”: Teal" }).waitFor();
    await tab.check();
    await tab.picture("labels");
    await dialog.getByRole("textbox", { name: "Name of “Sale”" }).fill("Summer sale");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await dialog.getByRole("textbox", { name: "Name of “Summer sale”" }).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await box(tab, "The boats").click();
    await press(tab, "Label");
    await page.getByRole("menuitem", { name: "Harbour" }).click();
    await result(tab).getByText("1 post has the label “Harbour”.").waitFor();
    await row(tab, "The boats").getByRole("list", { name: "Labels" }).getByText("Harbour").waitFor();
    await whileTimeRuns(
      world,
      row(other, "The boats").getByRole("list", { name: "Labels" }).getByText("Harbour").waitFor(),
    );
    await tab.check();
    await tab.picture("labels-row");
    await other.page.getByRole("main").getByRole("button", { name: "Labels" }).click();
    const there = other.page.getByRole("dialog", { name: "Labels" });
    await there.getByRole("button", { name: "Delete “Harbour”" }).click();
    await there.getByText("1 post has it, and will lose it.").waitFor();
    await other.check();
    await other.picture("labels-delete");
    await there.getByRole("button", { name: "Delete the label" }).click();
    await there.getByRole("textbox", { name: "Name of “Harbour”" }).waitFor({ state: "detached" });
    await whileTimeRuns(
      world,
      row(tab, "The boats").getByRole("list", { name: "Labels" }).waitFor({ state: "detached" }),
    );
  });

  test("a label narrows the list and its counts, is put on what lacks it, and taken off again", async () => {
    for (const name of ["One", "Two", "Three"]) await draft(name);
    const { json } = await world.ask("POST", "/labels", { name: "Harbour", colour: "blue" });
    const label = (json["label"] as { id: string }).id;
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await box(tab, "One").click();
    await box(tab, "Two").click();
    // The answer is lost, and labels are the same however often they are put on.
    let requests = 0;
    await page.route("**/v1/posts/actions", async (route) => {
      requests += 1;
      if (requests > 1) return await route.fallback();
      await route.fetch();
      await route.abort();
    });
    await press(tab, "Label");
    await page.getByRole("menuitem", { name: "Harbour" }).click();
    await result(tab).getByText("2 posts have the label “Harbour”.").waitFor();
    await page.getByRole("button", { name: "Label: Any" }).click();
    await page.getByRole("menuitemradio", { name: "Harbour" }).click();
    await waitUntil(() => page.evaluate<boolean>("document.querySelectorAll('article').length === 2"));
    expect(new URL(page.url()).searchParams.get("label")).toBe(label);
    await page.getByRole("link", { name: /^All 2$/ }).waitFor();
    await tab.picture("labels-filter");
    await box(tab, "One").click();
    await press(tab, "Label");
    await page.getByRole("menuitem", { name: "Harbour on all" }).click();
    await result(tab).getByText("The label “Harbour” was taken from 1 post.").waitFor();
    await row(tab, "One").waitFor({ state: "detached" });
    await result(tab).getByRole("button", { name: "Undo" }).click();
    await row(tab, "One").waitFor();
    await world.ask("DELETE", `/labels/${label}`);
    await whileTimeRuns(world, page.getByText("There are no posts with a label that was deleted.").waitFor());
  });

  test("what the list shows is saved as CSV and as JSONL, all pages of it, and says how many", async () => {
    for (let n = 1; n <= 104; n++) await draft(n === 7 ? '=SUM("A1"), and\nmore' : `Draft ${n}`);
    await waiting("Not a draft");
    const tab = await web.openSignedIn(`${PATH}?status=draft`, DESKTOP);
    const { page } = tab;
    const save = async (name: RegExp) => {
      await page.getByRole("button", { name: "Export" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name }).click(),
      ]);
      await page.getByText(`Saved 104 posts as ${file.suggestedFilename()}`).waitFor();
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await Bun.file(await file.path()).bytes());
    };
    await row(tab, "Draft 104").waitFor();
    const csv = await save(/^As CSV/);
    expect(csv.startsWith("\ufeffid,status,caption,")).toBe(true);
    // A spreadsheet calculates nothing of it.
    expect(csv).toContain(`"'=SUM(""A1""), and\nmore"`);
    expect(csv.match(/,draft,/g)).toHaveLength(104);
    expect(csv).not.toContain("Not a draft");
    const lines = (await save(/^As JSONL/))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { caption: string });
    expect(lines.map(({ caption }) => caption)).toContain('=SUM("A1"), and\nmore');
    expect(lines).toHaveLength(104);
  });
});
