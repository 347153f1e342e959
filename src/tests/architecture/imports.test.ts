// Tests which folder may import which: every import in src must be on the list below.
import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";

/** Files in src itself that any folder may use: they know nothing of the appliance. */
const COMMON = [
  ...[
    "at-most",
    "clock",
    "errors",
    "event-loop",
    "fair-gate",
    "id",
    "json-pointer",
    "log",
    "mutex",
    "nearest",
    "one-line",
    "shared-locks",
    "time",
    "version",
  ],
];

/** What a network is, and what is needed to use it; nobody's name. */
const INTERFACE = ["networks/network", "networks/options", "type networks/account-io"];

/**
 * Who may import from whom. A name is a folder of src or one file in it ("networks/network"); "type store" lets only
 * types through. What is not listed is not allowed.
 */
const EVERYTHING = [
  ...[
    "accounts",
    "admin",
    "api",
    "app",
    "auth",
    "cli",
    "domain",
    "mcp",
    "media",
    "networks",
    "ops",
    "publishing",
  ],
  // Only this file of the store knows SQLite; the interfaces are in the domain.
  ...["simulator", "store/index", "webhooks"],
];
const IMPORTS: Record<string, readonly string[]> = {
  main: ["cli", "media/process/media.child", "ops/backup.child"],
  cli: EVERYTHING,
  app: [...EVERYTHING.filter((folder) => folder !== "cli"), "web/build"],
  // One verb is one function here; HTTP, the command line and MCP call it.
  admin: [
    ...["accounts", "auth", "domain", "media/import-hosts", "type media/delete-profile"],
    "type networks/network",
  ],
  api: [
    ...["accounts", "admin", "auth", "domain", "media", "networks/index", ...INTERFACE, "ops", "publishing"],
    "webhooks",
  ],
  // The same views and checks as the HTTP API, so that the two can't come to differ.
  mcp: [
    "accounts",
    "admin",
    "api",
    "auth",
    "domain",
    "media",
    "networks/index",
    ...INTERFACE,
    "ops",
    "publishing",
  ],
  // Backup, verification and restore need the store's files as they are on the disk.
  ops: [
    ...["accounts", "auth", "domain", "media", "type networks/index", "type networks/client/call"],
    ...["publishing", "store/index"],
  ],
  // The app knows the server by the types of its routes alone.
  web: ["type api"],
  publishing: [
    ...["domain", ...INTERFACE, "networks/client/text", "networks/client/cut-text"],
    // Each request of an attempt is evidence.
    ...["networks/client/recording", "networks/client/redaction"],
  ],
  accounts: [
    ...["type auth", "domain", ...INTERFACE, "networks/client/oauth", "networks/client/untrusted"],
    "type networks/client/call",
  ],
  // They call out as everybody does: addresses are checked in one place, and calls are made in one.
  webhooks: [
    ...["type auth", "domain", "publishing/actor", "type networks/client/call", "networks/client/outcome"],
    ...["networks/client/address", "media/remote/fetch"],
  ],
  auth: ["domain"],
  media: ["domain"],
  // The guard against addresses inside our own network is one for all.
  "media/remote/fetch": ["networks/client/address"],
  store: ["domain"],
  networks: ["domain"],
  // How X counts a text and reads its links: one implementation, which a test compares with X's own library.
  // And images are decoded where no file can harm the process that runs both.
  simulator: [
    ...["domain", "networks/client/weighted-text", "networks/client/weighted-links"],
    ...["media/process/processes", "media/convert/temporary-folder"],
  ],
  domain: [],
  ...Object.fromEntries(COMMON.map((file) => [file, []])),
  "shared-locks": ["type domain"],
};

