// nginx and Caddy with the configurations of docs/operate.md: only ports, certificates and folders are replaced.
import { connect } from "node:tls";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWN } from "../chaos/transport/certificate.ts";
import { freePort } from "./free-port.ts";

const ROOT = join(import.meta.dir, "../../..");
export const OPERATE = "docs/operate.md";
/** The name in the document's configurations. */
export const NAME = "crier.example.org";

export const PROXIES = ["nginx", "caddy"] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Where a distribution installs it. Not everybody's PATH has the folder for servers. */
export const programOf = (proxy: string) =>
  Bun.which(proxy, { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/sbin` });

export interface Proxy extends AsyncDisposable {
  /** Port for HTTPS on 127.0.0.1. */
  readonly port: number;
  /** What it complained about so far. */
  log(): string;
}

/** The code blocks of a kind in the document. */
export function blocksOf(kind: string): string[] {
  const text = readFileSync(join(ROOT, OPERATE), "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, block = ""]) =>
    found === kind ? [block] : [],
  );
}

/** @param crierPort where Crier listens @param folder for everything that the proxy writes */
export async function startProxy(name: ProxyName, crierPort: number, folder: string): Promise<Proxy> {
  mkdirSync(folder, { recursive: true });
  const port = freePort();
  const { cmd, errors } = SETUPS[name]({ port, crierPort, folder });
  const child = Bun.spawn({
    cmd: [programOf(name) ?? name, ...cmd],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", Bun.file(join(folder, "stderr"))],
  });
  const log = () => ["stderr", errors].map((file) => contentOf(join(folder, file))).join("");
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  await accepting(port, child, log).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { port, log, [Symbol.asyncDispose]: stop };
}

interface Places {
  readonly port: number;
  readonly crierPort: number;
  readonly folder: string;
}
interface Setup {
  readonly cmd: readonly string[];
  /** A file for what is wrong. */
  readonly errors: string;
}

const SETUPS: Readonly<Record<ProxyName, (places: Places) => Setup>> = {
  nginx: nginxSetup,
  caddy: caddySetup,
};

function nginxSetup({ port, crierPort, folder }: Places): Setup {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(cert, OWN.cert);
  writeFileSync(key, OWN.key, { mode: 0o600 });
  const block = replaced(blocksOf("nginx").join("\n"), [
    ["listen 80;", `listen 127.0.0.1:${freePort()};`],
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, cert],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, key],
    ["http://127.0.0.1:4040", `http://127.0.0.1:${crierPort}`],
  ]);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = folders.map((each) => `${each}_temp_path ${join(folder, each)};`).join("\n");
  const config = join(folder, "nginx.conf");
  // Workers are another user by default, who can't reach the folder of a test.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    config,
    `${user} daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")} warn;
    events {}
    http { access_log off; ${temporary}\n${block} }`,
  );
  return { cmd: ["-c", config, "-p", folder], errors: "error.log" };
}

function caddySetup({ port, crierPort, folder }: Places): Setup {
  const block = replaced(blocksOf("caddyfile").join("\n"), [
    [`${NAME} {`, `${NAME}:${port} {`],
    ["127.0.0.1:4040", `127.0.0.1:${crierPort}`],
  ]);
  const config = join(folder, "Caddyfile");
  // Certificates of its own, and nothing outside the folder.
  writeFileSync(
    config,
    `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${block}`,
  );
  return { cmd: ["run", "--config", config, "--adapter", "caddyfile"], errors: "none" };
}

/** Each text must be there, or the document has changed and the test would try something else. */
function replaced(block: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/operate.md has no "${from}"`);
    return text.replaceAll(from, to);
  }, block);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

const START_MS = 120_000;

/** Waits until it speaks TLS: Caddy listens before it has made its certificate. */
async function accepting(port: number, child: Bun.Subprocess, log: () => string): Promise<void> {
  const end = Date.now() + START_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`the proxy did not start:\n${log()}`);
    await Bun.sleep(50);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", servername: NAME, rejectUnauthorized: false });
    const ended = (does: boolean) => () => {
      socket.destroy();
      resolve(does);
    };
    socket.once("secureConnect", ended(true)).once("error", ended(false));
  });
}
