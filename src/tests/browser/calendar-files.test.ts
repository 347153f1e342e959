// Pictures that are put on a day of the calendar in a real browser: dropped, pasted and chosen, and what becomes of them.
import { describe, expect, test } from "bun:test";
import { SAMPLES } from "../../media/samples/index.ts";
import { chromium } from "../support/browser.ts";
import { list, read } from "../support/posting.ts";
import { waitUntil } from "../support/wait-until.ts";
import { day, openPlanning, plan } from "../support/web-calendar.ts";
import { textOf } from "../support/web-compose.ts";
import { DESKTOP, openForEachTest, PHONE, VIEWS, type Tab, type Web } from "../support/web.ts";
import type { World } from "../support/world.ts";

const PATH = "/p/test/calendar?view=week";
const THURSDAY = "2027-03-25";
const FRIDAY = "2027-03-26";

describe.skipIf(chromium === null)("pictures on a day of the calendar", () => {
  let world: World;
  let web: Web;
  openForEachTest(openPlanning, (opened) => ({ world, web } = opened));

  interface Handed {
    readonly name: string;
    readonly mimeType: string;
    readonly buffer: Buffer;
  }
  const photo = async (name = "hills.jpg"): Promise<Handed> => ({
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.from(await Bun.file(SAMPLES.photo.path).bytes()),
  });
  const NOTES: Handed = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") };

  /** As a browser does it, which lets no script choose files. */
  const hand = (
    { page }: Tab,
    type: "dragover" | "drop" | "paste",
    selector: string,
    files: readonly Handed[],
  ) =>
    page.evaluate(`(() => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of ${JSON.stringify(
        files.map(({ name, mimeType, buffer }) => ({
          name,
          type: mimeType,
          base64: buffer.toString("base64"),
        })),
      )})
        data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }));
      const element = document.querySelector(${JSON.stringify(selector)});
      const { x, y } = element.getBoundingClientRect();
      const more = { bubbles: true, cancelable: true, clientX: x + 20, clientY: y + 60 };
      element.dispatchEvent(${
        type === "paste"
          ? `new ClipboardEvent("paste", { clipboardData: data, ...more })`
          : `new DragEvent("${type}", { dataTransfer: data, ...more })`
      });
    })()`);
  const selectorOf = (date: string) => `[data-day="${date}"]`;
  const drafts = (tab: Tab, date: string) => day(tab, date).locator(".planned-draft");
  const noticeOf = ({ page }: Tab, text: string) => page.locator(".notice").filter({ hasText: text }).last();
  const closeNotices = async ({ page }: Tab) => {
    for (const close of await page.locator(".notice").getByRole("button", { name: "Close" }).all())
      await close.click();
  };

  test("a picture dropped on a day becomes a draft at its next free slot, and goes out there once it has words", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await day(tab, THURSDAY).waitFor();
    const label = page.locator(".drag-label");
    await hand(tab, "dragover", selectorOf(THURSDAY), [await photo()]);
    expect(await label.textContent()).toBe("draft, Thu 25 Mar 09:00");
    await tab.picture("calendar-files-over");
    // A day that is over takes nothing.
    await hand(tab, "dragover", selectorOf("2027-03-22"), [await photo()]);
    await label.waitFor({ state: "detached" });

    await page.route("**/uploads/**", async (route) => {
      await waitUntil(() => isSeen);
      await route.continue();
    });
    let isSeen = false;
    await hand(tab, "drop", selectorOf(THURSDAY), [await photo(), await photo("harbour.jpg")]);
    const coming = day(tab, THURSDAY).getByRole("region", { name: "Files for a draft at 09:00" });
    await coming.getByText("hills.jpg").waitFor();
    await coming.getByRole("progressbar").first().waitFor();
    await tab.check();
    await tab.picture("calendar-files-coming");
    isSeen = true;
    await noticeOf(tab, "A draft with your 2 files is there.").waitFor();
    await coming.waitFor({ state: "detached" });
    const card = drafts(tab, THURSDAY);
    await card.getByText("09:00").waitFor();
    await card.locator("img").waitFor();
    // The draft stands in the place of the slot, and the next one gets the next.
    await day(tab, THURSDAY).getByRole("link", { name: "09:00, free slot" }).waitFor({ state: "detached" });
    await hand(tab, "dragover", selectorOf(THURSDAY), [await photo()]);
    expect(await label.textContent()).toBe("draft, Thu 25 Mar 12:30");
    await hand(tab, "dragover", ".calendar-head", [await photo()]);
    await closeNotices(tab);
    for (const { width, scheme } of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await tab.check();
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await tab.picture("calendar-files-draft");
    const [post] = await list(world);
    expect(post).toMatchObject({ status: "draft", caption: "", scheduledFor: null });
    expect((await read(world, post?.id ?? "")).media.map(({ filename }) => filename)).toEqual([
      "hills.jpg",
      "harbour.jpg",
    ]);
    // It is there after a reload, in every view; the composer knows its time.
    await page.reload();
    for (const view of ["Month", "List", "Week"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await drafts(tab, THURSDAY).waitFor();
    }
    await drafts(tab, THURSDAY).click();
    await textOf(page).fill("The boats are back");
    await page.getByRole("button", { name: "Add to queue · tomorrow 09:00" }).click();
    await page.waitForURL(/\/posts\//);
    expect(await read(world, post?.id ?? "")).toMatchObject({
      status: "queued",
      scheduledFor: "2027-03-25T08:00:00.000Z",
    });
    await page.goto(world.url + PATH);
    await day(tab, THURSDAY).locator("[data-post]").filter({ hasText: "The boats" }).waitFor();
    expect(await drafts(tab, THURSDAY).count()).toBe(0);
  });

  test("by keyboard a picture is chosen for the day of the focus, or pasted into it", async () => {
    for (const time of ["09:00", "12:30", "17:00"])
      await plan(world, `At ${time}`, `${FRIDAY}T${time}:00+01:00`);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    // A browser that is first asked to hand over its dialog when the key is pressed may be too late.
    page.on("filechooser", () => {});
    const head = day(tab, THURSDAY).locator("[data-stop^='day:']");
    await head.focus();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("i")]);
    await chooser.setFiles(await photo("chosen.jpg"));
    await drafts(tab, THURSDAY).waitFor();
    await head.focus();
    await hand(tab, "paste", `${selectorOf(THURSDAY)} [data-stop]`, [await photo("pasted.jpg")]);
    await drafts(tab, THURSDAY).nth(1).waitFor();
    await page.keyboard.press("?");
    await page.getByText("Choose photos or videos for that day").waitFor();
    await page.getByText("Paste photos into that day").waitFor();
    await tab.check();
    const names = (await list(world)).flatMap(({ media }) => media.map(({ filename }) => filename));
    expect(names).toContainAllValues(["chosen.jpg", "pasted.jpg"]);
  });

  test("a draft in the calendar moves by mouse, by keyboard and by the dialog, and stays a draft", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await day(tab, THURSDAY).waitFor();
    await hand(tab, "drop", selectorOf(THURSDAY), [await photo()]);
    await drafts(tab, THURSDAY).getByText("09:00").waitFor();
    const [post] = await list(world);
    await drafts(tab, THURSDAY).dragTo(day(tab, FRIDAY), { targetPosition: { x: 60, y: 380 } });
    await drafts(tab, FRIDAY).getByText("09:00").waitFor();
    await noticeOf(tab, "Moved to Friday 26 March 09:00").getByRole("button", { name: "Undo" }).click();
    await drafts(tab, THURSDAY).getByText("09:00").waitFor();
    await drafts(tab, THURSDAY).focus();
    await page.keyboard.press("Alt+ArrowRight");
    await drafts(tab, FRIDAY).getByText("09:00").waitFor();
    await waitUntil(() => page.evaluate<boolean>("document.activeElement.matches('.planned-draft')"));
    await page.keyboard.press("Alt+ArrowDown");
    await drafts(tab, FRIDAY).getByText("12:30").waitFor();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Move to …" });
    await dialog.getByRole("spinbutton", { name: /^minute/ }).press("ArrowUp");
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await drafts(tab, FRIDAY).getByText("12:31").waitFor();
    await page.reload();
    await drafts(tab, FRIDAY).getByText("12:31").waitFor();
    expect(await read(world, post?.id ?? "")).toMatchObject({ status: "draft", revision: post?.revision });
    await page.keyboard.press("d");
    await page.getByText("No drafts wait for a date.").waitFor();
    await drafts(tab, FRIDAY).focus();
    await page.keyboard.press("m");
    await dialog.getByRole("button", { name: "Back to drafts" }).click();
    await drafts(tab, FRIDAY).waitFor({ state: "detached" });
    await page.locator(".draft-card").waitFor();
    await tab.check();
  });

  test("a file that is refused says so on the day, and the others become the draft", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/422|400|415/);
    await day(tab, THURSDAY).waitFor();
    const broken = { name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture at all") };
    await hand(tab, "drop", selectorOf(THURSDAY), [NOTES, broken, await photo()]);
    await drafts(tab, THURSDAY).waitFor();
    await day(tab, THURSDAY).getByText("notes.txt. It is neither a photo nor a video.").waitFor();
    await day(tab, THURSDAY)
      .getByText(/^broken\.jpg\. /)
      .waitFor();
    await tab.check();
    await tab.picture("calendar-files-refused");
    expect((await list(world)).flatMap(({ media }) => media)).toHaveLength(1);
    for (const name of ["notes.txt", "broken.jpg"])
      await page.getByRole("button", { name: `Forget ${name}` }).click();
    await day(tab, THURSDAY).locator(".coming-files").waitFor({ state: "detached" });
    await hand(tab, "drop", selectorOf("2027-03-22"), [await photo()]);
    await noticeOf(tab, "That day is over").waitFor();
    expect(await list(world)).toHaveLength(1);
  });

  test("the answer to the new draft gets lost, and there is one draft", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    await day(tab, THURSDAY).waitFor();
    let sent = 0;
    await page.route("**/v1/posts", async (route) => {
      if (route.request().method() !== "POST") return await route.fallback();
      sent += 1;
      if (sent > 1) return await route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await hand(tab, "drop", selectorOf(THURSDAY), [await photo()]);
    await drafts(tab, THURSDAY).waitFor();
    expect(sent).toBe(2);
    expect(await list(world)).toHaveLength(1);
  });

  test("on a phone a day takes pictures by touch", async () => {
    const tab = await web.openSignedIn(`${PATH}&at=${THURSDAY}`, PHONE);
    const { page } = tab;
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Photos or videos for Thursday 25 March" }).tap(),
    ]);
    await chooser.setFiles(await photo());
    await drafts(tab, THURSDAY).waitFor();
    await tab.check();
    await tab.picture("calendar-files-phone");
  });
});