/** Packages and calls that belong to few places. Patterns are tried on paths without `src/`. */
const RESERVED: readonly {
  what: string;
  seen: (source: string, imports: readonly Import[]) => boolean;
  where: RegExp;
}[] = [
  { what: "elysia", seen: imported(/^(elysia$|@elysiajs\/)/), where: /^(app|api|mcp|simulator|web)\// },
  { what: "bun:sqlite", seen: imported(/^bun:sqlite$/), where: /^store\/(index\.ts|sqlite\/)/ },
  { what: "Bun's S3 client", seen: written(/\bS3Client\b|\bBun\.s3\b/), where: /^media\/storage\/s3\.ts$/ },
  // web/build.ts sets what the libraries of the browser read.
  {
    what: "process.env",
    seen: written(/\b(process|Bun|import\.meta)\.env\b/),
    where: /^(main|web\/build)\.ts$/,
  },
  {
    what: "node:http, node:https, node:net, node:tls",
    seen: imported(/^(node:)?(https?|http2|net|tls)$/),
    where: /^(networks\/client\/(call|address)\.ts|simulator\/|media\/remote\/fetch\.ts)/,
  },
  {
    what: "fetch(",
    seen: written(/(?<![\w.])fetch\(|\b(globalThis|Bun)\.fetch\b/),
    // app/simulation.ts speaks to our own simulator in another process; a page, to its own server; cli/receipt/keys-at.ts,
    // to the address that the person at the command line typed.
    where: /^(networks\/client\/call\.ts|simulator\/|app\/simulation\.ts|web\/|cli\/receipt\/keys-at\.ts)/,
  },
];

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

/**
 * Every import of a file by a pattern, not by a parser: Bun's scanner drops type imports, which count here, and a
 * pattern can only see too much (in a comment or a text), never too little, which is the right way round for a guard.
 * The last test holds it against Bun's scanner.
 */
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const statement = /\b(import|export)\s+(type\s+)?((?:[\w*$\s,]|\{[^}]*\})*?)\bfrom\s*["']([^"']+)["']/g;
  for (const [, , type, , from = ""] of source.matchAll(statement))
    found.push({ from, typeOnly: type !== undefined });
  // For their effect, at run time, as a type inside a type, or as the entry of a worker.
  const other =
    /\bimport\s*["']([^"']+)["']|\b(?:import|require)\s*\(\s*["'`]([^"'`]+)["'`]|\bnew URL\(\s*["'](\.[^"']+)["']/g;
  for (const [, effect, call, url] of source.matchAll(other))
    found.push({ from: effect ?? call ?? url ?? "", typeOnly: false });
  return found;
}

/** An import() of something that is only known at run time could be anything. */
const hiddenImport = /\b(?:import|require)\s*\(\s*(?!["'`]|\s*\))/;

function imported(name: RegExp) {
  return (_: string, imports: readonly Import[]) => imports.some(({ from }) => name.test(from));
}
function written(pattern: RegExp) {
  return (source: string) => pattern.test(withoutComments(source));
}
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*/g, "");

/** All that is wrong in a set of files, by path below src. */
function violations(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, source]) => {
    const folder = folderOf(path);
    if (folder === "tests" || folder === "bench" || path.endsWith(".test.ts")) return [];
    if (!(folder in IMPORTS)) return [`${path}: this folder is not on the list`];
    const imports = importsOf(source);
    const reserved = RESERVED.filter(({ seen, where }) => !where.test(path) && seen(source, imports));
    return [
      ...(hiddenImport.test(withoutComments(source)) ? [`${path}: imports what can't be read here`] : []),
      ...reserved.map(({ what }) => `${path}: ${what} belongs elsewhere`),
      ...imports.filter((each) => each.from.startsWith(".")).flatMap((each) => wrongDoor(path, each)),
    ];
  });
}

function wrongDoor(path: string, { from, typeOnly }: Import): string[] {
  const target = normalize(join(dirname(path), from));
  const complaint = [`${path} → ${target}`];
  if (target === "../package.json") return path === "version.ts" ? [] : complaint;
  if (target.startsWith("..")) return complaint;
  const [to, here] = [folderOf(target), folderOf(path)];
  // What is inside a network's own folder is that network's business.
  const network = /^networks\/([\w-]+)\//.exec(target)?.[1];
  const isShared = network === "client" || (network === "meta" && here === "networks");
  if (
    network !== undefined &&
    !isShared &&
    !path.startsWith(`networks/${network}/`) &&
    path !== "networks/index.ts"
  )
    return complaint;
  if (to === here || COMMON.includes(to)) return [];
  const doors = [...(IMPORTS[here] ?? []), ...(IMPORTS[stem(path)] ?? [])];
  const open = [to, stem(target)].some(
    (name) => doors.includes(name) || (typeOnly && doors.includes(`type ${name}`)),
  );
  return open ? [] : complaint;
}

const stem = (path: string) => path.replace(/\.tsx?$/, "");
const folderOf = (path: string) => stem(path.split("/")[0] ?? path);

async function sources(): Promise<Record<string, string>> {
  const src = join(import.meta.dir, "../..");
  const paths = [...new Bun.Glob("**/*.{ts,tsx}").scanSync({ cwd: src })].filter(
    (path) => !path.endsWith(".d.ts"),
  );
  const read = await Promise.all(
    paths.map(async (path) => [path, await Bun.file(join(src, path)).text()] as const),
  );
  return Object.fromEntries(read);
}

