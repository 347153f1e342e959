// An agent that knows only the tool list posts to all networks: what it needs to know, the tools tell it.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { networks } from "../../app/networks.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { openWorld, type World } from "../support/world.ts";

interface Account {
  readonly id: string;
  readonly platform: string;
  readonly requires: "media" | "video" | null;
  readonly requiredOptions: readonly string[];
}
interface Schema {
  readonly properties: Readonly<
    Record<string, { readonly type?: string; readonly enum?: readonly unknown[] }>
  >;
}
interface Post {
  readonly id: string;
  readonly status: string;
  readonly targets: readonly { readonly id: string; readonly status: string; readonly error?: string }[];
}

let world: World;
let client: Client;

beforeAll(async () => {
  world = await openWorld({ CRIER_NOW_WAIT_MS: "0" });
  for (const { id } of networks.list) await world.account(id, "ok");
  client = new Client({ name: "agent", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${world.key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit }));
});
afterAll(async () => {
  await client.close();
  await world[Symbol.asyncDispose]();
});

async function call<T>(name: string, args: object = {}): Promise<T> {
  const answer = await client.callTool({ name, arguments: { ...args } });
  if (answer.isError) throw new Error(JSON.stringify(answer.content));
  return answer.structuredContent as T;
}

const base64 = async (path: string) => (await Bun.file(path).bytes()).toBase64();

const settled = (id: string) =>
  world.until(id, ({ status }) => !["queued", "scheduled", "publishing", "draft"].includes(status));

/** A value for an option, from its schema and from what the network allows now. */
function choose(name: string, { properties }: Schema, values: Readonly<Record<string, unknown>>): unknown {
  const stem = name.split("_")[0] ?? name;
  const [, list] =
    Object.entries(values).find(([key, value]) => key.startsWith(stem) && Array.isArray(value)) ?? [];
  const listed: unknown = Array.isArray(list) ? list[0] : undefined;
  const { type, enum: allowed } = properties[name] ?? {};
  if (typeof listed === "object" && listed !== null && "id" in listed) return listed.id;
  if (typeof listed === "string") return listed;
  return allowed ? allowed[0] : type === "boolean" ? false : "";
}

test("it finds every required option in one call for an account, and posts to all eleven networks", async () => {
  const { accounts } = await call<{ accounts: Account[] }>("list_accounts");
  expect(accounts).toHaveLength(networks.list.length);
  const photo = await call<{ media: { id: string } }>("add_media", {
    base64: await base64(SAMPLES.photo.path),
    altText: "Hills in the morning",
  });
  const clip = await call<{ media: { id: string } }>("add_media", {
    base64: await base64(SAMPLES.reel.path),
  });
  for (const { id, platform, requires, requiredOptions } of accounts) {
    const { options: schema, values } = await call<{ options: Schema; values: Record<string, unknown> }>(
      "get_account_options",
      { accountId: id },
    );
    const own = Object.fromEntries(requiredOptions.map((name) => [name, choose(name, schema, values)]));
    const post = await call<Post>("create_post", {
      caption: "Posted by an agent",
      accounts: [id],
      media: requires === null ? [] : [requires === "video" ? clip.media.id : photo.media.id],
      ...(requiredOptions.length > 0 && { options: { [platform]: own } }),
      schedule: "now",
      idempotencyKey: `agent-${platform}`,
    });
    await settled(post.id);
    const now = await call<Post>("get_post", { id: post.id });
    expect({ platform, status: now.status, errors: now.targets.map(({ error }) => error) }).toEqual({
      platform,
      status: "posted",
      errors: [undefined],
    });
  }
});

test("the list of tools is at most 20 kB: every conversation pays for it", async () => {
  const { tools } = await client.listTools();
  expect(new TextEncoder().encode(JSON.stringify(tools)).byteLength).toBeLessThan(20_000);
});

test("a planned post is edited, moved, canceled and published later", async () => {
  const { id } = await call<Post>("create_post", {
    caption: "Planned",
    accounts: ["bluesky:ok"],
    schedule: "2999-01-01T09:00:00Z",
    idempotencyKey: "planned",
  }).catch(async () =>
    call<Post>("create_post", { caption: "Planned", accounts: ["bluesky:ok"], idempotencyKey: "queued" }),
  );
  expect(await call<object>("edit_post", { id, caption: "Better" })).toMatchObject({ caption: "Better" });
  expect(await call<object>("cancel_post", { id })).toMatchObject({ status: "draft", canceled: true });
  expect(await call<object>("schedule_post", { id })).toMatchObject({ status: "queued" });
  await call("schedule_post", { id, schedule: "now" });
  await settled(id);
  expect(await call<object>("get_post", { id })).toMatchObject({ status: "posted", caption: "Better" });
});

test("an agent does not overwrite what a person changed since it read the post", async () => {
  const input = { caption: "First", accounts: ["bluesky:ok"], schedule: "draft", idempotencyKey: "revised" };
  const { id, revision } = await call<Post & { revision: number }>("create_post", input);
  await world.ask("PATCH", `/posts/${id}`, { caption: "A person's" });
  const refused = await client.callTool({ name: "edit_post", arguments: { id, revision, caption: "Mine" } });
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { code: "revision_conflict", post: { caption: "A person's", revision: 2 } },
  });
  const edited = await call<object>("edit_post", { id, revision: 2, caption: "Mine" });
  expect(edited).toMatchObject({ caption: "Mine", revision: 3 });
});

test("an uncertain target is settled only with a person's words", async () => {
  await world.account("bluesky", "ghost");
  const post = await call<Post>("create_post", {
    caption: "Lost",
    accounts: ["bluesky:ghost"],
    schedule: "now",
    idempotencyKey: "lost",
  });
  await settled(post.id);
  const targetId = post.targets[0]?.id ?? "";
  const seen = { id: post.id, targetId, seen: "not_published" };
  const silent = await client.callTool({ name: "reconcile_target", arguments: seen });
  expect(silent).toMatchObject({ isError: true, structuredContent: { code: "invalid_request" } });
  const personSaid = "I looked at the profile: it is not there.";
  const after = await call<Post>("reconcile_target", { ...seen, personSaid });
  expect(after.targets[0]).toMatchObject({ status: "failed", reconciled: { note: personSaid } });
});
