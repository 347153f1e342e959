// Tests that adding a network takes a connector, a simulation, and one line in the list of each.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";

const ROOT = join(import.meta.dir, "../../..");

describe("a checkout with an added network", () => {
  let copy: string;
  let env: Record<string, string>;
  let key: string;
  let served: ReturnType<typeof start>;
  let url: string;

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "crier-toy-"));
    for (const name of ["src", "scripts", "client", "package.json", "tsconfig.json"])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    addToy(copy);
    const { PATH = "", HOME = copy } = process.env;
    env = { PATH, HOME, CRIER_DATA: join(copy, "data"), CRIER_LOG: "warn" };
    await crier("profile", "create", "toys");
    key = (await crier("key", "create", "--profile", "toys")).out;
  });
  afterAll(async () => {
    served?.kill("SIGKILL");
    await served?.exited;
    rmSync(copy, { recursive: true, force: true });
  });

  test("still has no type errors", async () => {
    const child = Bun.spawn([process.execPath, "check"], { cwd: copy, stdout: "pipe", stderr: "pipe" });
    const output = (await child.stdout.text()) + (await child.stderr.text());
    expect({ output, code: await child.exited }).toMatchObject({ code: 0 });
  });

  test("keeps every door between the rooms shut, and the network conforms", async () => {
    const files = ["src/tests/architecture/imports.test.ts", join("src/networks", "toy/conformance.test.ts")];
    const child = Bun.spawn([process.execPath, "test", ...files], {
      cwd: copy,
      stdout: "pipe",
      stderr: "pipe",
    });
    const output = (await child.stdout.text()) + (await child.stderr.text());
    expect({ output, code: await child.exited }).toMatchObject({ code: 0 });
    expect(output).toContain(" 0 fail");
  });

  test("connects a simulated account on the command line and posts to it", async () => {
    const connect = ["account", "connect", "toy", "--profile", "toys", "--simulated", "--handle", "ok"];
    expect(await crier(...connect)).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const post = ["post", "create", "From the command line", "--profile", "toys", "--now", "--yes", "--json"];
    const { code, out } = await crier(...post, "--media", SAMPLES.photo.path);
    const target = { platform: "toy", handle: "ok", status: "posted", attempts: 1 };
    expect({ code, post: JSON.parse(out) as unknown }).toMatchObject({
      code: 0,
      post: { targets: [target] },
    });
  });

  test("tells at the command line what a text alone lacks", async () => {
    const { code, err } = await crier("post", "create", "Only words", "--profile", "toys", "--now", "--yes");
    expect(code).toBe(1);
    expect(err).toContain("toy ok");
  });

  test("names the network's own fields in the help", async () => {
    expect((await crier("account", "connect", "toy", "--help")).out).toContain("--token-stdin");
    expect((await crier("serve", "--help")).out).toContain("TOY");
  });

  test("serves the account with what it requires", async () => {
    served = start("serve", "--port", "0");
    url = await addressOf(served.stdout);
    const { accounts } = (await (await ask("GET", "/accounts")).json()) as { accounts: unknown[] };
    const caption = { max: 200, unit: "graphemes" };
    const media = { maxItems: 1, maxVideos: 0, mixed: false, kinds: ["image"] };
    const limits = { caption, media };
    expect(accounts).toMatchObject([
      { platform: "toy", handle: "ok", simulated: true, requires: "media", limits },
    ]);
  });

  test("refuses a text alone by the network's name, and takes it with a photo and an option", async () => {
    const words = await ask("POST", "/posts", { caption: "Only words", schedule: "now" });
    expect(words.status).toBe(422);
    expect(await words.json()).toMatchObject({ networks: [{ platform: "toy", handle: "ok" }] });
    const form = new FormData();
    form.set(
      "file",
      new Blob([await Bun.file(SAMPLES.photo.path).bytes()], { type: SAMPLES.photo.mime }),
      "photo.jpg",
    );
    const { media } = (await (await ask("POST", "/media", form)).json()) as { media: { id: string } };
    const request = { caption: "With a photo", media: [media.id], schedule: "now" };
    const odd = await ask("POST", "/posts", { ...request, options: { toy: { shape: "round" } } });
    expect(odd.status).toBe(422);
    const answer = await ask("POST", "/posts", { ...request, options: { toy: { color: "red" } } });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      status: "posted",
      targets: [{ platform: "toy", status: "posted" }],
    });
    expect((await fetch(`${url}/simulator`)).status).toBe(401);
  });

  // ---- the copy as a person uses it

  function start(...args: string[]) {
    const command = [process.execPath, join(copy, "src/main.ts"), ...args];
    return Bun.spawn(command, { cwd: copy, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  }

  async function crier(...args: string[]) {
    const child = start(...args);
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, out: out.trim(), err: err.trim() };
  }

  function ask(method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(isForm ? {} : { "content-type": "application/json" }),
    };
    return fetch(`${url}/v1${path}`, {
      method,
      headers,
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
  }
});

/** A folder for the connector, one for the simulation, and a line in each list. Everything else stays as it is. */
function addToy(copy: string): void {
  const templates = join(ROOT, "src/tests/support/toy");
  const place = (from: string, to: string, imports: Record<string, string>) => {
    let text = readFileSync(join(templates, from), "utf8");
    for (const [there, here] of Object.entries(imports)) text = text.replaceAll(`"${there}`, `"${here}`);
    mkdirSync(dirname(join(copy, "src", to)), { recursive: true });
    writeFileSync(join(copy, "src", to), text);
  };
  place("network.ts", "networks/toy/index.ts", { "../../../networks/": "../" });
  place("simulated.ts", "simulator/toy/index.ts", { "../../../simulator/": "../" });
  place("conformance.ts", "networks/toy/conformance.test.ts", {
    "../network-": "../../tests/support/network-",
    "./network.ts": "./index.ts",
    "./simulated.ts": "../../simulator/toy/index.ts",
  });
  addLine(join(copy, "src/networks/index.ts"), "toy");
  addLine(join(copy, "src/simulator/index.ts"), "simulatedToy");
}

/** Adds what `./toy/index.ts` exports to a list: its import, and its line at the end. */
function addLine(file: string, name: string): void {
  const before = readFileSync(file, "utf8");
  const end = before.indexOf("\n]");
  if (end < 0) throw new Error(`${file} no longer ends its list in a line that begins with ]`);
  const list = `${before.slice(0, end)}\n  ${name},${before.slice(end)}`;
  writeFileSync(file, list.replace("\nimport ", `\nimport { ${name} } from "./toy/index.ts";\nimport `));
}

async function addressOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    const found = /ready at (\S+)/.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error("the copy did not start");
}
