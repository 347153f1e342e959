// Runs every gate of scripts/test, prints how long each took, and ends in one line that counts them all.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { failedTestsOf, fileTimesOf, scoreOf, type FileTime, type Score } from "./junit.ts";
import { chromium } from "./support/browser.ts";
import { TEST_LIMIT_MS } from "./support/time-limits.ts";
import { postgresPrograms, startPostgres } from "./support/postgres.ts";

const root = join(import.meta.dir, "../..");
const tool = (name: string) => join(root, "node_modules/.bin", name);
const binary = join(root, "dist/crier");
const engine = join(root, "dist/kill-engine");
/** The networks' own API descriptions: a folder from the environment, or one found next to the checkout. */
const { CRIER_SPECS: specs = specsNearby() ?? "", ...environment } = process.env;

const OPTIONS = ["--fast", "--real", "--postgres"] as const;
const chosen = process.argv.slice(2).filter((arg) => !OPTIONS.some((option) => option === arg));
const has = (option: (typeof OPTIONS)[number]) => process.argv.includes(option);
const isFast = has("--fast");
const isPostgres = has("--postgres");
/** Tests start these programs hundreds of times, and from source each start takes twice as long. */
const isBuilt = !isFast && !isPostgres;
const isWhole = isBuilt && chosen.length === 0;
if (isPostgres && postgresPrograms === null) throw new Error("PostgreSQL is not installed.");

const FOLDERS = ["src", "scripts", "client", "examples"];
const CHECKS: Record<string, string[]> = {
  format: ["bun", "fmt", "--check", ...FOLDERS],
  types: ["bun", "check"],
  "types of the web app": ["bun", "check", "-p", "src/web"],
  "types of the client": ["bun", "check", "-p", "client"],
  lint: [tool("oxlint"), "--type-aware", ...FOLDERS],
  ...(!isFast && {
    "dead code": [tool("knip"), "--no-config-hints"],
    "dead product code": [tool("knip"), "--production", "--no-config-hints"],
  }),
};
const BUILDS: Record<string, string[]> = {
  build: ["bun", "scripts/build.ts", "--outfile", binary],
  // Named files build it themselves if they need it.
  ...(isWhole && {
    "build of the engine": [
      ...["bun", "scripts/build.ts", "--entry", "src/tests/chaos/kill/engine.ts"],
      ...["--outfile", engine],
    ],
  }),
  ...(specs !== "" && { specs: ["bun", "src/tests/specs/index.ts", specs] }),
};

/** The slowest first. A busy machine must not fail a test. */
const TEST_OPTIONS = [`--timings=${join(import.meta.dir, "test-times.json")}`, `--timeout=${TEST_LIMIT_MS}`];
/** What the fast run leaves out: whole campaigns, child processes, password hashes, and conversions of many videos. */
const SLOW = [
  /^src\/tests\/(browser|chaos|cli|delivery|ops|real)\//,
  /^src\/tests\/store\/(copy|postgres|schema-parity)/,
  /^src\/tests\/clients\/(examples|webhook-guide)\.test/,
  /^src\/bench\/options\.test/,
  /^src\/tests\/networks\/toy-network\.test/,
  /^src\/tests\/api\/(docs-commands|hostile-media|live|media-files|people)\.test/,
  /^src\/tests\/api\/contract\/(idempotency|slots-against-croner)\.test/,
  /^src\/media\/remote\/remote\.test/,
  /^src\/media\/(convert|probe)\/(quality|corpus|convert|video|hdr|frame|gif|ffmpeg|strip-metadata|probe|hostile)\.test/,
];
/** With --postgres: what opens a world, and the store itself. */
const ON_POSTGRES = /^src\/tests\/(api|delivery|admin|clients|networks|store)\//;
/** What runs on PostgreSQL each time: quick, and a tour through creating, delivering, waiting, media and webhooks. */
const POSTGRES_TOUR = [
  ...["admin/profiles", "api/posts", "api/contract/create-accounts", "api/media-library"],
  ...["api/webhook-delivery", "delivery/look-now", "delivery/waiting"],
].map((name) => `src/tests/${name}.test.ts`);
const SLOWEST_SHOWN = 10;
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED = 4 * 1024 ** 3;

