// Tests `crier webhook` beside a running server, and the verification that the guide shows in each language.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EVENT_TYPES } from "../../domain/webhook-event.ts";
import { SNIPPETS } from "../../web/words/webhook-snippets.ts";
import { systemClock } from "../../clock.ts";
import { serve, type Served } from "../support/command-line.ts";
import { runCommand } from "../support/run-command.ts";
import { waitUntil } from "../support/wait-until.ts";
import {
  isSignedWith,
  openReceiver,
  RECEIVER_HOST,
  status,
  type Receiver,
} from "../support/webhook-receiver.ts";

let folder = "";
let server: Served;
let receiver: Receiver;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-webhook-"));
  receiver = await openReceiver();
  env = { CRIER_DATA: folder, CRIER_ALLOW_PRIVATE_HOSTS: RECEIVER_HOST };
  await crier("profile", "create", "me");
  await crier("account", "connect", "mastodon", "--simulated", "--handle", "ok");
  server = await serve(env);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  receiver[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

const crier = (...args: string[]) => runCommand(args, env);
const asJson = async (...args: string[]) => {
  const { code, out, err } = await crier(...args, "--json");
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
};

test("a webhook is created, tested, edited, rotated and deleted at the command line", async () => {
  const made = await crier("webhook", "create", receiver.url, "--events", "post.settled");
  expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^whsec_/)]);
  expect(made.err).toContain("Next: crier webhook test");
  const { webhooks } = (await asJson("webhook", "list")) as { webhooks: { id: string; url: string }[] };
  const id = webhooks[0]?.id ?? "";
  expect(await crier("webhook", "test", id)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^delivered: 204 after \d+ ms$/),
  });
  const [arrival] = receiver.arrivals;
  expect(arrival && isSignedWith(made.out, arrival)).toBeTrue();
  receiver.answer(status(500));
  expect(await crier("webhook", "test", id)).toMatchObject({
    code: 1,
    err: expect.stringContaining("The server answered 500"),
  });
  receiver.answer(status(204));
  const list = await crier("webhook", "list");
  expect(list.out).toContain("active");
  expect((await crier("webhook", "show", id)).out).toContain("1 delivered, 1 failed");
  const { deliveries } = (await asJson("webhook", "deliveries", id, "--status", "failed")) as {
    deliveries: { id: string }[];
  };
  const delivery = deliveries[0]?.id ?? "";
  expect((await crier("webhook", "deliveries", id, delivery)).out).toContain("only 2xx counts as delivered");
  expect(await crier("webhook", "resend", id, delivery)).toMatchObject({
    code: 0,
    out: "webhook.test is sent again",
  });
  await waitUntil(() => receiver.arrivals.length === 3);
  const rotated = await crier("webhook", "rotate", id, "--overlap", "0s");
  expect(rotated.out).toMatch(/^whsec_/);
  expect(rotated.out).not.toBe(made.out);
  expect((await crier("webhook", "edit", id, "--pause")).code).toBe(0);
  expect((await crier("webhook", "list")).out).toContain("paused");
  expect(await asJson("webhook", "edit", id, "--resume", "--events", "all")).toMatchObject({
    webhook: { status: "active", events: null },
  });
  expect((await crier("webhook", "edit", id)).code).toBe(2);
  expect((await crier("webhook", "edit", id, "--events", "post.liked")).err).toContain(
    "Unknown events: post.liked",
  );
  expect((await crier("webhook", "create", "https://10.0.0.5/")).code).toBe(1);
  expect(await crier("webhook", "delete", id, "--yes")).toMatchObject({ code: 0, out: `deleted ${id}` });
  expect(await crier("webhook", "list")).toMatchObject({
    err: "No webhooks. Create one: crier webhook create URL",
  });
});

test("listen sends what happens to a server on this machine, signed with the secret that it prints", async () => {
  receiver.arrivals.length = 0;
  const stopping = new AbortController();
  const said: string[] = [];
  const url = receiver.url.replace(RECEIVER_HOST, "localhost");
  const listening = runCommand(
    ["webhook", "listen", "--forward", url, "--events", "post.settled"],
    { CRIER_DATA: folder },
    {
      say: (line) => void said.push(line),
      stopping: stopping.signal,
    },
  );
  await waitUntil(() => said.length > 0);
  const secret = /whsec_\S+(?=\.)/.exec(said[0] ?? "")?.[0] ?? "";
  await crier("post", "create", "Hello", "--to", "mastodon", "--now");
  await waitUntil(() => said.length > 1);
  stopping.abort();
  await listening;
  expect(receiver.types()).toEqual(["post.settled"]);
  const [arrival] = receiver.arrivals;
  expect(arrival && isSignedWith(secret, arrival)).toBeTrue();
  expect(said[1]).toBe("post.settled → 204");
});

