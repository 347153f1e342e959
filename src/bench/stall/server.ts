// Starts the server that receives the inputs, with accounts on every network, posts, a queue and an owner.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppliance } from "../../app/index.ts";
import { readConfig } from "../../app/config.ts";
import { networks } from "../../networks/index.ts";
import { FROM_SOURCE } from "../speed/process.ts";
import { addLongPosts, LONG_ACCOUNTS, type LongPosts } from "./long-posts.ts";
import type { Reading } from "./meter.ts";
import { readyUrl } from "../hostile-media/appliance.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import { createOwner } from "../../admin/people.ts";

export interface StallServer extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Of an owner's session. */
  readonly cookie: string;
  readonly ids: Ids;
  readonly longPosts: LongPosts;
  /** What the server's event loop and memory did since the last reading. */
  read(): Promise<Reading>;
  /** Its resident memory once all garbage is gone, bytes. */
  memoryInUse(): Promise<number>;
  /** A server beside it that does nothing: its stalls are the machine's. */
  readonly idle: { readonly url: string; read(): Promise<Reading> };
}

/** Something of each kind, by the first segment of its paths. */
export interface Ids {
  readonly accounts: string;
  readonly posts: string;
  readonly media: string;
  readonly profiles: string;
  readonly keys: string;
}

const EMAIL = "owner@example.com";
const PASSWORD = "a long enough password";
/** Handles of simulated accounts: each network gets one of each, so that a post to all of them goes to as many as it may. */
const HANDLES = ["ok", "fail", "lost", "down"];
const PHOTO = join(import.meta.dir, "../../media/samples/photo.jpg");
const QUEUED = 300;
const DRAFTS = 1000;
const SETTINGS = { CRIER_PORT: "0", CRIER_RATE_LIMIT: "0", CRIER_MIN_FREE_MB: "0", CRIER_LOG: "silent" };

export async function openStallServer(): Promise<StallServer> {
  // In memory where there is such a folder: how long a disk takes to sync is not what is measured.
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "crier-stall-"));
  const { key, accountId, profileId, keyId, long } = await prepareFolder(folder);
  const { PATH, HOME } = process.env;
  const [bun = "bun", ...program] = FROM_SOURCE;
  const env = { PATH, HOME, ...SETTINGS, CRIER_DATA: folder };
  const server = metered([bun, "--preload", METER, ...program, "serve"], env);
  const idle = metered([bun, "--preload", METER, join(import.meta.dir, "idle.ts")], env);
  const url = await readyUrl(server.child.stdout);
  const ids = {
    accounts: accountId,
    posts: await addPosts(url, key),
    media: await addPhoto(url, key),
    profiles: profileId,
    keys: keyId,
  };
  return {
    url,
    key,
    ids,
    longPosts: await addLongPosts(long, (own, body) => addPost(url, own, body)),
    cookie: await signIn(url),
    read: () => server.ask("read"),
    memoryInUse: async () => (await server.ask("collect")).rss,
    idle: { url: await readyUrl(idle.child.stdout), read: () => idle.ask("read") },
    async [Symbol.asyncDispose]() {
      for (const { child } of [server, idle]) {
        child.kill();
        await child.exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const METER = join(import.meta.dir, "meter.ts");

/** A process with the meter in it. */
function metered(command: string[], env: Record<string, string | undefined>) {
  const waiting: ((reading: Reading) => void)[] = [];
  const child = Bun.spawn(command, {
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    ipc: (reading: Reading) => waiting.shift()?.(reading),
  });
  return {
    child,
    ask(request: "read" | "collect"): Promise<Reading> {
      const { promise, resolve } = Promise.withResolvers<Reading>();
      waiting.push(resolve);
      child.send(request);
      return promise;
    },
  };
}

/** What only a process beside the server can make: the first owner, and accounts that need no sign-in. */
async function prepareFolder(folder: string) {
  const config = readConfig({ CRIER_DATA: folder, CRIER_LOG: "silent" }, networks.list);
  const context = { say: () => {}, die: (): never => process.exit(1) };
  await using appliance = await openAppliance(config, { context, begins: true });
  const { id: profileId } = await createProfile(
    "cli",
    { name: "stall", timezone: "Europe/Berlin" },
    appliance,
  );
  const scopes = ["read", "write", "publish"] as const;
  const { key, record } = await createKey(
    "cli",
    { profileId, name: "stall", scopes, expiresAt: null },
    appliance,
  );
  let accountId = "";
  for (const network of networks.list)
    for (const handle of HANDLES)
      accountId = (await appliance.connections.simulate(profileId, network, handle, "cli")).id;
  const { id: longId } = await createProfile("cli", { name: "long", timezone: "UTC" }, appliance);
  const longPosts = { profileId: longId, name: "long", scopes, expiresAt: null };
  const { key: longKey } = await createKey("cli", longPosts, appliance);
  const network = networks.list.find(({ id }) => id === LONG_ACCOUNTS.platform);
  if (!network) throw new Error(`the network ${LONG_ACCOUNTS.platform} is unknown`);
  for (const handle of LONG_ACCOUNTS.handles)
    await appliance.connections.simulate(longId, network, handle, "cli");
  await createOwner("cli", { email: EMAIL, password: PASSWORD }, appliance);
  const long = { profileId: longId, key: longKey };
  return { key, accountId, profileId, keyId: record.id, long };
}

/** Enough of them that a list, a search or a free slot would be slow if it looked at each. @returns the last one's id */
async function addPosts(url: string, key: string): Promise<string> {
  let last = "";
  for (let n = 0; n < QUEUED + DRAFTS; n++) {
    const schedule = n < QUEUED ? {} : { schedule: "draft" };
    const post = {
      caption: `Post number ${n} about hills and harbours`,
      accounts: ["bluesky:ok"],
      ...schedule,
    };
    last = (await addPost(url, key, JSON.stringify(post))).id;
  }
  return last;
}

async function addPost(url: string, key: string, body: string): Promise<{ id: string }> {
  const headers = { "content-type": "application/json" };
  return (await posted(`${url}/v1/posts`, key, body, headers)) as { id: string };
}

async function addPhoto(url: string, key: string): Promise<string> {
  const form = new FormData();
  form.set("file", Bun.file(PHOTO), "photo.jpg");
  return ((await posted(`${url}/v1/media`, key, form)) as { media: { id: string } }).media.id;
}

async function posted(url: string, key: string, body: string | FormData, headers = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
  if (answer.status !== 201) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/session`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (answer.status !== 201) throw new Error(`the owner could not sign in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
