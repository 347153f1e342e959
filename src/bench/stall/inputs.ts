// Lists the inputs: the worst known ones first, then generated ones for every API operation and MCP tool.
import { MAX_POST_BYTES, MAX_POST_CHARACTERS } from "../../api/requests/post-input.ts";
import type { Document, Operation, Parameter } from "../../api/openapi/shape.ts";
import { pick, RAW, spoil, valueFor, type Schema } from "./bodies.ts";
import type { StallServer } from "./server.ts";
import { longPostInputs } from "./long-posts.ts";
import { fill, hostileText, LONG_CAPTION, WORST_TEXTS } from "./texts.ts";

export interface Input {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Something that inputs are made for: an operation of the API, or a tool. */
interface Door {
  readonly name: string;
  readonly weight: number;
  make(random: () => number): Input;
}

/** Texts that fill nearly all of what a body may hold, or more. */
const MOST = MAX_POST_CHARACTERS - 1000;
const MOST_ESCAPES = Math.floor(MAX_POST_BYTES / 12) - 1000;
const LONGEST_BODIES = {
  "plain letters": "a".repeat(MOST),
  "wide letters": "\u200d".repeat(MOST),
  "the widest letters": "🚣".repeat(MOST),
  "short escapes": '\\"'.repeat(MOST_ESCAPES),
  "short escapes and letters": 'aaaaaaaaaa\\"'.repeat(MOST / 11),
  "long escapes": "\\u0061".repeat(MOST_ESCAPES),
  "long escapes of wide letters": "\\ud83d\\udea3".repeat(MOST_ESCAPES),
  "more letters than it may hold": "a".repeat(MAX_POST_BYTES - 1000),
  "more short escapes than it may hold": "\\n".repeat(MAX_POST_BYTES / 2 - 1000),
};
const JSON_TYPE = { "content-type": "application/json" };
/** Ends the session or the rights that the others need. */
const ENDS_THE_RUN = new Set(["signOut", "revokeKey", "deleteProfile", "rotateKey"]);
/** Operations whose bodies are analysed most. */
const WEIGHTS: Readonly<Record<string, number>> = { createPost: 40, editPost: 8, listPosts: 6 };

/** Endless; @param random decides everything */
export async function* inputsFor(server: StallServer, random: () => number): AsyncGenerator<Input> {
  yield* worst(server);
  yield* longPostInputs(server.longPosts, ownerHeaders(server));
  const doors = [...(await operations(server)), ...(await tools(server)), ...nowhere(server)];
  const drawn = doors.flatMap((door) => Array.from({ length: door.weight }, () => door));
  for (;;) {
    const door = pick(drawn, random);
    if (door) yield door.make(random);
  }
}

function* worst({ key }: StallServer): Generator<Input> {
  const headers = { authorization: `Bearer ${key}`, ...JSON_TYPE };
  const post = (name: string, body: object): Input => ({
    ...{ name: `worst: ${name}`, method: "POST", path: "/v1/posts", headers },
    body: JSON.stringify({ schedule: "draft", dryRun: true, ...body }),
  });
  for (const [name, text] of Object.entries(WORST_TEXTS)) {
    const caption = text(LONG_CAPTION);
    yield post(`${name}, to X`, { caption, accounts: ["x:ok"] });
    yield post(`${name}, to all accounts`, { caption });
    const overrides = Object.fromEntries(
      ["x", "mastodon", "bluesky"].map((each) => [each, text(LONG_CAPTION)]),
    );
    yield post(`${name}, as overrides`, { caption: "x", accounts: ["x", "mastodon", "bluesky"], overrides });
    const q = encoded(text(200));
    yield { name: `worst: ${name}, searched`, method: "GET", path: `/v1/posts?q=${q}`, headers, body: null };
  }
  const many = (count: number, of: (n: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, of(n)]));
  yield post("80,000 unknown options", {
    caption: "x",
    accounts: ["mastodon"],
    options: { mastodon: many(80_000, () => 1) },
  });
  yield post("60,000 unknown keys of options", { caption: "x", options: many(60_000, () => ({})) });
  yield post("60,000 unknown overrides", { caption: "x", overrides: many(60_000, () => "x") });
  yield post("100,000 tags", {
    ...{ caption: "x", accounts: ["youtube"] },
    options: { youtube: { tags: Array.from({ length: 100_000 }, () => "<>") } },
  });
  const longest = JSON.stringify(
    Object.fromEntries(["x", "mastodon", "bluesky"].map((each) => [each, "🚣".repeat(LONG_CAPTION)])),
  );
  yield {
    ...post("the longest texts, as escapes", {}),
    body: `{"caption":"x","dryRun":true,"accounts":["x","mastodon","bluesky"],"overrides":${longest.replaceAll("🚣", "\\ud83d\\udea3")}}`,
  };
  for (const [name, text] of Object.entries(LONGEST_BODIES)) {
    const longest = post(`the longest body, of ${name}`, {});
    const start = '{"dryRun":true,"accounts":["mastodon"],"caption"';
    yield { ...longest, name: `${longest.name}, in the caption`, body: `${start}:"${text}"}` };
    const body = `${start}:"x","options":{"mastodon":{"text":"${text}"}}}`;
    yield { ...longest, name: `${longest.name}, in an option`, body };
  }
  yield post("100,000 accounts", {
    caption: "x",
    accounts: Array.from({ length: 100_000 }, (_, n) => `a${n}`),
  });
  yield post("890 long names of media", {
    caption: "x",
    media: Array.from({ length: 890 }, () => "🚣".repeat(1000)),
  });
  yield {
    ...post("the longest caption, checked for all accounts", {}),
    path: "/v1/posts/check",
    body: JSON.stringify({ caption: fill('日\0"', LONG_CAPTION) }),
  };
  yield post("100,000 media", { caption: "x", media: Array.from({ length: 100_000 }, (_, n) => `a${n}`) });
}

