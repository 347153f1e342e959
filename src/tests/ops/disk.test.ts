// Tests a disk that fills up: a clear answer, nothing lost, and normal work once there is room again.
import { expect, test } from "bun:test";
import { crier, serve } from "../support/command-line.ts";
import { smallDisk } from "../support/small-disk.ts";

const probe = smallDisk("4m");
const canMount = probe !== null;
probe?.[Symbol.dispose]();

async function open(path: string) {
  const env = { CRIER_DATA: path, CRIER_RATE_LIMIT: "0" };
  await crier(["profile", "create", "me"], env);
  await crier(["account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok"], env);
  const { out: key } = await crier(["key", "create", "--profile", "me"], env);
  const server = await serve(env);
  const draft = async () => {
    const response = await fetch(`${server.url}/v1/posts`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ caption: "x".repeat(250), schedule: "draft" }),
    });
    return { status: response.status, json: (await response.json()) as { id: string; code: string } };
  };
  const read = (id: string) =>
    fetch(`${server.url}/v1/posts/${id}`, { headers: { authorization: `Bearer ${key}` } });
  return { server, draft, read };
}

test.skipIf(!canMount)(
  "a full disk: 503 disk_full, what was stored stays, and space makes it well again",
  async () => {
    using disk = smallDisk("4m");
    const { server, draft, read } = await open(disk?.path ?? "");
    await using _server = server;
    const stored: string[] = [];
    let last = await draft();
    for (; last.status === 201 && stored.length < 20_000; last = await draft()) stored.push(last.json.id);
    expect(last).toMatchObject({ status: 503, json: { code: "disk_full" } });
    expect((await read(stored[0] ?? "")).status).toBe(200);
    expect((await read(stored.at(-1) ?? "")).status).toBe(200);
    disk?.remount("size=32m");
    expect((await draft()).status).toBe(201);
  },
);
