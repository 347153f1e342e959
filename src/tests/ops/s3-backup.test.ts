// Tests backups and the doctor with media in a bucket: where everything is, checked rather than assumed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { openBucket, type Bucket } from "../../media/storage/s3.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { crier } from "../support/command-line.ts";
import type { Swift } from "../real/swift.ts";
import { bucket as storage, settingsOf } from "../support/storages.ts";

describe.skipIf(storage.skipped !== null)(storage.name, () => {
  const closing = new AsyncDisposableStack();
  let swift: Swift;
  let env: Record<string, string>;
  let place: string;
  let objects: Bucket;
  beforeAll(async () => {
    swift = closing.use(await storage.start());
    const folder = mkdtempSync(join(tmpdir(), "crier-bucket-backup-"));
    closing.defer(() => rmSync(folder, { recursive: true, force: true }));
    place = join(folder, "backups");
    env = { CRIER_DATA: join(folder, "data"), CRIER_LOG: "error", ...settingsOf(swift) };
    objects = openBucket({ ...swift, prefix: "crier" }, systemClock, new AbortController().signal);
    await crier(["profile", "create", "me"], env);
    await crier(["account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok"], env);
    for (const { path } of [SAMPLES.photo, SAMPLES.clip])
      await crier(["post", `with ${path}`, "--profile", "me", "--draft", "--media", path], env);
  });
  afterAll(() => closing.disposeAsync());

  interface Verified {
    readonly sound: boolean;
    readonly checks: readonly { what: string; result: string; detail: string }[];
  }
  const verified = async (changes: Record<string, string | undefined> = {}) => {
    const given = Object.entries({ ...env, ...changes }).filter(
      (each): each is [string, string] => !!each[1],
    );
    const { out } = await crier(["verify-backup", place, "--json"], Object.fromEntries(given));
    const { sound, checks } = JSON.parse(out) as Verified;
    return { sound, ...checks.find(({ what }) => what === "bucket") };
  };
  interface Diagnosis {
    readonly findings: readonly { what: string; state: string; found: string; todo: string | null }[];
  }
  const doctor = async (changes: Record<string, string> = {}) => {
    const { out } = await crier(["doctor", "--json"], { ...env, ...changes });
    return (JSON.parse(out) as Diagnosis).findings.find(({ what }) => what === "media");
  };

  test("a backup says that the media are not in it, and is verified against the bucket", async () => {
    const { code, err } = await crier(["backup", place], env);
    expect(code).toBe(0);
    expect(err).toContain("2 media files");
    expect(err).toContain("NOT in this backup");
    expect(err).not.toContain(swift.secretKey);
    const where = `the bucket media at ${swift.endpoint}, below crier/`;
    expect(await verified()).toMatchObject({ sound: true, result: "ok", detail: `2 files are in ${where}` });
    const without = { CRIER_S3_BUCKET: undefined, CRIER_S3_ENDPOINT: undefined };
    const noKeys = { CRIER_S3_ACCESS_KEY: undefined, CRIER_S3_SECRET_KEY: undefined };
    expect(await verified({ ...without, ...noKeys })).toMatchObject({
      ...{ sound: true, result: "note" },
      detail: `${where} was not looked at: the settings name no bucket (CRIER_S3_…)`,
    });
    expect(await verified({ CRIER_S3_PREFIX: "other" })).toMatchObject({ sound: true, result: "note" });
    expect(await verified({ CRIER_S3_SECRET_KEY: "wrong" })).toMatchObject({
      ...{ sound: true, result: "note" },
      detail: expect.stringContaining("the keys do not fit"),
    });
  });

  test("a restore says what is missing from the bucket and goes on without it", async () => {
    const [first] = (await objects.list("", "")).map(({ name }) => name);
    await objects.remove(first ?? "");
    const detail = `1 of 2 files are not there any longer: ${first ?? ""}`;
    expect(await verified()).toMatchObject({ sound: true, result: "note", detail });
    const restored = { ...env, CRIER_DATA: join(place, "../restored") };
    const key = await Bun.file(join(env["CRIER_DATA"] ?? "", "secret.key")).text();
    const { code, out } = await crier(["restore", place], { ...restored, CRIER_SECRET_KEY: key.trim() });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("the same CRIER_S3_ settings") });
  });

  test("the doctor tries the bucket out and leaves nothing in it", async () => {
    const before = await objects.list("", "");
    expect(await doctor()).toMatchObject({
      state: "ok",
      found: expect.stringContaining("written, read and deleted"),
    });
    expect(await objects.list("", "")).toEqual(before);
  });

  test("the doctor says what is wrong with it and what to do", async () => {
    const finding = await doctor({ CRIER_S3_SECRET_KEY: "wrong" });
    expect(finding).toMatchObject({ state: "wrong", found: "the bucket can't be used: the keys do not fit" });
    expect(finding?.todo).toContain("Correct CRIER_S3_SECRET_KEY");
  });
});
