// The first minutes with Crier: what an empty folder says is next, and the demo, whose printed command works as pasted.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRIER } from "../support/program.ts";
import { runCommand } from "../support/run-command.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "crier-first-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a command, and ends it as Ctrl+C does once its output has this. */
async function until(
  args: readonly string[],
  text: string,
  meanwhile: (out: string) => Promise<void> = async () => {},
) {
  const child = Bun.spawn([...CRIER, ...args], {
    env: { PATH: process.env["PATH"] ?? "", CRIER_MIN_FREE_MB: "0", CRIER_DATA: folder, CRIER_LOG: "silent" },
    stdout: "pipe",
    stderr: "pipe",
  });
  let out = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    out += chunk;
    if (!out.includes(text)) continue;
    try {
      await meanwhile(out);
    } finally {
      child.kill("SIGINT");
    }
    break;
  }
  return { code: await child.exited, out, err: (await child.stderr.text()).trim() };
}

describe("D41 crier serve says what is next", () => {
  test("no profile, no account, no key, and then nothing", async () => {
    const served = async () => {
      const { code, err } = await until(["serve", "--port", "0"], "ready at");
      expect(code).toBe(0);
      // While there is no owner, the set-up link comes first.
      return err.replace(/^Set up at http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}\n?/, "");
    };
    const env = { CRIER_DATA: folder };
    expect(await served()).toBe("There is no profile yet. Next: crier profile create NAME");
    expect((await runCommand(["profile", "create", "my shop"], env)).err).toContain(
      "Next: crier account connect NETWORK",
    );
    expect(await served()).toBe(
      'No account is connected yet. Next: crier account connect NETWORK --profile "my shop"',
    );
    await runCommand(["account", "connect", "bluesky", "--simulated"], env);
    expect(await served()).toBe(
      'There is no API key yet. For scripts and agents: crier key create --profile "my shop"',
    );
    await runCommand(["key", "create"], env);
    expect(await served()).toBe("");
  });
});

describe("D41 the set-up link of crier serve", () => {
  const PRINTED = /Set up at (http:\/\/127\.0\.0\.1:\d+)\/setup#([\w-]{43})/;
  const owner = { email: "me@example.com", password: "correct horse battery staple" };

  test("is printed until it was used, and works", async () => {
    const { child, setup } = await serveUntilLink();
    const [, origin = "", token = ""] = setup ?? [];
    const answer = await fetch(`${origin}/admin/setup`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ token, ...owner, profile: { name: "mine", timezone: "Europe/Berlin" } }),
    });
    child.kill("SIGINT");
    await child.exited;
    expect([answer.status, await answer.json()]).toMatchObject([201, { owner: { email: owner.email } }]);
    const { out } = await runCommand(["profile", "list"], { CRIER_DATA: folder });
    expect(out).toContain("mine");
    const { err } = await until(["serve", "--port", "0"], "ready at");
    expect(err).not.toContain("Set up at");
  });

  /** The words on stderr, up to the link. */
  async function serveUntilLink() {
    const child = Bun.spawn([...CRIER, "serve", "--port", "0"], {
      env: {
        PATH: process.env["PATH"] ?? "",
        CRIER_MIN_FREE_MB: "0",
        CRIER_DATA: folder,
        CRIER_LOG: "silent",
      },
      stdout: "ignore",
      stderr: "pipe",
    });
    let err = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      err += chunk;
      if (err.includes("\n")) break;
    }
    return { child, setup: PRINTED.exec(err) };
  }
});

/**
 * Takes a port. Somebody else on this machine may have it: for a while, as another run of these tests does, or all the
 * time, which is just as good.
 */
async function taken(port: number): Promise<Disposable> {
  const giveUp = performance.now() + OTHERS_NEED_MS;
  for (;;) {
    try {
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port,
        reusePort: false,
        fetch: () => new Response(),
      });
      return { [Symbol.dispose]: () => void server.stop(true) };
    } catch {
      if (performance.now() > giveUp) return { [Symbol.dispose]: () => {} };
      await Bun.sleep(50);
    }
  }
}
const OTHERS_NEED_MS = 60_000;

describe("D41 crier demo", () => {
  test("takes a free port where the usual one is taken, explains the refusal, and its password and its curl work as pasted", async () => {
    using _other = await taken(4040);
    let answer: unknown = null;
    let signIn = 0;
    let setup: unknown = null;
    const { code, out, err } = await until(["demo"], "Press Ctrl+C", async (printed) => {
      const curl = printed.slice(printed.indexOf("curl -s "), printed.indexOf("\n\nPress Ctrl+C"));
      const child = Bun.spawn(["bash", "-euc", curl], { stdout: "pipe" });
      answer = JSON.parse(await child.stdout.text());
      const [url = ""] = /http:\S+(?=\/v1\/posts)/.exec(curl) ?? [];
      const [, email = "", password = ""] = /Email address: (\S+)\n.*Password: +(\S+)/.exec(printed) ?? [];
      const headers = { "content-type": "application/json", origin: url };
      const body = JSON.stringify({ email, password });
      signIn = (await fetch(`${url}/admin/session`, { method: "POST", headers, body })).status;
      setup = await (await fetch(`${url}/admin/setup`)).json();
    });
    expect(code).toBe(0);
    // And no set-up link.
    expect(err).toBe("Port 4040 is in use, so the demo uses a free one.");
    expect(out).not.toContain("/setup");
    expect(setup).toEqual({ needed: false, hasProfile: true });
    expect(signIn).toBe(201);
    expect(out).not.toContain(":4040");
    expect(answer).toMatchObject({ status: "posted", targets: [{ handle: "ok" }, { handle: "ok" }] });
    expect(out).toContain('The account "fail" is there to show a refusal');
  });

  test("--port is kept to: a port that is taken is refused", async () => {
    await using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    const { code, err } = await runCommand(["demo", "--port", String(other.port)], {});
    expect(code).toBe(1);
    expect(err).toContain(`Can't listen on 127.0.0.1:${other.port}`);
    expect(err).not.toContain("?.");
  });
});
