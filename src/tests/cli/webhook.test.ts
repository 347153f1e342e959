// Tests `crier webhook` beside a running server.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const lines: string[] = [];
  const url = receiver.url.replace(RECEIVER_HOST, "localhost");
  const listening = runCommand(
    ["webhook", "listen", "--forward", url, "--events", "post.settled"],
    { CRIER_DATA: folder },
    {
      say: (line) => void lines.push(line),
      stopping: stopping.signal,
    },
  );
  await waitUntil(() => lines.length > 0);
  const secret = /whsec_\S+(?=\.)/.exec(lines[0] ?? "")?.[0] ?? "";
  await crier("post", "create", "Hello", "--to", "mastodon", "--now");
  await waitUntil(() => lines.length > 1);
  stopping.abort();
  await listening;
  expect(receiver.types()).toEqual(["post.settled"]);
  const [arrival] = receiver.arrivals;
  expect(arrival && isSignedWith(secret, arrival)).toBeTrue();
  expect(lines[1]).toBe("post.settled → 204");
});
