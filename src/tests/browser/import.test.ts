// Posts from a file in a real browser: every row is checked, what can be is created, and nothing twice.
import { describe, expect, test } from "bun:test";
import { chromium } from "../support/browser.ts";
import { list } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { waitUntil } from "../support/wait-until.ts";
import { tooLow } from "../support/web-post.ts";
import { DESKTOP, openForEachTest, PHONE, VIEWS, type Tab, type Web } from "../support/web.ts";
import { openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/posts/import";
const FILE = [
  "caption,accounts,schedule",
  '"Hello, ""hills""",bluesky,draft',
  "The boats are back,bluesky,2027-02-01T09:00:00+01:00",
  "Nobody there,myspace,draft",
  `${"Too long. ".repeat(40)},bluesky,draft`,
  "One cell,too,many,here",
].join("\n");

describe.skipIf(chromium === null)("posts from a file", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    async () => {
      const opened = await openWorld();
      await opened.account("bluesky", "ok");
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  const fileOf = (text: string | Uint8Array, name = "week.csv") => ({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  async function choose({ page }: Tab, file: ReturnType<typeof fileOf>, name = "Choose a file") {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name }).click(),
    ]);
    await chooser.setFiles(file);
  }
  const row = ({ page }: Tab, text: string) => page.getByRole("row").filter({ hasText: text });
  const heading = ({ page }: Tab, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
  const count = async () => (await list(world, "?limit=100")).length;

  test("every row is checked before anything is created, and the others are left out", async () => {
    const tab = await web.openSignedIn("/p/test/posts", DESKTOP);
    const { page } = tab;
    await page.getByRole("link", { name: "Import" }).click();
    await page.waitForURL(`**${PATH}`);
    await tab.check();
    await tab.picture("import");
    await choose(tab, fileOf(FILE));
    await heading(tab, "2 of 5 rows can be created");
    await row(tab, 'Hello, "hills"').getByText("Can be created").waitFor();
    await row(tab, "Hello").getByText("Draft").waitFor();
    await row(tab, "The boats are back").getByText("Mon 1 Feb 2027 08:00").waitFor();
    await row(tab, "Nobody there")
      .getByText(/myspace/)
      .waitFor();
    await row(tab, "Too long.").getByText(/400/).waitFor();
    await row(tab, "It can't be read")
      .getByText(/4 cells/)
      .waitFor();
    expect(await count()).toBe(0);
    for (const { width, scheme } of [...VIEWS, { width: 320, scheme: "dark" as const }]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await tab.check();
    }
    await tab.picture("import-checked");
    await page.getByRole("button", { name: "Show only the 3 with problems" }).click();
    await row(tab, "Hello").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show all rows" }).click();
    await page.getByRole("button", { name: "Create 2, leave 3" }).dblclick();
    await heading(tab, "2 posts were created");
    await page.getByText("3 rows were left out.").waitFor();
    await page.locator(":focus").filter({ hasText: "2 posts were created" }).waitFor();
    expect(await count()).toBe(2);
    await tab.check();
    await tab.picture("import-done");
    await page.getByRole("link", { name: "Created. Open “The boats are back”" }).click();
    await page.getByRole("main").getByText("The boats are back").first().waitFor();
  });

  test("rows with problems are repaired in place, checked with every change, and created once", async () => {
    await world.account("mastodon", "ok");
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await choose(tab, fileOf(FILE));
    await heading(tab, "2 of 5 rows can be created");
    const editor = (number: number) => page.getByRole("group", { name: `Row ${number}`, exact: true });
    // An account that nobody knows becomes one that is chosen by its name.
    await page.getByRole("button", { name: "Repair row 3" }).click();
    expect(await editor(3).getByLabel("Text").inputValue()).toBe("Nobody there");
    await waitUntil(() => page.evaluate<boolean>("document.activeElement.matches('textarea')"));
    await tab.check();
    await tab.picture("import-repairing");
    await editor(3).getByText("Mastodon (ok)").click();
    await heading(tab, "3 of 5 rows can be created");
    await page.getByRole("button", { name: "Close row 3" }).click();
    // A text that is too long is shortened; while it is still too long, the server says so.
    await page.getByRole("button", { name: "Repair row 4" }).click();
    await editor(4).getByLabel("Text").fill("Too long. ".repeat(31));
    await row(tab, "Too long.").getByText(/310/).waitFor();
    await editor(4).getByLabel("Text").fill("Short enough");
    await heading(tab, "4 of 5 rows can be created");
    // A reload keeps the file and what was repaired in it.
    await page.reload();
    await heading(tab, "4 of 5 rows can be created");
    // What can't be read is written anew, with a time.
    await page.getByRole("button", { name: "Repair row 5" }).click();
    await editor(5).getByLabel("Text").fill("Sunset");
    await editor(5)
      .getByRole("button", { name: /^When: / })
      .click();
    await page.getByRole("menuitemradio", { name: "Day and time" }).click();
    await heading(tab, "All 5 rows can be created");
    for (const { width, scheme } of [...VIEWS, { width: 320, scheme: "dark" as const }]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await tab.check();
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await tab.picture("import-repaired");
    expect(await count()).toBe(0);
    await page.getByRole("button", { name: "Create 5 posts" }).dblclick();
    await heading(tab, "5 posts were created");
    await page.reload();
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    const posts = await list(world, "?limit=100");
    const of = (caption: string) => posts.find((post) => post.caption === caption);
    expect(of("Nobody there")?.targets.map(({ platform }) => platform)).toEqual(["mastodon"]);
    expect(of("Short enough")?.status).toBe("draft");
    expect(of("Sunset")?.status).toBe("scheduled");
    // The same file again, with another repair: what was created of it is there already.
    await choose(tab, fileOf(FILE, "again.csv"));
    await page.getByRole("button", { name: "Repair row 4" }).click();
    await editor(4).getByLabel("Text").fill("Short enough, at last");
    await heading(tab, "3 of 5 rows can be created");
    await page.getByRole("button", { name: "Create 3, leave 2" }).click();
    await heading(tab, "1 post was created");
    await page.getByText("2 were there already, from an earlier import of this file.").waitFor();
    expect(await count()).toBe(6);
  });

  test("the same file again creates nothing twice, and says where its posts are", async () => {
    const tab = await web.openSignedIn(PATH, PHONE);
    const { page } = tab;
    await choose(tab, fileOf(FILE));
    await page.getByRole("button", { name: "Create 2, leave 3" }).tap();
    await heading(tab, "2 posts were created");
    expect(await tooLow(page)).toEqual([]);
    await choose(tab, fileOf(FILE, "again.csv"), "Choose another file");
    await page.getByRole("button", { name: "Create 2, leave 3" }).tap();
    await heading(tab, "No new posts");
    await page.getByText("2 were there already, from an earlier import of this file.").waitFor();
    await page.getByRole("link", { name: /^There already. Open “The boats/ }).waitFor();
    await tab.check();
    await tab.picture("import-again");
    expect(await count()).toBe(2);
  });

  test("an answer that gets lost: the app keeps asking, and nothing is created twice", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load/);
    let requests = 0;
    const known = Promise.withResolvers<void>();
    await page.route("**/v1/posts/import?dryRun=false", async (route) => {
      requests += 1;
      if (requests > 1) {
        await known.promise;
        return await route.fallback();
      }
      await route.fetch();
      await route.abort();
    });
    await choose(tab, fileOf(FILE));
    await page.getByRole("button", { name: "Create 2, leave 3" }).click();
    await page.getByText(/^Crier did not answer. It is not known yet/).waitFor();
    await tab.check();
    await tab.picture("import-lost");
    known.resolve();
    await page.getByText("2 were there already, from an earlier import of this file.").waitFor();
    expect([await count(), requests]).toEqual([2, 2]);
  });

  test("the result says what changed between the check and the click", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const { json } = await world.ask("POST", "/labels", { name: "Harbour", colour: "blue" });
    const { id } = json["label"] as { id: string };
    const post = { accounts: ["bluesky"], schedule: "draft" };
    const lines = [
      { ...post, caption: "With a label", labels: [id] },
      { ...post, caption: "Without" },
    ];
    await choose(tab, fileOf(lines.map((line) => JSON.stringify(line)).join("\n"), "week.jsonl"));
    await heading(tab, "All 2 rows can be created");
    // Somebody else deletes it meanwhile.
    await world.ask("DELETE", `/labels/${id}`);
    await page.getByRole("button", { name: "Create 2 posts" }).click();
    await heading(tab, "1 post was created");
    await page.getByText("1 row was left out.").waitFor();
    await row(tab, "With a label").getByText(/label/).last().waitFor();
    expect(await count()).toBe(1);
  });

  test("a file that is dropped on the list is checked, and posts that go out at once are counted", async () => {
    const tab = await web.openSignedIn("/p/test/posts", DESKTOP);
    const { page } = tab;
    await heading(tab, "No posts yet");
    const text = "caption,accounts,schedule\nRight away,bluesky,now\nNext,bluesky,draft";
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(text)}], "dropped.csv", { type: "text/csv" }));
      const list = document.querySelector(".posts");
      for (const type of ["dragover", "drop"])
        list.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await page.waitForURL(`**${PATH}`);
    await heading(tab, "All 2 rows can be created");
    await page.getByText("1 of them is published at once.").waitFor();
    await page.getByText("dropped.csv").waitFor();
    expect(await count()).toBe(0);
  });

  test("a file that can't be taken says why, in words, and another one can be chosen", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/400|500|ERR_|Failed to load/);
    const alert = page.getByRole("alert");
    await choose(tab, fileOf(Uint8Array.from([0x63, 0xe4, 0x70])));
    await alert.getByText(/week.csv is not text in UTF-8/).waitFor();
    await choose(tab, fileOf("a".repeat(1024 * 1024 + 1)));
    await alert.getByText(/larger than 1 MiB/).waitFor();
    await choose(tab, fileOf("words,accounts\nHello,bluesky"));
    await alert.getByText(/There is no column "words"/).waitFor();
    await tab.check();
    await tab.picture("import-refused");
    const answered = await refuse(page, "refused");
    await choose(tab, fileOf(FILE));
    await alert.getByText(REQUEST_ID).waitFor();
    await tab.check();
    answered();
    const reachable = await refuse(page, "unreachable");
    await choose(tab, fileOf(FILE));
    await page.getByText(/^Crier did not answer/).waitFor();
    await tab.check();
    await tab.picture("import-offline");
    reachable();
    await heading(tab, "2 of 5 rows can be created");
  });
});