test("every import in src is allowed", async () => {
  expect(violations(await sources())).toEqual([]);
});

/** What JSX becomes stands in no file. */
const JSX = /^react(?:\/jsx-(?:dev-)?runtime)?$/;
test("the pattern sees every import that Bun sees", async () => {
  for (const [path, source] of Object.entries(await sources())) {
    const seen = importsOf(source).map(({ from }) => from);
    const loader = path.endsWith("x") ? "tsx" : "ts";
    const missed = new Bun.Transpiler({ loader })
      .scanImports(source)
      .filter(({ path: from }) => !seen.includes(from) && !(loader === "tsx" && JSX.test(from)));
    expect({ path, missed }).toEqual({ path, missed: [] });
  }
});

describe("a planted violation is caught:", () => {
  test.each([
    ["one folder into another", "media/a.ts", `import { x } from "../store/index.ts";`],
    ["a type counts too", "publishing/a.ts", `import type { X } from "../store/index.ts";`],
    ["over several lines", "publishing/a.ts", `import {\n  type X,\n  y,\n} from "../api/index.ts";`],
    ["a re-export", "networks/a.ts", `export * from "../publishing/create.ts";`],
    ["for its effect", "networks/a.ts", `import "../publishing/create.ts";`],
    ["at run time", "accounts/a.ts", `const m = await import("../store/index.ts");`],
    ["at run time, hidden", "accounts/a.ts", `const m = await import(name);`],
    ["as a type in a type", "accounts/a.ts", `type S = import("../store/index.ts").Store;`],
    ["as a worker", "media/a.ts", `new Worker(new URL("../store/vacuum.ts", import.meta.url));`],
    [
      "a value where only types may pass",
      "store/a.ts",
      `import { engine } from "../publishing/delivery/engine.ts";`,
    ],
    [
      "another file of a folder that has one entry",
      "publishing/a.ts",
      `import { call } from "../networks/client/call.ts";`,
    ],
    ["one network into another", "networks/x/index.ts", `import { y } from "../bluesky/index.ts";`],
    ["a simulation in the registry", "networks/index.ts", `import { x } from "../simulator/x/index.ts";`],
    ["a network by its name", "publishing/a.ts", `import { y } from "../networks/bluesky/index.ts";`],
    ["the domain on anything", "domain/a.ts", `import type { Io } from "../networks/network.ts";`],
    ["settings below the top", "api/a.ts", `import { readConfig } from "../app/config.ts";`],
    ["out of src", "api/a.ts", `import { build } from "../../scripts/build.ts";`],
    ["elysia in the core", "publishing/a.ts", `import { Elysia } from "elysia";`],
    ["SQLite past the store's index", "ops/a.ts", `import { isServed } from "../store/sqlite/lock.ts";`],
    ["SQL outside the store", "ops/a.ts", `import { Database } from "bun:sqlite";`],
    ["a bucket outside media/storage", "media/a.ts", `const bucket = new S3Client({});`],
    ["the environment", "media/a.ts", `const x = process.env["HOME"];`],
    ["a call of its own", "networks/x/index.ts", `await fetch("https://example.org");`],
    ["a socket of its own", "accounts/a.ts", `import https from "node:https";`],
    ["an unknown folder", "helpers/a.ts", ``],
    ["an unknown file", "stuff.ts", ``],
  ])("%s", (_, path, source) => {
    expect(violations({ [path]: source })).toHaveLength(1);
  });

  test.each([
    ["store/a.ts", `import type { Post } from "../domain/post.ts";`],
    ["accounts/a.ts", `import type { AccountIo } from "../networks/account-io.ts";`],
    [
      "publishing/a.ts",
      `import { kindOf } from "../networks/network.ts";\nimport { Problem } from "../errors.ts";`,
    ],
    ["networks/index.ts", `import { bluesky } from "./bluesky/index.ts";`],
    ["networks/client/call.ts", `await fetch(url);`],
    ["media/a.ts", `// process.env is read in main, fetch(…) elsewhere\nconst url = "https://x";`],
    ["tests/a.test.ts", `import { Database } from "bun:sqlite";`],
  ])("what is allowed is accepted: %s", (path, source) => {
    expect(violations({ [path]: source })).toEqual([]);
  });
});