// ---- operations of the documents

async function operations(server: StallServer): Promise<Door[]> {
  const { url, key } = server;
  const read = async (path: string) => (await (await fetch(`${url}${path}`)).json()) as Document;
  const api = doorsOf(await read("/v1/openapi.json"), server, { authorization: `Bearer ${key}` });
  const admin = doorsOf(await read("/admin/openapi.json"), server, ownerHeaders(server));
  return [...api, ...admin];
}

const ownerHeaders = ({ cookie, url }: StallServer) => ({ cookie, origin: url });

function doorsOf(document: Document, server: StallServer, credentials: Record<string, string>): Door[] {
  const prefix = new URL(document.servers[0]?.url ?? server.url).pathname.replace(/\/$/, "");
  const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (ENDS_THE_RUN.has(operation.operationId)) return [];
      const place = { method: method.toUpperCase(), path: `${prefix}${path}`, credentials };
      return [doorOf(operation, place, schemas, server)];
    }),
  );
}

function doorOf(
  operation: Operation,
  { method, path, credentials }: { method: string; path: string; credentials: Record<string, string> },
  schemas: Readonly<Record<string, Schema>>,
  { ids }: StallServer,
): Door {
  const name = operation.operationId;
  const parameters = operation.parameters ?? [];
  const json = operation.requestBody?.content["application/json"];
  return {
    name,
    weight: WEIGHTS[name] ?? 1,
    make: (random) => {
      const body = json ? bodyFor(json, schemas, random) : null;
      return {
        ...{ name, method, body },
        path: `${filled(path, ids, random)}${query(parameters, random)}`,
        headers: { ...credentials, ...(body !== null && JSON_TYPE), ...headersFor(parameters, random) },
      };
    },
  };
}

function bodyFor(
  { schema, example }: { schema: unknown; example?: unknown },
  schemas: Readonly<Record<string, Schema>>,
  random: () => number,
): string {
  const draw = random();
  if (draw < 0.05) return pick(RAW, random)?.(random) ?? "";
  const known = schema as Schema;
  const value =
    draw < 0.6 && example !== undefined
      ? spoil(example, known, schemas, random)
      : valueFor(known, schemas, random);
  return JSON.stringify(unpublished(value));
}

/** The simulated networks live in the same process: publishing is measured elsewhere. */
function unpublished(value: unknown): unknown {
  const publishes =
    typeof value === "object" && value !== null && "schedule" in value && value.schedule === "now";
  return publishes ? { ...value, schedule: "draft" } : value;
}

function filled(path: string, ids: StallServer["ids"], random: () => number): string {
  const kind = path.split("/").find((part) => Object.hasOwn(ids, part));
  const id = ids[(kind ?? "posts") as keyof StallServer["ids"]];
  return path.replace(/\{\w+\}/g, () => (random() < 0.8 ? id : encoded(hostileText(random, 3000))));
}

