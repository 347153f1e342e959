// Tests the audit log: one entry per change at the admin API and the command line, listed from the program itself.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import type { Context } from "../../cli/context.ts";
import { openProgram, run } from "../../cli/program.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { networks } from "../../networks/index.ts";
import { adminRoutes, pathWith, rowOf } from "../support/admin-routes.ts";
import { withGuild } from "../support/oauth-network/world.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { EMAIL, makeOwner, makePerson, signIn, type Owner } from "../support/owner.ts";
import { openWorld, type World } from "../support/world.ts";
import { activityWords } from "../../web/words/activity.ts";

interface Entry {
  readonly seq: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: unknown;
}

describe("at the admin API", () => {
  let world: World;
  let owner: Owner;
  beforeAll(async () => {
    world = await openWorld({}, withGuild);
    await makeOwner(world);
    owner = await signIn(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newest = async (): Promise<Entry[]> =>
    (await world.appliance.store.audit.page(1000, null)).map((row) => row);

  test.each(adminRoutes())("$name", async (route) => {
    const { action, status, body, id } = rowOf(route);
    const path = pathWith(route, (await id?.(world, owner.ask)) ?? "");
    const before = (await newest()).length;
    const answer = await owner.ask(route.method, path, route.method === "GET" ? undefined : body);
    expect(answer.status).toBe(status);
    const rows = await newest();
    const added = rows.slice(0, rows.length - before);
    expect(added.map(({ actor, action }) => ({ actor, action }))).toEqual(
      action === null ? [] : [{ actor: `owner:${EMAIL}`, action }],
    );
    const changes = route.method !== "GET" && !/\/(preview|test)$/.test(route.path);
    if (changes && status < 400) expect(action).not.toBeNull();
    expectWords(action);
    if (route.path === "/session" && route.method !== "GET") owner = await signIn(world);
  });

  test("what was refused, or changed nothing, is not written down", async () => {
    const { ask } = owner;
    const host = { host: "once.example.com" };
    expect((await ask("POST", "/import-hosts", host)).status).toBe(201);
    const made = await ask("POST", `/profiles/${world.profileId}/keys`, { name: "k" });
    await ask("POST", `/keys/${String(made.json["id"])}/revoke`);
    const before = (await newest()).length;
    const refused = [
      await ask("POST", "/import-hosts", host),
      await ask("DELETE", "/import-hosts/nobody.example.com"),
      await ask("POST", "/profiles", { name: "TEST" }),
      await ask("POST", `/keys/${String(made.json["id"])}/revoke`),
      await ask("POST", "/profiles", { name: "x", timezone: "Mars/Base" }),
      await ask("POST", `/profiles/${world.profileId}/accounts`, { platform: "nowhere", simulated: true }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 404, 409, 200, 400, 400]);
    expect((await newest()).length).toBe(before);
  });

  test("pages are stable while rows are added, and foreign cursors are refused", async () => {
    const page = async (query: string) => (await owner.ask("GET", `/audit?${query}`)).json;
    const seqs = (json: Record<string, unknown>) => (json["entries"] as Entry[]).map(({ seq }) => seq);
    const first = await page("limit=5");
    await owner.ask("PUT", "/plan", { plan: "unlimited" });
    const second = await page(`limit=5&cursor=${String(first["nextCursor"])}`);
    const all = [...seqs(first), ...seqs(second)];
    expect(all).toEqual(seqs(await page("limit=100")).slice(1, 11));
    for (const cursor of ["x", Buffer.from(world.profileId).toString("base64url"), ""]) {
      expect((await owner.ask("GET", `/audit?cursor=${cursor}`)).json).toMatchObject({
        code: "invalid_cursor",
      });
    }
    expect(await page("limit=0")).toMatchObject({ code: "invalid_query" });
    const [last] = seqs(await page("limit=100"));
    expect(last).toBe((all[0] ?? 0) + 1);
  });

  test("filters narrow it down, alone and together, and pages go on with them", async () => {
    const { profileId } = world;
    const at = (ms: number) => encodeURIComponent(new Date(world.clock.now() + ms).toISOString());
    const actions = async (query: string) => {
      const { status, json } = await owner.ask("GET", `/audit?limit=100&${query}`);
      expect(status).toBe(200);
      return (json["entries"] as { action: string }[]).map(({ action }) => action);
    };
    world.clock.turn(3_600_000);
    const { json } = await owner.ask("POST", "/profiles", { name: "filtered" });
    const id = String(json["id"]);
    await owner.ask("PATCH", `/profiles/${id}`, { timezone: "Europe/Berlin" });
    expect(await actions(`profileId=${id}`)).toEqual(["profile.update", "profile.create"]);
    expect(await actions(`subject=${id}&action=profile.create`)).toEqual(["profile.create"]);
    expect(new Set(await actions("action=session"))).toEqual(
      new Set(["session.start", "session.end", "session.end_others"]),
    );
    expect(await actions(`from=${at(0)}&actor=person:${EMAIL}`)).toEqual([
      "profile.update",
      "profile.create",
    ]);
    expect(await actions(`to=${at(0)}&subject=${id}`)).toEqual([]);
    expect(await actions("actor=cli&action=profile")).toEqual(["profile.create"]);
    expect(await actions(`actor=person:nobody@example.com&profileId=${profileId}`)).toEqual([]);
    const first = await owner.ask("GET", "/audit?action=profile&limit=1");
    const next = await owner.ask(
      "GET",
      `/audit?action=profile&limit=1&cursor=${String(first.json["nextCursor"])}`,
    );
    expect(next.json["entries"]).toEqual([
      expect.objectContaining({ action: "profile.create", subject: id }),
    ]);
  });

  test.each([
    "actor=nobody",
    "actor=key:x",
    "action=Post",
    "profileId=x",
    "from=yesterday",
    "format=csv",
    "who=x",
  ])("%s is refused", async (query) => {
    expect((await owner.ask("GET", `/audit?${query}`)).json["code"]).toBe("invalid_query");
  });

  test("as a file it is whole, one entry a line, also with filters", async () => {
    const { audit } = world.appliance.store;
    const total = 700;
    for (let n = 0; n < total; n++) await audit.add({ ...ENTRY, action: "bulk.entry", subject: `n${n}` });
    const read = async (query: string) => {
      const response = await fetch(`${world.url}/admin/audit?format=jsonl${query}`, {
        headers: { cookie: owner.cookie },
      });
      expect(response.headers.get("content-type")).toBe("application/x-ndjson");
      return (await response.text())
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { seq: number; subject: string });
    };
    const all = await read("");
    expect(all).toHaveLength((await audit.page(10_000, null)).length);
    expect(new Set(all.map(({ seq }) => seq)).size).toBe(all.length);
    expect((await read("&action=bulk")).map(({ subject }) => subject)).toEqual(
      Array.from({ length: total }, (_, n) => `n${total - 1 - n}`),
    );
  });

  test("who is no owner sees what belongs to one of their profiles, and not all of it", async () => {
    await makePerson(world, "viewer@example.com", { role: "viewer", profiles: [world.profileId] });
    const { ask } = await signIn(world, "viewer@example.com");
    expect((await ask("GET", "/audit")).json["code"]).toBe("not_allowed");
    expect((await ask("GET", "/audit?format=jsonl")).json["code"]).toBe("not_allowed");
    const { json } = await ask("GET", `/audit?profileId=${world.profileId}&limit=100`);
    const entries = json["entries"] as { profileId: string }[];
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map(({ profileId }) => profileId))).toEqual(new Set([world.profileId]));
  });

  test("the row and the change are one transaction: without the one there is not the other", async () => {
    const refused = await world.database.refuse("INSERT ON audit");
    const answer = await owner.ask("POST", "/profiles", { name: "never" });
    await refused[Symbol.asyncDispose]();
    expect(answer.status).toBe(500);
    expect(await world.appliance.store.profiles.find("never")).toBeNull();
  });

  test("it can't be edited, not even with SQL", async () => {
    for (const sql of ["UPDATE audit SET actor = 'cli'", "DELETE FROM audit"])
      await expect(world.database.run(sql)).rejects.toThrow("only added to");
  });
});

