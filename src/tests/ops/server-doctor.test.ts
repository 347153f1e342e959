// crier doctor and status with a database on a server: clear findings, and no password.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerCheckup } from "../../domain/store/server-checkup.ts";
import type { Finding } from "../../ops/finding.ts";
import { aboutServer } from "../../ops/server-checks.ts";
import { openPlace } from "../../store/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { runCommand } from "../support/run-command.ts";

const PASSWORD = "Geh3im-9";

const SOUND: ServerCheckup = {
  ...{ version: "17.2", fault: null, keepsSessions: true, clockAheadMs: 20 },
  replication: { synchronous: "ANY 1 (a, b)", isDurable: true, standbys: 2 },
  crier: {
    ...{ schema: 1, bytes: 8e6, closed: null, secretKid: null, pausedWebhooks: 0, newest: 5 },
    simulatedAccounts: 0,
    nodes: [],
  },
};
const states = (changes: Partial<ServerCheckup>, simulator: string | null = null) =>
  aboutServer({ name: "the database h/d", found: { value: { ...SOUND, ...changes } }, simulator })
    .findings.filter(({ state }) => state !== "ok")
    .map(({ what, state }) => `${what} ${state}`);

test("each fault of a server is found, and only that one", () => {
  const fault = "it is of an older Crier";
  const crier = SOUND.crier && {
    ...SOUND.crier,
    nodes: [{ id: "n", name: "m 1", since: 1, server: null }],
  };
  expect(states({ crier })).toEqual([]);
  expect(states({ crier, keepsSessions: false })).toEqual(["connection wrong"]);
  expect(states({ crier, clockAheadMs: -1500 })).toEqual(["clocks note"]);
  expect(states({ crier, clockAheadMs: 5000 })).toEqual(["clocks wrong"]);
  const alone = { synchronous: "", isDurable: true, standbys: null };
  expect(states({ crier, replication: alone })).toEqual(["replication note"]);
  expect(states({ crier, replication: { ...alone, isDurable: false } })).toEqual(["replication wrong"]);
  expect(states({ crier: null, fault })).toEqual(["database wrong"]);
  expect(states({})).toEqual(["servers note"]);
});

test("simulated accounts of several processes need one simulator", () => {
  const node = { id: "n", name: "m 1", since: 1, server: null };
  const of = (simulatedAccounts: number, count: number, simulator: string | null = null) => {
    const nodes = Array.from({ length: count }, () => node);
    return states({ crier: SOUND.crier && { ...SOUND.crier, simulatedAccounts, nodes } }, simulator);
  };
  expect(of(1, 2)).toEqual(["simulator wrong"]);
  expect(of(1, 1)).toEqual([]);
  expect(of(0, 2)).toEqual([]);
  expect(of(1, 2, "http://simulator:4050")).toEqual([]);
});

describe.skipIf(postgresPrograms === null)("on a server", () => {
  let server: PostgresServer;
  let bucket: TestBucket;
  const root = mkdtempSync(join(tmpdir(), "crier-server-doctor-"));
  let env: Record<string, string> = {};

  beforeAll(async () => {
    server = await startPostgres();
    bucket = startBucket();
    const url = await server.database();
    env = {
      CRIER_DATA: join(root, "data"),
      CRIER_DATABASE: url.replace("crier@", `crier:${PASSWORD}@`),
      ...{ CRIER_URL: "http://127.0.0.1:1", CRIER_SECRET_KEY: "5".repeat(64), ...bucket.settings },
    };
  });
  afterAll(async () => {
    await bucket[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  async function doctor(more: Record<string, string> = {}): Promise<Record<string, Finding>> {
    const { out, err } = await runCommand(["doctor", "--json"], { ...env, ...more });
    expect(out + err).not.toContain(PASSWORD);
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    return Object.fromEntries(findings.map((each) => [each.what, each]));
  }

  test("the doctor names the server, its schema, its replicas, the clocks and the processes", async () => {
    const found = await doctor();
    expect(found["database"]).toMatchObject({
      state: "ok",
      found: expect.stringMatching(
        /the database 127\.0\.0\.1:\d+\/test_1, PostgreSQL \d+.*, schema \d+, \d+ MB/,
      ),
    });
    expect(found["connection"]?.state).toBe("ok");
    expect(found["clocks"]?.state).toBe("ok");
    // The server of the tests does not wait for its disk.
    expect(found["replication"]).toMatchObject({ state: "wrong", todo: expect.stringContaining("fsync") });
    expect(found["servers"]?.found).toContain("none runs");
    const place = openPlace("", env["CRIER_DATABASE"] ?? null);
    await using _ = await place.open();
    await using lock = await place.lockDelivery();
    expect(lock).not.toBeNull();
    const presence = { url: "http://127.0.0.1:4", publicUrl: null, applications: [], setupDigest: null };
    await using announcement = await place.announce(presence);
    expect(announcement).toBeDefined();
    expect((await doctor())["servers"]).toMatchObject({
      state: "ok",
      found: expect.stringContaining("at http://127.0.0.1:4"),
    });
  });

  test("a server that can't be reached, or that runs no Crier, gets an explanation", async () => {
    const gone = { CRIER_DATABASE: `postgres://crier:${PASSWORD}@127.0.0.1:1/crier` };
    expect((await doctor(gone))["database"]).toMatchObject({
      state: "wrong",
      found: expect.stringContaining("the database 127.0.0.1:1/crier can't be used"),
    });
    const url = new URL(env["CRIER_DATABASE"] ?? "");
    {
      await using pool = openPool({ url: url.href, name: "test", sessions: 1 });
      await pool.use((session) => session.command("CREATE DATABASE nothing"));
    }
    url.pathname = "/nothing";
    const empty = await doctor({ CRIER_DATABASE: url.href });
    expect(empty["database"]?.found).toContain("no Crier in it yet");
    // Nothing was begun by looking.
    expect((await doctor({ CRIER_DATABASE: url.href }))["database"]?.found).toContain("no Crier in it yet");
  });

  test("status names the database, and the doctor a move", async () => {
    await runCommand(["profile", "create", "me"], env);
    const status = await runCommand(["status"], env);
    expect(status.out).toMatch(/Data {5}the database 127\.0\.0\.1:\d+\/test_1/);
    expect(status.out + status.err).not.toContain(PASSWORD);
    const folder = join(root, "folder");
    expect((await runCommand(["move", "--to", `folder:${folder}`], env)).code).toBe(0);
    expect((await doctor())["database"]).toMatchObject({
      state: "wrong",
      found: `it was moved to folder:${folder}`,
    });
    expect((await runCommand(["move", "--back"], env)).code).toBe(0);
    const { out } = await runCommand(["doctor", "--json"], { CRIER_DATA: folder });
    expect(out).toContain("is not finished");
  });
});
