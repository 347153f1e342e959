// Tests scripts/check-specs with small API descriptions and one fault at a time.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { botApi } from "../specs/bot-api.ts";
import type { Description, Sent } from "../specs/description.ts";
import { discovery } from "../specs/discovery.ts";
import { lexicons } from "../specs/lexicons.ts";
import { openApiDescription } from "../specs/openapi.ts";
import { freePort } from "../support/free-port.ts";

const sent = (method: string, address: string, body?: Sent["body"], changes: Partial<Sent> = {}): Sent => {
  const { pathname: path, searchParams: query } = new URL(address, "http://api");
  return { method, path, query, headers: { authorization: "Bearer x" }, body, ...changes };
};
const png = { name: "file", filename: "a.png", type: "image/png", bytes: new Uint8Array(1) } as const;
const bare = { headers: {} };

/** Each line: what is sent, and what is said of it; null where nothing is wrong. */
function reads(description: () => Description, lines: readonly (readonly [string, Sent, string | null])[]) {
  test.each(lines.map(([name, ...rest]) => ({ name, rest })))("$name", ({ rest: [request, fault] }) => {
    const faults = description().check(request)?.faults;
    if (fault === null) expect(faults).toEqual([]);
    else expect(faults?.join(" · ")).toContain(fault);
  });
}

describe("OpenAPI", () => {
  const text = { type: "string" };
  const described = openApiDescription(
    "x.json",
    {
      paths: {
        "/pins/{id}": {
          parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1 } }],
          get: { security: [{ oauth: [] }] },
        },
        "/pins": {
          post: {
            security: [{ oauth: [] }],
            parameters: [{ name: "Key", in: "header", required: true, schema: text }],
            requestBody: { $ref: "#/components/requestBodies/Pin" },
          },
        },
        "/token": {
          post: {
            requestBody: {
              content: {
                "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Grant" } },
              },
            },
          },
        },
        "/media": {
          post: {
            description: "Set <code>hint</code> where it helps.",
            requestBody: {
              content: {
                "multipart/form-data": {
                  schema: {
                    type: "object",
                    properties: { file: text, size: { type: "integer" } },
                    required: ["file"],
                  },
                },
              },
            },
          },
        },
      },
      components: {
        requestBodies: {
          Pin: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pin" } } },
          },
        },
        schemas: {
          Pin: {
            oneOf: [{ $ref: "#/components/schemas/Words" }, { $ref: "#/components/schemas/Picture" }],
            discriminator: { propertyName: "kind" },
          },
          Grant: {
            type: "object",
            properties: { kind: text },
            discriminator: {
              propertyName: "kind",
              mapping: { code: "#/components/schemas/Code", token: "#/components/schemas/Token" },
            },
          },
          Code: { type: "object", properties: { code: text }, required: ["code"] },
          Token: { type: "object", properties: { token: text }, required: ["token"] },
          Words: { type: "object", properties: { title: text }, required: ["title"] },
          Picture: {
            type: "object",
            properties: { title: text, url: { ...text, nullable: true } },
            required: ["url"],
          },
        },
      },
    },
    "/v5",
    /^\/v5\//,
  );
  const key = { headers: { authorization: "Bearer x", key: "k" } };
  reads(
    () => described,
    [
      ["a read", sent("GET", "/v5/pins/1?limit=5"), null],
      ["a number that is none", sent("GET", "/v5/pins/1?limit=many"), "must be integer"],
      ["a number too small", sent("GET", "/v5/pins/1?limit=0"), ">= 1"],
      ["a strange parameter", sent("GET", "/v5/pins/1?limits=5"), '"unevaluatedProperty":"limits"'],
      ["a method that is not there", sent("PUT", "/v5/pins/1"), "is not described"],
      ["a path that is not there", sent("GET", "/v5/pin/1"), "is not described"],
      ["no token", sent("GET", "/v5/pins/1", undefined, bare), "without authorization"],
      ["a body", sent("POST", "/v5/pins", { json: { title: "a", url: null } }, key), null],
      ["no header", sent("POST", "/v5/pins", { json: { title: "a" } }), "header Key is missing"],
      ["no body", sent("POST", "/v5/pins", undefined, key), "without a body"],
      ["a member missing", sent("POST", "/v5/pins", { json: {} }, key), "required property"],
      [
        "a member misspelt",
        sent("POST", "/v5/pins", { json: { title: "a", ulr: "b" } }, key),
        '"unevaluatedProperty":"ulr"',
      ],
      ["a member of another type", sent("POST", "/v5/pins", { json: { title: 5 } }, key), "must be string"],
      [
        "another type of body",
        sent("POST", "/v5/pins", { form: { title: "a" } }, key),
        "x-www-form-urlencoded",
      ],
      [
        "a member that only the words name",
        sent("POST", "/v5/media", { parts: [png, { name: "hint", value: "5" }] }),
        null,
      ],
      ["a kind by its name", sent("POST", "/v5/token", { form: { kind: "code", code: "1" } }), null],
      [
        "a member of another kind",
        sent("POST", "/v5/token", { form: { kind: "code", code: "1", token: "2" } }),
        '"token"',
      ],
      ["a file", sent("POST", "/v5/media", { parts: [png, { name: "size", value: "5" }] }), null],
      [
        "no file",
        sent("POST", "/v5/media", { parts: [{ name: "size", value: "5" }] }),
        "required property 'file'",
      ],
    ],
  );
  test("it says nothing of other places", () => expect(described.check(sent("GET", "/web/pins"))).toBeNull());
});

