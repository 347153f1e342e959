// Tests what /admin/system says about the server, through HTTP.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../version.ts";
import { makeOwner, signIn, type Ask } from "../support/owner.ts";
import { HOUR, MINUTE } from "../support/posting.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let ask: Ask;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
  ({ ask } = await signIn(world));
});
afterAll(() => world[Symbol.asyncDispose]());

const system = async () => (await ask("GET", "/system")).json;

test("a server that has done nothing yet", async () => {
  const before = await system();
  expect(before).toEqual({
    version,
    startedAt: expect.any(String),
    uptimeSeconds: 0,
    schemaVersion: expect.any(Number),
    publicUrl: null,
    paused: null,
    database: { bytes: expect.any(Number) },
    media: { bytes: 0, files: 0, bucket: null, quotaBytes: null, profiles: [] },
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    delivery: { due: 0, running: 0, nextDueAt: null, latenessMs: null },
    backups: { lastAt: null, verifiedAt: null, folder: null },
    pausedServers: [],
    findings: expect.any(Array),
  });
  const findings = before["findings"] as { level: string; text: string; fix: string | null }[];
  expect(findings.map(({ level, text }) => `${level} ${text.split(":")[0]}`)).toEqual([
    ...["ok Data folder", "ok Disk", "ok Secret key", "ok Clock", "warn Address", "ok Proxy"],
  ]);
  expect(findings.every(({ level, fix }) => (level === "ok") === (fix === null))).toBeTrue();
});

test("what is stored, what waits, what is stopped, and the last backup", async () => {
  const bytes = await Bun.file(SAMPLES.photo.path).bytes();
  const form = new FormData();
  form.set("file", new File([bytes], "photo.jpg"));
  const media = await world.ask("POST", "/media", form);
  expect(media.status).toBe(201);
  const account = await world.account("bluesky", "ok");
  const post = await world.post({ caption: "now", accounts: [account], schedule: "now" });
  await world.until(post.id, ({ status }) => status === "posted");
  const at = new Date(world.clock.now() + HOUR).toISOString();
  await world.post({ caption: "later", accounts: [account], schedule: at });
  const backup = join(world.folder, "backups", "one");
  const records = world.appliance.store.backups;
  await records.noteMade(backup, world.clock.now());
  await records.noteChecked(backup, { at: world.clock.now(), sound: true });
  world.clock.turn(MINUTE);
  await ask("PUT", "/pause", { reason: "wrong link" });
  const found = await system();
  expect(found).toMatchObject({
    paused: { reason: "wrong link" },
    media: {
      bytes: bytes.byteLength,
      files: 1,
      profiles: [{ name: "test", bytes: bytes.byteLength, files: 1 }],
    },
    delivery: { due: 0, running: 0, nextDueAt: at, latenessMs: { p50: expect.any(Number) } },
    backups: {
      lastAt: expect.any(String),
      verifiedAt: expect.any(String),
      folder: join(world.folder, "backups"),
    },
  });
  expect(found["uptimeSeconds"]).toBeGreaterThanOrEqual(60);
  world.clock.turn(2 * HOUR);
  expect(await system()).toMatchObject({ delivery: { due: 1, nextDueAt: null } });
  await ask("DELETE", "/pause");
  const { json } = media as { json: { media?: { id: string } } };
  await world.ask("DELETE", `/media/${json.media?.id ?? ""}`);
  expect(await system()).toMatchObject({ paused: null, media: { bytes: 0, files: 0 } });
});

test("a finding comes with the command that puts it right", async () => {
  const findings = async () => (await system())["findings"] as { text: string; command: string | null }[];
  expect((await findings()).every(({ command }) => command === null)).toBeTrue();
  const path = join(world.folder, "secret.key");
  chmodSync(path, 0o644);
  expect((await findings()).find(({ text }) => text.startsWith("Secret key"))).toMatchObject({
    level: "warn",
    command: `chmod 600 ${path}`,
  });
  chmodSync(path, 0o600);
});

interface Line {
  seq: number;
  level: string;
  event: string;
  text: string;
}
const log = async (query = "") => (await ask("GET", `/log${query}`)).json["lines"] as Line[];

test("the newest lines of the log, by level and after one of them, also when nothing is written", async () => {
  const { log: own } = world.appliance;
  own.debug("quiet");
  own.info("first", { detail: "one" });
  own.warn("second", { platform: "mastodon", detail: "two" });
  own.error("third", { cause: new Error("broken") });
  const lines = await log();
  expect(lines.slice(-3).map(({ level, text }) => `${level} ${text.split("\n")[0]}`)).toEqual([
    ...["info first: one", "warn second on mastodon: two", "error third"],
  ]);
  expect(lines.at(-1)?.text).toContain("Error: broken");
  expect(lines.map(({ event }) => event)).not.toContain("quiet");
  expect((await log("?level=error")).map(({ event }) => event)).toEqual(["third"]);
  const second = lines.at(-2)?.seq ?? 0;
  expect((await log(`?after=${second}`)).map(({ event }) => event)).toEqual(["third"]);
  // A number from before a restart.
  expect(await log("?after=999999")).toEqual(lines);
  expect((await ask("GET", "/log?level=loud")).json).toMatchObject({ code: "invalid_query" });
});

test("the log in memory has an end, and so has each line", async () => {
  for (let n = 0; n < 1500; n++) world.appliance.log.warn("many", { count: n, detail: "x".repeat(3000) });
  const lines = await log("?level=warn");
  expect(lines).toHaveLength(200);
  expect(lines.at(-1)?.text.length).toBeLessThan(2010);
  expect((await log("?level=error")).map(({ event }) => event)).toEqual([]);
});

test("settings with where each comes from, and no secret", async () => {
  const secret = "f".repeat(64);
  const address = "https://me:hidden@bluesky.example";
  await using own = await openWorld({ CRIER_SECRET_KEY: secret, CRIER_ENDPOINT_BLUESKY: address });
  await makeOwner(own);
  const { json } = await (await signIn(own)).ask("GET", "/settings");
  const settings = json["settings"] as { name: string }[];
  const of = (name: string) => settings.find((each) => each.name === name);
  expect(of("CRIER_PORT")).toMatchObject({ value: "0", source: "environment", line: null, isSecret: false });
  expect(of("CRIER_LATE_MINUTES")).toMatchObject({ value: "60", source: "default" });
  expect(of("CRIER_SECRET_KEY")).toMatchObject({ value: null, source: "environment", isSecret: true });
  expect(of("CRIER_ENDPOINT_BLUESKY")).toMatchObject({ value: "https://…@bluesky.example", help: null });
  expect(of("CRIER_CRASH_AT")).toBeUndefined();
  expect(JSON.stringify(json)).not.toMatch(/ffff|hidden/);
});
