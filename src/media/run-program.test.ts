// Programs that read strangers' files: what they get of us, and what ends them.
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { offline } from "./child-limits.ts";
import { runProgram, type Run } from "./run-program.ts";

const limits = { cwd: tmpdir(), memoryBytes: 200e6, cpuSeconds: 20, limitMs: 20_000 };
const run = (cmd: readonly string[], more: Partial<Run> = {}) => runProgram({ ...limits, ...more, cmd });
const script = (source: string, more: Partial<Run> = {}) => run([process.execPath, "-e", source], more);

test("no setting of ours reaches them", async () => {
  process.env["CRIER_CANARY"] = "canary";
  try {
    const { stdout } = await run(["env"]);
    expect(stdout).toContain("LANG=C.UTF-8");
    expect(stdout).not.toContain("canary");
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    // The last three are the shell's own.
    for (const name of names) expect(["PATH", "LANG", "PWD", "SHLVL", "_", "OLDPWD"]).toContain(name);
  } finally {
    delete process.env["CRIER_CANARY"];
  }
});

const way = await offline();
test.skipIf(way.length === 0)("no network, where the machine has a way", async () => {
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("reached") });
  const ask = `console.log(await fetch("${server.url.href}").then((r) => r.text(), () => "not reached"))`;
  expect((await script(ask)).stdout).toBe("not reached\n");
});

test("ends them when they take too much memory or time, or when the caller has left", async () => {
  const greedy = "const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));";
  expect(await script(greedy)).toMatchObject({ ended: "it needs more than 200 MB of memory" });
  expect(await run(["sleep", "60"], { limitMs: 100 })).toMatchObject({ ended: "it took longer than 0.1 s" });
  expect(await run(["sleep", "60"], { signal: AbortSignal.abort() })).toMatchObject({
    ended: "it was given up",
  });
});

// Where it is unknown how much a process gets, all have the same time.
test.skipIf(process.platform !== "linux")("one that gets little of the processor has more time", async () => {
  const spin = "for (const end = Date.now() + 60_000; Date.now() < end; );";
  expect(await script(spin, { limitMs: 1000 })).toMatchObject({ ended: "it took longer than 1 s" });
  expect(await run(["sleep", "2"], { limitMs: 1000 })).toMatchObject({ exitCode: 0, ended: null });
});

test("of what they say, no more is kept than is needed", async () => {
  const { stdout, exitCode } = await run(["head", "-c", "9000000", "/dev/zero"]);
  expect({ length: stdout.length, exitCode }).toEqual({ length: 1 << 20, exitCode: 0 });
});