describe("a discovery document", () => {
  const described = discovery("x.json", {
    parameters: { uploadType: { type: "string", location: "query" } },
    schemas: {
      Video: {
        id: "Video",
        type: "object",
        properties: { snippet: { $ref: "Snippet" }, id: { type: "string" } },
      },
      Snippet: {
        id: "Snippet",
        type: "object",
        properties: { title: { type: "string" }, views: { type: "string", format: "uint64" } },
      },
    },
    resources: {
      videos: {
        methods: {
          insert: {
            id: "videos.insert",
            path: "youtube/v3/videos",
            httpMethod: "POST",
            parameters: {
              part: { type: "string", required: true, repeated: true, location: "query" },
              n: { type: "integer", minimum: "1" },
            },
            request: { $ref: "Video" },
            mediaUpload: {
              accept: ["video/*"],
              protocols: { simple: { path: "/upload/youtube/v3/videos" } },
            },
          },
        },
      },
    },
  });
  const at = "/youtube/v3/videos?part=snippet,status";
  reads(
    () => described,
    [
      ["a body", sent("POST", at, { json: { snippet: { title: "a" } } }), null],
      ["a strange member, deep inside", sent("POST", at, { json: { snippet: { titel: "a" } } }), '"titel"'],
      ["a member of another type", sent("POST", at, { json: { snippet: { title: 1 } } }), "must be string"],
      ["no part", sent("POST", "/youtube/v3/videos", { json: {} }), "required property 'part'"],
      ["a strange parameter", sent("POST", `${at}&parts=x`, { json: {} }), '"parts"'],
      ["a number too small", sent("POST", `${at}&n=0`, { json: {} }), ">= 1"],
      ["no body", sent("POST", at), "without a body"],
      ["no token", sent("POST", at, { json: {} }, bare), "without authorization"],
      ["another method", sent("PUT", at, { json: {} }), "is not described"],
      ["an upload", sent("POST", `/upload${at}`, { bytes: new Uint8Array(1), type: "video/mp4" }), null],
      [
        "an upload of another type",
        sent("POST", `/upload${at}`, { bytes: new Uint8Array(1), type: "text/plain" }),
        "goes with text/plain",
      ],
    ],
  );
  test("it says nothing of a session's bytes", () =>
    expect(described.check(sent("PUT", "/upload/youtube/v3/videos?upload_id=1"))).toBeNull());
});

