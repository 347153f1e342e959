// Runs the official MCP conformance suite against /mcp; tests that can't apply are listed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { openWorld, type World } from "../support/world.ts";

const SUITE = "@modelcontextprotocol/conformance@0.1.16";
/** What a server of tools only must pass. */
const MUST = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

/** Why the others can't: the suite asks for tools of its own, or for features that Crier does not have and does not claim. */
const EXPECTED = {
  "asks for a tool of the suite's own, such as test_simple_text": [
    ...["tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource"],
    ...[
      "tools-call-mixed-content",
      "tools-call-with-logging",
      "tools-call-error",
      "tools-call-with-progress",
    ],
    ...["tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults"],
    "elicitation-sep1330-enums",
  ],
  "there are no sessions, so no streams beside the answer": ["server-sse-multiple-streams"],
  "Crier has no resources": [
    ...["resources-list", "resources-read-text", "resources-read-binary", "resources-templates-read"],
    ...["resources-subscribe", "resources-unsubscribe"],
  ],
  "Crier has no prompts": [
    ...["prompts-list", "prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource"],
    "prompts-get-with-image",
  ],
  "Crier sends no log messages and completes no arguments": ["logging-set-level", "completion-complete"],
};

describe.skipIf(process.env["CRIER_TEST_REAL"] !== "1")("the protocol's own conformance suite", () => {
  const closing = new AsyncDisposableStack();
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = await install();
    const world = closing.use(await openWorld());
    await world.account("bluesky", "ok");
    url = withKey(world, closing);
  });
  afterAll(() => closing.disposeAsync());

  test.each(MUST)("%s passes", async (scenario) => {
    const { code, out } = await judge("--scenario", scenario);
    expect({ code, out: code === 0 ? "" : out }).toEqual({ code: 0, out: "" });
  });

  test("nothing fails but what is named here, and all of that does: a stale name is a failure too", async () => {
    const names = Object.values(EXPECTED).flat();
    const list = join(mkdtempSync(join(tmpdir(), "crier-mcp-")), "expected.yml");
    closing.defer(() => rmSync(join(list, ".."), { recursive: true, force: true }));
    await Bun.write(list, ["server:", ...names.map((name) => `  - ${name}`), ""].join("\n"));
    const { code, out } = await judge("--expected-failures", list);
    expect({ code, out: code === 0 ? "" : out.slice(-3000) }).toEqual({ code: 0, out: "" });
  });

  /** Run in an empty folder: it writes its results where it stands. */
  async function judge(...args: string[]) {
    const cwd = mkdtempSync(join(tmpdir(), "crier-mcp-"));
    const main = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    const child = Bun.spawn([process.execPath, "--bun", main, "server", "--url", url, ...args], {
      cwd,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const code = await child.exited;
    rmSync(cwd, { recursive: true, force: true });
    return { code, out: `${out}\n${err}` };
  }
});

/** The suite can send no key: a proxy adds it and changes nothing else. @returns the address of /mcp there */
function withKey(world: World, closing: AsyncDisposableStack): string {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${world.key}`);
      const body = request.method === "POST" ? await request.arrayBuffer() : null;
      const answer = await fetch(`${world.url}/mcp`, { method: request.method, headers, body });
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
  });
  closing.defer(() => server.stop(true));
  return `http://127.0.0.1:${server.port}/mcp`;
}

/** Into the cache, once, as finished or not at all. */
async function install(): Promise<string> {
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "crier");
  const done = join(cache, SUITE.replaceAll(/[@/]+/g, "-").replace(/^-/, ""));
  if (existsSync(done)) return done;
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(`${done}.partial-`);
  await Bun.write(join(partial, "package.json"), JSON.stringify({ private: true }));
  const child = Bun.spawn([process.execPath, "add", "--exact", SUITE], {
    cwd: partial,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const output = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`the conformance suite can't be installed: ${output}`);
  // Another run may have finished first; its folder is as good as ours.
  if (existsSync(done)) rmSync(partial, { recursive: true, force: true });
  else renameSync(partial, done);
  return done;
}
