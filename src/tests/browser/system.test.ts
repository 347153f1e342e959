// The page about the server in a real browser: backups from beginning to end, the key question, findings, log and settings.
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "../support/browser.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { waitUntil } from "../support/wait-until.ts";
import { stickMedia } from "../support/stuck-backup.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { tooLow } from "../support/web-post.ts";
import { openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/system";

describe.skipIf(chromium === null)("the system page", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    () => openWorld(),
    (opened) => ({ world, web } = opened),
  );

  const backupNow = ({ page }: Tab) => page.getByRole("button", { name: "Back up now" });
  const rows = ({ page }: Tab) => page.locator(".backups > li");
  const inTime = <T>(shown: Promise<T>) => whileTimeRuns(world, shown);

  test("a backup from the page is verified and listed; restoring is only told as a command", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "There is no backup yet" }).waitFor();
    await tab.check();
    await tab.picture("system-no-backup");
    await backupNow(tab).click();
    await inTime(page.getByText(/The backup is complete: .* were new/).waitFor());
    await rows(tab).getByText("Verified").waitFor();
    expect(await rows(tab).count()).toBe(1);
    const [name = ""] = readdirSync(join(world.folder, "backups"));
    // It is damaged on the disk, and the page says so once it is verified again.
    const verify = rows(tab).getByRole("button", { name: /^Verify the backup of/ });
    await verify.click();
    await inTime(page.getByText("Every byte is as it was written.").waitFor());
    writeFileSync(join(world.folder, "backups", name, "SHA256SUMS"), "");
    await verify.click();
    await inTime(page.getByRole("alert").getByText("The last check found something wrong").waitFor());
    await rows(tab).getByText("Damaged").waitFor();
    await tab.check();
    await tab.picture("system-damaged");
    await rows(tab)
      .getByRole("button", { name: /^How to restore/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Restore this backup" });
    await dialog.getByText(`crier restore ${join(world.folder, "backups", name)} --force`).waitFor();
    await dialog.getByText("Crier holds them and asks you").waitFor();
    expect(await dialog.getByRole("button").allTextContents()).toEqual(["Copy", "Close"]);
    await tab.check();
    await tab.picture("system-restore");
    await dialog.getByRole("button", { name: /^Copy/ }).click();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toStartWith("crier restore /");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("how far it is stands there, also after the page was left; what fails is said, and can be done again", async () => {
    const release = await stickMedia(world);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await backupNow(tab).waitFor();
    await page.keyboard.press("b");
    await inTime(page.getByText("A backup is being made: Copying files").waitFor());
    await page.getByRole("progressbar", { name: "A backup is being made" }).waitFor();
    await tab.check();
    await tab.picture("system-running");
    // One at a time: the button says that it does nothing more, and does nothing.
    expect(await backupNow(tab).isDisabled()).toBe(true);
    await backupNow(tab).click({ force: true });
    await page.getByRole("link", { name: "Today" }).first().click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.getByRole("link", { name: "System" }).click();
    await page.getByRole("progressbar", { name: "A backup is being made" }).waitFor();
    release();
    await inTime(page.getByRole("alert").getByText("The last backup failed").waitFor());
    await backupNow(tab).click();
    await inTime(rows(tab).getByText("Verified").waitFor());
    expect(await rows(tab).count()).toBe(1);
  });

  test("the key question stays until it is confirmed", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const question = page.getByRole("heading", { name: "Have you kept the key somewhere else?" });
    await question.waitFor();
    const fingerprint = (await page.locator(".secret-key code").textContent()) ?? "";
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    await page.getByRole("button", { name: "How?" }).click();
    const how = page.getByRole("dialog", { name: "Keep the key somewhere else" });
    await how.getByText(`cat ${join(world.folder, "secret.key")}`).waitFor();
    await tab.check();
    await tab.picture("system-key");
    await page.getByRole("button", { name: "Close" }).click();
    await page.reload();
    await question.waitFor();
    await page.getByRole("button", { name: "Yes, it is safe" }).click();
    await page.getByText("me@example.com has kept it elsewhere").waitFor();
    await page.reload();
    await page.getByText("me@example.com has kept it elsewhere").waitFor();
    expect(await question.count()).toBe(0);
    // Nothing of the key itself is on the page.
    const key = await Bun.file(join(world.folder, "secret.key")).text();
    expect(await page.content()).not.toContain(key.trim().slice(0, 20));
  });

  test("the schedule and the place are set, and a folder that can't be used is refused with what was typed", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/400/);
    await page.getByText("Backups are made only when asked").waitFor();
    await page.getByRole("button", { name: "Change when backups are made" }).click();
    const dialog = page.getByRole("dialog", { name: "When backups are made" });
    await dialog.getByRole("button", { name: "When: Only when asked" }).click();
    await page.getByRole("menuitemradio", { name: "Every day" }).click();
    await dialog.getByLabel("Time").fill("02:40");
    const folder = dialog.getByRole("textbox", { name: "Folder on the server" });
    await folder.fill(join(world.folder, "media"));
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Choose a folder outside of the data folder").waitFor();
    expect(await folder.inputValue()).toBe(join(world.folder, "media"));
    await tab.check();
    await tab.picture("system-schedule");
    await folder.fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Backups are made every day at 02:40. The newest 14 are kept.").waitFor();
    // The first one comes at once, and it is there without a reload.
    await inTime(rows(tab).getByText("Verified").waitFor());
    expect(existsSync(join(world.folder, "backups"))).toBeTrue();
  });

  test("an overdue backup is on Today, with the way to it", async () => {
    const { store } = world.appliance;
    const schedule = { every: "6h", keep: null, folder: "/proc/nowhere" };
    const entry = { at: 0, actor: "cli", action: "x", profileId: null, subject: "x", detail: null };
    await store.backups.setSchedule(schedule, entry);
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const { page } = tab;
    await inTime(page.getByText("There is no backup yet").first().waitFor());
    await page.getByRole("link", { name: "See the backups" }).click();
    await page.getByRole("heading", { name: "Backups" }).waitFor();
    await inTime(page.getByRole("alert").getByText("The last backup failed").waitFor());
    await tab.picture("system-failed");
  });

  test("where several processes answer, the log has the lines of all of them, with their names", async () => {
    world.appliance.log.warn("disk_low", { detail: "12 MB free" });
    const { page } = await web.openSignedIn(PATH, DESKTOP);
    let answers = 0;
    const at = new Date().toISOString();
    await page.route("**/admin/log?*", async (route) => {
      const process = ["one 7", "two 8"][answers++ % 2];
      const lines = [{ seq: 1, at, level: "warn", event: "disk_low", text: `from ${process}, ${answers}` }];
      await route.fulfill({ json: { process, lines } });
    });
    await page.getByRole("heading", { name: "Log", exact: true }).click();
    const log = page.getByRole("list", { name: "Log" });
    await log.getByText("from one 7, 3").waitFor();
    await log.getByText("from two 8, 2").waitFor();
    expect(await log.getByRole("listitem").count()).toBe(2);
  });

  test("findings come first with their command; the address, the log and the settings are there to read", async () => {
    chmodSync(join(world.folder, "secret.key"), 0o644);
    world.appliance.log.warn("disk_low", { detail: "12 MB free" });
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "Something needs attention" }).waitFor();
    await page.getByText(`chmod 600 ${join(world.folder, "secret.key")}`).waitFor();
    await page.getByRole("button", { name: "Can networks reach us?" }).click();
    await page.getByText("Networks can't reach it.").waitFor();
    await page.getByRole("heading", { name: "Log", exact: true }).click();
    const log = page.getByRole("list", { name: "Log" });
    await log.getByText("disk low: 12 MB free").waitFor();
    await page.getByRole("button", { name: "Show: info and worse" }).click();
    await page.getByRole("menuitemradio", { name: "errors", exact: true }).click();
    await page.getByText("Nothing of this kind since the server started.").waitFor();
    await page.getByRole("button", { name: "Show: errors" }).click();
    await page.getByRole("menuitemradio", { name: "warnings and errors" }).click();
    await log.getByText("disk low: 12 MB free").waitFor();
    await page.getByRole("heading", { name: "Settings of the server" }).click();
    const port = page.locator(".settings-lines > li").filter({ hasText: "CRIER_PORT" });
    await port.getByText("from the environment").waitFor();
    await tab.check();
    await tab.picture("system-open");
    await page.getByRole("link", { name: "What changed" }).click();
    await page.getByRole("heading", { name: "Changelog", level: 1 }).waitFor();
  });

  test("by keyboard: B backs up, and the switch for everything asks first", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await backupNow(tab).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog");
    for (const each of ["Back up now", "Stop everything"])
      await keys.getByText(each, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("b");
    await inTime(rows(tab).getByText("Verified").waitFor());
    await page.keyboard.press("Control+.");
    const dialog = page.getByRole("dialog", { name: "Stop everything" });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Storm");
    expect(await world.appliance.store.workspace.pause()).toBeNull();
    await page.keyboard.press("Enter");
    await waitUntil(async () => (await world.appliance.store.workspace.pause())?.reason === "Storm");
    await page.getByRole("button", { name: "Start publishing again" }).waitFor();
  });

  test("it fits a phone, and says what is wrong when the server can't answer", async () => {
    const phone = await web.openSignedIn(PATH, PHONE);
    await phone.page.getByRole("heading", { name: "There is no backup yet" }).waitFor();
    await backupNow(phone).click();
    await inTime(rows(phone).getByText("Verified").waitFor());
    await phone.page.getByRole("heading", { name: "Settings of the server" }).click();
    await phone.page.getByText("CRIER_PORT").waitFor();
    await phone.page.getByRole("heading", { name: "Log", exact: true }).click();
    await phone.page.getByRole("list", { name: "Log" }).waitFor();
    await phone.check();
    expect(await tooLow(phone.page)).toEqual([]);
    await phone.picture("system-phone");
    await phone.page.getByRole("button", { name: "Change when backups are made" }).click();
    await phone.page.getByRole("button", { name: /^Keep: / }).waitFor();
    await phone.check();
    await phone.picture("system-phone-schedule");
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    tab.expectFault(/500/);
    await refuse(tab.page, "refused");
    await tab.page.getByRole("link", { name: "System" }).click();
    await tab.page.getByText(REQUEST_ID).first().waitFor();
    await tab.check();
  });
});
