// Sets up a data folder with a profile, a key and one real Bluesky account, by the command line alone, and serves it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crier, serve, type Ran, type Served } from "../support/command-line.ts";
import type { PostBody } from "../support/world.ts";
import type { Pds } from "./pds.ts";

export interface ServedAccount extends AsyncDisposable {
  readonly env: Record<string, string>;
  readonly accountId: string;
  run(...args: string[]): Promise<Ran>;
  /** Ends the server there is and starts one; `crashAt` is CRIER_CRASH_AT. */
  serve(crashAt?: string): Promise<void>;
  /** Waits for the server to die by itself. */
  died(): Promise<void>;
  /** `schedule` defaults to `now`. */
  post(text: string, media?: readonly string[], schedule?: string): Promise<PostBody>;
  upload(bytes: Uint8Array<ArrayBuffer>, filename: string, altText: string): Promise<string>;
  until(id: string, request: (post: PostBody) => boolean, withinMs?: number): Promise<PostBody>;
}

export interface Owner {
  readonly handle: string;
  readonly appPassword: string;
}

/** What `crier account connect bluesky` is called with, beside the password. */
export const connecting = (pds: Pds, handle: string) => [
  ...["account", "connect", "bluesky", "--profile", "real", "--service", pds.url],
  ...["--handle", handle, "--password-stdin"],
];

export async function serveBlueskyAccount(pds: Pds, owner: Owner): Promise<ServedAccount> {
  const folder = mkdtempSync(join(tmpdir(), "crier-real-"));
  const allowed = new URL(pds.url).host;
  const env = {
    CRIER_DATA: folder,
    CRIER_ALLOW_PRIVATE_HOSTS: allowed,
    CRIER_LOG: "error",
    CRIER_RATE_LIMIT: "0",
  };
  let server: Served | null = null;
  let key = "";

  const run = (...args: string[]) => crier(args, env);
  must(await run("profile", "create", "real"));
  key = must(await run("key", "create", "--profile", "real"));
  const accountId = must(await crier(connecting(pds, owner.handle), env, `${owner.appPassword}\n`));

  return {
    env,
    accountId,
    run,
    async serve(crashAt) {
      await server?.[Symbol.asyncDispose]();
      server = await serve(crashAt === undefined ? env : { ...env, CRIER_CRASH_AT: crashAt });
    },
    async died() {
      const pid = server?.pid ?? 0;
      await soon(
        async () => !isAlive(pid),
        15_000,
        () => "the server lives on",
      );
    },
    async post(caption, media = [], schedule = "now") {
      return await ask<PostBody>("POST", "/posts", JSON.stringify({ caption, media, schedule }));
    },
    async upload(bytes, filename, altText) {
      const form = new FormData();
      form.set("file", new File([bytes], filename));
      form.set("altText", altText);
      return (await ask<{ media: { id: string } }>("POST", "/media", form)).media.id;
    },
    async until(id, request, withinMs = 20_000) {
      let post: PostBody | null = null;
      const come = async () => {
        post = await ask<PostBody>("GET", `/posts/${id}`);
        return request(post);
      };
      await soon(come, withinMs, () => JSON.stringify(post?.targets));
      return await ask<PostBody>("GET", `/posts/${id}`);
    },
    async [Symbol.asyncDispose]() {
      await server?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function ask<T>(method: string, path: string, body?: string | FormData): Promise<T> {
    const type = typeof body === "string" ? { "content-type": "application/json" } : {};
    const answer = await fetch(`${server?.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, prefer: "respond-async", ...type },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

function must({ code, out, err }: Ran): string {
  if (code !== 0) throw new Error(`crier ended with ${code}: ${err}`);
  return out;
}

async function soon(come: () => Promise<boolean>, withinMs: number, state: () => string): Promise<void> {
  const giveUp = performance.now() + withinMs;
  while (!(await come())) {
    if (performance.now() > giveUp) throw new Error(`not within ${withinMs / 1000} s: ${state()}`);
    await Bun.sleep(100);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
