// The gates of scripts/test, one after the other with their times, and one closing line that counts them all.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

interface Score {
  passed: number;
  failed: number;
  skipped: number;
}

const root = join(import.meta.dir, "../..");
const tool = (name: string) => join(root, "node_modules/.bin", name);
const binary = join(root, "dist/crier");
/** What the networks publish about their interfaces: a folder that is named, or found beside the checkout. */
const { CRIER_SPECS: specs = specsBeside() ?? "", ...environment } = process.env;
const described = specs !== "";
const GATES: Record<string, string[]> = {
  format: ["bun", "fmt", "--check", "src", "scripts"],
  types: ["bun", "check"],
  lint: [tool("oxlint"), "--type-aware", "src", "scripts"],
  "dead code": [tool("knip"), "--no-config-hints"],
  build: ["bun", "scripts/build.ts", "--outfile", binary],
  ...(described && { specs: ["bun", "src/tests/specs/index.ts", specs] }),
};

/** Three files at a time (many of them wait), the slowest first (ms of a run, for those that take long); a test that waits for a busy machine has not failed. */
const PATIENT = ["--parallel=3", `--timings=${join(import.meta.dir, "test-times.json")}`, "--timeout=60000"];

const args = process.argv.slice(2);
const real = args.includes("--real");
const score: Score = { passed: 0, failed: 0, skipped: 0 };
const times: string[] = [];
const failures: string[] = [];

for (const [name, command] of Object.entries(GATES)) {
  const ok = await timed(name, async () => (await run(command)) === 0);
  count({ passed: Number(ok), failed: Number(!ok), skipped: 0 });
  if (!ok) failures.push(name);
}
const tests = await timed("tests", () => runTests(args.filter((arg) => arg !== "--real")));
count(tests);
if (tests.failed > 0) failures.push("tests");

console.log(`\n${times.join(" · ")}`);
if (failures.length > 0) console.log(`failed: ${failures.join(", ")}`);
if (!real)
  console.log("Not run: tests against real servers of the networks (scripts/test --real starts them).");
if (!described)
  console.log(
    "Not run: what is sent against the networks' own descriptions (CRIER_SPECS names their folder).",
  );
const skipped = score.skipped > 0 ? `, ${score.skipped} skipped` : "";
console.log(`${score.passed} passed, ${score.failed} failed${skipped}`);
process.exit(score.failed > 0 ? 1 : 0);

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

/** bun test's own counts, from its report: with --bail and the like its closing lines are not there. */
async function runTests(chosen: string[]): Promise<Score> {
  const folder = mkdtempSync(join(tmpdir(), "crier-test-"));
  const report = join(folder, "junit.xml");
  try {
    const exit = await run(
      ["bun", "test", ...PATIENT, "--reporter=junit", `--reporter-outfile=${report}`, ...chosen],
      {
        CRIER_TEST_BINARY: binary,
        ...(real ? { CRIER_TEST_REAL: "1" } : {}),
      },
    );
    const found = countsOf(
      await Bun.file(report)
        .text()
        .catch(() => ""),
    );
    // A file that does not load, or a fault outside a test, fails the run without failing a test.
    return exit !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf(junit: string): Score {
  const head = /<testsuites [^>]*>/.exec(junit)?.[0] ?? "";
  const of = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const [failed, skipped] = [of("failures"), of("skipped")];
  return { passed: of("tests") - failed - skipped, failed, skipped };
}

function count({ passed, failed, skipped }: Score) {
  score.passed += passed;
  score.failed += failed;
  score.skipped += skipped;
}
