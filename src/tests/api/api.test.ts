// Tests the API as a whole: authentication, refusals, and that no bad request causes a 5xx.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { openWorld, type World } from "../support/world.ts";
import { createKey, revokeKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
  await world.account("mastodon", "ok");
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const draft = (more: Record<string, unknown>) =>
  world.ask("POST", "/posts", { caption: "x", schedule: "draft", ...more });

describe("problems (D2)", () => {
  test("every problem has type, title, status, detail, instance and code, and its type resolves here", async () => {
    const { status, headers, json } = await world.ask("GET", "/nowhere");
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(json).toMatchObject({ status: 404, code: "not_found", instance: headers.get("x-request-id") });
    const page = await fetch(String(json["type"]));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("not_found");
  });

  test("every answer has an X-Request-Id", async () => {
    const { headers } = await world.ask("GET", "/accounts");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("validation names each field by JSON Pointer", async () => {
    const { status, json } = await world.ask("POST", "/posts", { caption: "", media: ["no"], schedule: 5 });
    expect(status).toBe(400);
    const pointers = (json["errors"] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual(["/caption", "/media/0", "/schedule"]);
  });
});

describe("unknown properties are refused, at any depth (D3)", () => {
  test("in a body", async () => {
    const { status, json } = await draft({ extra: 1 });
    expect(status).toBe(400);
    expect(json["errors"]).toMatchObject([{ pointer: "/extra" }]);
  });
  test("in a query", async () => {
    expect((await world.ask("GET", "/posts?colour=red")).json).toMatchObject({ code: "invalid_query" });
  });
  test("in a network's options", async () => {
    const { status, json } = await draft({ options: { bluesky: { nonsense: true } } });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: "preflight_failed", networks: [{ platform: "bluesky" }] });
  });
});

describe("malformed requests (D4)", () => {
  const json = { "content-type": "application/json" };
  const cases: [string, string | Uint8Array, Record<string, string>, number, string][] = [
    ["not JSON", "{", json, 400, "invalid_json"],
    ["empty", "", json, 400, "invalid_json"],
    ["two documents", "{}{}", json, 400, "invalid_json"],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22]), json, 400, "invalid_json"],
    ["an array", "[]", json, 400, "invalid_request"],
    ["null", "null", json, 400, "invalid_request"],
    ["a number", "1e999", json, 400, "invalid_request"],
    ["deep nesting", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, json, 400, "invalid_json"],
    [
      "a huge list of wrong ids",
      JSON.stringify({ caption: "x", media: Array(200_000).fill("a") }),
      json,
      413,
      "body_too_large",
    ],
    [
      "a huge list of nothing",
      JSON.stringify({ caption: "x", accounts: Array(200_000).fill(null) }),
      json,
      413,
      "body_too_large",
    ],
    ["another type", "caption=x", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["20 MB", `{"caption":"${"x".repeat(20_000_000)}"}`, json, 413, "body_too_large"],
  ];
  for (const [name, body, headers, status, code] of cases) {
    test(`${name}: ${status}`, async () => {
      const answer = await fetch(`${world.url}/v1/posts`, {
        method: "POST",
        headers: { authorization: `Bearer ${world.key}`, ...headers },
        body,
      });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code });
    });
  }

  test("an unknown path: 404; a wrong method: 405 with Allow", async () => {
    expect((await world.ask("GET", "/posts/x/y/z")).status).toBe(404);
    const { status, headers } = await world.ask("DELETE", "/posts");
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET, HEAD, POST");
  });
});

