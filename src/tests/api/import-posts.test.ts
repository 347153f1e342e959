// Tests the import of posts from CSV and JSONL files through HTTP, and how CSV is read.
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { csvRecords } from "../../api/requests/csv.ts";
import { MAX_IMPORT_ROWS } from "../../api/requests/post-import.ts";
import { DAY, inFuture, keyFor, list, read, upload } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
  await world.account("mastodon", "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

interface Row {
  row: number;
  ok: boolean;
  problems: { code: string; message: string }[];
  postId: string | null;
  replayed: boolean;
  fields: Record<string, unknown> | null;
}
async function send(
  text: string | Uint8Array,
  type = "text/csv",
  query = "",
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${world.url}/v1/posts/import${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.key}`, "content-type": type, ...headers },
    body: text,
  });
  const json = (await response.json()) as Record<string, unknown>;
  return {
    status: response.status,
    json,
    rows: (json["rows"] ?? []) as Row[],
    code: json["code"],
    detail: String(json["detail"]),
  };
}
const count = async () => (await list(world, "?limit=100")).length;

test("rows of a CSV file become posts, once however often the file is sent", async () => {
  const media = await upload(world);
  const at = inFuture(world, DAY);
  const file = [
    "\ufeffCaption;accounts;schedule;media",
    `"Hello; ""hills""\nand boats";bluesky, mastodon;${at};${media}`,
    "In the queue;bluesky;;",
    "",
    "A draft;all;draft;",
  ].join("\r\n");
  const before = await count();
  const checked = await send(file, "text/csv; charset=utf-8", "?dryRun=true");
  expect([checked.status, checked.json["ok"], await count()]).toEqual([200, 3, before]);
  expect(checked.rows.map(({ row, ok, postId }) => [row, ok, postId])).toEqual([
    [1, true, null],
    [2, true, null],
    [3, true, null],
  ]);
  const { rows } = await send(file);
  expect(rows.map(({ ok, replayed }) => [ok, replayed])).toEqual([
    [true, false],
    [true, false],
    [true, false],
  ]);
  const posts = await Promise.all(rows.map(({ postId }) => read(world, postId ?? "")));
  expect(posts.map(({ status, targets }) => [status, targets.length])).toEqual([
    ["scheduled", 2],
    ["queued", 1],
    ["draft", 2],
  ]);
  expect([posts[0]?.caption, posts[0]?.scheduledFor, posts[0]?.media[0]?.id]).toEqual([
    'Hello; "hills"\nand boats',
    at,
    media,
  ]);
  const again = await send(file);
  expect(again.rows.map(({ postId, replayed }) => [postId, replayed])).toEqual(
    rows.map(({ postId }) => [postId, true]),
  );
  expect(await count()).toBe(before + 3);
});

test("what is wrong with one row does not keep the others from being created", async () => {
  const lines = [
    { caption: "Fine", accounts: ["bluesky"], schedule: "draft" },
    { caption: "x".repeat(400), accounts: ["bluesky"], schedule: "draft" },
    { caption: "Nobody", accounts: ["nobody"], schedule: "draft" },
    { caption: "", schedule: "draft" },
    { caption: "Odd", schedule: "soon" },
    { caption: "More", dryRun: true },
  ].map((each) => JSON.stringify(each));
  const file = [...lines, "{", '{"caption":"x","__proto__":{}}', "[".repeat(100)].join("\n");
  const { rows, json } = await send(file, "application/x-ndjson");
  expect(rows.map(({ problems }) => problems[0]?.code ?? "ok")).toEqual([
    ...["ok", "text.length", "unknown_accounts", "invalid_request", "invalid_schedule", "invalid_request"],
    ...["invalid_json", "invalid_json", "invalid_json"],
  ]);
  expect([json["ok"], json["failed"]]).toEqual([1, 8]);
  expect(rows[1]?.problems[0]?.message).toContain("bluesky (ok): ");
  expect(rows[3]?.problems[0]?.message).toContain("caption");
});

test("rows that publish need the scope publish", async () => {
  const headers = await keyFor(world, { scopes: ["read", "write"] });
  const { rows } = await send("caption,schedule\nA draft,draft\nQueued,\n", "text/csv", "", headers);
  expect(rows.map(({ problems }) => problems[0]?.code ?? "ok")).toEqual(["ok", "insufficient_scope"]);
});

test("a file that is not as it must be is refused as a whole", async () => {
  const refused = async (text: string | Uint8Array, type?: string) => {
    const { code, detail } = await send(text, type);
    return `${String(code)} ${detail}`;
  };
  const before = await count();
  expect(await refused("caption,colour\nx,red\n")).toContain('invalid_request There is no column "colour"');
  expect(await refused("accounts\nbluesky\n")).toContain("The column caption is missing");
  expect(await refused("caption,caption\nx,y\n")).toContain("there twice");
  expect(await refused("caption\n")).toContain("no rows");
  expect(await refused('caption\n"x')).toContain("never closed");
  expect(await refused('caption\n"x"y\n')).toContain("After the closing quote");
  expect(await refused(`caption\n${"x\n".repeat(MAX_IMPORT_ROWS + 1)}`)).toContain("more than 500 rows");
  expect(await refused("\n".repeat(10_000))).toContain("empty lines");
  expect(await refused("\n".repeat(10_000), "application/x-ndjson")).toContain("empty lines");
  expect(await refused(new Uint8Array([0x63, 0xff]))).toContain("UTF-8");
  expect(await refused("{}", "application/json")).toStartWith("unsupported_media_type");
  expect(await refused("x".repeat(1024 * 1024 + 1))).toStartWith("body_too_large");
  expect(await count()).toBe(before);
});

test("a row with more cells than columns is a fault of that row", async () => {
  const { rows } = await send(
    "caption,schedule\nHello, hills,draft\nFine,draft\n",
    "text/csv",
    "?dryRun=true",
  );
  expect(rows.map(({ ok }) => ok)).toEqual([false, true]);
});

test("CSV is read as it was written, whatever is in the cells", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", "🚢", '"', ",", ";", "\n", "\r", " ", "\t") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  fc.assert(
    fc.property(table, fc.constantFrom("\n", "\r\n"), (rows, end) => {
      const all = [["first", "line"], ...rows];
      const text = all.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")).join(end);
      expect([...csvRecords(text)]).toEqual(all);
    }),
  );
});

test("a row with problems says what it says, as far as it can be read", async () => {
  const csv = ["caption,accounts,schedule", "Fine,bluesky,draft", "Boats,myspace; bluesky,draft", "a,b,c,d"];
  expect((await send(csv.join("\n"), "text/csv", "?dryRun=true")).rows.map(({ fields }) => fields)).toEqual([
    null,
    { caption: "Boats", accounts: ["myspace", "bluesky"], schedule: "draft" },
    null,
  ]);
  const odd = { caption: "Boats", accounts: ["bluesky"], schedule: "draft", colour: "red" };
  const lines = [JSON.stringify(odd), "no JSON", "[]"];
  const { rows } = await send(lines.join("\n"), "application/x-ndjson", "?dryRun=true");
  expect(rows.map(({ ok }) => ok)).toEqual([false, false, false]);
  expect(rows[0]?.fields).toEqual(odd);
  expect(rows[1]?.fields).toBeNull();
});
