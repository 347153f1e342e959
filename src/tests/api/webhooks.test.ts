// Tests how webhooks are managed through HTTP: created, edited, refused, and with a secret that is shown once.
import { expect, test } from "bun:test";
import { MAX_WEBHOOKS } from "../../domain/webhook.ts";
import { keyFor, otherProfile } from "../support/posting.ts";
import { internet } from "../support/media-host.ts";
import { FORBIDDEN_URLS } from "../support/private-addresses.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { openWorld } from "../support/world.ts";
import { status, subscribe, webhookOf } from "../support/webhook-receiver.ts";
import { openForAllTests, type WebhookWorld } from "../support/webhook-world.ts";

let world: WebhookWorld["world"];
let receiver: WebhookWorld["receiver"];
let lines: WebhookWorld["lines"];
let arrived: WebhookWorld["arrived"];
let codeOf: WebhookWorld["codeOf"];
openForAllTests((opened) => ({ world, receiver, lines, arrived, codeOf } = opened));

test("a webhook is created, listed, edited and deleted, and its secret is shown once", async () => {
  const { webhook, secret } = await subscribe(world, receiver.url, {
    events: ["post.settled"],
    description: " Newsroom bot ",
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toMatchObject({
    url: receiver.url,
    events: ["post.settled"],
    description: "Newsroom bot",
    status: "active",
    pausedReason: null,
  });
  expect(await webhookOf(world, webhook.id)).toEqual(webhook);
  expect((await world.ask("GET", "/webhooks")).json["webhooks"]).toEqual([webhook]);
  const edited = await world.ask("PATCH", `/webhooks/${webhook.id}`, { events: null, status: "paused" });
  expect(edited.json["webhook"]).toEqual({
    ...webhook,
    events: null,
    status: "paused",
    pausedReason: "requested",
  });
  const resumed = await world.ask("PATCH", `/webhooks/${webhook.id}`, { status: "active", description: "" });
  expect(resumed.json["webhook"]).toEqual({ ...webhook, events: null, description: "" });
  expect(JSON.stringify([edited.json, resumed.json])).not.toContain("whsec_");
  expect((await world.ask("DELETE", `/webhooks/${webhook.id}`)).status).toBe(204);
  expect(await codeOf("DELETE", `/webhooks/${webhook.id}`)).toBe("not_found");
  expect((await world.ask("GET", "/webhooks")).json["webhooks"]).toEqual([]);
});

test("an address that browsers accept and standards do not is called and shown as it is", async () => {
  for (const odd of ["?tags[]=a|b", "%2é", "?share=100%", "#a#b"]) {
    receiver.arrivals.length = 0;
    const { webhook } = await subscribe(world, `${receiver.url}${odd}`);
    const { href } = new URL(`${receiver.url}${odd}`);
    expect(webhook.url).toBe(href);
    const edited = await world.ask("PATCH", `/webhooks/${webhook.id}`, { url: `${receiver.url}/x${odd}` });
    expect(edited.json["webhook"]).toMatchObject({ url: href.replace(receiver.url, `${receiver.url}/x`) });
    expect((await world.ask("GET", "/webhooks")).json["webhooks"]).toMatchObject([{ id: webhook.id }]);
    await world.ask("POST", `/webhooks/${webhook.id}/test`, {});
    await arrived(1);
    await world.ask("DELETE", `/webhooks/${webhook.id}`);
  }
});

test("requests that are not valid are refused, and so are keys without the scope and other profiles", async () => {
  const { webhook } = await subscribe(world, receiver.url);
  const path = `/webhooks/${webhook.id}`;
  for (const body of [
    {},
    { url: receiver.url, events: ["post.liked"] },
    { url: receiver.url, events: [] },
    { url: receiver.url, secret: "x" },
  ])
    expect({ body, code: await codeOf("POST", "/webhooks", body) }).toEqual({
      body,
      code: "invalid_request",
    });
  expect(await codeOf("PATCH", path, {})).toBe("invalid_request");
  expect(await codeOf("PATCH", path, { status: "asleep" })).toBe("invalid_request");
  expect(await codeOf("POST", `${path}/rotate`, { overlapSeconds: -1 })).toBe("invalid_request");
  const reader = await keyFor(world, { scopes: ["read"] });
  expect((await world.ask("GET", path, undefined, reader)).status).toBe(200);
  for (const [method, at] of [
    ["POST", "/webhooks"],
    ["PATCH", path],
    ["DELETE", path],
    ["POST", `${path}/rotate`],
    ["POST", `${path}/test`],
  ] as const)
    expect(await codeOf(method, at, method === "DELETE" ? undefined : {}, reader)).toBe("insufficient_scope");
  const { headers: stranger } = await otherProfile(world);
  for (const [method, at, body] of [
    ["GET", path, undefined],
    ["PATCH", path, { status: "paused" }],
    ["DELETE", path, undefined],
    ["POST", `${path}/rotate`, undefined],
    ["POST", `${path}/test`, undefined],
    ["GET", `${path}/deliveries`, undefined],
    ["GET", `${path}/deliveries/${webhook.id}`, undefined],
    ["POST", `${path}/deliveries/${webhook.id}/resend`, undefined],
  ] as const)
    expect({ at, code: await codeOf(method, at, body, stranger) }).toEqual({ at, code: "not_found" });
  for (let count = 1; count < MAX_WEBHOOKS; count++) await subscribe(world, receiver.url);
  expect(await codeOf("POST", "/webhooks", { url: receiver.url })).toBe("too_many_webhooks");
});

test("addresses inside are refused when they are set, by number and by name", async () => {
  const inside = { resolve: async () => ["93.184.216.34", "10.0.0.5"], ca: internet.ca };
  await using strict = await openWorld({}, undefined, inside);
  const set = async (method: string, path: string, url: string) =>
    (await strict.ask(method, path, { url })).json["code"];
  const forbidden = FORBIDDEN_URLS.map((url) => url.replaceAll("{port}", "443")).filter((url) => url !== "");
  const others = [
    "http://hooks.example/",
    "https://hooks.example:8443/",
    "https://a:b@hooks.example/",
    "https://hooks.example/",
  ];
  for (const url of [...forbidden, ...others])
    expect({ url, code: await set("POST", "/webhooks", url) }).toEqual({ url, code: "url_refused" });
  const { webhook } = await subscribe(world, receiver.url);
  const { json } = await world.ask("PATCH", `/webhooks/${webhook.id}`, { url: "https://10.0.0.5/" });
  expect(json).toMatchObject({ code: "url_refused", errors: [{ pointer: "/url" }] });
});

test("a secret is nowhere but in the answer that shows it", async () => {
  const { webhook, secret } = await subscribe(world, `${receiver.url}?token=in-the-address`);
  const { json } = await world.ask("POST", `/webhooks/${webhook.id}/rotate`);
  await world.ask("POST", `/webhooks/${webhook.id}/test`);
  await arrived(1);
  receiver.answer(status(500));
  await world.ask("POST", `/webhooks/${webhook.id}/test`);
  await arrived(2);
  const bytes = await storedBytes(world);
  for (const each of [secret, String(json["secret"])]) {
    const bare = each.slice("whsec_".length);
    expect(bytes.includes(bare)).toBe(false);
    expect(bytes.includes(Buffer.from(bare, "base64"))).toBe(false);
    expect(lines.join("\n")).not.toContain(bare);
    for (const path of [
      "/webhooks",
      `/webhooks/${webhook.id}`,
      `/webhooks/${webhook.id}/deliveries`,
      "/events?limit=100",
    ])
      expect(JSON.stringify((await world.ask("GET", path)).json)).not.toContain(bare);
  }
  expect(lines.join("\n")).not.toContain("in-the-address");
  const details = await world.database.all<{ detail: string }>("SELECT detail FROM audit");
  expect(details.some(({ detail }) => detail.includes("in-the-address"))).toBe(false);
});
