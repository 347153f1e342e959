// docs/operate.md against the program: the commands, settings, log events and files that it names are really there.
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../app/config.ts";
import { SETTINGS } from "../../app/settings.ts";
import { networks } from "../../networks/index.ts";
import { serve } from "../support/command-line.ts";
import { blocksOf, NAME, OPERATE, programOf } from "../support/proxy-servers.ts";
import { freePort } from "../support/free-port.ts";
import { runCommand } from "../support/run-command.ts";

const ROOT = join(import.meta.dir, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const document = read(OPERATE);
const compose = read("compose.yaml");
const scaled = read("compose.scale.yaml");

/** A command as the document writes it: its words, and the options that follow them. */
interface Line {
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** Lines of code, in blocks and in sentences, that call crier. */
function commandLines(text: string): Line[] {
  const inBlocks = [...text.matchAll(/^```(?:sh|ini)\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.split("\n"),
  );
  const inSentences = [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`]+)`/g)].map(
    ([, code = ""]) => code.replaceAll("\n", " "),
  );
  return [...inBlocks, ...inSentences].flatMap((code) => {
    // What is left of other programs' arguments: users, services and containers are called crier too.
    const own = code
      .replace(/docker compose exec (-T )?crier /, "")
      .replace(/docker compose run --rm crier /, "crier ")
      .replaceAll("-u crier ", "");
    const [, before, words, after] =
      /(?:^|[\s=])(?:\/usr\/local\/bin\/)?crier ((?:--\S+ \S+ )*)([a-z][a-z-]*(?: [a-z]+)?)(.*)$/.exec(own) ??
      [];
    if (words === undefined) return [];
    return [{ words: words.split(" "), options: `${before} ${after}`.match(/--[a-z-]+/g) ?? [] }];
  });
}

/** The help of the longest command that the words begin with. */
async function helpOf([command = "", ...more]: readonly string[]): Promise<string> {
  for (const words of [[command, ...more], [command]]) {
    const { out, err } = await runCommand([...words, "--help"], {});
    const help = `${out}\n${err}`;
    if (help.includes(`Usage: crier ${words.join(" ")} `)) return help;
  }
  return "";
}

test("every command of the document exists, with its options", async () => {
  const lines = commandLines(document);
  expect(lines.length).toBeGreaterThan(15);
  const unknown: string[] = [];
  for (const { words, options } of lines) {
    const help = await helpOf(words);
    if (help === "") unknown.push(words.join(" "));
    const missing = options.filter((each) => !["--data", "--json"].includes(each) && !help.includes(each));
    unknown.push(...missing.map((each) => `${words.join(" ")} ${each}`));
  }
  expect(unknown).toEqual([]);
});

test("every setting of the document, the containers and the unit exists", () => {
  const ofNetworks = networks.list.flatMap(({ id }) =>
    ["CLIENT_ID", "CLIENT_SECRET", "CLIENT_SECRET_FILE"].map((each) => `CRIER_${id.toUpperCase()}_${each}`),
  );
  /** Of the containers alone. */
  const ofCompose = [...`${compose}${scaled}`.matchAll(/\$\{(CRIER_\w+)/g)].map(([, name = ""]) => name);
  const known = new Set([...Object.keys(SETTINGS), ...ofNetworks, ...ofCompose]);
  const named = [
    document,
    compose,
    scaled,
    read("Dockerfile"),
    read("scripts/crier.service"),
    read("scripts/Caddyfile"),
    read("scripts/Caddyfile.scale"),
  ]
    .join("\n")
    .match(/CRIER_[A-Z\d_]+/g);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

test("the document lists every event that the log can have, with its level", () => {
  const inCode = new Map<string, string>();
  let code = "";
  for (const path of new Bun.Glob("src/**/*.ts").scanSync({ cwd: ROOT })) {
    if (/\.test\.ts$|^src\/(tests|bench)\//.test(path)) continue;
    const text = read(path);
    code += text;
    for (const [, level = "", event = ""] of text.matchAll(/log\.(info|warn|error)\(\s*"([a-z_]+)"/g))
      inCode.set(event, level);
  }
  const rows = document.matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \| (info|warn|error) \|/gm);
  const inDocument = new Map(
    [...rows].flatMap(([, events = "", level = ""]) =>
      [...events.matchAll(/`([a-z_]+)`/g)].map(([, event = ""]) => [event, level] as const),
    ),
  );
  const differences = [...inCode].filter(([event, level]) => inDocument.get(event) !== level);
  expect(differences).toEqual([]);
  expect([...inDocument.keys()].filter((event) => !code.includes(`"${event}"`))).toEqual([]);
});

describe("the containers", () => {
  interface Compose {
    readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly volumes: object;
    readonly secrets?: object;
  }

  test("Crier can be reached only through the proxy, writes only to its volumes and has time to end", () => {
    const { services, volumes } = Bun.YAML.parse(compose) as Compose;
    expect(services["crier"]).toMatchObject({ read_only: true, stop_grace_period: "60s", cap_drop: ["ALL"] });
    expect(services["crier"]).not.toHaveProperty("ports");
    expect(services["crier"]).toHaveProperty("volumes", ["data:/data", "backups:/backups"]);
    expect(Object.keys(volumes)).toEqual(["data", "backups", "caddy-data", "caddy-config"]);
  });

  test("the lines that are commented out are right when they are not", () => {
    const whole = compose.replaceAll(/^( *)# (CRIER_\w+: |secrets:|  \w+_secret:|    file: )/gm, "$1$2");
    const { services, secrets = {} } = Bun.YAML.parse(whole) as Compose;
    const { environment, secrets: given } = services["crier"] ?? {};
    const files = Object.entries(environment ?? {}).flatMap(([name, value]) =>
      name.endsWith("_FILE") ? [String(value)] : [],
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files).toEqual(Object.keys(secrets).map((name) => `/run/secrets/${name}`));
    expect(given).toEqual(Object.keys(secrets));
  });

  test("two processes share what they must, and each has a folder of its own", () => {
    const { services, volumes } = Bun.YAML.parse(scaled) as Compose;
    const [first, second] = [services["crier-1"], services["crier-2"]];
    const { hostname: one, volumes: mine, ...shared } = first ?? {};
    const { hostname: two, volumes: theirs, ...same } = second ?? {};
    expect(shared).toEqual(same);
    expect([one, two]).toEqual(["crier-1", "crier-2"]);
    // Each shows the backups that another one made.
    const common = "backups:/backups";
    expect([mine, theirs]).toEqual([
      ["cache-1:/data", common],
      ["cache-2:/data", common],
    ]);
    expect(shared).toMatchObject({ read_only: true, stop_grace_period: "60s", cap_drop: ["ALL"] });
    for (const name of ["crier-1", "crier-2", "database", "bucket"])
      expect(services[name]).not.toHaveProperty("ports");
    expect(Object.keys(volumes)).toContain("database");
    const { environment = {} } = shared as { environment?: Record<string, string | null> };
    const filledIn = Object.entries(environment).flatMap(([name, value]) => {
      // Set only where .env does so.
      if (value === null) return [];
      const whole = value.replace("${CRIER_SECRET_KEY:?set it in .env}", "5".repeat(64));
      return [[name, withUsual(whole)] as const];
    });
    const config = readConfig({ ...Object.fromEntries(filledIn), CRIER_DATA: "/data" }, networks.list);
    expect(config.CRIER_DATABASE).toBe("postgres://crier:secret@database/crier");
    expect(config.CRIER_BACKUP_FOLDER).toBe("/backups");
    expect(environment).toHaveProperty("CRIER_SIMULATOR", null);
    expect(config.CRIER_SIMULATOR).toBeNull();
  });

  /** As when .env holds nothing but secrets. */
  const withUsual = (value: string) =>
    value.replaceAll(/\$\{(?:(\w+)):[-?]([^}]*)\}/g, (_, name: string, usual: string) =>
      name.startsWith("CRIER") ? usual : "secret",
    );

  test("their simulator starts on request, and its options exist", async () => {
    const { services } = Bun.YAML.parse(scaled) as Compose;
    const { profiles, command } = services["simulator"] as { profiles: string[]; command: string[] };
    expect(profiles).toEqual(["try"]);
    const [name, ...options] = command.map(withUsual);
    // A free port instead of its own, and every interface of this machine.
    const words = [name ?? "", ...options, "--port=0"];
    const { code, out } = await runCommand([...words, "--json"], {});
    expect({ code, ...JSON.parse(out) }).toEqual({ code: 0, url: "http://simulator:4050" });
  });

  /** As in compose.yaml, and where there is no proxy. */
  test.each<Record<string, string>>([{ CRIER_URL: "https://localhost" }, {}])(
    "with %p, the health check sees a server that runs, and one that does not",
    async (own) => {
      const [, command = "[]"] = /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(read("Dockerfile")) ?? [];
      const cmd = JSON.parse(command) as string[];
      const folder = mkdtempSync(join(tmpdir(), "crier-health-"));
      const port = freePort();
      const check = () =>
        Bun.spawnSync({ cmd, env: { CRIER_PORT: String(port) }, stderr: "ignore" }).exitCode;
      try {
        const settings = { CRIER_DATA: folder, HOME: folder, ...own };
        await using server = await serve(settings, port);
        expect({ url: server.url, healthy: check() }).toMatchObject({ healthy: 0 });
        await server.end("SIGTERM");
        expect(check()).not.toBe(0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  test.skipIf(programOf("caddy") === null)(
    "Caddy finds no fault with the configuration for two processes",
    () => {
      const config = join(ROOT, "scripts/Caddyfile.scale");
      const cmd = [programOf("caddy") ?? "", "validate", "--adapter", "caddyfile", "--config", config];
      const { exitCode } = Bun.spawnSync({
        cmd,
        env: { HOME: tmpdir() },
        stdout: "ignore",
        stderr: "ignore",
      });
      expect(exitCode).toBe(0);
    },
  );

  test.skipIf(programOf("caddy") === null)("their Caddy does what the document's does", () => {
    const folder = mkdtempSync(join(tmpdir(), "crier-caddy-"));
    const adapted = (config: string) => {
      const path = join(folder, "Caddyfile");
      writeFileSync(path, config);
      const cmd = [programOf("caddy") ?? "", "adapt", "--adapter", "caddyfile", "--config", path];
      const { stdout } = Bun.spawnSync({ cmd, env: { CRIER_DOMAIN: NAME, HOME: folder } });
      return JSON.parse(stdout.toString()) as unknown;
    };
    const [block = ""] = blocksOf("caddyfile");
    const own = read("scripts/Caddyfile").replace("crier:4040", "127.0.0.1:4040");
    try {
      expect(adapted(own)).toEqual(adapted(block));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test("the configurations of Traefik can be read", () => {
  const [settings, routes] = blocksOf("yaml").map((block) => Bun.YAML.parse(block));
  expect(settings).toMatchObject({ serversTransport: { forwardingTimeouts: { idleConnTimeout: "20s" } } });
  expect(routes).toMatchObject({ http: { routers: { crier: { service: "crier" } } } });
});

test.skipIf(programOf("systemd-analyze") === null)("systemd finds no fault with the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-unit-"));
  try {
    const unit = join(folder, "crier.service");
    // It looks whether the program is there.
    writeFileSync(unit, read("scripts/crier.service").replace("/usr/local/bin/crier", "/bin/true"));
    const verified = Bun.spawnSync({ cmd: [programOf("systemd-analyze") ?? "", "verify", unit] });
    expect({ stderr: verified.stderr.toString(), code: verified.exitCode }).toEqual({ stderr: "", code: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
