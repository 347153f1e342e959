// The doors between the rooms (DESIGN.md), held shut: every import in src is on the list below or this fails.
import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";

/** Root files that any room may use: they know nothing of the appliance. */
const COMMON = ["event-loop", "errors", "clock", "log", "id", "moment", "pointer", "version"];

/** What a network is and what limits it has: words, and a function over them; nobody's name. */
const INTERFACE = ["networks/network", "networks/rules", "networks/options"];
const INTERFACE_TYPES = INTERFACE.map((file) => `type ${file}`);

/**
 * Who may import from whom. A room is a folder of src or a file in src; "networks/network" is one file of a room;
 * "type store" lets only types through. Nobody is listed who may not.
 */
const EVERYTHING = [
  ...["app", "config", "settings", "settings-file", "data-folder", "house", "server", "simulation"],
  ...["media-room", "delivery-room", "http-room"],
  ...["api", "mcp", "web", "ops", "publishing"],
  ...["networks", "media", "accounts", "store", "simulator", "webhooks", "cli"],
];
const DOORS: Record<string, readonly string[]> = {
  main: EVERYTHING,
  cli: EVERYTHING,
  app: EVERYTHING.filter((room) => room !== "cli"),
  house: ["config", "data-folder", "accounts", "store", "publishing", "ops/swap"],
  server: ["config", "api/address"],
  // What media needs of the others comes together here.
  "media-room": [
    ...["config", "media", "accounts/import-host", "type networks/address"],
    ...["type publishing", "type store"],
  ],
  "delivery-room": [
    ...["config", "type house", "accounts", "publishing", "ops/high-water", "store"],
    ...["type networks/index", "networks/rules"],
  ],
  "http-room": [
    ...["config", "type house", "type media-room", "type delivery-room", "type simulation"],
    ...["api", "mcp", "accounts", "publishing", "ops", "type networks/index", "networks/rules"],
  ],
  simulation: ["config", "networks", "simulator"],
  api: ["publishing", "media", "accounts", "networks/index", ...INTERFACE, "ops", "webhooks"],
  // The same views and checks as the HTTP API: the two can't come to differ.
  mcp: ["api", "publishing", "media", "accounts", "networks/index", ...INTERFACE, "ops", "webhooks"],
  web: ["type api"],
  ops: ["publishing", "networks/index", "media", "accounts", "webhooks"],
  // Copies of everything, and the way back: they open the store as it is on the disk.
  "ops/backup": ["store"],
  "ops/verify-backup": ["store"],
  "ops/restore": ["store"],
  // Looks at the database as it is on the disk.
  "ops/doctor": ["store"],
  "ops/high-water": ["type store"],
  "ops/keep-search": ["type store"],
  "ops/reachable": ["type networks/call"],
  publishing: [...INTERFACE, "networks/text"],
  accounts: [...INTERFACE, "networks/oauth", "networks/untrusted", "type networks/call"],
  webhooks: ["type publishing"],
  store: [
    "type publishing",
    // The other state machine.
    "media/upload-life",
    // The state machine and the rules that name a post's status: the list filters by the same.
    "publishing/life",
    "publishing/post",
    "type accounts",
    "type media",
    "type webhooks",
    "type ops",
    ...INTERFACE_TYPES,
  ],
  // The registry knows which of its networks can be played.
  "networks/index": ["simulator"],
  // Test benches: only tests use them.
  "networks/bench-io": ["simulator"],
  "networks/conformance": ["simulator"],
  networks: [],
  media: [],
  // The guard against addresses inside our own network is one for all.
  "media/import": ["networks/address"],
  simulator: [],
  // How X counts a text and reads its links: a test holds it against X's own library.
  "simulator/x/posts": ["networks/weighted"],
  "simulator/x/text": ["networks/weighted-links"],
  config: ["settings", "data-folder", "type settings-file"],
  "data-folder": [],
  "settings-file": [],
  settings: [],
  ...Object.fromEntries(COMMON.map((room) => [room, []])),
};

