// Starts a real S3 server for tests: OpenStack Swift from Debian's packages, unpacked into the cache without root.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { putAddress } from "../../media/storage/s3-signed-url.ts";

const PACKAGES = ["swift-proxy", "swift-account", "swift-container", "swift-object"];
/** Debian's own: the packages hold modules that were compiled for it. */
const PYTHON = "/usr/bin/python3";
const START_MS = 60_000;
const BUCKET = "media";

/** As swift-server.py has them. */
const KEYS = { accessKey: "crier-test", secretKey: "not-a-secret" };

export interface Swift extends AsyncDisposable {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export type SwiftOrNot =
  | { readonly kind: "here"; readonly root: string }
  | { readonly kind: "missing"; readonly because: "platform" | "install"; readonly reason: string };

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "crier");

/** Never throws. */
export async function installSwift(): Promise<SwiftOrNot> {
  const lacking = ["apt-get", "dpkg", PYTHON].filter((tool) => Bun.which(tool) === null);
  if (lacking.length > 0) {
    const reason = `the S3 server comes from Debian's packages, and here is no ${lacking.join(", ")}`;
    return { kind: "missing", because: "platform", reason };
  }
  try {
    const version = /^ *Candidate: (\d\S*)$/m.exec(await run(["apt-cache", "policy", "swift-proxy"]))?.[1];
    if (version === undefined)
      return missing("apt knows no package swift-proxy (apt-get update may help)", "platform");
    const root = join(cache, `swift-${version.replaceAll(/[^\w.-]/g, "_")}`);
    if (existsSync(root)) return { kind: "here", root };
    mkdirSync(cache, { recursive: true });
    const partial = mkdtempSync(`${root}.partial-`);
    try {
      await fill(partial);
      // Another run may have finished first; its folder is as good as ours.
      if (!existsSync(root)) renameSync(join(partial, "root"), root);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
    return { kind: "here", root };
  } catch (error) {
    return missing(`it could not be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function missing(why: string, because: "platform" | "install" = "install"): SwiftOrNot {
  return { kind: "missing", because, reason: `the S3 server (OpenStack Swift) can't be had: ${why}` };
}

/** Whatever of it this machine has not installed; the rest is used as it is. */
async function fill(folder: string): Promise<void> {
  console.error("Getting OpenStack Swift (about 11 MB, once) …");
  const plan = await run(["apt-get", "-s", "install", "--no-install-recommends", ...PACKAGES]);
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  await run(["apt-get", "download", ...names], folder);
  const root = join(folder, "root");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".deb")))
    await run(["dpkg", "-x", join(folder, name), root]);
  await run([PYTHON, "-c", "import swift.proxy.server, swift.obj.server"], folder, environment(root));
}

function environment(root: string): Record<string, string> {
  const libraries = ["usr/lib", "lib"].flatMap((each) =>
    ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((machine) => join(root, each, machine)),
  );
  return {
    PATH: process.env["PATH"] ?? "",
    PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
    LD_LIBRARY_PATH: libraries.join(":"),
  };
}

/** With an empty bucket. */
export async function startSwift(root: string): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), "crier-swift-"));
  const script = join(import.meta.dir, "swift-server.py");
  const child = Bun.spawn([PYTHON, script, folder], {
    env: environment(root),
    stdin: "pipe",
    stdout: "pipe",
    stderr: Bun.file(join(folder, "stderr.log")),
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
    const { value } = await child.stdout.getReader().read();
    clearTimeout(timer);
    const port = Number(new TextDecoder().decode(value));
    if (!(port > 0)) throw new Error("no port");
    const place = { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", bucket: BUCKET, ...KEYS };
    await makeBucket(place);
    return { ...place, [Symbol.asyncDispose]: stop };
  } catch (error) {
    const output = await Bun.file(join(folder, "stderr.log")).text();
    await stop();
    throw new Error(`The S3 server did not start: ${output.slice(-2000)}`, { cause: error });
  }
}

/** A bucket is made by a PUT of its own address. */
async function makeBucket(place: Omit<Swift, keyof AsyncDisposable>): Promise<void> {
  const now = Date.now();
  const expected = { mime: "text/plain", size: 0, now, expiresAt: now + 60_000 };
  const url = putAddress({ ...place, prefix: "" }, "", expected);
  const headers = { "content-type": "text/plain", "content-length": "0" };
  const answer = await fetch(url, { method: "PUT", headers, body: "" });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function run(cmd: string[], cwd?: string, env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(cmd, {
    ...(cwd && { cwd }),
    env: { ...process.env, LC_ALL: "C", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) === 0) return out;
  throw new Error(`${cmd.slice(0, 3).join(" ")} ended with ${child.exitCode}: ${err.trim().slice(-300)}`);
}
