// Starts a Bluesky PDS for tests, creates accounts and reads what it holds.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Installed } from "./install.ts";
import { freePort } from "../support/free-port.ts";

const POST = "app.bsky.feed.post";
const START_MS = 120_000;

export interface Pds extends AsyncDisposable {
  readonly url: string;
  /** A new account with an app password, as its owner would make one in Bluesky's settings. */
  account(handle: string): Promise<{ did: string; appPassword: string }>;
  /** A record as anybody can read it, without login; null when there is none. */
  record(uri: string): Promise<Stored | null>;
  /** All posts of an account. */
  posts(did: string): Promise<Stored[]>;
  blob(did: string, cid: string): Promise<Uint8Array>;
}

export interface Stored {
  readonly uri: string;
  readonly cid: string;
  readonly value: PostRecord;
}

/** As the server gives it. */
export interface PostRecord {
  readonly text: string;
  readonly facets?: readonly {
    index: { byteStart: number; byteEnd: number };
    features: readonly Record<string, string>[];
  }[];
  readonly embed?: { $type: string; images?: readonly EmbeddedImage[] };
}
export interface EmbeddedImage {
  readonly alt: string;
  readonly aspectRatio?: { width: number; height: number };
  readonly image: { ref: { $link: string }; mimeType: string; size: number };
}

export async function startPds({ node, folder }: Installed & { kind: "here" }): Promise<Pds> {
  const data = mkdtempSync(join(tmpdir(), "crier-pds-"));
  const [port, plcPort] = [freePort(), freePort()];
  const url = `http://127.0.0.1:${port}`;
  const script = join(import.meta.dir, "pds-server.ts");
  const child = Bun.spawn([node, script, folder, String(port), String(plcPort), data], {
    env: { PATH: process.env["PATH"], HOME: data, LOG_ENABLED: "false" },
    stdin: "pipe",
    stdout: "ignore",
    stderr: Bun.file(join(data, "stderr.log")),
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await child.exited;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await healthy(url, child);
  } catch (error) {
    const output = await Bun.file(join(data, "stderr.log")).text();
    await stop();
    throw new Error(`The Bluesky server did not start: ${output.slice(-2000)}`, { cause: error });
  }
  return { url, ...reader(url), account: (handle) => makeAccount(url, handle), [Symbol.asyncDispose]: stop };
}

async function healthy(url: string, child: { exitCode: number | null }): Promise<void> {
  const giveUp = performance.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${url}/xrpc/_health`).catch(() => null);
    if (answer?.ok) return;
    if (child.exitCode !== null || performance.now() > giveUp) throw new Error("not healthy");
    await Bun.sleep(100);
  }
}

async function makeAccount(url: string, handle: string) {
  const made = await call<{ did: string; accessJwt: string }>(
    `${url}/xrpc/com.atproto.server.createAccount`,
    { handle, email: `${handle.replace(".", "@")}.example.com`, password: crypto.randomUUID() },
  );
  const app = await call<{ password: string }>(
    `${url}/xrpc/com.atproto.server.createAppPassword`,
    { name: "crier" },
    made.accessJwt,
  );
  return { did: made.did, appPassword: app.password };
}

async function call<T>(url: string, json: object, token?: string): Promise<T> {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(json) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function reader(url: string): Pick<Pds, "record" | "posts" | "blob"> {
  return {
    async record(uri) {
      const [repo = "", collection = "", rkey = ""] = uri.replace("at://", "").split("/");
      const query = new URLSearchParams({ repo, collection, rkey });
      const answer = await fetch(`${url}/xrpc/com.atproto.repo.getRecord?${query}`);
      return answer.ok ? ((await answer.json()) as Stored) : null;
    },
    async posts(did) {
      const found: Stored[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const query = new URLSearchParams({ repo: did, collection: POST, limit: "100", cursor });
        if (cursor === "") query.delete("cursor");
        const answer = await fetch(`${url}/xrpc/com.atproto.repo.listRecords?${query}`);
        const page = (await answer.json()) as { records: Stored[]; cursor?: string };
        found.push(...page.records);
        cursor = page.cursor;
      }
      return found;
    },
    async blob(did, cid) {
      const query = new URLSearchParams({ did, cid });
      return await (await fetch(`${url}/xrpc/com.atproto.sync.getBlob?${query}`)).bytes();
    },
  };
}
