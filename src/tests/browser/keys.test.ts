// The page of keys and agents in a real browser: a key shown once with code that works as it stands, replaced and revoked; and
// agents that are connected with what the page shows.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, test } from "bun:test";
import { createKey } from "../../admin/keys.ts";
import { chromium } from "../support/browser.ts";
import { clickLabelOf } from "../support/click-label.ts";
import { makePerson } from "../support/owner.ts";
import { DAY, list } from "../support/posting.ts";
import { refuse, REQUEST_ID } from "../support/refused-requests.ts";
import { DESKTOP, openForEachTest, PHONE, type Tab, type Web } from "../support/web.ts";
import { tooLow } from "../support/web-post.ts";
import { waitUntil } from "../support/wait-until.ts";
import { isSettled, openWorld, type World } from "../support/world.ts";

const PATH = "/p/test/keys";
const KEY = /^crier_live_[0-9A-Za-z]{49}$/;

describe.skipIf(chromium === null)("keys", () => {
  let world: World;
  let web: Web;
  openForEachTest(
    async () => {
      const opened = await openWorld();
      await opened.account("bluesky", "ok");
      await opened.account("mastodon", "ok");
      return opened;
    },
    (opened) => ({ world, web } = opened),
  );

  const card = ({ page }: Tab, name: string) => page.getByRole("article", { name });
  const form = ({ page }: Tab) => page.getByRole("dialog", { name: "New key" });
  const shown = ({ page }: Tab) => page.locator(".key-shown");
  const leaving = ({ page }: Tab) => page.getByRole("dialog", { name: "The key is not copied yet" });
  const choose = async ({ page }: Tab, label: string, name: string) => {
    await page.getByRole("button", { name: new RegExp(`^${label}:`) }).click();
    // What is chosen has a tick after its name.
    await page.getByRole("menuitemradio", { name: new RegExp(`^${name}( ✓)?$`) }).click();
  };
  const more = async ({ page }: Tab, name: string, item: string) => {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  /** @param how does more in the form */
  const make = async (tab: Tab, name: string, how: () => Promise<void> = async () => {}): Promise<string> => {
    await tab.page.getByRole("button", { name: "New key" }).first().click();
    await form(tab).getByRole("textbox", { name: "What it is for" }).fill(name);
    await how();
    await form(tab).getByRole("button", { name: "Create the key" }).click();
    const key = (await shown(tab).locator(".key-text").textContent()) ?? "";
    expect(key).toMatch(KEY);
    // Its end gives the focus back, which closes a menu.
    await form(tab).waitFor({ state: "detached" });
    return key;
  };
  const copy = async (tab: Tab): Promise<string> => {
    await tab.page.getByRole("button", { name: "Copy the key" }).click();
    return await tab.page.evaluate<string>("navigator.clipboard.readText()");
  };
  const code = async (tab: Tab, language: string): Promise<string> => {
    await choose(tab, "Use it in", language);
    return (await shown(tab).locator(".key-use pre").textContent()) ?? "";
  };
  const run = async (...command: readonly string[]): Promise<string> => {
    const child = Bun.spawn([...command], {
      stdout: "pipe",
      stderr: "pipe",
      env: { PATH: process.env["PATH"] },
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect([await child.exited, err]).toEqual([0, ""]);
    return out;
  };
  const asked = async (key: string) =>
    (await fetch(`${world.url}/v1/accounts`, { headers: { authorization: `Bearer ${key}` } })).status;

  test("a key is shown once, its code posts from a real shell, and revoked it is refused", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "test").waitFor();
    await tab.check();
    await page.keyboard.press("n");
    await form(tab).waitFor();
    await tab.check();
    await tab.picture("keys-create");
    await page.keyboard.press("Escape");
    const key = await make(tab, "newsletter-bot", async () => {
      await form(tab).getByText("Simulated accounts only").click();
      await clickLabelOf(form(tab).getByRole("radio", { name: "in 90 days" }));
    });
    await tab.check();
    await tab.picture("keys-shown");
    const out = await run("bash", "-c", await code(tab, "curl"));
    const { id } = JSON.parse(out) as { id: string };
    const post = await world.until(id, isSettled);
    expect([post.status, post.targets.length]).toEqual(["posted", 2]);
    await run("bun", "-e", await code(tab, "TypeScript"));
    await run("python3", "-c", await code(tab, "Python"));
    expect((await list(world)).map(({ caption }) => caption)).toEqual(Array(3).fill("Hello from my program"));
    expect(await code(tab, "GitHub Action")).toContain(`# ${key}\n- name: Post with Crier`);
    const n8n = JSON.parse(await code(tab, "n8n")) as { nodes: { parameters: { jsonBody: string } }[] };
    expect(JSON.parse(n8n.nodes[0]?.parameters.jsonBody ?? "")).toMatchObject({ schedule: "now" });
    expect(await copy(tab)).toBe(key);
    await shown(tab).getByRole("button", { name: "Done" }).click();
    await shown(tab).waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(key);
    await page.reload();
    const own = card(tab, "newsletter-bot");
    await own.getByText("Simulated accounts only").waitFor();
    await own.getByText("reads, writes drafts, publishes").waitFor();
    await own.getByText("3 posts in 30 days").waitFor();
    await own.getByText("by me@example.com").waitFor();
    await own.getByText("from 127.0.0.1").waitFor();
    expect(await page.content()).not.toContain(key);
    await tab.check();
    await tab.picture("keys");
    await more(tab, "newsletter-bot", "Revoke …");
    const revoke = page.getByRole("dialog", { name: "Revoke “newsletter-bot”?" });
    await revoke.getByText("It was last used").waitFor();
    await tab.check();
    await tab.picture("keys-revoke");
    await revoke.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("The key “newsletter-bot” works no more.").waitFor();
    expect(await asked(key)).toBe(401);
    await page.locator(".keys-ended > summary", { hasText: "1 key that works no more" }).click();
    await own.getByText("from 127.0.0.1").waitFor();
    await own.getByText("Revoked").waitFor();
  });

  test("the code of a key for real accounts makes a draft, and that of one that only reads lists accounts", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    await make(tab, "writer");
    await run("bash", "-c", await code(tab, "curl"));
    await run("bun", "-e", await code(tab, "TypeScript"));
    await run("python3", "-c", await code(tab, "Python"));
    expect((await list(world)).map(({ status }) => status)).toEqual(["draft", "draft", "draft"]);
    await copy(tab);
    await shown(tab).getByRole("button", { name: "Done" }).click();
    await make(tab, "reader", async () => {
      for (const right of [/^Write drafts/, /^Publish,/])
        await clickLabelOf(form(tab).getByRole("checkbox", { name: right }));
    });
    for (const [language, ...command] of [
      ["curl", "bash", "-c"],
      ["TypeScript", "bun", "-e"],
      ["Python", "python3", "-c"],
    ] as const)
      expect(await run(...command, await code(tab, language))).toContain("mastodon");
  });

  test("an agent is connected with what the page shows, and tried", async () => {
    const tab = await web.openSignedIn(`${PATH}/agents`, DESKTOP);
    const { page } = tab;
    const text = async () => (await page.locator(".agent-text pre").textContent()) ?? "";
    await page.getByText("14 tools; which of them work").waitFor();
    expect(await text()).toContain("Bearer crier_live_…");
    await tab.check();
    await tab.picture("agents-empty");
    await page.getByRole("button", { name: "New key for Claude Code" }).click();
    expect(await form(tab).getByRole("textbox", { name: "What it is for" }).inputValue()).toBe("Claude Code");
    await clickLabelOf(form(tab).getByRole("checkbox", { name: /^Publish,/ }));
    await form(tab).getByRole("button", { name: "Create the key" }).click();
    const key = (await shown(tab).locator(".key-text").textContent()) ?? "";
    // The command, taken apart by a real shell.
    const claude = 'claude() { printf "%s\\n" "$@"; }';
    const args = (await run("bash", "-c", `${claude}\n${await text()}`)).trim().split("\n");
    expect(args.slice(0, 5)).toEqual(["mcp", "add", "--transport", "http", "crier"]);
    const [url = "", option, header = ""] = args.slice(5);
    expect([url, option]).toEqual([`${world.url}/mcp`, "--header"]);
    expect(await accountsSeen(url, header)).toEqual(["bluesky:ok", "mastodon:ok"]);
    for (const [client, member] of [
      ["VS Code", "servers"],
      ["Cursor", "mcpServers"],
    ] as const) {
      await choose(tab, "Client", client);
      const settings = JSON.parse(await text()) as Record<string, { crier: Record<string, never> }>;
      const { url: address, headers } = settings[member]?.crier ?? {};
      const authorization = `Authorization: ${String(headers?.["Authorization"])}`;
      expect(await accountsSeen(String(address), authorization)).toEqual(["bluesky:ok", "mastodon:ok"]);
    }
    await choose(tab, "Client", "Claude Desktop");
    const { mcpServers } = JSON.parse(await text()) as {
      mcpServers: { crier: { args: string[]; env: object } };
    };
    expect(mcpServers.crier).toMatchObject({
      args: ["mcp-remote", url, "--header", "Authorization:${CRIER_AUTH}"],
      env: { CRIER_AUTH: `Bearer ${key}` },
    });
    await page.getByText("It can use 11 of the 14 tools").click();
    await page
      .locator(".agent-tools li", { hasText: "schedule_post" })
      .getByText("needs the right to publish")
      .waitFor();
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText(/2 accounts are listed, in \d/).waitFor();
    await page.locator(".agent-try").getByText("mastodon:ok").waitFor();
    await tab.check();
    await tab.picture("agents");
    await page.getByRole("button", { name: "Copy it" }).click();
    // Copied with the text: nothing asks.
    await page.getByRole("link", { name: "What this key did" }).click();
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Who: Key “Claude Code”" }).waitFor();
  });

  test("a pasted key is tried too, and one that does not work is refused in Crier's words", async () => {
    const tab = await web.openSignedIn(`${PATH}/agents`, DESKTOP);
    const { page } = tab;
    tab.expectFault(/401/);
    const field = page.getByRole("textbox", { name: "Its key" });
    await field.fill("crier_live_short");
    await page.getByText("This is not a whole key.").waitFor();
    await tab.check();
    await field.fill(world.key);
    await page.getByText("It can use all 14 tools").waitFor();
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("2 accounts are listed").waitFor();
    await field.fill(`crier_live_${"0".repeat(49)}`);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("No valid API key.").waitFor();
    await tab.check();
  });

  test("leaving before the key is copied asks once, on every way", async () => {
    const tab = await web.openSignedIn("/p/test", DESKTOP);
    const { page } = tab;
    await page.getByRole("link", { name: "Keys & agents" }).click();
    await make(tab, "bot");
    const stay = async () => {
      await leaving(tab).getByRole("button", { name: "Stay here" }).click();
      await leaving(tab).waitFor({ state: "detached" });
      await shown(tab).waitFor();
    };
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    await leaving(tab).waitFor();
    await tab.check();
    await tab.picture("keys-leave");
    await stay();
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await stay();
    // The browser's own button is beside the page.
    await page.mouse.move(0, 0);
    await page.evaluate("history.back()");
    await stay();
    await shown(tab).getByRole("button", { name: "Done" }).click();
    await stay();
    const closing = page.waitForEvent("dialog");
    await page.evaluate("void setTimeout(() => location.reload())");
    const dialog = await closing;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    // The other tab is the same page.
    await page.getByRole("link", { name: "Agents", exact: true }).click();
    await page.getByText("It can use all 14 tools").waitFor();
    await shown(tab).waitFor();
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    await leaving(tab).getByRole("button", { name: "Leave without it" }).click();
    await page.getByRole("heading", { name: "Posts", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/p/test/posts");
    // Copied, it is free to go, and another one does not take its place before.
    await page.getByRole("link", { name: "Keys & agents" }).click();
    const keys = [await make(tab, "bot 2")];
    await page.keyboard.press("n");
    await form(tab).getByRole("textbox", { name: "What it is for" }).fill("bot 3");
    await form(tab).getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("heading", { name: "The key “bot 3”" }).waitFor();
    keys.unshift((await shown(tab).locator(".key-text").first().textContent()) ?? "");
    expect(await shown(tab).locator(".key-text").allTextContents()).toEqual(keys);
    await page.getByRole("button", { name: "Copy the key" }).first().click();
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    await leaving(tab).getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Copy the key" }).last().click();
    await page.getByRole("link", { name: "Posts", exact: true }).click();
    await page.getByRole("heading", { name: "Posts", level: 1 }).waitFor();
  });

  test("a key is replaced while the old one goes on, by keyboard alone; one that nobody uses says so", async () => {
    const made = await createKey(
      "cli",
      { profileId: world.profileId, name: "bot", scopes: ["read"], expiresAt: null },
      world.appliance,
    );
    world.clock.turn(91 * DAY);
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    await card(tab, "bot").getByText("Nobody has used it for 90 days").waitFor();
    await tab.check();
    await page.getByRole("button", { name: "More for bot" }).press("Enter");
    await page.getByRole("menuitem", { name: "Replace …" }).press("Enter");
    const rotate = page.getByRole("dialog", { name: "Replace “bot”" });
    await rotate.waitFor();
    await tab.check();
    await tab.picture("keys-rotate");
    await rotate.getByRole("button", { name: "Make the new key" }).press("Enter");
    // The keyboard goes to the key.
    await waitUntil(() => page.evaluate<boolean>("document.activeElement?.textContent === 'The key “bot”'"));
    const key = (await shown(tab).locator(".key-text").textContent()) ?? "";
    expect([await asked(made.key), await asked(key)]).toEqual([200, 200]);
    await page.getByText("It ends soon. Replace it before its program stops.").waitFor();
    world.clock.turn(DAY);
    expect([await asked(made.key), await asked(key)]).toEqual([401, 200]);
  });

  test("it says so while it loads, when the server fails and when it is gone; what is seen stays", async () => {
    const tab = await web.openSignedIn("/p/test/settings", DESKTOP);
    const { page } = tab;
    await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    tab.expectFault(/Failed to load|ERR_|50\d \(/);
    for (const [name, refusal] of [
      ["loading", "slow"],
      ["error", "refused"],
      ["offline", "unreachable"],
    ] as const) {
      const end = await refuse(page, refusal);
      await page.goto(world.url + PATH);
      if (refusal === "slow") await page.locator("main .skeleton > div").first().waitFor();
      else if (refusal === "refused") await page.getByText(REQUEST_ID).first().waitFor();
      else await page.getByText("Crier did not answer.").first().waitFor();
      // The page's code loads after the frame.
      await page.getByRole("heading", { level: 1 }).waitFor();
      await tab.check();
      await tab.picture(`keys-${name}`);
      end();
    }
    await page.goto(world.url + PATH);
    await card(tab, "test").waitFor();
    await refuse(page, "unreachable");
    await page.getByText("Crier can't be reached. What you see is from").waitFor();
    await card(tab, "test").waitFor();
    await tab.check();
    await tab.picture("keys-stale");
  });

  test("it fits a phone, and is for managers only", async () => {
    const name = "a-program-with-a-rather-long-name-that-somebody-has-chosen-without-a-space";
    await createKey("cli", { profileId: world.profileId, name, expiresAt: null }, world.appliance);
    const phone = await web.openSignedIn(PATH, PHONE);
    await card(phone, name).waitFor();
    await phone.check();
    expect(await tooLow(phone.page)).toEqual([]);
    await make(phone, "phone");
    await phone.check();
    expect(await tooLow(phone.page)).toEqual([]);
    await phone.picture("keys-phone");
    await makePerson(world, "ed@example.com", { role: "editor", profiles: "all" });
    const editor = await web.openAs("ed@example.com", PATH, DESKTOP);
    await editor.page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await editor.page.getByRole("link", { name: "Keys & agents" }).count()).toBe(0);
  });
});

/** What the protocol's own client lists with an address and a header. */
async function accountsSeen(url: string, header: string): Promise<string[]> {
  const [name = "", value = ""] = header.split(/: (.*)/s);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { [name]: value } } }),
  );
  const { structuredContent } = await client.callTool({ name: "list_accounts", arguments: {} });
  await client.close();
  const { accounts } = structuredContent as { accounts: { platform: string; handle: string }[] };
  return accounts.map(({ platform, handle }) => `${platform}:${handle}`);
}
