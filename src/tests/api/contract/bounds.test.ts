// Tests request limits (D2, D4, D16, D19, D29): lengths count characters, and hostile requests get short answers.
import { expect, test } from "bun:test";
import { KindGuard, type TSchema } from "@sinclair/typebox";
import type { World } from "../../support/world.ts";
import { connectAgent } from "../../support/mcp-agent.ts";
import { workOf } from "../../support/work.ts";
import {
  create,
  keyFor,
  openWorldWith,
  outcome,
  pointers,
  uncertainPost,
  target,
  postAction,
  upload,
} from "../../support/posting.ts";

const BOAT = "🚣";

/** Every schema inside a schema. */
function* inside(schema: TSchema): Generator<TSchema> {
  yield schema;
  for (const part of Object.values(schema)) {
    const parts: unknown[] = KindGuard.IsSchema(part) ? [part] : Object.values(Object(part) as object);
    for (const each of parts) if (KindGuard.IsSchema(each)) yield* inside(each);
  }
}

test("no schema limits a length in UTF-16 units (D16)", async () => {
  await using world = await openWorldWith([]);
  const bodies = world.routes.flatMap(({ path, body }) => (body ? [{ path, body }] : []));
  expect(bodies.length).toBeGreaterThan(10);
  const wrong = bodies.flatMap(({ path, body }) =>
    [...inside(body)]
      .filter((each) => KindGuard.IsString(each) && each.maxLength !== undefined)
      .map(() => path),
  );
  expect(wrong).toEqual([]);
});

test("lengths are counted in characters (D16)", async () => {
  await using world = await openWorldWith(["facebook:ok", "mastodon:ghost"]);
  const to = { accounts: ["facebook"] };
  const captioned = async (caption: string) => outcome(await create(world, { ...to, caption }));
  expect(await captioned(BOAT.repeat(20_000))).toBe("201");
  const long = await create(world, { ...to, caption: BOAT.repeat(20_001) });
  expect(long.json["errors"]).toEqual([
    { pointer: "/caption", message: "must be a text of 1 to 20000 characters; this has 20001" },
  ]);
  const overridden = async (text: string) =>
    pointers(await create(world, { ...to, overrides: { facebook: text } }));
  expect(await overridden(BOAT.repeat(20_000))).toEqual([]);
  expect(await overridden(BOAT.repeat(20_001))).toEqual(["/overrides/facebook"]);
  const lost = await uncertainPost(world, { accounts: ["mastodon"] });
  const noted = (note: string) =>
    postAction(world, lost.id, "reconcile", {
      targetId: target(lost).id,
      action: "mark_published",
      confirmed: true,
      note,
    });
  expect(pointers(await noted(BOAT.repeat(501)))).toEqual(["/note"]);
  expect(outcome(await noted(BOAT.repeat(500)))).toBe("200");
  const media = await upload(world, "photo", { altText: BOAT.repeat(1500) });
  const described = async (altText: string) =>
    pointers(await world.ask("PATCH", `/media/${media}`, { altText }));
  expect(await described(BOAT.repeat(1500))).toEqual([]);
  expect(await described(BOAT.repeat(1501))).toEqual(["/altText"]);
  expect(upload(world, "photo", { altText: BOAT.repeat(1501) })).rejects.toThrow("/altText");
  const { client } = await connectAgent(world);
  const tried = async (key: string) => {
    const args = { ...to, caption: "x", schedule: "draft", idempotencyKey: key };
    return (await client.callTool({ name: "create_post", arguments: args })).isError ?? false;
  };
  expect([await tried(BOAT.repeat(200)), await tried(BOAT.repeat(201))]).toEqual([false, true]);
  await client.close();
});

