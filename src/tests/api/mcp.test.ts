// Tests the MCP tools with the official client, in both protocol versions.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Scope } from "../../domain/api-key.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { networks } from "../../app/networks.ts";
import { HOST, internet, openMediaHost } from "../support/media-host.ts";
import { connectAgent, textOf, type Agent } from "../support/mcp-agent.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import { ENTRY } from "../support/audit-entry.ts";

const LOOKS = [
  "list_accounts",
  "get_account_options",
  "check_post",
  "get_post",
  "list_media",
  "get_post_evidence",
  "list_posts",
];
const CHANGES = [
  ...["add_media", "create_post", "edit_post", "schedule_post", "cancel_post", "retry_post"],
  "reconcile_target",
];

let world: World;
let agent: Agent;
const closing = new AsyncDisposableStack();

beforeAll(async () => {
  world = closing.use(await openWorld());
  await world.account("bluesky", "ok");
  await world.account("mastodon", "fail");
  agent = await connect();
});
afterAll(() => closing.disposeAsync());

async function connect(mode: "auto" | "legacy" = "auto", key = world.key, url = world.url): Promise<Agent> {
  return closing.use(await connectAgent(world, { mode, key, url }));
}

const keyWith = async (scopes: readonly Scope[], profileId = world.profileId) =>
  (await createKey("cli", { profileId, name: "x", scopes, expiresAt: null }, world.appliance)).key;

const photo = async () => (await Bun.file(SAMPLES.photo.path).bytes()).toBase64();

describe("the tools (D39)", () => {
  test("say what they are for, what they take and give, and what they change", async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...LOOKS, ...CHANGES].toSorted());
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toBeString();
      expect(description?.length).toBeGreaterThan(80);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations?.readOnlyHint).toBe(LOOKS.includes(name));
    }
    expect(tools.find(({ name }) => name === "create_post")?.annotations).toMatchObject({
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });

  test("come with instructions that speak of the keys and of looking before posting again", () => {
    const instructions = agent.client.getInstructions() ?? "";
    for (const word of ["idempotencyKey", "get_post", "uncertain", "partial", "reconcile_target"])
      expect(instructions).toContain(word);
  });

  test("list_accounts: what HTTP lists", async () => {
    const { json } = await world.ask("GET", "/accounts");
    expect(await agent.call("list_accounts")).toMatchObject(json);
    expect(textOf(await agent.raw("list_accounts"))).toContain("bluesky:ok");
  });
});

describe("add_media (D39)", () => {
  test("by URL: fetches from a host that was approved", async () => {
    const bytes = Uint8Array.fromBase64(await photo());
    using host = await openMediaHost((_, response) => response.end(bytes));
    const env = { CRIER_IMPORT_PORTS: String(host.port), CRIER_ALLOW_PRIVATE_HOSTS: HOST };
    await using own = await openWorld(env, networks, internet);
    await own.appliance.store.importHosts.add({ host: HOST, createdAt: 0 }, ENTRY);
    const other = await connect("auto", own.key, own.url);
    const url = `https://${HOST}:${host.port}/hills.jpg`;
    const { media, upload } = await other.call<{ media: object; upload: null }>("add_media", {
      url,
      altText: "Hills",
    });
    expect(media).toMatchObject({ filename: "hills.jpg", kind: "image", width: 1600, altText: "Hills" });
    expect(upload).toBeNull();
  });

  test("of a large file: says where to send it, and takes it from there", async () => {
    const bytes = await Bun.file(SAMPLES.clip.path).bytes();
    const request = { filename: "hills.mp4", mimeType: "video/mp4", size: bytes.byteLength };
    const answer = await agent.raw("add_media", request);
    const { media, upload } = answer.structuredContent as {
      media: null;
      upload: { uploadId: string; uploadUrl: string; headers: Record<string, string> };
    };
    expect(media).toBeNull();
    for (const word of [upload.uploadUrl, upload.uploadId, "PUT", "no Authorization"])
      expect(textOf(answer)).toContain(word);
    const { uploadId } = upload;
    expect(await agent.refused("add_media", { uploadId })).toMatchObject({
      code: "upload_incomplete",
      offset: 0,
    });
    const sent = await fetch(upload.uploadUrl, { method: "PUT", headers: upload.headers, body: bytes });
    expect(sent.status).toBe(204);
    const done = await agent.call("add_media", { uploadId, altText: "Hills" });
    expect(done).toMatchObject({
      media: { kind: "video", durationMs: 3000, altText: "Hills" },
      upload: null,
    });
  });
});

