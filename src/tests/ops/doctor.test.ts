// Tests crier doctor on sound and broken installations: clear findings, nothing changed.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/program.ts";
import { reach } from "../../cli/reachability.ts";
import { systemClock } from "../../clock.ts";
import { readConfig } from "../../app/config.ts";
import { openWorkspace } from "../../app/workspace.ts";
import { readCapabilities, type Capabilities } from "../../media/convert/capabilities.ts";
import { examine } from "../../ops/doctor.ts";
import type { DoctorDeps } from "../../ops/doctor-deps.ts";
import type { Finding } from "../../ops/finding.ts";
import { storeFiles } from "../../store/index.ts";
import { openWorld, type World } from "../support/world.ts";
import { createProfile } from "../../admin/profiles.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "crier-doctor-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ABLE: Capabilities = {
  ...{ sharp: { version: "1", formats: ["jpeg", "png", "webp", "gif"] }, imageFault: null },
  ...{ ffmpeg: "8.2", ffprobe: "8.2", missingEncoders: [] },
};
const data = () => join(folder, "data");

function look(changes: Partial<DoctorDeps> = {}): Record<string, Finding> {
  const patient: DoctorDeps = {
    ...{ folder: data(), configuredKey: null, url: "https://crier.example", minFreeBytes: 0, bucket: null },
    ...{
      server: null,
      now: Date.now(),
      abilities: ABLE,
      reach: null,
      trustedProxies: ["127.0.0.1"],
      ...changes,
    },
  };
  return Object.fromEntries(examine(patient).map((finding) => [finding.what, finding]));
}

async function workspace() {
  await using made = await openWorkspace(readConfig({ CRIER_DATA: data() }, []), { begins: true });
  await createProfile("cli", { name: "me" }, made);
}

/** Every name, size and time in the folder. */
const everything = () =>
  readdirSync(data(), { recursive: true })
    .map(String)
    .toSorted()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(data(), name));
      return `${name} ${size} ${mtimeMs}`;
    });

describe("what is", () => {
  test("nothing yet: all is well, and stays nothing", () => {
    const found = Object.values(look());
    expect(found.filter(({ state }) => state === "wrong")).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a sound installation is reported as such, and not a byte of it changed", async () => {
    await workspace();
    const before = everything();
    const { database, server, ...rest } = look();
    expect(database).toMatchObject({ state: "ok", found: expect.stringContaining("sound") });
    expect(server).toMatchObject({ state: "note" });
    expect(Object.values(rest).map(({ state }) => state)).not.toContain("wrong");
    expect(everything()).toEqual(before);
  });

  test("a database that is in use, with what is not yet in its file", async () => {
    await using made = await openWorkspace(readConfig({ CRIER_DATA: data() }, []), { begins: true });
    await createProfile("cli", { name: "me" }, made);
    expect(existsSync(join(data(), "crier.sqlite-wal"))).toBe(true);
    expect(look()["database"]).toMatchObject({ state: "ok", found: expect.stringContaining("sound") });
    expect(await made.store.profiles.list()).toHaveLength(1);
  });

  test("a server that runs is seen, and seen again after it ended", async () => {
    await workspace();
    const lock = storeFiles.lockServer(data());
    expect(look()["server"]).toMatchObject({ state: "ok", found: "runs on this data folder" });
    lock?.[Symbol.dispose]();
    expect(look()["server"]).toMatchObject({ state: "note" });
    // Looking was in nobody's way.
    expect(storeFiles.lockServer(data())).not.toBeNull();
  });
});

describe("what is wrong is said, with what to do:", () => {
  const page = 4096;
  test.each<[what: string, state: Finding["state"], says: string, () => unknown, Partial<DoctorDeps>?]>([
    ["disk", "wrong", "posts wait below", () => {}, { minFreeBytes: 1e18 }],
    ["clock", "wrong", "long past", () => {}, { now: 0 }],
    ["address", "note", "not set", () => {}, { url: null }],
    ["proxy", "note", "all visitors share one address", () => {}, { trustedProxies: [] }],
    ["address", "note", "not https", () => {}, { url: "http://crier.example" }],
    [
      "images",
      "wrong",
      "no library",
      () => {},
      { abilities: { ...ABLE, sharp: null, imageFault: "no library" } },
    ],
    [
      "images",
      "wrong",
      "not webp",
      () => {},
      { abilities: { ...ABLE, sharp: { version: "1", formats: ["jpeg", "png"] } } },
    ],
    [
      "videos",
      "note",
      "without ffmpeg and ffprobe",
      () => {},
      { abilities: { ...ABLE, ffmpeg: null, ffprobe: null } },
    ],
    [
      "address",
      "note",
      "is 10.0.0.1",
      () => {},
      { reach: { kind: "private_address", detail: "crier.example is 10.0.0.1." } },
    ],
    ["videos", "note", "without libx264", () => {}, { abilities: { ...ABLE, missingEncoders: ["libx264"] } }],
    ["secret key", "wrong", "missing", () => rmSync(join(data(), "secret.key"))],
    ["secret key", "wrong", "64 hex digits", () => writeFileSync(join(data(), "secret.key"), "x")],
    ["secret key", "wrong", "not the one", () => {}, { configuredKey: "ab".repeat(32) }],
    ["secret key", "note", "other users", () => chmodSync(join(data(), "secret.key"), 0o644)],
    ["database", "wrong", "newer Crier", () => sql("PRAGMA user_version = 9999")],
    [
      "database",
      "wrong",
      "not a database",
      () => writeFileSync(join(data(), "crier.sqlite"), "x".repeat(page)),
    ],
    ["database", "wrong", "damaged", () => spoilPage()],
    ["data folder", "wrong", "interrupted", () => halfRestored()],
  ])("%s %s: %s", async (what, state, says, act, changes = {}) => {
    await workspace();
    act();
    const found = look(changes)[what];
    expect(found).toMatchObject({ state, found: expect.stringContaining(says) });
    expect(found?.todo).toMatch(/\w/);
  });

  test("a clock that was set back behind what the database knows", async () => {
    await workspace();
    const happened = (at: number) =>
      sql(
        `PRAGMA foreign_keys = OFF; INSERT INTO event (post_id, kind, detail, at) VALUES ('x', 'x', '', ${at})`,
      );
    happened(Date.now());
    expect(look()["clock"]).toMatchObject({ state: "ok" });
    happened(Date.now() + 3_600_000);
    expect(look()["clock"]).toMatchObject({ state: "wrong", found: expect.stringContaining("knows of") });
  });

  function sql(text: string) {
    using db = new Database(join(data(), "crier.sqlite"));
    db.run(text);
  }

  function spoilPage() {
    const bytes = readFileSync(join(data(), "crier.sqlite"));
    writeFileSync(join(data(), "crier.sqlite"), bytes.fill(0xff, 10 * page, 11 * page));
  }

  function halfRestored() {
    mkdirSync(join(data(), ".restore", "content"), { recursive: true });
    writeFileSync(
      join(data(), ".restore", "ready.json"),
      JSON.stringify({ from: "b", aside: "a", arriving: [] }),
    );
  }
});

