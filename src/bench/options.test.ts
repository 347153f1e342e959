// The options of benches: what is read, and how help and mistakes are answered.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { BENCHES } from "./names.ts";
import { parseOptions, UsageError } from "./options.ts";

const ROOT = join(import.meta.dir, "../..");
const DEFAULTS = { kills: 1000, only: "", program: null, json: false } as const;

test("what is not given has its default; a number is a number", () => {
  expect(parseOptions([], DEFAULTS)).toEqual(DEFAULTS);
  const args = ["--kills", "5", "--only=a b", "--program", "dist/crier", "--json"];
  expect(parseOptions(args, DEFAULTS)).toEqual({ kills: 5, only: "a b", program: "dist/crier", json: true });
});

test.each([
  [["--kils", "5"], "Unknown option --kils. Did you mean --kills?"],
  [["--constructor"], "Unknown option --constructor."],
  [["-x"], "Unknown option -x."],
  [["--kills", "many"], '--kills must be a number from 0, not "many".'],
  [["--kills", "--json"], '--kills must be a number from 0, not "--json".'],
  [["--kills="], '--kills must be a number from 0, not "".'],
  [["--program"], "--program needs a value."],
  [["--json=yes"], "--json does not accept a value."],
  [["5"], 'Unexpected argument "5".'],
])("%j: %s", (args, message) => {
  expect(() => parseOptions(args, DEFAULTS)).toThrow(new UsageError(message));
});

describe("scripts/bench", () => {
  test("--help lists all benches", async () => {
    const { code, out, err } = await bench("--help");
    expect([code, err]).toEqual([0, ""]);
    for (const [name, does] of Object.entries(BENCHES)) expect(out).toContain(`${name.padEnd(10)} ${does}`);
  });

  test.each(Object.keys(BENCHES))(
    "%s --help lists its options, and it runs with nothing else",
    async (name) => {
      const [help, wrong] = await Promise.all([bench(name, "--help"), bench(name, "--no-such-option")]);
      expect([help.code, help.err]).toEqual([0, ""]);
      expect(help.out).toStartWith(`scripts/bench ${name} [options]\n`);
      expect(wrong).toEqual({
        ...{ code: 2, out: "" },
        err: `Unknown option --no-such-option. See scripts/bench ${name} --help.\n`,
      });
    },
  );

  test("an unknown bench", async () => {
    const err = 'Unknown bench "sped". Did you mean speed? See scripts/bench --help.\n';
    expect(await bench("sped")).toEqual({ code: 2, out: "", err });
  });

  test("CONTRIBUTING.md says the same about each", async () => {
    const text = await Bun.file(join(ROOT, "CONTRIBUTING.md")).text();
    const lines = [...text.matchAll(/^scripts\/bench (\w+) +# (.+)$/gm)].map(([, name, does]) => [
      name,
      does,
    ]);
    expect(Object.fromEntries(lines)).toEqual(BENCHES);
  });
});

async function bench(...args: string[]) {
  const command = [process.execPath, join(ROOT, "src/bench/index.ts"), ...args];
  const child = Bun.spawn(command, { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}
