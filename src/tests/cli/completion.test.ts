// crier completion: what a real bash offers after Tab, in the world of a data folder.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRIER } from "../support/program.ts";
import { runCommand } from "../support/run-command.ts";

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-completion-"));
  for (const name of ["bakery", "garage"])
    await runCommand(["profile", "create", name], { CRIER_DATA: join(folder, "data") });
  writeFileSync(
    join(folder, "crier"),
    `#!/bin/sh\nexec ${CRIER.map((word) => `'${word}'`).join(" ")} "$@"\n`,
  );
  chmodSync(join(folder, "crier"), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash would offer for these words, of which the last is being typed. */
async function offers(...words: string[]): Promise<string[]> {
  const line = ["crier", ...words];
  const script = `eval "$(crier completion bash)"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
$(complete -p crier | grep -o -- '-F [^ ]*' | cut -c4-)
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const child = Bun.spawn(["bash", "-c", script, "bash", ...line], {
    env: { PATH: `${folder}:${process.env["PATH"] ?? ""}`, CRIER_DATA: join(folder, "data") },
    stderr: "inherit",
  });
  const out = await child.stdout.text();
  expect(await child.exited).toBe(0);
  return out.split("\n").filter((each) => each !== "");
}

describe.skipIf(Bun.which("bash") === null)("in a real bash", () => {
  test.each([
    [
      ["post", "re"],
      ["reconcile", "retry"],
    ],
    [["st"], ["status"]],
    [
      ["account", "connect", "t"],
      ["telegram", "threads", "tiktok"],
    ],
    [["post", "create", "Hello", "--to", "ma"], ["mastodon"]],
    [["post", "create", "Hello", "--to", "bluesky", "th"], ["threads"]],
    [["post", "list", "--network", "you"], ["youtube"]],
    [["post", "schedule", "01a2", "--n"], ["--now"]],
    [
      ["key", "create", "--profile", ""],
      ["bakery", "garage"],
    ],
    [["key", "create", "--profile", "g"], ["garage"]],
    [["post", "show", "x"], []],
    [["nonsense", "x"], []],
  ])("crier %j", async (words, expected) => {
    expect(await offers(...words)).toEqual(expected);
  });

  test("an empty word gets every command", async () => {
    const all = await offers("");
    expect(all).toEqual(expect.arrayContaining(["serve", "post", "queue", "media", "completion"]));
  });
});

test("there is a script for each shell, and no Crier is needed for it", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, out } = await runCommand(["completion", shell], { CRIER_DATA: join(folder, "nothing") });
    expect(code).toBe(0);
    expect(out).toContain(`crier completion ${shell} --`);
  }
  const none = await runCommand(["completion", "bash", "--", "key", "create", "--profile", ""], {
    CRIER_DATA: join(folder, "nothing"),
  });
  expect(none).toEqual({ code: 0, out: "", err: "" });
  expect((await runCommand(["completion", "powershell"], {})).code).toBe(2);
});