describe("crier doctor", () => {
  async function crier(args: string[], env: Record<string, string> = {}) {
    const [out, err]: string[][] = [[], []];
    const code = await run(["doctor", ...args], {
      env: { CRIER_DATA: data(), PATH: "/nowhere", ...env },
      ...{ out: (text) => void out?.push(text), say: (text) => void err?.push(text), draw: () => {} },
      ...{
        ...{ isTerminal: false, columns: null, terminal: null },
        readInput: async () => "",
        ended: Promise.resolve(),
      },
      die: () => process.exit(137),
    });
    return { code, out: out?.join("\n") ?? "", err: err?.join("\n") ?? "" };
  }

  test("a table and exit 0 when nothing is wrong; without ffmpeg it says what is lacking", async () => {
    const { code, out } = await crier([]);
    expect(code).toBe(0);
    expect(out).toMatch(/secret key .*created on the first start/);
    expect(out).toMatch(/videos .*without ffmpeg and ffprobe.*apt-get install ffmpeg/);
    expect(out).toMatch(/images .*jpeg, png, webp/);
  });

  test("JSON for machines, and exit 1 with the names of what is wrong", async () => {
    const { code, out, err } = await crier(["--json"], { CRIER_MIN_FREE_MB: "1000000" });
    const report = JSON.parse(out) as { sound: boolean; findings: Finding[] };
    expect(report.sound).toBe(false);
    expect(report.findings.find(({ what }) => what === "disk")).toMatchObject({ state: "wrong" });
    expect({ code, err }).toEqual({ code: 1, err: "Wrong: disk." });
  });
});

test.skipIf(Bun.which("ffmpeg") === null)("versions are the programs' own", async () => {
  const { ffmpeg, ffprobe, sharp } = await readCapabilities();
  expect(ffmpeg).toMatch(/^\S*\d/);
  expect(ffprobe).toMatch(/^\S*\d/);
  expect(sharp?.version).toMatch(/^\d+\.\d+/);
});

describe("the public address, asked from another process", () => {
  const open = { resolve: async () => ["93.184.216.34"], get: async () => ({ text: "" }) };
  /** What comes from the internet when `to` stands behind the name. */
  const leadsTo = (to: World) => ({
    ...open,
    get: async (url: string) => {
      const { pathname, search } = new URL(url);
      return { text: await (await fetch(to.url + pathname + search)).text() };
    },
  });

  test("answers while a server runs, and proves that it is this one", async () => {
    await using world = await openWorld();
    await using other = await openWorld();
    const config = readConfig({ CRIER_DATA: world.folder, CRIER_URL: "https://crier.example" }, []);
    expect(await reach(config, world.clock, leadsTo(world))).toEqual({ kind: "reachable" });
    expect(await reach(config, world.clock, leadsTo(other))).toMatchObject({ kind: "another_answers" });
    expect(await reach(config, world.clock, { ...open, resolve: async () => ["10.0.0.1"] })).toMatchObject({
      kind: "private_address",
    });
    expect(look({ reach: { kind: "reachable" } })["address"]).toMatchObject({ state: "ok" });
  });

  test("is not asked when no server runs, and nothing is made by looking", async () => {
    const config = readConfig({ CRIER_DATA: data(), CRIER_URL: "https://crier.example" }, []);
    expect(await reach(config, systemClock, open)).toBeNull();
    expect(existsSync(data())).toBeFalse();
    await workspace();
    const before = everything();
    expect(await reach(config, systemClock, open)).toBeNull();
    expect(everything()).toEqual(before);
  });
});
