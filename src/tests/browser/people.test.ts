// People, invitations and the audit log in a real browser, and what the app shows to each role.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { EMAIL, makePerson, PASSWORD, personHeaders, signIn } from "../support/owner.ts";
import { keyFor, openWorldWith, otherProfile, read, uncertainPost, upload } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { isSettled, type World } from "../support/world.ts";

/** However busy the machine is. */
const APPEARS_WITHIN_MS = 60_000;

describe.skipIf(chromium === null)("people", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    () => openWorldWith(["bluesky:ok", "mastodon:ghost"]),
    (opened) => ({ world, web } = opened),
  );

  const pressed = (page: Page, name: string | RegExp) =>
    page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();
  const noticed = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();

  async function openPeople(view?: typeof PHONE): Promise<Tab> {
    const tab = await web.openSignedIn("/people", view);
    await tab.page.getByRole("heading", { name: "People", exact: true }).waitFor();
    await tab.page.getByText("all profiles", { exact: false }).first().waitFor();
    return tab;
  }

  test("an owner invites a person by link, who chooses a password and joins; the link works once", async () => {
    const tab = await openPeople();
    const { page } = tab;
    await page.getByText("You are the only one here").waitFor();
    await tab.check();
    await tab.picture("people-alone");
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Invite a person").waitFor();
    await tab.check();
    await tab.picture("people-invite");
    await dialog.getByText("Editor", { exact: true }).click();
    await dialog.getByText("Only these").click();
    expect(await dialog.getByRole("button", { name: "Make the link" }).isDisabled()).toBeTrue();
    await clickLabelOf(dialog.getByRole("checkbox", { name: "test" }));
    await pressed(page, "Make the link");
    await dialog.getByText("Give this link to the person").waitFor();
    const link = (await dialog.locator(".invite-link").textContent()) ?? "";
    await tab.check();
    await tab.picture("people-link");
    await pressed(page, /Copy the link/);
    await pressed(page, "Done");
    await page.getByText("Invited as Editor").waitFor();
    const { pathname, hash } = new URL(link);
    const joining = await web.open(pathname + hash, PHONE);
    await joining.page.getByText(`${EMAIL} invites you.`).waitFor();
    await joining.check();
    await joining.picture("invite");
    joining.expectFault(/40[09] \(/);
    await joining.page.getByLabel("Email address").fill(EMAIL);
    await joining.page.getByLabel("Choose a password").fill(PASSWORD);
    await pressed(joining.page, "Join");
    await joining.page.getByText("can sign in already").waitFor();
    await joining.check();
    await joining.page.getByLabel("Email address").fill("ben@example.com");
    await pressed(joining.page, "Join");
    await joining.page.getByRole("heading", { name: "Today" }).waitFor();
    const again = await web.open(pathname + hash);
    again.expectFault(/403 \(/);
    await again.page.getByText("This invitation was used already.").waitFor();
    await again.check();
    await again.picture("invite-used");
    await page.reload();
    await page.getByText("ben@example.com").waitFor();
    expect(await page.getByText("Open invitations").count()).toBe(0);
    await tab.check();
    await tab.picture("people");
  });

  test("a person gets another role and other profiles, is signed out everywhere, and is removed", async () => {
    await makePerson(world, "ben@example.com", { role: "author", profiles: "all" });
    const ben = await signIn(world, "ben@example.com");
    const tab = await openPeople(PHONE);
    const { page } = tab;
    await pressed(page, "Change ben@example.com");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Signed in at").waitFor();
    await dialog.getByText("last used").first().waitFor();
    await tab.check();
    await tab.picture("people-person");
    await pressed(page, "Sign out everywhere");
    await noticed(page, "ben@example.com is signed out everywhere.");
    expect((await ben.ask("GET", "/session")).status).toBe(401);
    await dialog.getByText("Viewer", { exact: true }).click();
    await dialog.getByText("Another role signs the person out.").waitFor();
    await pressed(page, "Save");
    await noticed(page, "ben@example.com is Viewer now.");
    await pressed(page, `Change ${EMAIL}`);
    tab.expectFault(/409 \(/);
    await dialog.getByText("Editor", { exact: true }).click();
    await pressed(page, "Save");
    await dialog.getByText("This is the only owner").waitFor();
    await tab.check();
    await page.keyboard.press("Escape");
    await pressed(page, "Change ben@example.com");
    await pressed(page, "Remove");
    await dialog.getByText("They can't sign in any more.").waitFor();
    await tab.check();
    await pressed(page, "Remove");
    await noticed(page, "ben@example.com was removed.");
    await page.getByText("You are the only one here").waitFor();
  });

  test("the audit log is filtered, each entry opens, and all of it comes as a file", async () => {
    await makePerson(world, "ben@example.com", { role: "editor", profiles: "all" });
    const ben = await signIn(world, "ben@example.com");
    await world.post({ caption: "The boats are back", schedule: "draft", accounts: ["bluesky"] });
    await ben.ask("PATCH", "/me", { theme: "dark" });
    const tab = await web.openSignedIn("/activity");
    const { page } = tab;
    await page.getByText("wrote a post").first().waitFor();
    await page.getByText("Command line connected an account: Bluesky (ok)").first().waitFor();
    await page.getByText("changed their own settings").first().waitFor();
    await tab.check();
    await tab.picture("activity");
    await pressed(page, /^Who/);
    await page.getByRole("menuitemradio", { name: "ben@example.com" }).click();
    await page.getByText("wrote a post").first().waitFor({ state: "detached" });
    await page.getByText("changed their own settings").click();
    await page.getByText("person.update").waitFor();
    await tab.check();
    await tab.picture("activity-open");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export" }).click(),
    ]);
    const text = await Bun.file(await file.path()).text();
    const actors = text
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { actor: string }).actor);
    expect(new Set(actors)).toEqual(new Set(["editor:ben@example.com"]));
    await pressed(page, /^What/);
    await page.getByRole("menuitemradio", { name: "Keys", exact: true }).click();
    await page.getByText("Nothing on record").waitFor();
    await tab.check();
    await pressed(page, "Clear the filters");
    await page.getByText("wrote a post").first().waitFor();
  });

  test.each(["people", "activity"])(
    "%s says so while it loads, when the server fails and when it is gone",
    async (screen) => {
      const tab = await web.openSignedIn("/p/test/settings");
      const { page } = tab;
      await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
      tab.expectFault(/Failed to load|ERR_|50\d \(/);
      for (const [name, refusal] of [
        ["loading", "slow"],
        ["error", "refused"],
        ["offline", "unreachable"],
      ] as const) {
        const end = await refuse(page, refusal);
        await page.goto(`${world.url}/p/test/${screen}`);
        if (refusal === "slow") await page.locator("main .skeleton > div").first().waitFor();
        else if (refusal === "refused") await page.getByText(REQUEST_ID).first().waitFor();
        else await page.getByText("Crier did not answer.").first().waitFor();
        // The page's code loads after the frame.
        await page.getByRole("heading", { level: 1 }).waitFor();
        await tab.check();
        await tab.picture(`${screen}-${name}`);
        end();
      }
      await page.goto(`${world.url}/p/test/${screen}`);
      const shown = screen === "people" ? page.getByText("All profiles") : page.locator("main time");
      await shown.first().waitFor();
    },
  );

  test("an author without the right to publish asks for a review; an editor approves; it goes out at its time", async () => {
    await makePerson(world, "ann@example.com", { role: "author", profiles: [world.profileId] });
    await makePerson(world, "eve@example.com", { role: "editor", profiles: [world.profileId] });
    const own = await openPeople();
    const reviewBox = own.page.getByRole("checkbox", { name: "test" });
    const sent = Promise.withResolvers<() => Promise<void>>();
    await own.page.route("**/admin/profiles/*", (route) => sent.resolve(() => route.continue()));
    await clickLabelOf(reviewBox);
    const goOn = await sent.promise;
    expect(await reviewBox.isChecked()).toBeTrue();
    await goOn();
    await noticed(own.page, "Saved.");
    expect(await reviewBox.isChecked()).toBeTrue();
    const ann = await web.openAs("ann@example.com", "/p/test/write");
    await ann.page.getByRole("textbox", { name: /^Text/ }).fill("Come to the harbour");
    const chips = ann.page.getByRole("group", { name: "Accounts" });
    const ghost = chips.getByRole("button", { name: /ghost\b/ });
    if ((await ghost.getAttribute("aria-pressed")) === "true") await ghost.click();
    await ann.page.getByText("Saved", { exact: true }).waitFor();
    expect(await ann.page.getByRole("button", { name: /^(Publish|Add to queue|Schedule)/ }).count()).toBe(0);
    await ann.check();
    await ann.picture("review-compose");
    await pressed(ann.page, "Ask for review");
    await ann.page.getByText("ann@example.com asks for a review").waitFor();
    expect(world.published("bluesky")).toHaveLength(0);
    await ann.check();
    await ann.picture("review-asked");
    const eve = await web.openAs("eve@example.com", "/p/test");
    await eve.page.getByText("ann@example.com asks for a review of").waitFor();
    await eve.check();
    await eve.picture("review-today");
    await eve.page.getByRole("link", { name: /^Review it/ }).click();
    await pressed(eve.page, "Approve");
    const dialog = eve.page.getByRole("dialog");
    await dialog.getByText("It goes out at the time that was asked for.").waitFor();
    await dialog.getByLabel("Note (optional)").fill("Lovely");
    await eve.check();
    await eve.picture("review-approve");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await noticed(eve.page, "Approved.");
    await whileTimeRuns(world, ann.page.getByText(/^Goes out on Bluesky/).waitFor());
    const id = /posts\/([0-9a-f-]{36})/.exec(eve.page.url())?.[1] ?? "";
    const { scheduledFor } = await read(world, id);
    world.clock.turn(Date.parse(scheduledFor ?? "") - world.clock.now());
    expect((await world.until(id, isSettled)).status).toBe("posted");
    expect(world.published("bluesky")).toHaveLength(1);
  });

  test("a draft that is returned shows why, and the author sends it again", async () => {
    await makePerson(world, "ann@example.com", { role: "author", profiles: "all" });
    await makePerson(world, "eve@example.com", { role: "editor", profiles: "all" });
    const { cookie } = await signIn(world, "ann@example.com");
    const headers = { authorization: "", cookie, origin: world.url, "crier-profile": world.profileId };
    const body = { caption: "Hello", schedule: "draft", accounts: ["bluesky"] };
    const { json } = await world.ask("POST", "/posts", body, headers);
    const path = `/p/test/posts/${String(json["id"])}`;
    const ann = await web.openAs("ann@example.com", path, PHONE);
    await pressed(ann.page, "Ask for review");
    await ann.page.getByRole("dialog").getByText("Somebody who may publish looks").waitFor();
    await ann.page.getByRole("dialog").getByRole("button", { name: "Ask for review" }).click();
    await ann.page.getByText("ann@example.com asks for a review").waitFor();
    const eve = await web.openAs("eve@example.com", path);
    await pressed(eve.page, "Return it");
    await eve.page.getByLabel("Note (optional)").fill("A comma is missing");
    await eve.page.getByRole("dialog").getByRole("button", { name: "Return it" }).click();
    await whileTimeRuns(world, ann.page.getByText("“A comma is missing”").first().waitFor());
    await ann.check();
    await ann.picture("review-returned");
    await ann.page.getByRole("button", { name: "Ask for review" }).waitFor();
  });

  /** What each role sees. */
  const SHOWN = {
    owner: { write: true, publish: true, manage: true, administer: true },
    manager: { write: true, publish: true, manage: true, administer: false },
    editor: { write: true, publish: true, manage: false, administer: false },
    author: { write: true, publish: false, manage: false, administer: false },
    viewer: { write: false, publish: false, manage: false, administer: false },
  } as const;

  const appears = (locator: ReturnType<Page["locator"]>) =>
    locator
      .first()
      .waitFor({ state: "attached", timeout: APPEARS_WITHIN_MS })
      .then(
        () => true,
        () => false,
      );

  test.each(Object.entries(SHOWN))(
    "as %s, the app shows what the role may do and nothing else",
    async (role, shown) => {
      const draft = await world.post({ caption: "A draft", schedule: "draft", accounts: ["bluesky"] });
      const waiting = await world.post({ caption: "Waiting", accounts: ["bluesky"] });
      const unsure = await uncertainPost(world);
      await makePerson(world, "me2@example.com", { role: role as keyof typeof SHOWN, profiles: "all" });
      const tab = await web.openAs("me2@example.com", "/p/test");
      const { page } = tab;
      const wrong: string[] = [];
      const seen = async (what: string, locator: ReturnType<Page["locator"]>, expected: boolean) => {
        // What depends on a second answer comes a moment after the rest of its screen.
        const isShown = expected ? await appears(locator) : (await locator.count()) > 0;
        if (isShown !== expected) wrong.push(`${what} ${expected ? "is missing" : "is shown"}`);
      };
      const button = (name: string | RegExp) =>
        page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
      const link = (name: string | RegExp) =>
        page.getByRole("link", typeof name === "string" ? { name, exact: true } : { name });
      const goTo = async (screen: string, sign: string) => {
        await tab.visit(`/p/test/${screen}`);
        await page.getByText(sign).first().waitFor();
      };
      await page.getByText("It is not certain whether").first().waitFor();
      await seen("write", link("Write"), shown.write);
      await seen("settle on today", link(/^Settle it/), shown.publish);
      await seen("put off", page.locator(".entry-snooze"), shown.publish);
      await seen("people", link("People"), shown.administer);
      await seen("system", link("System"), shown.administer);
      await seen("activity", link("Activity"), true);
      await goTo(`posts/${draft.id}`, "A draft. Nothing goes out");
      // Somebody else's: authors can't change it.
      await seen("edit the draft", link("Edit"), shown.publish);
      await seen("schedule the draft", button("Schedule"), shown.publish);
      await seen("delete the draft", button("Delete the draft"), shown.publish);
      await seen("duplicate", link("Duplicate"), shown.write);
      await goTo(`posts/${waiting.id}`, "Goes out on Bluesky");
      await seen("cancel", button("Cancel this post"), shown.publish);
      await seen("reschedule", button("Reschedule"), shown.publish);
      await goTo(`posts/${unsure.id}`, "Not sure about");
      await seen("settle", link("Settle it"), shown.publish);
      await seen("ask the network", button(/^Ask (now|again)/), shown.publish);
      await goTo("posts", "A draft");
      await seen("select", page.locator("[data-check]"), shown.write);
      await seen("import", link(/^Import/), shown.write);
      await seen("edit in the list", link("Edit"), shown.publish);
      await goTo("queue", "Waiting");
      await seen("pause the queue", button(/^Pause/), shown.publish);
      await seen("order the queue", page.locator("[data-queued] .moment-act button"), shown.publish);
      await seen("change the queue's times", page.locator(".rhythm button"), shown.manage);
      await tab.visit("/p/test/media");
      await page.getByRole("heading", { name: "Media" }).waitFor();
      await seen("upload", button("Upload"), shown.write);
      await goTo("accounts", "Works");
      await seen("connect an account", link("Connect an account"), shown.manage);
      await page.locator("main .row-link").first().click();
      await page.getByRole("heading", { name: "Sign-in", exact: true }).waitFor();
      for (const name of ["Check now", "Pause", "Disconnect"]) await seen(name, button(name), shown.manage);
      await seen("reconnect", page.locator(".account-head a.button"), shown.manage);
      await seen("colour", page.getByRole("heading", { name: "Colour" }), shown.manage);
      await goTo("calendar", "Waiting");
      await seen("move in the calendar", page.locator("[data-movable]"), shown.publish);
      for (const [screen, may] of [
        ["people", shown.administer],
        ["system", shown.administer],
        ["profile", shown.manage],
        ["write", shown.write],
        ["settle", shown.publish],
        ["posts/import", shown.write],
      ] as const) {
        await tab.visit(`/p/test/${screen}`);
        await page.locator("main h1").first().waitFor();
        await seen(screen, page.getByText("There is nothing here"), !may);
      }
      expect(wrong).toEqual([]);
      await tab.visit("/p/test");
      await page.getByText("It is not certain whether").first().waitFor();
      await tab.check();
      await tab.picture(`role-${role}`);
    },
  );

  test("an author describes and deletes files of their own, and is offered neither with those of others", async () => {
    await makePerson(world, "ann@example.com", { role: "author", profiles: [world.profileId] });
    const { cookie } = await signIn(world, "ann@example.com");
    const foreign = await upload(world, "photo", { altText: "Evening sun over hills" });
    const body = { rotate: 90 };
    const { json } = await world.ask("POST", `/media/${foreign}/derive`, body, personHeaders(world, cookie));
    const own = (json["media"] as { id: string }).id;
    const tab = await web.openAs("ann@example.com", "/p/test/media");
    const { page } = tab;
    const dialog = page.getByRole("dialog");
    const offered = async (name: string) => (await dialog.getByRole("button", { name }).count()) > 0;
    const boxes = page.locator(".media-pick input");
    await page.locator(`[data-file="${foreign}"]`).waitFor();
    expect(await boxes.count()).toBe(1);
    await page.locator(`[data-file="${foreign}"] [data-row]`).focus();
    for (const key of ["x", "a", "Delete"]) await page.keyboard.press(key);
    expect([await dialog.count(), await page.locator(".selection-bar").count()]).toEqual([0, 0]);
    await page.keyboard.press("Space");
    await dialog.getByText("Added by").waitFor();
    expect(await dialog.getByText("Evening sun over hills").count()).toBe(1);
    expect(await dialog.getByRole("textbox").count()).toBe(0);
    expect([await offered("Delete"), await offered("Crop or turn")]).toEqual([false, true]);
    await tab.check();
    await tab.picture("media-of-others");
    await page.keyboard.press("Escape");
    await page.locator(`[data-file="${own}"] [data-row]`).click();
    await dialog.getByText("ann@example.com").waitFor();
    await dialog.getByRole("textbox", { name: "Alt text" }).fill("Hills on their side");
    await pressed(page, "Save alt text");
    await noticed(page, "The alt text is saved.");
    await page.keyboard.press("Escape");
    await clickLabelOf(boxes.first());
    expect(await page.getByRole("button", { name: "Select all shown" }).count()).toBe(0);
    await pressed(page, "Delete 1 file");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await noticed(page, "The file is deleted.");
    expect((await world.ask("GET", `/media/${foreign}`)).status).toBe(200);
    expect((await world.ask("GET", `/media/${own}`)).status).toBe(404);
  });

  test("a key and a person of another profile can't be seen: another id in the address gives “not found”", async () => {
    const { profileId, headers } = await otherProfile(world);
    const theirs = await world.ask(
      "POST",
      "/posts",
      { caption: "Secret of others", schedule: "draft" },
      {
        ...headers,
        prefer: "handling=lenient",
      },
    );
    await keyFor(world, { profileId });
    await makePerson(world, "ben@example.com", { role: "manager", profiles: [world.profileId] });
    const tab = await web.openAs("ben@example.com", "/p/test");
    const { page } = tab;
    await page.getByRole("heading", { name: "Today" }).waitFor();
    tab.expectFault(/40[34] \(/);
    for (const address of [
      `/p/${profileId}`,
      "/p/other",
      "/p/test/people",
      `/p/${profileId}/posts/${String(theirs.json["id"])}`,
    ]) {
      await page.goto(world.url + address);
      await page.getByText("There is nothing here").waitFor();
    }
    await page.goto(`${world.url}/p/test/posts/${String(theirs.json["id"])}`);
    await page.getByText("This post is not here any more").waitFor();
    expect(await page.content()).not.toContain("Secret of others");
    await tab.check();
  });
});
