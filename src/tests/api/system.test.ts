// Tests what /admin/system says about the server, through HTTP.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { noteBackup, noteChecked } from "../../ops/backup-record.ts";
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
    media: { bytes: 0, files: 0 },
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    delivery: { due: 0, running: 0, nextDueAt: null, latenessMs: null },
    backups: { lastAt: null, verifiedAt: null, folder: null },
    pausedServers: [],
    findings: expect.any(Array),
  });
  const findings = before["findings"] as { level: string; text: string; fix: string | null }[];
  expect(findings.map(({ level, text }) => `${level} ${text.split(":")[0]}`)).toEqual([
    ...["ok Data folder", "ok Disk", "ok Clock", "warn Address", "ok Proxy"],
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
  await noteBackup(world.folder, join(world.folder, "backups", "one"), world.clock.now());
  const check = { at: world.clock.now(), sound: true };
  await noteChecked(world.folder, join(world.folder, "backups", "one"), check);
  world.clock.turn(MINUTE);
  await ask("PUT", "/pause", { reason: "wrong link" });
  const found = await system();
  expect(found).toMatchObject({
    paused: { reason: "wrong link" },
    media: { bytes: bytes.byteLength, files: 1 },
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
