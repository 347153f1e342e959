// Runs the gates of scripts/test one after the other, with their times, and ends in one line that counts them all.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scoreOf, slowestFiles, type FileTime, type Score } from "./junit.ts";
import { chromium } from "./support/browser.ts";
import testTimes from "./test-times.json" with { type: "json" };

const root = join(import.meta.dir, "../..");
const tool = (name: string) => join(root, "node_modules/.bin", name);
const binary = join(root, "dist/crier");
/** What the networks publish about their interfaces: a folder that is named, or found beside the checkout. */
const { CRIER_SPECS: specs = specsBeside() ?? "", ...environment } = process.env;

const OPTIONS = ["--fast", "--real"] as const;
const chosen = process.argv.slice(2).filter((arg) => !OPTIONS.some((option) => option === arg));
const has = (option: (typeof OPTIONS)[number]) => process.argv.includes(option);
const isFast = has("--fast");

const CHECKS: Record<string, string[]> = {
  format: ["bun", "fmt", "--check", "src", "scripts"],
  types: ["bun", "check"],
  lint: [tool("oxlint"), "--type-aware", "src", "scripts"],
  "dead code": [tool("knip"), "--no-config-hints"],
};
const BUILDS: Record<string, string[]> = {
  build: ["bun", "scripts/build.ts", "--outfile", binary],
  ...(specs !== "" && { specs: ["bun", "src/tests/specs/index.ts", specs] }),
};

/** Three files at a time, since many of them wait, the slowest first; a test that waits for a busy machine has not failed. */
const PATIENT = ["--parallel=3", `--timings=${join(import.meta.dir, "test-times.json")}`, "--timeout=60000"];
/** A file that is known to take longer is left out of the fast run, ms. */
const FAST_FILE_MS = 3000;
const SLOW_FOLDERS = /^src\/tests\/(browser|chaos|cli|delivery|ops|real)\//;
const SLOWEST_SHOWN = 10;

const score = { passed: 0, failed: 0, skipped: 0 };
const times: string[] = [];
const failures: string[] = [];

for (const [name, command] of Object.entries(isFast ? CHECKS : { ...CHECKS, ...BUILDS })) {
  const ok = await timed(name, async () => (await run(command)) === 0);
  count({ passed: Number(ok), failed: Number(!ok), skipped: 0 });
  if (!ok) failures.push(name);
}
const tests = await timed("tests", () => runTests(isFast ? [...chosen, ...fastFiles()] : chosen));
count(tests.score);
if (tests.score.failed > 0) failures.push("tests");

const slowest = tests.slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`);
console.log(`\nslowest files: ${slowest.join(" · ")}`);
console.log(times.join(" · "));
if (failures.length > 0) console.log(`failed: ${failures.join(", ")}`);
for (const line of notRun()) console.log(`Not run: ${line}.`);
const skipped = score.skipped > 0 ? `, ${score.skipped} skipped` : "";
console.log(`${score.passed} passed, ${score.failed} failed${skipped}`);
process.exit(score.failed > 0 ? 1 : 0);

function notRun(): string[] {
  if (isFast) return ["the slow tests, the binary and the real servers (scripts/test runs them all)"];
  return [
    ...(chromium !== null ? [] : ["pages in a browser (apt-get install chromium)"]),
    ...(has("--real")
      ? []
      : ["tests against real servers of the networks (scripts/test --real starts them)"]),
    ...(specs !== ""
      ? []
      : ["what is sent against the networks' own descriptions (CRIER_SPECS names their folder)"]),
  ];
}

/** Test files that are not known to be slow. */
function fastFiles(): string[] {
  const known: Readonly<Record<string, number>> = testTimes.files;
  const all = [...new Bun.Glob("src/**/*.test.ts").scanSync({ cwd: root })].toSorted();
  return all.filter((file) => !SLOW_FOLDERS.test(file) && (known[file] ?? 0) <= FAST_FILE_MS);
}

/** A folder `specs`, beside the checkout or in a folder there, that holds one of the descriptions. */
function specsBeside(): string | undefined {
  const beside = join(root, "..");
  const near = ["specs", "*/specs"].flatMap((folder) => [
    ...new Bun.Glob(`${folder}/mastodon-openapi.json`).scanSync({ cwd: beside }),
  ]);
  return near[0] && dirname(join(beside, near[0]));
}

async function timed<T>(name: string, act: () => Promise<T>): Promise<T> {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const result = await act();
  times.push(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

function run(cmd: string[], env: Record<string, string> = {}): Promise<number> {
  const stdio: ["ignore", "inherit", "inherit"] = ["ignore", "inherit", "inherit"];
  return Bun.spawn({ cmd, cwd: root, stdio, env: { ...environment, ...env } }).exited;
}

async function runTests(files: string[]): Promise<{ score: Score; slowest: FileTime[] }> {
  const folder = mkdtempSync(join(tmpdir(), "crier-test-"));
  const report = join(folder, "junit.xml");
  const real = has("--real") ? { CRIER_TEST_REAL: "1" } : {};
  const command = ["bun", "test", ...PATIENT, "--reporter=junit", `--reporter-outfile=${report}`, ...files];
  try {
    const exit = await run(command, { CRIER_TEST_BINARY: binary, ...real });
    const junit = await Bun.file(report)
      .text()
      .catch(() => "");
    const found = scoreOf(junit);
    // A file that does not load, or a fault outside a test, fails the run without failing a test.
    const isUncounted = exit !== 0 && found.failed === 0;
    return {
      score: isUncounted ? { ...found, failed: 1 } : found,
      slowest: slowestFiles(junit, SLOWEST_SHOWN),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count({ passed, failed, skipped: left }: Score) {
  score.passed += passed;
  score.failed += failed;
  score.skipped += left;
}
