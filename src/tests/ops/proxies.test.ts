// The proxies of docs/operate.md, configured exactly as it says, in front of a real server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crier, serve, type Served } from "../support/command-line.ts";
import { NAME, PROXIES, programOf, startProxy, type Proxy } from "../support/proxy-servers.ts";
import { freePort } from "../support/free-port.ts";
import { waitUntil } from "../support/wait-until.ts";
import { SAMPLES } from "../../media/samples/index.ts";

const MIB = 1024 * 1024;
const PASSWORD = "otter-basket-91-lamp";

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

for (const name of PROXIES) {
  describe.skipIf(programOf(name) === null)(`behind ${name} (skipped where it is not installed)`, () => {
    let folder = "";
    let key = "";
    let server: Served;
    let proxy: Proxy;
    const data = () => join(folder, "data");
    const env = () => ({
      ...{ CRIER_DATA: data(), CRIER_URL: `https://${NAME}`, CRIER_TRUSTED_PROXIES: "127.0.0.1" },
      ...{ HOME: folder, CRIER_RATE_LIMIT: "0" },
    });
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), `crier-${name}-`));
      expect((await crier(["profile", "create", "me"], env())).code).toBe(0);
      key = (await crier(["key", "create", "--profile", "me"], env())).out;
      await crier(["owner", "create", "me@example.com", "--password-stdin"], env(), PASSWORD);
      const port = freePort();
      server = await serve(env(), port);
      proxy = await startProxy(name, port, join(folder, "proxy"));
    });
    afterAll(async () => {
      await proxy?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    /** curl, which finds the name of the document at the proxy. */
    function start(args: readonly string[]) {
      const place = `${NAME}:443:127.0.0.1:${proxy.port}`;
      const format = "\\n%{http_code} %{content_type}";
      return Bun.spawn({
        cmd: ["curl", "-sk", "--max-time", "50", "--connect-to", place, "-w", format, ...args],
        ...{ cwd: folder, stdin: "pipe", stdout: "pipe", stderr: "inherit" },
      });
    }
    async function ask(path: string, ...args: string[]): Promise<Answer> {
      const curl = start([`https://${NAME}${path}`, ...args]);
      await curl.stdin.end();
      return await answerOf(curl.stdout);
    }
    const authorized = (...args: string[]) => ["-H", `Authorization: Bearer ${key}`, ...args];
    const json = (body: unknown, ...args: string[]) => [
      ...["-H", "Content-Type: application/json", "-d", JSON.stringify(body), ...args],
    ];

    test("health checks, the API and MCP respond under the public name", async () => {
      expect(await ask("/livez")).toMatchObject({ status: 200, text: "ok\n" });
      expect(await ask("/readyz")).toMatchObject({ status: 200, text: "ok\n" });
      expect(await ask("/v1/accounts", ...authorized())).toMatchObject({ status: 200 });
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const accept = ["-H", "Accept: application/json, text/event-stream"];
      const tools = await ask("/mcp", ...authorized(...json(list, ...accept)));
      expect(tools.status).toBe(200);
      expect(tools.text).toContain("create_post");
    });

    test("a page that makes a name of its own lead to the proxy does not reach MCP", async () => {
      const list = json({ jsonrpc: "2.0", id: 1, method: "tools/list" }, "-H", "Host: evil.example");
      const accept = ["-H", "Accept: application/json, text/event-stream"];
      const { text } = await ask("/mcp", ...authorized(...list, ...accept));
      expect(text).not.toContain("create_post");
    });

    /** On a busy machine a proxy may end a refusal that overtakes its request before all of it was passed on. */
    async function refusedUpload() {
      for (let tries = 1; ; tries++) {
        const refused = await ask("/v1/media", ...authorized("-F", "file=@large.jpg"));
        expect(refused.status).toBe(413);
        if (refused.text !== "" || tries === 5) return refused;
      }
    }

    test("a form that is too large is refused by Crier, which says what to do instead", async () => {
      // The second is refused while most of it is still on its way, which must not hide the reason.
      for (const size of [5 * MIB, 30 * MIB, 30 * MIB]) {
        await Bun.write(join(folder, "large.jpg"), randomBytes(size));
        const refused = await refusedUpload();
        expect(refused).toMatchObject({ status: 413, type: "application/problem+json" });
        expect(JSON.parse(refused.text)).toMatchObject({ code: "media_too_large" });
      }
      const accepted = await ask("/v1/media", ...authorized("-F", `file=@${SAMPLES.photo.path}`));
      expect(accepted.status).toBe(201);
    });

    test("an upload of 40 MiB reaches Crier while it is being sent", async () => {
      const size = 40 * MIB;
      const body = { filename: "clip.mp4", contentType: "video/mp4", size };
      const presigned = await ask("/v1/media/presign", ...authorized(...json(body)));
      const upload = JSON.parse(presigned.text) as { uploadUrl: string; headers: Record<string, string> };
      expect(upload.uploadUrl).toStartWith(`https://${NAME}/uploads/`);
      const headers = Object.entries({ ...upload.headers, "Content-Length": size, "Transfer-Encoding": "" });
      const flags = headers.flatMap(([header, value]) => ["-H", `${header}: ${value}`]);
      const curl = start([upload.uploadUrl, "-X", "PUT", "-T", "-", ...flags]);
      void curl.stdin.write(randomBytes(size / 2));
      await curl.stdin.flush();
      // A proxy that waits for the whole body would pass on nothing of this half.
      await waitUntil(() => largestIn(data()) >= size / 4);
      expect(largestIn(join(folder, "proxy"))).toBeLessThan(MIB);
      void curl.stdin.write(randomBytes(size / 2));
      await curl.stdin.end();
      expect(await answerOf(curl.stdout)).toMatchObject({ status: 204 });
      expect(proxy.log()).not.toContain("buffered to a temporary file");
    });

    test("live events arrive as they happen", async () => {
      const cookies = join(folder, "cookies.txt");
      const origin = ["-H", `Origin: https://${NAME}`];
      const body = json({ email: "me@example.com", password: PASSWORD });
      expect(await ask("/admin/session", ...body, ...origin, "-c", cookies)).toMatchObject({ status: 201 });
      const { text } = await ask("/admin/profiles", "-b", cookies);
      const { profiles } = JSON.parse(text) as { profiles: { id: string }[] };
      const id = profiles[0]?.id ?? "";
      const curl = start([`https://${NAME}/admin/live?profile=${id}`, "-N", "-b", cookies]);
      const lines = linesOf(curl.stdout);
      await lines.until((all) => all.includes('data: {"paused":null}'));
      const slots = json({ slots: [{ weekdays: [1], time: "09:00" }] }, "-X", "PUT");
      const put = await ask(`/admin/profiles/${id}/slots`, ...slots, ...origin, "-b", cookies);
      expect(put.status).toBe(200);
      await lines.until((all) => all.includes("event: queue"));
      curl.kill();
      await curl.exited;
    });

    test("Crier knows visitors by their own addresses, whatever they say", async () => {
      const signIn = (from: string, password: string) =>
        ask(
          "/admin/session",
          ...json({ email: "me@example.com", password }),
          ...["-H", `Origin: https://${NAME}`, "--interface", from, "-H", "X-Forwarded-For: 192.0.2.7"],
        );
      for (let i = 0; i < 5; i++) expect((await signIn("127.0.0.2", "wrong")).status).toBe(401);
      expect((await signIn("127.0.0.2", "wrong")).status).toBe(429);
      expect((await signIn("127.0.0.3", PASSWORD)).status).toBe(201);
    });
  });
}

/** What curl writes: the body, and a line with the status and the type. */
async function answerOf(stdout: ReadableStream<Uint8Array>): Promise<Answer> {
  const all = await new Response(stdout).text();
  const [, text = "", status = "", type = ""] = /^([\s\S]*)\n(\d{3}) (.*)$/.exec(all) ?? [];
  return { status: Number(status), type, text };
}

/** What a program prints, while it still runs. */
function linesOf(stdout: ReadableStream<Uint8Array>) {
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stdout) text += decoder.decode(chunk, { stream: true });
  })();
  reading.catch(() => {});
  return { until: (holds: (text: string) => boolean) => waitUntil(() => holds(text)) };
}

/** Bytes of the largest file in a folder. */
function largestIn(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true }).map(
    (name) => statSync(join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0,
  );
  return Math.max(0, ...sizes);
}
