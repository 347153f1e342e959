// Runs the README's tour of the API step by step and compares the answers.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { networks } from "../../app/networks.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWorld, type World } from "../support/world.ts";

interface Step {
  readonly command: string;
  /** What the README shows of the answer; null when it shows nothing. */
  readonly shown: unknown;
}

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  // As in the demo that the README starts: one working account for each network, and one that refuses.
  for (const { id } of networks.list) await world.account(id, "ok");
  await world.account("bluesky", "fail");
  folder = mkdtempSync(join(tmpdir(), "crier-readme-"));
  copyFileSync(SAMPLES.photo.path, join(folder, "photo.jpg"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

test("the API tour works as it is written", async () => {
  const readme = await Bun.file(join(import.meta.dir, "../../../README.md")).text();
  const steps = stepsOf(/\n## The API\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "");
  expect(steps.length).toBeGreaterThanOrEqual(5);
  const variables: Record<string, string> = {};
  let answer: unknown = null;
  for (const { command, shown } of steps) {
    const { text, outcome } = await run(filled(command, variables, answer), variables);
    answer = JSON.parse(text) as unknown;
    const isProblem = shown !== null && typeof shown === "object" && "code" in shown;
    // curl ends with 22 when the server answers 4xx or 5xx.
    expect({ command, answer, outcome }).toEqual({ command, answer, outcome: isProblem ? 22 : 0 });
    if (shown !== null) expect(differences(shown, answer, "")).toEqual([]);
  }
});

/** Each `sh` block, with the `json` block that follows it. */
function stepsOf(section: string): Step[] {
  const blocks = [...section.matchAll(/```(sh|json)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, kind, text = ""], i) => {
    if (kind !== "sh") return [];
    const [, next, json = ""] = blocks[i + 1] ?? [];
    return [{ command: text, shown: next === "json" ? (JSON.parse(json) as unknown) : null }];
  });
}

/** `NAME=…    # a.b of the answer above` becomes that value, kept for the steps after. */
function filled(command: string, variables: Record<string, string>, answer: unknown): string {
  const lines = command.split("\n").filter((line) => {
    const [, name = "", from = ""] = /^(\w+)=…\s+# (.*)$/.exec(line) ?? [];
    const path = /^([\w.]+) of the answer above$/.exec(from)?.[1];
    if (name === "KEY") variables[name] = world.key;
    else if (name !== "") variables[name] = at(answer, path ?? "");
    return name === "";
  });
  const own = lines.join("\n").replaceAll("http://127.0.0.1:4040", world.url);
  const [, name, value] = /^(URL)=(\S+)$/m.exec(own) ?? [];
  if (name !== undefined && value !== undefined) variables[name] = value;
  return own;
}

function at(value: unknown, path: string): string {
  const found = path.split(".").reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], value);
  if (typeof found !== "string") throw new Error(`the answer has no ${path}`);
  return found;
}

async function run(command: string, variables: Record<string, string>) {
  const script = `curl() { command curl --fail-with-body "$@"; }\n${command}`;
  const child = Bun.spawn(["bash", "-euc", script], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...variables },
    stderr: "inherit",
  });
  // `now` waits for networks whose time is the world's.
  const text = await whileTimeRuns(world, child.stdout.text());
  return { text, outcome: await child.exited };
}

/** Words that a program switches on must be the same; of the rest only the kind of value counts. */
const WORDS = [
  "status",
  "code",
  "platform",
  "handle",
  "kind",
  "mime",
  "rule",
  "limit",
  "actual",
  "nextAction",
];

function differences(shown: unknown, real: unknown, path: string): string[] {
  const kind = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
  if (kind(shown) !== kind(real)) return [`${path} is ${kind(real)}, not ${kind(shown)}`];
  if (typeof shown === "object" && shown !== null && typeof real === "object" && real !== null) {
    return Object.entries(shown).flatMap(([key, value]) =>
      differences(value, (real as Record<string, unknown>)[key], `${path}/${key}`),
    );
  }
  const isWord = WORDS.includes(path.split("/").at(-1) ?? "");
  return isWord && shown !== real ? [`${path} is ${String(real)}, not ${String(shown)}`] : [];
}