describe("keys (D7)", () => {
  test("missing, malformed, unknown, revoked and expired give the same 401", async () => {
    const request = { profileId: world.profileId, name: "x", scopes: ["read"] as const };
    const revoked = await createKey("cli", { ...request, expiresAt: null }, world.appliance);
    await revokeKey("cli", revoked.record.id, world.appliance);
    const expired = await createKey("cli", { ...request, expiresAt: world.clock.now() + 1 }, world.appliance);
    world.clock.turn(1);
    const unknown = `${world.key.slice(0, -6)}000000`;
    const bodies = new Set<string>();
    for (const header of [
      "",
      "Bearer",
      "Basic abc",
      "Bearer x",
      `Bearer ${unknown}`,
      `Bearer ${revoked.key}`,
      `Bearer ${expired.key}`,
    ]) {
      const answer = await fetch(`${world.url}/v1/accounts`, {
        headers: header === "" ? {} : { authorization: header },
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      bodies.add(JSON.stringify({ ...((await answer.json()) as object), instance: "" }));
    }
    expect(bodies.size).toBe(1);
  });

  test("a key is checked before the body: no key and no JSON is a 401", async () => {
    const answer = await fetch(`${world.url}/v1/posts`, { method: "POST", body: "{" });
    expect(answer.status).toBe(401);
  });

  test("the key itself is stored nowhere", async () => {
    expect((await storedBytes(world)).includes(world.key.slice(11))).toBeFalse();
  });
});

test("a live key is not shut out by others who try wrong ones from its address (D5)", async () => {
  await using other = await openWorld({ CRIER_RATE_LIMIT: "120" });
  const wrong = { authorization: "Bearer wrong" };
  const tried = [];
  for (let n = 0; n < 25; n++) tried.push((await other.ask("GET", "/accounts", undefined, wrong)).status);
  expect(tried.at(-1)).toBe(429);
  expect((await other.ask("GET", "/accounts")).status).toBe(200);
});

describe("scopes (D8)", () => {
  const asking = async (
    scopes: ("read" | "write" | "publish")[],
    method: string,
    path: string,
    body?: object,
  ) => {
    const { key } = await createKey(
      "cli",
      {
        profileId: world.profileId,
        name: "x",
        scopes,
        expiresAt: null,
      },
      world.appliance,
    );
    return await world.ask(method, path, body, { authorization: `Bearer ${key}` });
  };
  test("reading needs read, drafts need write, publishing needs publish", async () => {
    expect((await asking(["write"], "GET", "/accounts")).json).toMatchObject({
      code: "insufficient_scope",
      scope: "read",
    });
    expect((await asking(["read"], "POST", "/posts", { caption: "x", schedule: "draft" })).status).toBe(403);
    expect((await asking(["write"], "POST", "/posts", { caption: "x", schedule: "draft" })).status).toBe(201);
    expect((await asking(["write"], "POST", "/posts", { caption: "x", schedule: "now" })).json).toMatchObject(
      { scope: "publish" },
    );
  });
});

describe("another profile's things do not exist (D6)", () => {
  test("its post is the same 404 as none at all", async () => {
    const { id } = (await draft({})).json;
    const { id: other } = await createProfile("cli", { name: "other" }, world.appliance);
    const { key } = await createKey(
      "cli",
      {
        profileId: other,
        name: "x",
        scopes: ["read"],
        expiresAt: null,
      },
      world.appliance,
    );
    const answers = [];
    for (const each of [id, world.appliance.newId(), "no-id", "..%2f..%2fetc"]) {
      const { status, json } = await world.ask("GET", `/posts/${String(each)}`, undefined, {
        authorization: `Bearer ${key}`,
      });
      answers.push({ status, code: json["code"] });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['{"status":404,"code":"not_found"}']),
    );
  });
});

describe("accounts of a post (D10)", () => {
  test("unknown ones are all listed", async () => {
    const { status, json } = await draft({ accounts: ["bluesky", "@nobody", "x:y"] });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: "unknown_accounts", unknown: ["@nobody", "x:y"] });
  });
  test("a handle on two networks is ambiguous, and the candidates are named", async () => {
    const { json } = await draft({ accounts: ["@OK"] });
    expect(json).toMatchObject({ code: "ambiguous_account" });
    expect(json["candidates"]).toHaveLength(2);
  });
  test("id, platform, handle and platform:handle; the same account counts once", async () => {
    const { json } = await draft({ accounts: ["bluesky:ok", "bluesky", "BLUESKY:@OK"] });
    expect(json["targets"]).toHaveLength(1);
  });
  test("omitted means all", async () => {
    expect((await draft({})).json["targets"]).toHaveLength(2);
  });
});

describe("pre-flight", () => {
  test("all problems of all targets, with numbers; nothing is stored", async () => {
    const before = (await world.ask("GET", "/posts?limit=100")).json["posts"] as unknown[];
    const { status, json } = await world.ask("POST", "/posts", { caption: "x".repeat(501), schedule: "now" });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      code: "preflight_failed",
      networks: [
        { platform: "bluesky", problems: [{ rule: "text.length", limit: 300, actual: 501 }] },
        { platform: "mastodon", problems: [{ rule: "text.length", limit: 500, actual: 501 }] },
      ],
    });
    expect((await world.ask("GET", "/posts?limit=100")).json["posts"]).toHaveLength(before.length);
  });
  test("an override makes it fit where the caption does not", async () => {
    const { status } = await draft({ caption: "x".repeat(400), overrides: { bluesky: "short" } });
    expect(status).toBe(201);
  });
  test("an override that fits no target is refused", async () => {
    expect((await draft({ overrides: { tiktok: "x" } })).json).toMatchObject({
      code: "unknown_override",
      unknown: ["tiktok"],
    });
  });
});

