// Every example in examples/ runs as it is written, against a whole server with simulated accounts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { systemClock } from "../../clock.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { projectWithClient, type OtherProject } from "../support/packed-client.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { subscribe } from "../support/webhook-receiver.ts";
import { openWorld, type World } from "../support/world.ts";

const examples = join(import.meta.dir, "../../../examples");
const isThere = (...tools: string[]) => tools.every((tool) => Bun.which(tool) !== null);
/** Where the package has to work; without Node.js at least here. */
const node = Bun.which("node") ?? process.execPath;

let world: World;
let project: OtherProject;
beforeAll(async () => {
  world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
  await world.account("bluesky", "ok");
  await world.account("mastodon", "ok");
  await world.account("mastodon", "fail");
  project = await projectWithClient();
  copyFileSync(SAMPLES.photo.path, join(project.folder, "photo.jpg"));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

/** Runs a command in the other project. */
async function run(command: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([...command], {
    cwd: project.folder,
    env: { PATH: process.env["PATH"] ?? "", CRIER_URL: world.url, CRIER_KEY: world.key, ...env },
    stderr: "pipe",
  });
  // The networks have the world's time.
  const [out, err] = await whileTimeRuns(world, Promise.all([child.stdout.text(), child.stderr.text()]));
  return { code: await child.exited, out, err };
}

const postsWith = async (caption: string) =>
  (await world.ask("GET", `/posts?q=${encodeURIComponent(caption)}`)).json["posts"] as {
    caption: string;
    media: { altText: string }[];
    targets: { platform: string; status: string }[];
  }[];

describe.if(isThere("bash", "curl", "jq"))("shell", () => {
  const script = join(examples, "shell/publish.sh");

  test("publishes a photo, and prints where it is", async () => {
    const { code, out, err } = await run(["bash", script, 'Hello "shell"', "photo.jpg", "Hills; at dusk"], {
      CRIER_ACCOUNTS: "bluesky mastodon:ok",
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^posted\tbluesky:ok\thttps?:\S+\nposted\tmastodon:ok\thttps?:\S+\n$/);
    const [post] = await postsWith("shell");
    expect(post).toMatchObject({ caption: 'Hello "shell"', media: [{ altText: "Hills; at dusk" }] });
  });

  test("says what failed, and why", async () => {
    const partly = await run(["bash", script, "Hello"]);
    expect(partly.code).toBe(1);
    expect(partly.out).toMatch(/^failed\tmastodon:fail\t\w+/m);
    const refused = await run(["bash", script, "a".repeat(400)], { CRIER_ACCOUNTS: "bluesky" });
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("preflight_failed: ");
  });
});

describe.if(isThere("python3"))("Python", () => {
  const script = join(examples, "python/publish.py");

  test("publishes a photo, and prints where it is", async () => {
    const { code, out, err } = await run([
      ...["python3", script, "Hello Python", "--file", "photo.jpg", "--alt", "Hills"],
      ...["--to", "bluesky", "mastodon:ok"],
    ]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^posted\tbluesky:ok\thttps?:\S+\nposted\tmastodon:ok\thttps?:\S+\n$/);
    expect(await postsWith("Hello Python")).toMatchObject([{ media: [{ altText: "Hills" }] }]);
  });

  test("plans a post, and says why one is refused", async () => {
    const planned = await run([
      "python3",
      script,
      "Later",
      "--to",
      "bluesky",
      "--at",
      "2027-03-01T09:00:00Z",
    ]);
    expect(planned).toMatchObject({ code: 0, out: "It goes out at 2027-03-01T09:00:00.000Z.\n" });
    const refused = await run(["python3", script, "a".repeat(400), "--to", "bluesky"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("preflight_failed: ");
  });
});

describe("TypeScript, with the package", () => {
  beforeAll(() => {
    for (const name of ["package.json", "publish.ts", "receive.ts"])
      copyFileSync(join(examples, "typescript", name), join(project.folder, name));
  });

  /** As JavaScript: before version 22.18, Node.js does not run TypeScript. */
  async function compiled(name: string): Promise<string> {
    const source = await Bun.file(join(project.folder, `${name}.ts`)).text();
    await Bun.write(
      join(project.folder, `${name}.js`),
      await new Bun.Transpiler({ loader: "ts" }).transform(source),
    );
    return `${name}.js`;
  }

  test("fits the types of the package, which need nothing else, and so do the documents", async () => {
    for (const document of ["client/README.md", "docs/clients.md"]) {
      const text = await Bun.file(join(examples, "..", document)).text();
      const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
      await Bun.write(join(project.folder, `${basename(document)}.ts`), blocks.join("\n"));
    }
    const compilerOptions = {
      module: "nodenext",
      target: "es2022",
      types: ["node"],
      strict: true,
      noEmit: true,
    };
    const settings = JSON.stringify({ compilerOptions, include: ["*.ts"] });
    await Bun.write(join(project.folder, "tsconfig.json"), settings);
    expect(await run([process.execPath, "check", "-p", "."])).toMatchObject({ code: 0, out: "" });
  });

  test("asks for the version of this checkout", async () => {
    const manifest = (await Bun.file(join(project.folder, "package.json")).json()) as {
      dependencies: Record<string, string>;
    };
    expect(manifest.dependencies).toEqual({ "crier-client": `^${project.version}` });
  });

  test("publishes a photo, and prints where it is", async () => {
    const script = await compiled("publish");
    const { code, out, err } = await run([node, script, "Hello TypeScript", "photo.jpg", "Hills"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toMatch(/^posted\tbluesky:ok\thttps?:\S+$/m);
    expect(out).toMatch(/^failed\tmastodon:fail\t\w+/m);
    expect(await postsWith("Hello TypeScript")).toMatchObject([{ media: [{ altText: "Hills" }] }]);
    const refused = await run([node, script, "a".repeat(400)]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("preflight_failed: ");
  });

  test("receives what a webhook sends, and refuses others", async () => {
    const { webhook, secret } = await subscribe(world, "http://127.0.0.1:1/", { events: ["target.posted"] });
    const env = { PATH: process.env["PATH"] ?? "", CRIER_WEBHOOK_SECRET: secret, PORT: "0" };
    const script = await compiled("receive");
    const receiving = Bun.spawn([node, script], { cwd: project.folder, env, stdout: "pipe" });
    const lines = linesOf(receiving.stdout);
    try {
      const url = `http://127.0.0.1:${/port: (\d+)/.exec(await lines())?.[1]}/`;
      await world.ask("PATCH", `/webhooks/${webhook.id}`, { url });
      // It refuses what is older than five minutes by the clock of this machine.
      world.clock.set(systemClock.now());
      await world.post({ caption: "Hello webhook", accounts: ["bluesky"], schedule: "now" });
      expect(await whileTimeRuns(world, lines())).toMatch(/^live on bluesky: https?:\S+$/);
      const forged = { "webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
      expect((await fetch(url, { method: "POST", headers: forged, body: "{}" })).status).toBe(401);
    } finally {
      receiving.kill();
    }
  });
});

/** @returns reads up to the end of the next line or several of them, as they come */
function linesOf(stream: ReadableStream<Uint8Array>): () => Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  return async () => {
    let text = "";
    while (!text.endsWith("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`It ended: ${text}`);
      text += decoder.decode(value, { stream: true });
    }
    return text.trim();
  };
}

describe.if(isThere("bash", "curl", "jq"))("GitHub Action", () => {
  interface Step {
    readonly env: Readonly<Record<string, string>>;
    readonly run: string;
  }
  const GIVEN = {
    "vars.CRIER_URL": () => world.url,
    "secrets.CRIER_KEY": () => world.key,
    "github.event.repository.name": () => "crier",
    "github.event.release.tag_name": () => 'v1.0-$(touch run)"',
    "github.event.release.html_url": () => "https://example.com/releases/v1.0",
    "github.event.release.id": () => "4711",
    "github.repository": () => "alice/crier",
  };
  /** What stands in the place of `${{ … }}`. */
  const filled = (text: string) =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => GIVEN[name as keyof typeof GIVEN]());

  test("announces a release once, however often its job runs", async () => {
    const text = await Bun.file(join(examples, "github-action/announce-release.yml")).text();
    const { jobs } = Bun.YAML.parse(text) as { jobs: { announce: { steps: [Step] } } };
    const [step] = jobs.announce.steps;
    expect(step.run).not.toContain("${{");
    const script = join(project.folder, "step.sh");
    await Bun.write(script, step.run);
    const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)]));
    const summary = join(project.folder, "step-summary");
    for (const times of [1, 2]) {
      // As the runner starts it.
      const command = ["bash", "-e", script];
      const { code, out } = await run(command, { ...env, GITHUB_STEP_SUMMARY: summary });
      expect({ code, times }).toEqual({ code: 0, times });
      expect(out).toMatch(/^- posted: bluesky https?:\S+$/m);
      expect(out).toContain("::warning::Not all accounts have the announcement.");
    }
    expect(await Bun.file(summary).text()).toContain("- failed: mastodon ");
    const posts = await postsWith("releases");
    const caption = 'crier v1.0-$(touch run)" is out.\n\nhttps://example.com/releases/v1.0';
    expect(posts.map((post) => post.caption)).toEqual([caption]);
    const refused = await run(["bash", "-e", script], {
      ...env,
      CRIER_KEY: "wrong",
      GITHUB_STEP_SUMMARY: summary,
    });
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringContaining("::error::unauthorized: ") as string,
    });
  });
});

describe("n8n", () => {
  interface Node {
    readonly name: string;
    readonly type: string;
    readonly retryOnFail?: boolean;
    readonly parameters: {
      readonly method: string;
      readonly url: string;
      readonly genericAuthType: string;
      readonly headerParameters: { readonly parameters: readonly { name: string; value: string }[] };
      readonly jsonBody: string;
      readonly assignments: { readonly assignments: readonly { name: string; value: string }[] };
    };
  }
  interface Workflow {
    readonly nodes: readonly Node[];
    readonly connections: Readonly<Record<string, { main: { node: string }[][] }>>;
  }

  /** What n8n makes of a parameter: text, unless it begins with `=`. */
  function valueOf(parameter: string, item: object): string {
    const scope = { $json: item, $workflow: { id: "w1" }, $execution: { id: "17" }, $itemIndex: 0 };
    if (!parameter.startsWith("=")) return parameter;
    return parameter.slice(1).replace(/\{\{(.+?)\}\}/gs, (_, expression: string) => {
      // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the expressions are JavaScript in a file of ours.
      const evaluate = new Function(...Object.keys(scope), `return (${expression});`) as (
        ...all: unknown[]
      ) => unknown;
      return String(evaluate(...Object.values(scope)));
    });
  }

  test("creates a post with the request that its node describes, once for each execution", async () => {
    const { nodes, connections } = (await Bun.file(join(examples, "n8n/publish.json")).json()) as Workflow;
    for (const [from, { main }] of Object.entries(connections))
      for (const { node: to } of main.flat())
        expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining([from, to]));
    const [, fields, request] = nodes;
    const given = fields?.parameters.assignments.assignments.map(({ name, value }) => [name, value]) ?? [];
    const item = { ...Object.fromEntries(given), server: world.url } as { caption: string };
    expect(request).toMatchObject({ type: "n8n-nodes-base.httpRequest", retryOnFail: true });
    const {
      method = "",
      url = "",
      genericAuthType,
      headerParameters,
      jsonBody = "",
    } = request?.parameters ?? {};
    expect(genericAuthType).toBe("httpBearerAuth");
    const headers = new Headers({ authorization: `Bearer ${world.key}`, "content-type": "application/json" });
    for (const { name, value } of headerParameters?.parameters ?? []) headers.set(name, valueOf(value, item));
    const send = () => fetch(valueOf(url, item), { method, headers, body: valueOf(jsonBody, item) });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect(await postsWith(item.caption)).toMatchObject([{ caption: item.caption }]);
  });
});

test.if(isThere("bash", "curl", "jq", "python3")).each([
  ["bash", "shell/publish.sh"],
  ["python3", "python/publish.py"],
])("%s %s publishes once, although the first answer is lost", async (interpreter, script) => {
  let isLost = false;
  using proxy = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? null : await request.text();
      const answer = await fetch(world.url + pathname + search, { method, headers, body });
      if (isLost || pathname !== "/v1/posts") return answer;
      isLost = true;
      return new Response("Bad gateway", { status: 502 });
    },
  });
  const caption = `Only once by ${interpreter}`;
  const { out } = await run([interpreter, join(examples, script), caption], { CRIER_URL: proxy.url.origin });
  expect(isLost).toBeTrue();
  expect(out).toMatch(/^posted\tbluesky:ok\thttps?:\S+$/m);
  expect((await postsWith(caption)).length).toBe(1);
});

test.each(["examples/README.md", "docs/clients.md"])("%s lists each example", async (document) => {
  const list = await Bun.file(join(examples, "..", document)).text();
  const files = [...new Bun.Glob("*/*").scanSync({ cwd: examples })].filter(
    (path) => !path.endsWith(".json"),
  );
  expect([...files, "n8n/publish.json"].filter((path) => !list.includes(`[${path}](`))).toEqual([]);
});
