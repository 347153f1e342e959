// Tests the operator's commands: owner, plan, import-host and slots.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/program.ts";
import { crier as spawned, serve } from "../support/command-line.ts";

let folder = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-cli-"));
  await crier(["profile", "create", "first"]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** In this process: the words are the same, and it is quicker. */
async function crier(args: readonly string[], input = "") {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, {
    env: { CRIER_DATA: folder },
    out: (text) => out.push(text),
    say: (text) => err.push(text),
    draw: (text) => err.push(text),
    ...{ isTerminal: false, columns: null, terminal: null },
    readInput: async () => input,
    ended: Promise.resolve(),
    die: () => process.exit(137),
  });
  return { code, out: out.join("\n").trim(), err: err.join("\n").trim() };
}
const json = async (...args: string[]): Promise<unknown> =>
  JSON.parse((await crier([...args, "--json"])).out);

describe("crier owner create", () => {
  const create = (password: string, email = "me@example.com") =>
    crier(["owner", "create", email, "--password-stdin"], password);

  test("an owner made beside a running server signs in there", async () => {
    const env = { CRIER_DATA: folder };
    await using server = await serve(env);
    const password = "  spaces are part of it ";
    const made = await spawned(
      ["owner", "create", "Me@Example.com", "--password-stdin"],
      env,
      `${password}\n`,
    );
    expect(made.out).toMatch(/^[0-9a-f-]{36}$/);
    const signIn = (password: string) =>
      fetch(`${server.url}/admin/session`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: server.url },
        body: JSON.stringify({ email: "me@example.com", password }),
      });
    expect((await signIn(password.trim())).status).toBe(401);
    const signedIn = await signIn(password);
    expect(signedIn.status).toBe(201);
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const asking = () => fetch(`${server.url}/admin/session`, { headers: { cookie } });
    expect((await asking()).status).toBe(200);
    expect(
      (await crier(["owner", "password", "me@example.com", "--password-stdin"], "quite another")).code,
    ).toBe(0);
    expect((await asking()).status).toBe(401);
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn("quite another")).status).toBe(201);
  });

  test("refuses a short password, a second owner of the same name and anything but an e-mail address, and repeats none of it", async () => {
    expect(await create("canary-11ch")).toMatchObject({
      code: 1,
      err: "A password needs at least 12 characters.",
    });
    expect((await create("Password-2026")).err).toContain("easy to guess");
    expect((await create("it is me@example.com")).err).toContain("must not contain the email address");
    expect((await create("canary-sparrow-7")).code).toBe(0);
    const again = await create("canary-sparrow-7", "ME@example.com");
    expect(again).toMatchObject({
      code: 1,
      err: "Somebody with the email address me@example.com can sign in already.",
    });
    expect((await create("canary-sparrow-7", "nobody")).code).toBe(1);
    expect(
      (await crier(["owner", "password", "you@example.com", "--password-stdin"], "canary-sparrow-7")).code,
    ).toBe(1);
    expect((await crier(["owner", "create", "me@example.com"])).code).toBe(2);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = Bun.file(join(folder, name));
      if (await file.exists()) expect(Buffer.from(await file.bytes()).includes("canary")).toBeFalse();
    }
  });
});

describe("crier people", () => {
  const owner = () => crier(["owner", "create", "me@example.com", "--password-stdin"], "canary-sparrow-7");
  const join = async (link: string, email: string, url: string) =>
    await fetch(`${url}/admin/invites/accept`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ token: new URL(link).hash.slice(1), email, password: "canary-sparrow-7" }),
    });

  test("invites beside a running server, lists, edits and removes", async () => {
    await owner();
    await using server = await serve({ CRIER_DATA: folder });
    const made = await crier(["people", "invite", "--role", "author", "--profiles", "first"]);
    expect(made.out).toStartWith(`${server.url}/invite#`);
    expect(made.err).toContain("works once");
    expect((await join(made.out, "ben@example.com", server.url)).status).toBe(201);
    expect((await join(made.out, "cara@example.com", server.url)).status).toBe(403);
    const { people } = (await json("people", "list")) as { people: { email: string; role: string }[] };
    expect(people.map(({ email, role }) => [email, role])).toEqual([
      ["me@example.com", "owner"],
      ["ben@example.com", "author"],
    ]);
    expect((await crier(["people", "list"])).out).toMatch(/ben@example\.com +author +first/);
    expect(
      await json("people", "edit", "Ben@example.com", "--role", "editor", "--profiles", "all"),
    ).toMatchObject({
      role: "editor",
      profiles: null,
    });
    expect((await crier(["people", "remove", "ben@example.com"])).out).toBe("removed ben@example.com");
    expect((await crier(["people", "remove", "ben@example.com"])).code).toBe(1);
  });

  test("the last owner can't be removed or be anything else, and every fault says what is wrong", async () => {
    await owner();
    for (const args of [
      ["remove", "me@example.com"],
      ["edit", "me@example.com", "--role", "viewer"],
    ])
      expect(await crier(["people", ...args])).toMatchObject({
        code: 1,
        err: expect.stringContaining("only owner"),
      });
    expect((await crier(["people", "invite"])).code).toBe(2);
    expect((await crier(["people", "invite", "--role", "king"])).code).toBe(2);
    expect((await crier(["people", "invite", "--role", "owner", "--profiles", "first"])).code).toBe(1);
    expect((await crier(["people", "invite", "--role", "viewer", "--profiles", "nowhere"])).err).toContain(
      "nowhere",
    );
    expect((await crier(["people", "invite", "--role", "viewer", "--expires", "31d"])).err).toContain(
      "30 days",
    );
    expect((await crier(["people", "edit", "me@example.com"])).code).toBe(2);
  });
});