describe("small uploads", () => {
  const send = async (bytes: Uint8Array<ArrayBuffer>, type: string, name = "file") => {
    const form = new FormData();
    form.set(name, new Blob([bytes], { type }), "../../evil\u0000name.jpg");
    return await world.ask("POST", "/media", form);
  };
  const photo = () => Bun.file(SAMPLES.photo.path).bytes();

  test("a photo is measured, whatever its name says", async () => {
    const { status, json } = await send(await photo(), "image/jpeg");
    expect(status).toBe(201);
    const media = json["media"] as Record<string, unknown>;
    expect(media).toMatchObject({
      kind: "image",
      mime: "image/jpeg",
      width: 1600,
      height: 1200,
      filename: "evilname.jpg",
    });
  });
  test("a truncated photo: 422, and no file is left", async () => {
    const entries = () => readdirSync(join(world.folder, "media"), { recursive: true, withFileTypes: true });
    const count = () => entries().filter((entry) => entry.isFile()).length;
    const before = count();
    const bytes = (await photo()).slice(0, 20_000);
    expect((await send(bytes, "image/jpeg")).json).toMatchObject({ status: 422, code: "media_unreadable" });
    expect(count()).toBe(before);
  });
  test("a type that the bytes do not have: 422", async () => {
    expect((await send(await photo(), "image/png")).json).toMatchObject({ code: "media_type_mismatch" });
  });
  test("neither a picture nor a video: 422", async () => {
    expect((await send(Buffer.from("<svg/>"), "image/jpeg")).json).toMatchObject({ status: 422 });
    expect((await send(Buffer.from(""), "image/jpeg")).json).toMatchObject({ status: 422 });
  });
  test("over 4 MiB: 413", async () => {
    expect((await send(new Uint8Array(4 * 1024 * 1024 + 1), "image/jpeg")).json).toMatchObject({
      code: "media_too_large",
    });
    expect((await send(new Uint8Array(9 * 1024 * 1024), "image/jpeg")).json).toMatchObject({
      code: "media_too_large",
    });
  });
  test("without a file part: 400 with the pointer", async () => {
    expect((await send(await photo(), "image/jpeg", "picture")).json).toMatchObject({
      status: 400,
      code: "invalid_request",
    });
  });
  test("another profile's file can't be posted", async () => {
    const { json } = await draft({ media: [world.appliance.newId()] });
    expect(json).toMatchObject({ code: "unknown_media", errors: [{ pointer: "/media/0" }] });
  });
  test("a sender that leaves in the middle leaves nothing behind", async () => {
    const incoming = () => readdirSync(world.folder, { recursive: true, encoding: "utf8" }).toSorted();
    const before = incoming();
    const { port } = new URL(world.url);
    const socket = connect(Number(port), "127.0.0.1");
    const head = `POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.destroy();
    expect((await world.ask("GET", "/accounts")).status).toBe(200);
    expect(incoming()).toEqual(before);
  });
});

describe("naughty text", () => {
  const texts = [
    "\u0000",
    "\ud800",
    "‮right to left",
    "'; DROP TABLE post; --",
    "<script>alert(1)</script>",
    "👨‍👩‍👧‍👦".repeat(50),
    "ﷺ",
    "../../etc/passwd",
    "%s%n",
    "NaN",
    "\u200b",
  ];
  test("is kept as it is, or refused in words; never a 5xx", async () => {
    for (const caption of texts) {
      const { status, json } = await draft({ caption });
      expect(status).toBeLessThan(500);
      if (status !== 201) continue;
      const read = await world.ask("GET", `/posts/${String(json["id"])}`);
      expect(read.json["caption"]).toBe(caption.toWellFormed());
    }
  });
  test("as ids, handles, keys and schedules too", async () => {
    for (const text of texts) {
      const answers = [
        await draft({ accounts: [text] }),
        await draft({ overrides: { [text]: "x" } }),
        await draft({ options: { [text]: {} } }),
        await draft({ schedule: text }),
        await world.ask("GET", `/posts/${encodeURIComponent(text.toWellFormed())}`),
        await world.ask("GET", `/posts?cursor=${encodeURIComponent(text.toWellFormed())}`),
      ];
      for (const { status } of answers) {
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    }
  });
});