describe("the Bot API", () => {
  const field = (name: string, types: string[], required = false) => ({ name, types, required });
  const described = botApi("x.json", {
    methods: {
      sendPhoto: {
        fields: [
          field("chat_id", ["Integer", "String"], true),
          field("photo", ["InputFile", "String"], true),
          field("quiet", ["Boolean"]),
        ],
      },
      sendMany: { fields: [field("media", ["Array of Media"], true)] },
    },
    types: {
      Media: { subtypes: ["Photo"] },
      Photo: { fields: [field("type", ["String"], true), field("media", ["String"], true)] },
    },
  });
  const part = (name: string, value: string) => ({ name, value });
  const many = (media: unknown, name = "f1") => ({
    parts: [part("media", JSON.stringify(media)), { ...png, name }],
  });
  reads(
    () => described,
    [
      [
        "a file",
        sent("POST", "/bot1:x/sendPhoto?chat_id=@a", {
          parts: [{ ...png, name: "photo" }, part("quiet", "true")],
        }),
        null,
      ],
      ["JSON", sent("POST", "/bot1:x/sendPhoto", { json: { chat_id: 5, photo: "id", quiet: true } }), null],
      [
        "a field missing",
        sent("POST", "/bot1:x/sendPhoto", { json: { photo: "id" } }),
        "required property 'chat_id'",
      ],
      [
        "a field misspelt",
        sent("POST", "/bot1:x/sendPhoto", { json: { chat_id: 5, photo: "id", quite: true } }),
        '"quite"',
      ],
      [
        "a truth that is none",
        sent("POST", "/bot1:x/sendPhoto", { json: { chat_id: 5, photo: "i", quiet: "maybe" } }),
        "must be boolean",
      ],
      ["no such method", sent("POST", "/bot1:x/sendFoto", { json: {} }), "is not described"],
      ["an album", sent("POST", "/bot1:x/sendMany", many([{ type: "photo", media: "attach://f1" }])), null],
      [
        "an album without its file",
        sent("POST", "/bot1:x/sendMany", many([{ type: "photo", media: "attach://f2" }])),
        "a file f2",
      ],
      [
        "an album's strange member",
        sent("POST", "/bot1:x/sendMany", many([{ type: "photo", media: "attach://f1", x: 1 }])),
        "additional properties",
      ],
    ],
  );
});

describe("lexicons", () => {
  let folder: string;
  let described: Description;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "crier-lexicons-"));
    const text = { type: "string", maxLength: 5 };
    const put = {
      type: "procedure",
      input: {
        encoding: "application/json",
        schema: {
          type: "object",
          required: ["repo", "record"],
          properties: { repo: text, record: { type: "unknown" } },
        },
      },
    };
    const list = {
      type: "query",
      parameters: {
        type: "params",
        required: ["limit"],
        properties: { limit: { type: "integer", maximum: 50 } },
      },
    };
    const post = {
      type: "record",
      key: "tid",
      record: { type: "object", required: ["text"], properties: { text, image: { type: "blob" } } },
    };
    for (const [id, main] of Object.entries({ "test.put": put, "test.list": list, "test.post": post })) {
      const nsid = `app.${id}`;
      writeFileSync(join(folder, `${nsid}.json`), JSON.stringify({ lexicon: 1, id: nsid, defs: { main } }));
    }
    described = lexicons("x", folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const record = (members: object) =>
    ({ json: { repo: "did", record: { $type: "app.test.post", text: "a", ...members } } }) as Sent["body"];
  const blob = (link: string) => ({ $type: "blob", ref: { $link: link }, mimeType: "image/png", size: 5 });
  reads(
    () => described,
    [
      ["a read", sent("GET", "/xrpc/app.test.list?limit=5"), null],
      ["a number too large", sent("GET", "/xrpc/app.test.list?limit=51"), "limit"],
      ["a parameter missing", sent("GET", "/xrpc/app.test.list"), "limit"],
      ["a strange parameter", sent("GET", "/xrpc/app.test.list?limit=5&x=1"), "no parameter x"],
      ["another method", sent("POST", "/xrpc/app.test.list?limit=5"), "goes by POST"],
      ["a record", sent("POST", "/xrpc/app.test.put", record({})), null],
      [
        "a record's strange member",
        sent("POST", "/xrpc/app.test.put", record({ txet: "a" })),
        "no member txet",
      ],
      ["a record's text too long", sent("POST", "/xrpc/app.test.put", record({ text: "123456" })), "text"],
      [
        "a record's file",
        sent(
          "POST",
          "/xrpc/app.test.put",
          record({ image: blob("bafkreibabalobzn6cd366ukcsjycp4yymjymgfxcv6xczmlgpemzkz3cfa") }),
        ),
        null,
      ],
      [
        "a record's file that can't be one",
        sent("POST", "/xrpc/app.test.put", record({ image: blob("bafkrei0123") })),
        "blob",
      ],
      [
        "an unknown record",
        sent("POST", "/xrpc/app.test.put", record({ $type: "app.test.none" })),
        "no lexicon",
      ],
      ["a member missing", sent("POST", "/xrpc/app.test.put", { json: { repo: "did" } }), "record"],
      [
        "a member misspelt",
        sent("POST", "/xrpc/app.test.put", { json: { repo: "did", record: {}, rkye: "" } }),
        "no member rkye",
      ],
      ["no body", sent("POST", "/xrpc/app.test.put"), "without a body"],
      [
        "bytes",
        sent("POST", "/xrpc/app.test.put", { bytes: new Uint8Array(1), type: "image/png" }),
        "goes with image/png",
      ],
    ],
  );
  test("it says nothing of calls without a lexicon", () =>
    expect(described.check(sent("GET", "/xrpc/app.test.other"))).toBeNull());
});

