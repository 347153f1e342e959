// Lists the media storages for suites that run against each: the disk, and with --real a real S3 server.
import { test } from "bun:test";
import { installSwift, startSwift, type Swift } from "../real/swift.ts";

export interface StorageOfTests {
  readonly name: string;
  /** Why it can't be tried here; null when it can. */
  readonly skipped: string | null;
  /** With an empty bucket; null where there is none. */
  start(): Promise<Swift | null>;
}

const isEnabled = process.env["CRIER_TEST_REAL"] === "1";
const installed = isEnabled ? await installSwift() : null;
const skipped =
  installed === null
    ? "only scripts/test --real starts real servers"
    : installed.kind === "missing"
      ? installed.reason
      : null;
if (isEnabled && skipped !== null) console.error(`Not tried with media in a bucket: ${skipped}`);

// In CI a machine that could have it must have it; one of a kind that can't is skipped there too.
if (installed?.kind === "missing" && installed.because === "install" && process.env["CI"] === "true") {
  test("a real S3 server can be had in CI", () => {
    throw new Error(installed.reason);
  });
}

const disk: StorageOfTests = { name: "on the disk", skipped: null, start: async () => null };

export const bucket = {
  name: `in a bucket${skipped === null ? "" : ` (skipped: ${skipped})`}`,
  skipped,
  async start(): Promise<Swift> {
    if (installed?.kind !== "here") throw new Error("not installed");
    return await startSwift(installed.root);
  },
} satisfies StorageOfTests;

export const STORAGES: readonly StorageOfTests[] = [disk, bucket];

/** The settings of an appliance whose media are there. */
export function settingsOf(swift: Swift | null): Record<string, string> {
  if (swift === null) return {};
  return {
    CRIER_S3_ENDPOINT: swift.endpoint,
    CRIER_S3_BUCKET: swift.bucket,
    CRIER_S3_ACCESS_KEY: swift.accessKey,
    CRIER_S3_SECRET_KEY: swift.secretKey,
  };
}
