// The command line on a real terminal of several widths: live tables, questions, and secrets that are not shown.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../support/run-command.ts";
import { onTerminal, type Session } from "../support/terminal.ts";

let template = "";
let folder = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "crier-terminal-"));
  const make = (...args: string[]) => runCommand(args, { CRIER_DATA: template });
  await make("profile", "create", "me", "--timezone", "Europe/Berlin");
  for (const handle of ["ok", "fail", "limited"])
    await make("account", "connect", "bluesky", "--simulated", "--handle", handle);
  await make("account", "connect", "mastodon", "--simulated");
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crier-terminal-"));
  cpSync(template, folder, { recursive: true });
  env = { CRIER_DATA: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, env);
const posts = async () =>
  (JSON.parse((await run("post", "list", "--json")).out) as { posts: { status: string }[] }).posts;
const on = (columns: number, args: readonly string[], act?: (session: Session) => Promise<void>) =>
  onTerminal(args, { env, columns }, act);

/** Only what is longer than a line by itself may be broken: an address. And commands in examples: those are pasted. */
const wronglyBroken = (lines: readonly string[], columns: number) =>
  lines.filter(
    (line) => !line.split(" ").some((word) => word.length > columns - 2) && !/^ {2}(crier|echo) /.test(line),
  );

describe.each([40, 80, 160])("at %d columns", (columns) => {
  test("the outcome is on the screen once, and words stay whole", async () => {
    const args = ["post", "create", "Hello from the hills", "--now", "--yes"];
    const { code, rows, raw, broken } = await on(columns, args);
    expect(code).toBe(1);
    // It was drawn several times, in place.
    expect(raw.split("publishing").length).toBeGreaterThan(1);
    const shown = (text: string) => rows.filter((row) => row.includes(text)).length;
    expect({ ok: shown(" ok "), fail: shown(" fail "), limited: shown(" limited ") }).toEqual({
      ok: 2,
      fail: 1,
      limited: 1,
    });
    expect(rows.join("\n")).not.toContain("publishing");
    expect(wronglyBroken(broken, columns)).toEqual([]);
    // An address stands in a line of its own, or beside its row: it can be copied.
    for (const row of rows.filter((each) => each.includes("http://")))
      expect(row.slice(0, row.indexOf("http"))).toMatch(/^ {2}$|posted {2}$/);
  });

  test.each([
    ...["post list", "account list", "queue", "key list", "status", "doctor", "account show bluesky:ok"],
    ...["--help", "post --help", "post create --help", "serve --help", "account connect mastodon --help"],
  ])("crier %s breaks no word", async (command) => {
    await run("post", "create", "A text that is long enough to need a second line on a narrow terminal");
    await run("key", "create", "--expires", "90d");
    const { rows, broken } = await on(columns, command.split(" "));
    expect(rows.length).toBeGreaterThan(1);
    expect(wronglyBroken(broken, columns)).toEqual([]);
  });
});

test("an outcome that is taller than the terminal leaves no old copies behind", async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    await run("account", "connect", "bluesky", "--simulated", "--handle", `limited-${n}`);
  const seen = await onTerminal(["post", "create", "Hello", "--now", "--to", "bluesky"], {
    ...{ env, columns: 40, rows: 12 },
  });
  expect(seen.rows.filter((row) => row.includes("limited-3"))).toHaveLength(1);
});