/** Packages and calls that belong to few places. Patterns are tried on paths without `src/`. */
const RESERVED: readonly {
  what: string;
  seen: (source: string, imports: readonly Import[]) => boolean;
  where: RegExp;
}[] = [
  { what: "elysia", seen: imported(/^(elysia$|@elysiajs\/)/), where: /^(app\.ts|api\/|mcp\/|simulator\/)/ },
  { what: "bun:sqlite", seen: imported(/^bun:sqlite$/), where: /^store\// },
  { what: "Bun's S3 client", seen: written(/\bS3Client\b|\bBun\.s3\b/), where: /^media\/bucket\.ts$/ },
  { what: "process.env", seen: written(/\b(process|Bun|import\.meta)\.env\b/), where: /^main\.ts$/ },
  {
    what: "node:http, node:https, node:net, node:tls",
    seen: imported(/^(node:)?(https?|http2|net|tls)$/),
    where: /^(networks\/(call|address|transport)[\w-]*\.ts|simulator\/|media\/import\.ts|webhooks\/)/,
  },
  {
    what: "fetch(",
    seen: written(/(?<![\w.])fetch\(|\b(globalThis|Bun)\.fetch\b/),
    // simulation.ts speaks to our own simulator in another process.
    where:
      /^(networks\/(call|transport)[\w-]*\.ts|simulator\/|simulation\.ts|media\/import\.ts|webhooks\/|web\/)/,
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
    const room = roomOf(path);
    if (room === "tests" || /\.(test|killed)\.ts$/.test(path)) return [];
    if (!(room in DOORS)) return [`${path}: nobody knows this room`];
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
  const [to, here] = [roomOf(target), roomOf(path)];
  // What is inside a network's own folder is that network's business.
  const network = /^networks\/([\w-]+)\//.exec(target)?.[1];
  if (network !== undefined && !path.startsWith(`networks/${network}/`) && path !== "networks/index.ts")
    return complaint;
  if (to === here || COMMON.includes(to)) return [];
  const doors = [...(DOORS[here] ?? []), ...(DOORS[stem(path)] ?? [])];
  const open = [to, stem(target)].some(
    (name) => doors.includes(name) || (typeOnly && doors.includes(`type ${name}`)),
  );
  return open ? [] : complaint;
}

const stem = (path: string) => path.replace(/\.tsx?$/, "");
const roomOf = (path: string) => stem(path.split("/")[0] ?? path);

async function sources(): Promise<Record<string, string>> {
  const src = join(import.meta.dir, "..");
  const paths = [...new Bun.Glob("**/*.{ts,tsx}").scanSync({ cwd: src })].filter(
    (path) => !path.endsWith(".d.ts"),
  );
  const read = await Promise.all(
    paths.map(async (path) => [path, await Bun.file(join(src, path)).text()] as const),
  );
  return Object.fromEntries(read);
}

test("no import in src takes a door that isn't there", async () => {
  expect(violations(await sources())).toEqual([]);
});

test("the pattern sees every import that Bun sees", async () => {
  for (const [path, source] of Object.entries(await sources())) {
    const seen = importsOf(source).map(({ from }) => from);
    const loader = path.endsWith("x") ? "tsx" : "ts";
    const missed = new Bun.Transpiler({ loader })
      .scanImports(source)
      .filter((each) => !seen.includes(each.path));
    expect({ path, missed }).toEqual({ path, missed: [] });
  }
});

describe("a planted violation is caught:", () => {
  test.each([
    ["a room into a room", "media/a.ts", `import { x } from "../store/index.ts";`],
    ["a type counts too", "publishing/a.ts", `import type { X } from "../store/index.ts";`],
    ["over several lines", "publishing/a.ts", `import {\n  type X,\n  y,\n} from "../api/index.ts";`],
    ["a re-export", "networks/a.ts", `export * from "../publishing/post.ts";`],
    ["for its effect", "networks/a.ts", `import "../publishing/post.ts";`],
    ["at run time", "accounts/a.ts", `const m = await import("../store/index.ts");`],
    ["at run time, hidden", "accounts/a.ts", `const m = await import(name);`],
    ["as a type in a type", "accounts/a.ts", `type S = import("../store/index.ts").Store;`],
    ["as a worker", "media/a.ts", `new Worker(new URL("../store/vacuum.ts", import.meta.url));`],
    ["a value where only types may pass", "store/a.ts", `import { engine } from "../publishing/engine.ts";`],
    [
      "another file of a room with one door",
      "publishing/a.ts",
      `import { call } from "../networks/call.ts";`,
    ],
    ["one network into another", "networks/x/index.ts", `import { y } from "../bluesky/index.ts";`],
    ["a network by its name", "publishing/a.ts", `import { y } from "../networks/bluesky/index.ts";`],
    ["settings below the top", "api/a.ts", `import { readConfig } from "../config.ts";`],
    ["out of src", "api/a.ts", `import { build } from "../../scripts/build.ts";`],
    ["elysia in the core", "publishing/a.ts", `import { Elysia } from "elysia";`],
    ["SQL outside the store", "ops/a.ts", `import { Database } from "bun:sqlite";`],
    ["a bucket past the door", "media/a.ts", `const bucket = new S3Client({});`],
    ["the environment", "media/a.ts", `const x = process.env["HOME"];`],
    ["a call of its own", "networks/x/index.ts", `await fetch("https://example.org");`],
    ["a socket of its own", "accounts/a.ts", `import https from "node:https";`],
    ["a room nobody planned", "helpers/a.ts", ``],
    ["a file nobody planned", "stuff.ts", ``],
  ])("%s", (_, path, source) => {
    expect(violations({ [path]: source })).toHaveLength(1);
  });

  test.each([
    ["store/a.ts", `import type { Post } from "../publishing/post.ts";`],
    [
      "publishing/a.ts",
      `import { rules } from "../networks/rules.ts";\nimport { Problem } from "../errors.ts";`,
    ],
    [
      "networks/index.ts",
      `import { bluesky } from "./bluesky/index.ts";\nimport { x } from "../simulator/bluesky.ts";`,
    ],
    ["networks/call.ts", `await fetch(url);`],
    ["media/a.ts", `// process.env is read in main, fetch(…) elsewhere\nconst url = "https://x";`],
    ["tests/a.test.ts", `import { Database } from "bun:sqlite";`],
  ])("and what may be, may be: %s", (path, source) => {
    expect(violations({ [path]: source })).toEqual([]);
  });
});
