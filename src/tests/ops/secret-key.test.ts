// Tests how the secret key of a new data folder comes about.
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDERS = 300;
const PROCESSES = 4;

test("commands that begin on the same new folder at the same moment have one key", async () => {
  const root = mkdtempSync(join(tmpdir(), "crier-keys-"));
  for (let n = 0; n < FOLDERS; n++) mkdirSync(join(root, String(n)));
  const script = join(import.meta.dir, "make-keys.child.ts");
  const children = Array.from({ length: PROCESSES }, () =>
    Bun.spawn([process.execPath, script, root, String(FOLDERS)], { stdin: "pipe", stdout: "pipe" }),
  );
  const lines = children.map(({ stdout }) => linesOf(stdout));
  for (const each of lines) expect((await each.next()).value).toBe("ready");
  for (const { stdin } of children) {
    await stdin.write("go\n");
    await stdin.end();
  }
  const kids = await Promise.all(lines.map(async (each) => String((await each.next()).value).split(" ")));
  expect(kids.every((each) => each.length === FOLDERS)).toBeTrue();
  expect(new Set(kids.map((each) => each.join(" "))).size).toBe(1);
  expect(readdirSync(join(root, "0"))).toEqual(["secret.key"]);
  rmSync(root, { recursive: true });
});

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}