describe("at the command line", () => {
  let folder = "";
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "crier-audit-"))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const context = (out: (text: string) => void, input = ""): Context => ({
    env: { CRIER_DATA: folder },
    out,
    say: () => {},
    draw: () => {},
    ...{ isTerminal: false, columns: null, terminal: null },
    readInput: async () => input,
    ended: Promise.resolve(),
    die: () => process.exit(137),
  });
  async function crier(args: readonly string[], input = "", expected: 0 | 1 | 2 = 0): Promise<string> {
    const lines: string[] = [];
    const code = await run(
      args,
      context((text) => lines.push(text), input),
    );
    expect({ args, code }).toEqual({ args, code: expected });
    return lines.join("\n").trim();
  }
  function rows(): string[] {
    using db = new Database(join(folder, "crier.sqlite"));
    const all = db
      .query<{ row: string }, []>("SELECT actor || ' ' || action AS row FROM audit ORDER BY seq")
      .all();
    return all.map(({ row }) => row);
  }

  const account = (network = "bluesky") =>
    crier(["account", "connect", network, "--profile", "me", "--simulated"]);
  const key = async () => {
    await crier(["key", "create", "--profile", "me"]);
    const { keys } = JSON.parse(await crier(["key", "list", "--json"])) as { keys: { id: string }[] };
    return keys.at(-1)?.id ?? "";
  };
  const idOf = (json: string) => (JSON.parse(json) as { id: string }).id;
  const draft = async () =>
    idOf(await crier(["post", "create", "Hello", "--to", "mastodon:ok", "--draft", "--json"]));
  const planned = async () =>
    idOf(await crier(["post", "create", "Hello", "--to", "mastodon:ok", "--at", "in 3 hours", "--json"]));
  /** At an account whose handle decides that it is not published, or not surely. */
  const publishedTo = (handle: string) => async () => {
    await crier(["account", "connect", "bluesky", "--simulated", "--handle", handle]);
    return idOf(await crier(["post", "create", "Hi", "--to", `bluesky:${handle}`, "--now", "--json"], "", 1));
  };
  const webhook = async () => {
    await crier(["webhook", "create", "https://hooks.example.com/crier"]);
    const { webhooks } = JSON.parse(await crier(["webhook", "list", "--json"])) as {
      webhooks: { id: string }[];
    };
    return webhooks[0]?.id ?? "";
  };
  const file = async () => (await crier(["media", "add", SAMPLES.photo.path])).trim();
  /** In order: each does the command; the word is its row, null for one that changes nothing. */
  const COMMANDS: Record<
    string,
    [action: string | null, act: () => Promise<unknown>, needs?: () => Promise<string>]
  > = {
    "profile create": ["profile.create", () => crier(["profile", "create", "me"])],
    "profile edit": ["profile.update", () => crier(["profile", "edit", "me", "--keep-metadata"])],
    "profile list": [null, () => crier(["profile", "list"])],
    "key create": ["key.create", () => crier(["key", "create", "--profile", "me"])],
    "key list": [null, () => crier(["key", "list"])],
    "key rotate": ["key.rotate", () => crier(["key", "rotate", needed]), key],
    "key revoke": ["key.revoke", () => crier(["key", "revoke", needed]), key],
    ...Object.fromEntries(
      networks.list.map(({ id }) => [`account connect ${id}`, ["account.connect", () => account(id)]]),
    ),
    "account list": [null, () => crier(["account", "list", "--profile", "me"])],
    "account check": ["account.check", () => crier(["account", "check", needed]), () => account()],
    "account show": [null, () => crier(["account", "show", "bluesky"])],
    "post create": ["post.create", draft],
    "post list": [null, () => crier(["post", "list"])],
    "post show": [null, () => crier(["post", "show", needed]), draft],
    "post events": [null, () => crier(["post", "events", needed]), draft],
    "post edit": ["post.edit", () => crier(["post", "edit", needed, "--text", "Bye"]), draft],
    "post schedule": ["post.schedule", () => crier(["post", "schedule", needed, "--queue"]), draft],
    "post cancel": ["post.cancel", () => crier(["post", "cancel", needed]), planned],
    "post retry": ["post.retry", () => crier(["post", "retry", needed], "", 1), publishedTo("fail")],
    "post reconcile": [
      "post.reconcile",
      () => crier(["post", "reconcile", needed, "bluesky", "--not-published", "--confirmed"]),
      publishedTo("ghost"),
    ],
    // Right after the first look it is too early for another one.
    "post look": [null, () => crier(["post", "look", needed], "", 1), publishedTo("ghost")],
    "post watch": [null, () => crier(["post", "watch", needed], "", 1), publishedTo("fail-too")],
    "post delete": ["post.delete", () => crier(["post", "delete", needed, "--yes"]), draft],
    "receipt show": [null, () => crier(["receipt", "show", needed]), publishedTo("fail")],
    "receipt verify": [
      null,
      async () => crier(["receipt", "verify", "-"], await crier(["receipt", "show", needed])),
      publishedTo("fail"),
    ],
    "webhook create": [
      "webhook.create",
      () => crier(["webhook", "create", "https://hooks.example.com/crier"]),
    ],
    "webhook list": [null, () => crier(["webhook", "list"])],
    "webhook show": [null, () => crier(["webhook", "show", needed]), webhook],
    "webhook edit": ["webhook.update", () => crier(["webhook", "edit", needed, "--pause"]), webhook],
    "webhook rotate": ["webhook.rotate", () => crier(["webhook", "rotate", needed]), webhook],
    "webhook deliveries": [null, () => crier(["webhook", "deliveries", needed]), webhook],
    "webhook delete": ["webhook.delete", () => crier(["webhook", "delete", needed, "--yes"]), webhook],
    "queue list": [null, () => crier(["queue", "list"])],
    "queue pause": ["queue.pause", () => crier(["queue", "pause", "--profile", "me"])],
    "queue resume": ["queue.resume", () => crier(["queue", "resume", "--profile", "me"])],
    "media list": [null, () => crier(["media", "list"])],
    "media add": ["media.create", file],
    "media show": [null, () => crier(["media", "show", needed]), file],
    "media edit": ["media.edit", () => crier(["media", "edit", needed, "--alt", "A hill"]), file],
    "media delete": ["media.delete", () => crier(["media", "delete", needed, "--yes"]), file],
    status: [null, () => crier(["status"])],
    completion: [null, () => crier(["completion", "bash"])],
    "account disconnect": [
      "account.disconnect",
      () => crier(["account", "disconnect", needed]),
      () => account(),
    ],
    "slots set": ["slots.set", () => crier(["slots", "set", "daily 09:00", "--profile", "me"])],
    "slots list": [null, () => crier(["slots", "list", "--profile", "me"])],
    "plan set": ["plan.set", () => crier(["plan", "set", "active", "--accounts", "3"])],
    "plan show": [null, () => crier(["plan", "show"])],
    pause: ["publishing.pause", () => crier(["pause", "--reason", "wrong link"])],
    resume: ["publishing.resume", () => crier(["resume"])],
    "import-host add": ["import_host.add", () => crier(["import-host", "add", "a.example.com"])],
    "import-host list": [null, () => crier(["import-host", "list"])],
    "import-host remove": ["import_host.remove", () => crier(["import-host", "remove", "a.example.com"])],
    "owner create": [
      "person.create",
      () => crier(["owner", "create", EMAIL, "--password-stdin"], "long enough password\n"),
    ],
    "owner password": [
      "person.password",
      () => crier(["owner", "password", EMAIL, "--password-stdin"], "another long password"),
    ],
    "people list": [null, () => crier(["people", "list"])],
    "people invite": ["invite.create", () => crier(["people", "invite", "--role", "viewer"])],
    "people edit": ["person.access", () => crier(["people", "edit", EMAIL, "--role", "owner"])],
    "people remove": [
      "person.delete",
      () => crier(["people", "remove", "you@example.com", "--yes"]),
      () => crier(["owner", "create", "you@example.com", "--password-stdin"], "another long password"),
    ],
    "profile delete": ["profile.delete", () => crier(["profile", "delete", "me", "--yes"])],
    backup: [null, () => crier(["backup"])],
    "verify-backup": [null, () => crier(["verify-backup", join(folder, "backups")])],
    restore: ["adopt", () => crier(["restore", "--adopt"])],
    doctor: [null, () => crier(["doctor"])],
    version: [null, () => crier(["version"])],
  };
  /** They serve; what is done through them is written down where it is done. */
  const SERVERS = ["serve", "demo", "simulator", "webhook listen"];
  /** They need a running server, and are tested beside one (cli/webhook.test.ts). */
  const BESIDE_A_SERVER = ["webhook test", "webhook resend"];
  /** It needs a database on a server, and is tested with one (ops/move.test.ts). */
  const BETWEEN_PLACES = ["move"];
  let needed = "";

  test("every command is on the list", async () => {
    const all = leaves(await openProgram(context(() => {})));
    expect(all.toSorted()).toEqual(
      [...Object.keys(COMMANDS), ...SERVERS, ...BESIDE_A_SERVER, ...BETWEEN_PLACES].toSorted(),
    );
  });

  test.each(Object.entries(COMMANDS))("crier %s", async (_, [action, act, needs]) => {
    needed = (await needs?.()) ?? "";
    const before = needs || action !== "profile.create" ? rows().length : 0;
    await act();
    expect(rows().slice(before)).toEqual(action === null ? [] : [`cli ${action}`]);
    expectWords(action);
  });

  test("a restored backup has its row, in the same transaction as what it holds", async () => {
    const before = rows();
    await crier(["backup"]);
    await crier(["restore", join(folder, "backups"), "--force"]);
    expect(rows()).toEqual([...before, "cli restore"]);
  });

  test("what is refused is not written down, and no secret ever is", async () => {
    const before = rows().length;
    const refused = [
      ["owner", "create", EMAIL, "--password-stdin"],
      ["import-host", "remove", "a.example.com"],
      ["key", "revoke", "nobody"],
      ["key", "rotate", "nobody"],
    ];
    for (const args of refused)
      expect(
        await run(
          args,
          context(() => {}, "another canary password"),
        ),
      ).toBe(1);
    expect(rows().length).toBe(before);
    using db = new Database(join(folder, "crier.sqlite"));
    const all = JSON.stringify(db.query("SELECT * FROM audit").all());
    expect(all).not.toContain("long");
    expect(all).not.toContain("canary");
    expect(all).not.toContain("crier_live_");
  });
});

/** The web app says it in a sentence. */
function expectWords(action: string | null): void {
  if (action !== null) expect(Object.keys(activityWords.acts)).toContain(action);
}

function leaves(command: Command, path: string[] = []): string[] {
  const below = command.commands.filter((each) => each.name() !== "help");
  if (below.length === 0) return [path.join(" ")];
  return below.flatMap((each) => leaves(each as Command, [...path, each.name()]));
}