describe("questions", () => {
  test("publishing to every account asks, and Enter means no", async () => {
    const { code, rows } = await on(80, ["post", "create", "Hello", "--now"], async ({ shows, type }) => {
      await shows("Publish now to all 4 accounts (bluesky:ok");
      type("\r");
    });
    expect(code).toBe(1);
    expect(rows.at(-1)).toBe("Canceled. Nothing was stored or published.");
    expect(await posts()).toEqual([]);
  });

  test("y publishes", async () => {
    const { rows } = await on(80, ["post", "create", "Hello", "--now"], async ({ shows, type }) => {
      await shows("Publish now");
      type("y");
    });
    expect(rows.join("\n")).toContain("posted");
    expect(await posts()).toMatchObject([{ status: "partial" }]);
  });

  test("Ctrl+C cancels, and nothing has changed", async () => {
    const { code, rows } = await on(80, ["post", "create", "--queue"], async ({ shows, type }) => {
      await shows("What do you want to post?");
      type("Hello\r");
      await shows("Publish in the next free slot");
      type("\u0003");
    });
    expect(code).toBe(1);
    expect(rows.at(-1)).toBe("Canceled. Nothing was changed.");
    expect(await posts()).toEqual([]);
  });

  test("deleting says what goes, and Enter means no", async () => {
    await run("key", "create");
    const { code, rows } = await on(80, ["profile", "delete", "me"], async ({ shows, type }) => {
      await shows("4 accounts, 1 key, 0 planned posts");
      type("\r");
    });
    expect(code).toBe(1);
    expect(rows.at(-1)).toBe("Canceled. Nothing was deleted.");
    expect((await run("profile", "list")).out).toContain("Europe/Berlin");
  });

  test("several profiles: it asks which one", async () => {
    await run("profile", "create", "other");
    const { code, rows } = await on(80, ["account", "list"], async ({ shows, type }) => {
      await shows("Which profile?");
      type("\u001b[B");
      await shows("● other");
      type("\r");
    });
    expect(code).toBe(0);
    expect(rows.at(-1)).toContain("No accounts. Connect one: crier account connect NETWORK --profile other");
  });

  test("a new profile asks for its time zone", async () => {
    const { rows } = await on(80, ["profile", "create", "tokyo"], async ({ shows, type }) => {
      await shows("Time zone");
      type("Mars/Base\r");
      await shows("Write an IANA time zone");
      type("\u0015Asia/Tokyo\r");
    });
    expect(rows.join("\n")).toContain("✓ Created the profile tokyo (Asia/Tokyo).");
  });
});

describe("secrets are asked for, and not shown", () => {
  test("connect bluesky asks for the handle and the app password only", async () => {
    const args = ["account", "connect", "bluesky"];
    const { code, raw } = await on(80, args, async ({ shows, type }) => {
      await shows("Handle");
      type("alice.example\r");
      await shows("App password");
      type("canary-secret");
      await shows("•••••••••••••");
      type("\u0003");
    });
    expect(code).toBe(1);
    expect(raw).not.toContain("canary");
    expect(raw).not.toContain("Server");
  });

  test.each([
    [
      "App password",
      "account connect bluesky --handle alice.example --service http://127.0.0.1:1 --password-stdin",
    ],
    ["Credentials (JSON)", "account connect x --credentials-stdin"],
    ["Password (at least 12 characters)", "owner create me@example.com --password-stdin"],
  ])("%s: the option for scripts asks too, where a person is at the keyboard", async (question, command) => {
    const { code, raw } = await on(80, command.split(" "), async ({ shows, type }) => {
      await shows(question);
      type("canary-secret");
      await shows("•••••••••••••");
      type("\u0003");
    });
    expect(code).toBe(1);
    expect(raw).not.toContain("canary");
  });

  test("owner create asks twice, and refuses two different passwords", async () => {
    const create = (second: string) =>
      on(80, ["owner", "create", "me@example.com"], async ({ shows, type }) => {
        await shows("Password (at least 12 characters)");
        type("canary-sparrow\r");
        await shows("The same password again");
        type(`${second}\r`);
      });
    const differs = await create("canary-swallow");
    expect(differs).toMatchObject({ code: 1 });
    expect(differs.rows.at(-1)).toBe("The two passwords differ. Nothing was changed.");
    const same = await create("canary-sparrow");
    expect(same.code).toBe(0);
    expect(same.rows.join("\n")).toContain("✓ me@example.com can sign in now.");
    expect(differs.raw + same.raw).not.toContain("canary");
  });
});

test("Ctrl+C while a post is being published: what is under way is finished, and the outcome is shown", async () => {
  await run("account", "connect", "bluesky", "--simulated", "--handle", "down");
  const args = ["post", "create", "Hello", "--to", "mastodon", "bluesky:down", "--now"];
  const { rows, code } = await on(80, args, async ({ shows, type }) => {
    await shows("retrying");
    type("\u0003");
  });
  expect(code).toBe(0);
  expect(rows.filter((row) => row.includes("retrying"))).toHaveLength(1);
  expect(rows.at(-1)).toMatch(/^Still publishing: crier post watch [\da-f-]{13}$/);
});
