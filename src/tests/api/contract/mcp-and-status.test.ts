// Tests what the contract says about MCP, the status page and sign-in; each has more tests of its own.
import { expect, test } from "bun:test";
import { connectAgent } from "../../support/mcp-agent.ts";
import { create, openWorldWith, read } from "../../support/posting.ts";
import { createKey } from "../../../admin/keys.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const TOOLS = [
  ...[
    "add_media",
    "cancel_post",
    "check_post",
    "create_post",
    "edit_post",
    "get_account_options",
    "get_post",
    "get_post_evidence",
  ],
  ...["list_accounts", "list_media", "list_posts", "reconcile_target", "retry_post", "schedule_post"],
];

test("an agent has the same capabilities over MCP (contract 1)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { client } = await connectAgent(world);
  const made = await client.callTool({
    name: "create_post",
    arguments: { caption: "From an agent", schedule: "draft" },
  });
  const { id } = made.structuredContent as { id: string };
  expect((await read(world, id)).caption).toBe("From an agent");
  await client.close();
});

test("the same key works over MCP (contract 5)", async () => {
  await using world = await openWorldWith([]);
  const { client } = await connectAgent(world);
  expect((await client.listTools()).tools.length).toBe(TOOLS.length);
  await client.close();
  expect(connectAgent(world, { key: "crier_live_wrong" })).rejects.toThrow();
});

test("every MCP tool has a schema and annotations (D39)", async () => {
  await using world = await openWorldWith([]);
  const { client } = await connectAgent(world);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS);
  for (const { inputSchema, outputSchema, annotations, description } of tools) {
    expect(inputSchema.type).toBe("object");
    expect(outputSchema).toBeObject();
    expect(annotations?.readOnlyHint).toBeBoolean();
    expect(description?.length).toBeGreaterThan(80);
  }
  await client.close();
});

test("MCP errors carry the code and the networks (D39)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { client } = await connectAgent(world);
  const refused = await client.callTool({
    name: "create_post",
    arguments: { caption: "x".repeat(301), schedule: "now" },
  });
  expect(refused.isError).toBeTrue();
  expect(JSON.stringify(refused)).toContain("preflight_failed");
  expect(JSON.stringify(refused)).toContain("text.length");
  await client.close();
});

test("MCP uses the same keys and scopes (D39)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { profileId } = world;
  const request = { profileId, name: "reader", scopes: ["read"] as const, expiresAt: null };
  const { client } = await connectAgent(world, {
    key: (await createKey("cli", request, world.appliance)).key,
  });
  expect((await client.callTool({ name: "list_accounts", arguments: {} })).isError ?? false).toBeFalse();
  const refused = await client.callTool({
    name: "create_post",
    arguments: { caption: "x", schedule: "draft" },
  });
  expect(JSON.stringify(refused)).toContain("insufficient_scope");
  await client.close();
});

test("the status page names the available networks (contract 1)", async () => {
  await using world = await openWorldWith([]);
  const page = await (await fetch(`${world.url}/status`)).text();
  expect(page).toContain("Bluesky");
  expect(page).toContain("Mastodon");
});

test("the status page exists as HTML and JSON (D38)", async () => {
  await using world = await openWorldWith([]);
  const { networks } = (await (await fetch(`${world.url}/status.json`)).json()) as { networks: object[] };
  for (const platform of ["bluesky", "mastodon"])
    expect(networks).toContainEqual(expect.objectContaining({ platform, available: true, access: "anyone" }));
  const summary = await (await fetch(`${world.url}/api/v2/summary.json`)).json();
  expect(summary).toMatchObject({ status: { indicator: "none" } });
});

test("failed sign-ins are limited (D5)", async () => {
  await using world = await openWorldWith([]);
  const signIn = () =>
    fetch(`${world.url}/admin/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: world.url },
      body: JSON.stringify({ email: "a@example.com", password: "wrong password" }),
    });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await signIn()).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await signIn()).headers.get("retry-after")).toMatch(/^\d+$/);
});

test("queued posts move to changed slots on request (D21)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const posts = [];
  for (const caption of ["1", "2", "3"])
    posts.push((await create(world, { caption, schedule: undefined })).json);
  const { store, clock, newId } = world.appliance;
  const { reflowTo } = await import("../../../domain/reflow.ts");
  const slot = {
    id: newId(),
    profileId: world.profileId,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    time: "06:15",
    timezone: "UTC",
  };
  await store.slots.replace(world.profileId, [slot], reflowTo([slot], clock.now()), ENTRY);
  const after = await Promise.all(posts.map(({ id }) => read(world, String(id))));
  const times = after.map(({ scheduledFor }) => scheduledFor ?? "");
  expect(times.every((at) => at.includes("T06:15:00"))).toBeTrue();
  expect(times).toEqual([...new Set(times)].toSorted());
});

test("the event records how late the post was (D25)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await world.post({
    caption: "x",
    schedule: new Date(world.clock.now() + 60_000).toISOString(),
  });
  await world.restart(90_000);
  await world.until(id, ({ status }) => status === "posted");
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  const claim = (json["events"] as { kind: string; detail: string }[]).find(({ kind }) => kind === "claim");
  expect(claim?.detail).toMatch(/, 30\d{3} ms after its time$/);
});