/** What the examples and the guides need; a test is left out where its tool is missing. */
const EXAMPLE_TOOLS = ["curl", "jq", "openssl", "python3", "node", "go", "php"];

const score = { passed: 0, failed: 0, skipped: 0 };
const times: string[] = [];
const failures: string[] = [];

// The checks run next to the tests: on two cores neither keeps both busy. Their output is printed once it is complete.
const checks = runAll(isPostgres ? {} : CHECKS);
if (isBuilt) for (const result of await runAll(BUILDS)) report(result);
const fileTimes: FileTime[] = [];
const failedTests: string[] = [];
for (const [name, part] of Object.entries(parts())) {
  const tests = await timed(name, () => runTests(part));
  count(tests.score);
  if (tests.score.failed > 0) failures.push(name);
  fileTimes.push(...tests.times);
  failedTests.push(...tests.failed);
}
for (const result of await checks) report(result);

for (const test of failedTests) console.log(`\n(fail) ${test}`);
const slowest = fileTimes.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
console.log(
  `\nslowest files: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`).join(" · ")}`,
);
console.log(times.join(" · "));
if (failures.length > 0) console.log(`failed: ${failures.join(", ")}`);
for (const line of notRun()) console.log(`Not run: ${line}.`);
const skipped = score.skipped > 0 ? `, ${score.skipped} skipped` : "";
console.log(`${score.passed} passed, ${score.failed} failed${skipped}`);
process.exit(score.failed > 0 ? 1 : 0);

function notRun(): string[] {
  if (isPostgres) return ["what does not depend on the store (scripts/test runs it)"];
  if (isFast) return ["the slow tests, the binary and the real servers (scripts/test runs them all)"];
  const missing = EXAMPLE_TOOLS.filter((name) => Bun.which(name) === null);
  return [
    ...(missing.length === 0 ? [] : [`the examples that need ${missing.join(", ")}`]),
    ...(postgresPrograms !== null ? [] : ["tests on PostgreSQL (apt-get install postgresql)"]),
    ...(chromium !== null ? [] : ["pages in a browser (apt-get install chromium)"]),
    ...(has("--real")
      ? []
      : ["tests against real servers of the networks (scripts/test --real starts them)"]),
    ...(specs !== ""
      ? []
      : ["what is sent against the networks' own descriptions (CRIER_SPECS names their folder)"]),
  ];
}

interface Part {
  readonly files: readonly string[];
  /** Loads the product once per worker instead of once per file, which halves the processor time. */
  readonly isShared: boolean;
  /** Files at a time: more than there are processors, because many of them wait. */
  readonly atOnce: number;
  /** Worlds are on a server that runs as long as these tests. */
  readonly onPostgres?: boolean;
}

/** Named files run as they are; else the fast ones first, which say soonest what is wrong, and then the slow ones. */
function parts(): Record<string, Part> {
  if (isPostgres)
    return {
      "tests on PostgreSQL": { files: postgresFiles(), isShared: false, atOnce: 4, onPostgres: true },
    };
  if (chosen.length > 0 && !isFast) return { tests: { files: chosen, isShared: false, atOnce: 4 } };
  const all = allFiles();
  const isSlow = (file: string) => SLOW.some((pattern) => pattern.test(file));
  const fast: Part = {
    files: [...chosen, ...all.filter((file) => !isSlow(file))],
    isShared: true,
    atOnce: 4,
  };
  if (isFast) return { tests: fast };
  return {
    "fast tests": fast,
    "slow tests": { files: all.filter(isSlow), isShared: false, atOnce: 4 },
    ...(postgresPrograms !== null && {
      "tests on PostgreSQL": { files: POSTGRES_TOUR, isShared: false, atOnce: 4, onPostgres: true },
    }),
  };
}

function postgresFiles(): string[] {
  if (chosen.length > 0) return chosen;
  return allFiles().filter((file) => ON_POSTGRES.test(file));
}

function allFiles(): string[] {
  return [...new Bun.Glob("src/**/*.test.ts").scanSync({ cwd: root })].toSorted();
}

/** A folder `specs` next to the checkout, or one level further down, that holds one of the descriptions. */
function specsNearby(): string | undefined {
  const parent = join(root, "..");
  const found = ["specs", "*/specs"].flatMap((folder) => [
    ...new Bun.Glob(`${folder}/mastodon-openapi.json`).scanSync({ cwd: parent }),
  ]);
  return found[0] && dirname(join(parent, found[0]));
}

async function timed<T>(name: string, act: () => Promise<T>): Promise<T> {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const result = await act();
  times.push(`${name} ${secondsSince(started)}`);
  return result;
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

interface GateResult {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
}

/** Runs these commands one after the other and collects what they print. */
async function runAll(commands: Readonly<Record<string, string[]>>): Promise<GateResult[]> {
  const results: GateResult[] = [];
  for (const [name, cmd] of Object.entries(commands)) {
    const started = performance.now();
    const child = Bun.spawn({
      cmd,
      cwd: root,
      env: environment,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const printed = await Promise.all([child.stdout.text(), child.stderr.text()]);
    results.push({ name, ok: (await child.exited) === 0, output: printed.join("") });
    times.push(`${name} ${secondsSince(started)}`);
  }
  return results;
}

function report({ name, ok, output }: GateResult): void {
  console.log(`\n── ${name}: ${ok ? "passed" : "failed"}\n${output.trim()}`);
  count({ passed: Number(ok), failed: Number(!ok), skipped: 0 });
  if (!ok) failures.push(name);
}

interface TestResult {
  readonly score: Score;
  readonly times: FileTime[];
  readonly failed: string[];
}

async function runTests({ files, isShared, atOnce, onPostgres = false }: Part): Promise<TestResult> {
  await using server = onPostgres ? await startPostgres() : null;
  const folder = mkdtempSync(join(hasMemoryFolder() ? MEMORY_FOLDER : tmpdir(), "crier-test-"));
  // PostgreSQL, which does not run as root, has its data in there.
  chmodSync(folder, 0o711);
  const junitFile = join(folder, "junit.xml");
  const env = {
    ...environment,
    // Never a program that an earlier run built.
    ...(isBuilt && { CRIER_TEST_BINARY: binary }),
    ...(isWhole && { CRIER_TEST_ENGINE: engine }),
    ...(has("--real") && { CRIER_TEST_REAL: "1" }),
    ...(server && { CRIER_TEST_POSTGRES: server.url }),
    ...(isFast && { CRIER_TEST_FAST: "1" }),
    TMPDIR: folder,
  };
  const cmd = [
    "bun",
    "test",
    ...TEST_OPTIONS,
    `--parallel=${atOnce}`,
    ...(isShared ? ["--no-isolate"] : []),
    "--reporter=junit",
    `--reporter-outfile=${junitFile}`,
    ...files,
  ];
  try {
    const child = Bun.spawn({ cmd, cwd: root, env, stdin: "ignore", stdout: "inherit", stderr: "inherit" });
    const exit = await child.exited;
    const junit = await Bun.file(junitFile)
      .text()
      .catch(() => "");
    const found = scoreOf(junit);
    // A file that does not load, or a fault outside a test, fails the run without failing a test.
    const isUncounted = exit !== 0 && found.failed === 0;
    return {
      score: isUncounted ? { ...found, failed: 1 } : found,
      times: fileTimesOf(junit),
      failed: failedTestsOf(junit),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether files can be written to memory and run from there: a world opens three times as fast without a disk. */
function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.find((line) => line.split(" ")[1] === MEMORY_FOLDER)?.split(" ")[3] ?? "noexec";
  return bavail * bsize >= MEMORY_NEEDED && !options.split(",").includes("noexec");
}

function count({ passed, failed, skipped: left }: Score) {
  score.passed += passed;
  score.failed += failed;
  score.skipped += left;
}