describe("the guide", () => {
  const guide = () => Bun.file(join(import.meta.dir, "../../../docs/webhooks.md")).text();
  const block = async (language: string, start: string) => {
    const blocks = (await guide()).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"));
    return [...blocks].map(([, code = ""]) => code).find((code) => code.includes(start)) ?? "";
  };
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
  const body = '{"type":"webhook.test"}';
  const signed = (text: string) => {
    const timestamp = Math.floor(systemClock.now() / 1000);
    const key = Buffer.from(secret.slice(6), "base64");
    const signature = createHmac("sha256", key).update(`msg_1.${timestamp}.${text}`).digest("base64");
    return { timestamp, signatures: `v1,AAAA v1,${signature} v1a,BBBB` };
  };

  test("lists every type of event, with the words of the table that they are made from", async () => {
    const text = await guide();
    for (const [type, { when }] of Object.entries(EVENT_TYPES))
      expect(text).toContain(`| \`${type}\` | ${when} |`);
  });

  test("and the app show the same lines", async () => {
    const text = await guide();
    for (const { name, code } of SNIPPETS)
      expect({ name, isThere: text.includes(code) }).toEqual({ name, isThere: true });
  });

  /** Runs a program with a message that is genuine and one that was changed. */
  const verdicts = async (run: (text: string, timestamp: number, signatures: string) => Promise<number>) => {
    const { timestamp, signatures } = signed(body);
    return [await run(body, timestamp, signatures), await run(`${body} `, timestamp, signatures)];
  };
  const exitOf = async (...command: string[]) =>
    await Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;

  test("verifies with a shell and OpenSSL", async () => {
    const code = await block("sh", "verify()");
    const exits = await verdicts(async (text, timestamp, signatures) => {
      await Bun.write(join(folder, "body"), text);
      return await exitOf(
        "bash",
        "-c",
        `${code}\nverify '${secret}' msg_1 ${timestamp} '${signatures}' body`,
      );
    });
    expect(exits).toEqual([0, 1]);
  });

  test("verifies in TypeScript", async () => {
    const path = join(folder, "verify.ts");
    await Bun.write(path, await block("ts", "verify"));
    const { verify } = (await import(path)) as {
      verify: (secret: string, headers: Headers, body: string) => boolean;
    };
    const { timestamp, signatures } = signed(body);
    const headers = (at: number) =>
      new Headers({
        "webhook-id": "msg_1",
        "webhook-timestamp": String(at),
        "webhook-signature": signatures,
      });
    expect(verify(secret, headers(timestamp), body)).toBeTrue();
    expect(verify(secret, headers(timestamp), `${body} `)).toBeFalse();
    expect(verify(secret, headers(timestamp - 600), body)).toBeFalse();
  });

  test.skipIf(Bun.which("python3") === null)("verifies in Python", async () => {
    const code = await block("python", "def verify");
    const exits = await verdicts((text, timestamp, signatures) => {
      const headers = JSON.stringify({
        "webhook-id": "msg_1",
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatures,
      });
      return exitOf(
        "python3",
        "-c",
        `${code}\nimport sys\nsys.exit(0 if verify("${secret}", ${headers}, b'${text}') else 1)`,
      );
    });
    expect(exits).toEqual([0, 1]);
  });

  test.skipIf(Bun.which("php") === null)("verifies in PHP", async () => {
    const code = await block("php", "function verify");
    const exits = await verdicts((text, timestamp, signatures) => {
      const headers = `['webhook-id' => 'msg_1', 'webhook-timestamp' => '${timestamp}', 'webhook-signature' => '${signatures}']`;
      return exitOf("php", "-r", `${code}\nexit(verify('${secret}', ${headers}, '${text}') ? 0 : 1);`);
    });
    expect(exits).toEqual([0, 1]);
  });
});