describe("crier plan", () => {
  test("is unlimited at first, and what is set is shown", async () => {
    expect(await json("plan", "show")).toEqual({
      ...{
        plan: "unlimited",
        until: null,
        accounts: null,
        state: "live",
        endsAt: null,
        connectedAccounts: 0,
      },
    });
    const set = await json("plan", "set", "active", "--until", "2999-01-31", "--accounts", "3");
    expect(set).toMatchObject({
      plan: "active",
      until: "2999-02-01T00:00:00.000Z",
      accounts: 3,
      state: "live",
    });
    expect(await json("plan", "show")).toEqual(set);
    expect(await json("plan", "set", "active", "--until", "2020-01-31T09:00:00+01:00")).toMatchObject({
      until: "2020-01-31T08:00:00.000Z",
      state: "payment_required",
    });
    expect((await crier(["plan", "set", "lapsed"])).out).toBe(
      "Plan: lapsed; 0 accounts connected. Nothing is published until the plan is renewed: crier plan set PLAN",
    );
  });

  test("is a sentence for people", async () => {
    const set = async (...args: string[]) => (await crier(["plan", "set", ...args])).out;
    expect((await crier(["plan", "show"])).out).toBe("Plan: unlimited; 0 accounts connected.");
    expect(await set("active", "--until", "2999-01-31", "--accounts", "5")).toMatch(
      /^Plan: active until (Thu 31 Jan|Fri 1 Feb) 2999 \d\d:\d\d \(.+\); 0 of 5 accounts connected\.$/,
    );
    for (const handle of ["ok", "ok-2"])
      await crier(["account", "connect", "bluesky", "--simulated", "--handle", handle]);
    expect(await set("active", "--accounts", "1")).toBe(
      "Plan: active; 2 accounts connected, but it covers 1. Nothing is published until accounts are disconnected or the plan covers more of them.",
    );
  });

  test.each<[code: number, args: string[]]>([
    [2, ["gold"]],
    [2, ["active", "--until", "tomorrow"]],
    [2, ["active", "--until", "2027-02-30"]],
    [2, ["active", "--accounts", "-1"]],
    [2, ["active", "--accounts", "many"]],
    [1, ["unlimited", "--accounts", "3"]],
    [1, ["lapsed", "--until", "2027-01-31"]],
  ])("exits %d for %j", async (code, args) => {
    const ran = await crier(["plan", "set", ...args]);
    expect(ran).toMatchObject({ code, out: "" });
    expect(ran.err).not.toBe("");
    expect(await json("plan", "show")).toMatchObject({ plan: "unlimited" });
  });
});

describe("crier import-host", () => {
  test("add, list and remove; what is no host, or not there, is refused", async () => {
    expect((await crier(["import-host", "add", "*.CDN.example"])).out).toBe("*.cdn.example");
    expect((await crier(["import-host", "add", "*.cdn.example"])).code).toBe(1);
    expect((await crier(["import-host", "add", "https://a.example/"])).err).toContain("not a host name");
    expect(await json("import-host", "list")).toMatchObject({
      importHosts: [{ host: "*.cdn.example" }],
    });
    expect(await json("import-host", "remove", "*.cdn.example")).toEqual({ removed: "*.cdn.example" });
    expect((await crier(["import-host", "remove", "*.cdn.example"])).code).toBe(1);
    expect(await json("import-host", "list")).toEqual({ importHosts: [] });
  });
});

describe("crier slots", () => {
  const set = (...args: string[]) => crier(["slots", "set", "--profile", "me", ...args]);
  beforeEach(async () => {
    await crier(["profile", "create", "me", "--timezone", "Europe/Berlin"]);
  });

  test("days as words, lists and ranges; the profile's zone unless another is named", async () => {
    expect((await set("mon-fri 09:00", "sat,sun 11:30")).code).toBe(0);
    expect(await json("slots", "list", "--profile", "me")).toMatchObject({
      slots: [
        { weekdays: [1, 2, 3, 4, 5], time: "09:00", timezone: "Europe/Berlin" },
        { weekdays: [6, 7], time: "11:30", timezone: "Europe/Berlin" },
      ],
    });
    expect((await set("daily 18:00", "sat-mon 07:00", "Wed 08:00", "--timezone", "Asia/Tokyo")).code).toBe(0);
    expect((await crier(["slots", "list", "--profile", "me"])).out.split("\n").slice(1)).toEqual([
      "mon,sat,sun  07:00  Asia/Tokyo",
      "wed          08:00  Asia/Tokyo",
      "daily        18:00  Asia/Tokyo",
    ]);
  });

  test.each([
    "mon",
    "09:00",
    "mon 9:00",
    "mon 24:00",
    "mo 09:00",
    "mon- 09:00",
    "mon-wed-fri 09:00",
    "mon, 09:00",
    "",
    "mon 09:00 x",
  ])("%p is no slot, and nothing is changed", async (text) => {
    await set("daily 18:00");
    expect((await set(text)).code).toBe(2);
    expect(await json("slots", "list", "--profile", "me")).toMatchObject({ slots: [{ time: "18:00" }] });
  });

  test("the same time on the same day twice is refused: a slot holds one post", async () => {
    for (const twin of ["daily 09:00", "sun 09:00"]) {
      const { code, err } = await set("daily 09:00", twin);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(JSON.stringify(twin)) });
    }
    expect((await set("mon 09:00", "tue 09:00")).code).toBe(0);
  });

  test("an unknown zone or profile is refused", async () => {
    expect((await set("daily 09:00", "--timezone", "Mars/Base")).err).toContain("not a time zone");
    expect((await crier(["slots", "set", "daily 09:00", "--profile", "you"])).code).toBe(1);
    expect((await crier(["slots", "set", "--profile", "me"])).code).toBe(2);
  });
});