describe("scripts/check-specs", () => {
  const check = async (folder: string, ...options: string[]) => {
    const command = [process.execPath, "src/tests/specs/index.ts", folder, ...options];
    const child = Bun.spawn(command, {
      cwd: join(import.meta.dir, "../../.."),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, out, err };
  };
  test("skips what is not there, with its reason, and fails on what is not as described", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crier-specs-"));
    try {
      const nothing = await check(folder);
      expect(nothing).toMatchObject({
        code: 0,
        out: expect.stringContaining("mastodon-openapi.json is not in the folder"),
      });
      const paths = { "/api/v1/statuses": { post: { requestBody: { content: { "text/plain": {} } } } } };
      writeFileSync(join(folder, "mastodon-openapi.json"), JSON.stringify({ paths }));
      const { code, out } = await check(folder);
      expect(code).toBe(1);
      expect(out).toContain("POST /api/v1/statuses (text): goes with application/json");
      expect(out).toMatch(/mastodon +FAILED: \d+ faults; \d+ requests/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  test("a folder that does not exist is refused", async () => {
    expect(await check("/nowhere/at/all")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no folder"),
    });
  });
  test("a judging proxy sees every exchange, and differs from one that stays silent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crier-specs-"));
    const port = freePort();
    const violation = (...location: string[]) => ({ location, message: "is wrong" });
    using judge = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        const answer = await fetch(`http://127.0.0.1:${port}`);
        const body = await answer.text();
        const requestFaults = body === '"senseless"' ? [] : [violation("request", "body")];
        const violations =
          pathname === "/api/v1/statuses" ? [...requestFaults, violation("response", "body")] : [];
        const headers = { ...(violations.length > 0 && { "sl-violations": JSON.stringify(violations) }) };
        return new Response(body, { status: answer.status, headers });
      },
    });
    try {
      writeFileSync(join(folder, "mastodon-openapi.json"), JSON.stringify({ paths: {} }));
      const options = ["--network", "mastodon", "--through", `http://127.0.0.1:${judge.port}`];
      const { code, out } = await check(folder, ...options, "--port", String(port));
      expect(code).toBe(1);
      expect(out).toContain("POST /api/v1/statuses (text): request.body: is wrong");
      expect(out).toContain("POST /api/v1/statuses (text): response.body: is wrong");
      expect(out).toMatch(/says nothing about: .*GET \/api\/v2\/instance/);
      expect(out).not.toMatch(/says nothing about: .*POST \/api\/v1\/statuses/);
      expect(await check(folder, ...options)).toMatchObject({
        code: 2,
        err: expect.stringContaining("--port"),
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