test("list_media finds files again, and says what they show", async () => {
  await using own = await openWorld();
  const other = await connect("auto", own.key, own.url);
  for (const [filename, altText] of [["Hügel.jpg", "Hills"], ["lake.jpg"]])
    await other.call("add_media", { base64: await photo(), filename, ...(altText && { altText }) });
  const namesBy = async (filter: object) => {
    const { media } = await other.call<{ media: { filename: string }[] }>("list_media", { ...filter });
    return media.map(({ filename }) => filename);
  };
  expect(await namesBy({})).toEqual(["lake.jpg", "Hügel.jpg"]);
  expect(await namesBy({ q: "hugel" })).toEqual(["Hügel.jpg"]);
  expect(await namesBy({ missingAlt: true, unused: true, kind: "image" })).toEqual(["lake.jpg"]);
  expect(textOf(await other.raw("list_media", {}))).toContain("Hügel.jpg: Hills");
});

describe.each(["auto", "legacy"] as const)("from file to delivery, protocol %s", (mode) => {
  test("a photo is added, checked, published, and its delivery read back", async () => {
    const own = await connect(mode);
    expect(own.client.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
    const { media } = await own.call<{ media: { id: string } }>("add_media", {
      base64: await photo(),
      filename: "hills.jpg",
      altText: "Hills",
    });
    expect(media).toMatchObject({ kind: "image", width: 1600, height: 1200, altText: "Hills" });

    const request = { caption: `Hello from ${mode}`, media: [media.id], schedule: "now" };
    const check = await own.call("check_post", request);
    expect(check).toMatchObject({
      dryRun: true,
      targets: [{ platform: "bluesky" }, { platform: "mastodon" }],
    });

    const answer = await own.raw("create_post", { ...request, idempotencyKey: mode });
    const post = answer.structuredContent as PostBody & { replayed: boolean };
    expect(post).toMatchObject({ status: "partial", replayed: false, idempotencyKey: mode });
    const [posted, failed] = post.targets;
    expect(posted).toMatchObject({ platform: "bluesky", status: "posted" });
    expect(failed).toMatchObject({ platform: "mastodon", status: "failed" });
    expect(posted?.url).toStartWith("http");
    expect(textOf(answer)).toContain(`posted ${posted?.url}`);
    expect(textOf(answer)).toContain(`failed: ${failed?.error}`);
    expect(textOf(answer)).toContain("retry_post tries only the failed ones again");

    const { replayed: _, ...same } = post;
    expect(await own.call("get_post", { id: post.id })).toEqual(same);
    const { posts } = await own.call<{ posts: PostBody[] }>("list_posts", { q: request.caption, limit: 1 });
    expect(posts.map(({ id }) => id)).toEqual([post.id]);
  });

  test("a refusal passes the client's own check of the answer", async () => {
    const own = await connect(mode);
    const problem = await own.refused("create_post", { caption: "x".repeat(501), schedule: "now" });
    expect(problem).toMatchObject({
      code: "preflight_failed",
      networks: [
        { platform: "bluesky", problems: [{ rule: "text.length", limit: 300, actual: 501 }] },
        { platform: "mastodon", problems: [{ rule: "text.length", limit: 500, actual: 501 }] },
      ],
    });
  });
});

describe("the same key (D19)", () => {
  const request = { caption: "Only once", accounts: ["bluesky"], schedule: "now" };

  test("makes one post, over MCP, HTTP, and both at once", async () => {
    const idempotencyKey = "once";
    const tries = [
      ...Array.from({ length: 4 }, () =>
        agent.call<{ id: string }>("create_post", { ...request, idempotencyKey }),
      ),
      ...Array.from({ length: 4 }, async () => {
        const { json } = await world.ask("POST", "/posts", request, { "idempotency-key": idempotencyKey });
        return json as { id: string };
      }),
    ];
    expect(new Set((await Promise.all(tries)).map(({ id }) => id)).size).toBe(1);
    const again = await agent.raw("create_post", { ...request, idempotencyKey });
    expect(again.structuredContent).toMatchObject({ replayed: true, status: "posted" });
    expect(textOf(again)).toContain("nothing was sent now");
  });

  test("with other arguments is a conflict that names the post", async () => {
    const { id } = await agent.call<{ id: string }>("create_post", { ...request, idempotencyKey: "taken" });
    const problem = await agent.refused("create_post", {
      ...request,
      caption: "Other",
      idempotencyKey: "taken",
    });
    expect(problem).toMatchObject({ code: "idempotency_conflict", postId: id });
  });

  test("of a post with an uncertain target sends nothing and asks for a person", async () => {
    await using own = await openWorld();
    await own.account("mastodon", "ghost");
    const other = await connect("auto", own.key, own.url);
    const ghost = { caption: "Gone", schedule: "now", idempotencyKey: "ghost" };
    const { idempotencyKey, ...body } = ghost;
    const headers = { "idempotency-key": idempotencyKey, prefer: "respond-async" };
    const { id } = (await own.ask("POST", "/posts", body, headers)).json as PostBody;
    await own.until(id, ({ targets }) => (targets[0]?.verification ?? null) !== null);
    const answer = await other.raw("create_post", ghost);
    expect(answer.structuredContent).toMatchObject({ code: "needs_reconciliation", postId: id });
    expect(textOf(answer)).toContain("Don't create the post again");
    expect(textOf(await other.raw("get_post", { id }))).toContain("may be live");
    const evidence = await other.raw("get_post_evidence", { id: id.toUpperCase() });
    expect(textOf(evidence)).toContain("The answer from Mastodon was lost. It may be live");
    expect(textOf(evidence)).toContain(
      "Not finding it does not prove that it is missing. Crier checks again at ",
    );
    expect(textOf(evidence)).toContain("A person can look at http");
    expect(evidence.structuredContent).toMatchObject({
      events: [{ targetId: null, text: expect.any(String) }, {}, {}, {}, {}],
      targets: (await own.ask("GET", `/posts/${id}/evidence`)).json["targets"],
    });
    expect(await agent.refused("get_post_evidence", { id })).toMatchObject({ code: "not_found" });
  });
});

describe("what can't be done is a tool error with the API's code", () => {
  test("bad arguments: each by its pointer", async () => {
    const problem = await agent.refused("create_post", { caption: "", media: ["no"], colour: "red" });
    expect(problem["code"]).toBe("invalid_request");
    const pointers = (problem["errors"] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual(["/caption", "/colour", "/media/0"]);
    expect(await agent.refused("get_post", { id: "no-id" })).toMatchObject({ code: "invalid_request" });
    expect(await agent.refused("list_posts", { limit: 1000 })).toMatchObject({
      errors: [{ pointer: "/limit" }],
    });
    expect(await agent.refused("list_posts", { cursor: "x" })).toMatchObject({ code: "invalid_cursor" });
    expect(await agent.refused("check_post", {})).toMatchObject({ errors: [{ pointer: "/caption" }] });
  });

  test("unknown accounts, all listed; the words name the tool that helps", async () => {
    const answer = await agent.raw("create_post", { caption: "x", accounts: ["@nobody", "x:y"] });
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { code: "unknown_accounts", unknown: ["@nobody", "x:y"] },
    });
    expect(textOf(answer)).toContain("list_accounts");
  });

  test("a dry run of create_post stores nothing", async () => {
    const count = async () => (await agent.call<{ posts: [] }>("list_posts", { limit: 100 })).posts.length;
    const before = await count();
    expect(await agent.call("create_post", { caption: "x", schedule: "now", dryRun: true })).toMatchObject({
      dryRun: true,
    });
    expect(await count()).toBe(before);
  });

  test("media: an unapproved host, no source or two, not base64, too large, not a picture", async () => {
    const refused = (args: Record<string, unknown>) => agent.refused("add_media", args);
    expect(await refused({ url: "https://example.com/a.jpg" })).toMatchObject({ code: "host_not_approved" });
    expect(await refused({ url: "http://example.com/a.jpg" })).toMatchObject({
      errors: [{ pointer: "/url" }],
    });
    expect(await refused({ url: "https://example.com/a.jpg", base64: "eA==" })).toMatchObject({
      errors: [{ pointer: "/base64" }, { pointer: "/url" }],
    });
    expect(await refused({ size: 5 })).toMatchObject({
      errors: [{ pointer: "/mimeType" }, { pointer: "/filename" }],
    });
    expect(await refused({ uploadId: world.appliance.newId() })).toMatchObject({ code: "not_found" });
    expect(await refused({})).toMatchObject({ errors: [{ pointer: "/base64" }] });
    expect(await refused({ base64: "ä!" })).toMatchObject({ errors: [{ pointer: "/base64" }] });
    const large = new Uint8Array(4 * 1024 * 1024 + 1).toBase64();
    expect(await refused({ base64: large })).toMatchObject({ code: "media_too_large" });
    expect(await refused({ base64: "PHN2Zy8+" })).toMatchObject({ code: "media_type_unsupported" });
    expect(await refused({ base64: await photo(), mimeType: "image/png" })).toMatchObject({
      code: "media_type_mismatch",
    });
  });

  test("reading needs read, drafts write, publishing publish (D8)", async () => {
    const [reader, writer] = [
      await connect("auto", await keyWith(["read"])),
      await connect("auto", await keyWith(["write"])),
    ];
    const lacks = (scope: Scope) => ({ code: "insufficient_scope", scope });
    expect(await reader.refused("create_post", { caption: "x", schedule: "draft" })).toMatchObject(
      lacks("write"),
    );
    expect(await reader.refused("check_post", { caption: "x" })).toMatchObject(lacks("write"));
    expect(await writer.refused("list_accounts")).toMatchObject(lacks("read"));
    expect(await writer.refused("create_post", { caption: "x", schedule: "now" })).toMatchObject(
      lacks("publish"),
    );
    expect(await writer.call("create_post", { caption: "x", schedule: "draft" })).toMatchObject({
      status: "draft",
    });
  });

  test("another profile's post, media and accounts are as if they did not exist (D6)", async () => {
    const { id } = await agent.call<{ id: string }>("create_post", { caption: "x", schedule: "draft" });
    const { media } = await agent.call<{ media: { id: string } }>("add_media", { base64: await photo() });
    const profile = await createProfile("cli", { name: "stranger" }, world.appliance);
    const otherClient = await connect("auto", await keyWith(["read", "write", "publish"], profile.id));
    const without = ({ instance: _, ...rest }: Record<string, unknown>) => rest;
    const foreign = without(await otherClient.refused("get_post", { id }));
    expect(foreign).toMatchObject({ code: "not_found" });
    expect(foreign).toEqual(without(await otherClient.refused("get_post", { id: world.appliance.newId() })));
    expect(await otherClient.call("list_accounts")).toEqual({ accounts: [] });
    expect(await otherClient.call("list_posts")).toMatchObject({ posts: [] });
    const none = await otherClient.refused("create_post", {
      caption: "x",
      media: [media.id],
      schedule: "draft",
    });
    expect(["no_accounts", "unknown_media"]).toContain(String(none["code"]));
  });

  test("a fault of ours says nothing of its cause", async () => {
    await using own = await openWorld();
    const other = await connect("auto", own.key, own.url);
    const { posts } = own.appliance.publishing;
    Object.assign(posts, { get: () => Promise.reject(new Error("secret cause")) });
    const answer = await other.raw("get_post", { id: own.appliance.newId() });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: "internal", status: 500 } });
    expect(JSON.stringify(answer)).not.toContain("secret cause");
  });
});