test("the largest request within all limits is accepted (D4)", async () => {
  await using world = await openWorldWith([]);
  for (let n = 0; n < 50; n++) await world.account("facebook", `ok-${n}`).catch(() => {});
  const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const ids = accounts.map(({ id }) => id);
  const overrides = Object.fromEntries(ids.map((id) => [id, BOAT.repeat(20_000)]));
  // As some clients write it: every character outside ASCII as two escapes.
  const escaped = JSON.stringify({ caption: "x", schedule: "draft", accounts: ids, overrides }).replaceAll(
    BOAT,
    "\\ud83d\\udea3",
  );
  expect(escaped.length).toBeGreaterThan(ids.length * 240_000);
  const answer = await fetch(`${world.url}/v1/posts`, {
    method: "POST",
    body: escaped,
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
  });
  expect({ accounts: ids.length, status: answer.status }).toEqual({ accounts: 50, status: 201 });
});

/** A request, and what it costs this process, in milliseconds of processor time. */
async function measuredPost(world: World, body: unknown) {
  let answer = { status: 0, text: "" };
  const work = await workOf(async () => {
    const response = await fetch(`${world.url}/v1/posts`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...(await keyFor(world)), "content-type": "application/json" },
    });
    answer = { status: response.status, text: await response.text() };
  });
  return { ...answer, bytes: Buffer.byteLength(answer.text), work };
}

test("a hostile request gets a short answer soon (D2)", async () => {
  await using world = await openWorldWith([]);
  const names = ["youtube", "mastodon", "facebook"];
  for (const name of names) for (let n = 0; n < 8; n++) await world.account(name, `ok-${n}`);
  const many = <T>(count: number, each: (n: number) => T) => Array.from({ length: count }, (_, n) => each(n));
  const fields = (count: number, value: unknown) => Object.fromEntries(many(count, (n) => [`a${n}`, value]));
  const post = { caption: "x", schedule: "draft" };
  const bad: [string, object][] = [
    ["unknown options", { options: { mastodon: fields(4_900, 1) } }],
    [
      "as many unknown options as may be",
      { options: Object.fromEntries(names.map((name) => [name, fields(50, 1)])) },
    ],
    ["tags", { options: { youtube: { tags: many(4_900, () => "bad,tag<>") } } }],
    ["as many tags as may be", { options: { youtube: { tags: many(1000, () => "<>") } } }],
    ["a long value", { options: { youtube: { categoryId: "x".repeat(150_000) } } }],
    ["overrides", { overrides: fields(4_900, "x") }],
    ["unknown fields", fields(4_900, 1)],
    ["one long name", { ["x".repeat(1_000_000)]: 1 }],
    ["one long override", { overrides: { ["x".repeat(1_000_000)]: "x" } }],
    ["one long option", { options: { youtube: { ["x".repeat(150_000)]: 1 } } }],
    ["names", { accounts: many(50, (n) => `${n}${BOAT.repeat(400)}`) }],
    ["media", { media: many(4_900, () => "x") }],
    ["wrong types", { accounts: many(50, () => fields(500, 1)) }],
    ["nested", { options: { youtube: { tags: many(600, (n) => many(6, () => n)) } } }],
    [
      "prototypes",
      { options: { youtube: many(2400, () => JSON.parse('{"__proto__":{"__proto__":1}}') as object) } },
    ],
  ];
  for (const [what, more] of bad) {
    const { status, bytes, work } = await measuredPost(world, { ...post, ...more });
    expect({
      what,
      refused: [400, 413, 422].includes(status),
      short: bytes < 256_000,
      soon: work < 2000,
    }).toEqual({
      what,
      refused: true,
      short: true,
      soon: true,
    });
  }
  // Not an object at all: it must not be copied key by key.
  for (const [body, refusal] of [
    ["x".repeat(1_000_000), 400],
    [many(300_000, () => 1), 413],
  ] as const) {
    const { status, work } = await measuredPost(world, body);
    expect([status, work < 2000]).toEqual([refusal, true]);
  }
  const all = await measuredPost(world, { ...post, ...bad[1]?.[1] });
  const { networks } = JSON.parse(all.text) as {
    networks: { problems: { message: string }[]; truncated?: true }[];
  };
  expect(networks).toHaveLength(24);
  for (const { problems, truncated } of networks) {
    expect(problems.length).toBeLessThanOrEqual(20);
    expect(truncated).toBeTrue();
    expect(
      problems.filter(({ message }) => message.includes("Available options:")).length,
    ).toBeLessThanOrEqual(1);
  }
});
