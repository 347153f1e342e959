// Nothing is published by mistake: mistyped words, forgotten verbs, and commands to every account without a confirmation.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crier } from "../support/command-line.ts";
import { runCommand } from "../support/run-command.ts";

let folder = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-typos-"));
  env = { CRIER_DATA: folder };
  for (const args of [
    "profile create me",
    "account connect bluesky --simulated",
    "account connect mastodon --simulated",
  ])
    await runCommand(args.split(" "), env);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const posts = async () =>
  (JSON.parse((await runCommand(["post", "list", "--json"], env)).out) as { posts: unknown[] }).posts;

describe("D41 a bare crier post publishes nothing", () => {
  test.each([
    [["lsit"], "Unknown command: crier post lsit. Did you mean crier post list?"],
    [["shwo"], "Did you mean crier post show?"],
    [["shwo", "01a2"], 'Nothing was published. To publish a text: crier post create "shwo 01a2"'],
    [["-"], "crier post create -"],
    [["Hello"], "crier post create Hello"],
    [["Hello from the hills"], 'crier post create "Hello from the hills"'],
    [["It costs $5"], "crier post create 'It costs $5'"],
    [["it's `here`"], "crier post create 'it'\\''s `here`'"],
    [["Hello", "world", "--to", "bluesky", "--now"], 'crier post create "Hello world" --to bluesky --now'],
    [["--now", "Hello"], "Nothing was published."],
  ])("crier post %j", async (words, message) => {
    const { code, out, err } = await crier(["post", ...words], env, "text on standard input");
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
    expect(await posts()).toEqual([]);
  });

  test("list and show are commands, and alone it shows its help", async () => {
    expect((await crier(["post", "list"], env)).err).toBe("No posts.");
    expect((await crier(["post", "show", "01a20167-9c23"], env)).err).toContain("Unknown post");
    const alone = await crier(["post"], env);
    expect(alone).toMatchObject({ code: 2, out: "", err: expect.stringContaining("create [text]") });
    expect(await posts()).toEqual([]);
  });
});

describe("D41 to every account only when it is meant", () => {
  test("--now without --to, without a terminal: exit 2, with the accounts and what to write", async () => {
    const { code, err } = await crier(["post", "create", "Hello", "--now"], env);
    expect(code).toBe(2);
    expect(err).toBe(
      "Without --to this publishes to every account (bluesky:ok, mastodon:ok). Name accounts with --to, or confirm with --yes.",
    );
    expect(await posts()).toEqual([]);
  });

  test("a time that is now is --now", async () => {
    const { code, err } = await runCommand(["post", "create", "Hello", "--at", "now"], env);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("confirm with --yes") });
    expect(await posts()).toEqual([]);
  });

  test("--yes, --to or --dry-run say so", async () => {
    const create = (...args: string[]) => crier(["post", "create", "Hello", "--now", ...args], env);
    expect((await create("--dry-run")).code).toBe(0);
    expect(await posts()).toEqual([]);
    expect((await create("--to", "bluesky")).code).toBe(0);
    expect((await create("--yes")).code).toBe(0);
    expect(await posts()).toMatchObject([
      { targets: [{ platform: "bluesky" }, { platform: "mastodon" }] },
      { targets: [{ platform: "bluesky" }] },
    ]);
  });

  test("the queue and a time need no confirmation from a script: they can still be canceled", async () => {
    for (const when of [["--queue"], ["--at", "in 3 hours"], []])
      expect((await runCommand(["post", "create", "Later", ...when], env)).code).toBe(0);
  });

  test("two times at once are refused", async () => {
    for (const both of [
      ["--now", "--queue"],
      ["--now", "--at", "in 3 hours"],
      ["--draft", "--at", "in 3 hours"],
      ["--draft", "--now"],
    ])
      expect((await runCommand(["post", "create", "x", "--yes", ...both], env)).code).toBe(2);
  });
});

describe("a mistyped command", () => {
  test.each([
    [["staus"], "Unknown command: crier staus. Did you mean crier status?"],
    [["logs"], "Unknown command: crier logs. crier --help lists all commands."],
    [["account", "lst"], "Unknown command: crier account lst. Did you mean crier account list?"],
    [["account", "connect", "blusky"], "Did you mean crier account connect bluesky?"],
    [["key", "create", "--scope", "read"], "Unknown option: --scope. Did you mean --scopes?"],
    [["profile", "create"], "Missing required argument 'name'. See crier profile create --help."],
    [["key", "create", "--scopes", "red"], "Unknown scopes: red. There are read, write, publish."],
    [["key", "create", "--expires", "soon"], "soon is not a valid duration; use 30m, 12h, 90d or 4w."],
    [["post", "list", "--limit", "x"], "x is not a whole number from 1 to 100."],
    [["post", "create", "x", "--at", "3/4 9:00"], 'Can\'t read the time "3/4 9:00".'],
  ])("crier %j exits 2 with a hint", async (args, message) => {
    const { code, out, err } = await runCommand(args, env);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});