function query(parameters: readonly Parameter[], random: () => number): string {
  const own = parameters.filter((each) => each.in === "query" && random() < 0.5);
  const pairs = own.flatMap(({ name, schema }) => {
    const count = random() < 0.95 ? 1 : Math.ceil(random() * 500);
    return Array.from(
      { length: count },
      () => `${name}=${encoded(String(valueFor(schema as Schema, {}, random)))}`,
    );
  });
  if (random() < 0.03) pairs.push(...Array.from({ length: Math.ceil(random() * 2000) }, (_, n) => `k${n}=`));
  return pairs.length === 0
    ? ""
    : `?${pairs
        .join("&")
        .slice(0, 14_000)
        .replace(/%[0-9A-F]?$/, "")}`;
}

function headersFor(parameters: readonly Parameter[], random: () => number): Record<string, string> {
  const own = parameters.filter((each) => each.in === "header" && random() < 0.3);
  return Object.fromEntries(own.map(({ name }) => [name, printable(hostileText(random, 3000))]));
}

// ---- tools

async function tools({ url, key }: StallServer): Promise<Door[]> {
  const headers = {
    ...{ authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" },
    ...JSON_TYPE,
  };
  const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const answer = await fetch(`${url}/mcp`, { method: "POST", headers, body: call("tools/list", {}) });
  const listed = [...(await answer.text()).matchAll(/^(?:data: )?(\{.*\})$/gm)].map(([, json]) =>
    JSON.parse(json ?? ""),
  );
  const found = listed.flatMap(
    (each) => (each?.result?.tools ?? []) as { name: string; inputSchema: Schema & { $defs?: object } }[],
  );
  if (found.length === 0) throw new Error("the server lists no tools");
  return found.map(({ name, inputSchema }) => ({
    name: `tool ${name}`,
    weight: name.endsWith("_post") ? 5 : 2,
    make: (random) => {
      const schemas = (inputSchema.$defs ?? {}) as Readonly<Record<string, Schema>>;
      const values = unpublished(valueFor(inputSchema, schemas, random));
      const body =
        random() < 0.95
          ? call("tools/call", { name, arguments: values })
          : (pick(RAW, random)?.(random) ?? "");
      return { name: `tool ${name}`, method: "POST", path: "/mcp", headers, body };
    },
  }));
}

// ---- everything else that reads what a stranger sends

const PAGES = [
  "/",
  "/docs",
  "/docs/api",
  "/docs/delivery",
  "/docs/search",
  "/docs/errors",
  "/status",
  "/status.json",
  "/simulator",
  "/livez",
  "/readyz",
  "/connect/x",
];

function nowhere({ url }: StallServer): Door[] {
  const page: Door = {
    name: "a page",
    weight: 4,
    make: (random) => {
      const path = `${pick(PAGES, random) ?? "/"}${random() < 0.5 ? "" : `?q=${encoded(hostileText(random, 5000))}`}`;
      return { name: `GET ${path.slice(0, 30)}`, method: "GET", path, headers: {}, body: null };
    },
  };
  const path: Door = {
    name: "a made-up path",
    weight: 4,
    make: (random) => {
      const made = `/${encoded(hostileText(random, 5000))}${fill("/a", Math.floor(random() * 3000))}`;
      return { name: "a made-up path", method: "GET", path: made, headers: {}, body: null };
    },
  };
  const signIn: Door = {
    name: "sign-in",
    weight: 2,
    make: (random) => {
      const body =
        random() < 0.5
          ? (pick(RAW, random)?.(random) ?? "")
          : JSON.stringify({ email: hostileText(random, 500), password: "x" });
      return {
        name: "sign-in",
        method: "POST",
        path: "/admin/session",
        headers: { origin: url, ...JSON_TYPE },
        body,
      };
    },
  };
  const credential: Door = {
    name: "a made-up key",
    weight: 2,
    make: (random) => {
      const headers = { authorization: `Bearer ${printable(hostileText(random, 6000))}` };
      return { name: "a made-up key", method: "GET", path: "/v1/accounts", headers, body: null };
    },
  };
  return [page, path, signIn, credential];
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What may stand in a header. */
function printable(text: string): string {
  return text.replace(/[^\u0020-\u007e]/g, "x").trim();
}
