// Tests labels through HTTP: making and changing them, putting them on posts, and finding posts by them.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { MAX_LABELS } from "../../domain/label.ts";
import { create, DAY, inFuture, list, otherProfile, publish, read } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

const UNKNOWN = "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11";
const add = async (name: string, colour = "blue") => {
  const { status, json } = await world.ask("POST", "/labels", { name, colour });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return (json["label"] as { id: string }).id;
};
const codeOf = async (method: string, path: string, body?: unknown) =>
  (await world.ask(method, path, body)).json["code"];
const names = async () =>
  ((await world.ask("GET", "/labels")).json["labels"] as { name: string }[]).map(({ name }) => name);

test("labels are made, renamed and deleted; names are unique whatever their case", async () => {
  const [harbour] = [await add(" Harbour  news "), await add("Ébène", "red")];
  expect(await names()).toEqual(["Ébène", "Harbour news"]);
  expect(await codeOf("POST", "/labels", { name: "HARBOUR NEWS", colour: "red" })).toBe("already_exists");
  expect(await codeOf("POST", "/labels", { name: "e\u0301BÈNE", colour: "red" })).toBe("already_exists");
  expect(await codeOf("POST", "/labels", { name: "x", colour: "#ff0000" })).toBe("invalid_request");
  expect(await codeOf("POST", "/labels", { name: "  ", colour: "red" })).toBe("invalid_request");
  const edited = await world.ask("PATCH", `/labels/${harbour}`, { name: "harbour NEWS", colour: "teal" });
  expect(edited.json["label"]).toEqual({ id: harbour, name: "harbour NEWS", colour: "teal" });
  expect(await codeOf("PATCH", `/labels/${harbour}`, { name: "ébène" })).toBe("already_exists");
  expect(await codeOf("PATCH", `/labels/${harbour}`, {})).toBe("invalid_request");
  expect((await world.ask("DELETE", `/labels/${harbour}`)).status).toBe(204);
  expect(await codeOf("DELETE", `/labels/${harbour}`)).toBe("not_found");
  expect(await names()).toEqual(["Ébène"]);
});

test("posts have labels in their order, and are found by them", async () => {
  const [one, two] = [await add("one"), await add("two", "green")];
  const both = await world.post({ caption: "Both", schedule: inFuture(world, DAY), labels: [two, one] });
  const single = await world.post({ caption: "Single", schedule: "draft", labels: [one] });
  const none = await world.post({ caption: "None", schedule: "draft" });
  expect([both.labels, single.labels, none.labels]).toEqual([[two, one], [one], []]);
  const ids = async (query: string) => (await list(world, query)).map(({ id }) => id);
  expect(await ids(`?label=${one}`)).toEqual([single.id, both.id]);
  expect(await ids(`?label=${two}`)).toEqual([both.id]);
  expect(await ids(`?label=${one},${two}&status=draft`)).toEqual([single.id]);
  expect((await world.ask("GET", `/posts/counts?label=${one}`)).json["total"]).toBe(2);
  const range = `from=${inFuture(world, 0)}&to=${inFuture(world, 2 * DAY)}`;
  const inCalendar = async (label: string) =>
    (await world.ask("GET", `/calendar?${range}&label=${label}`)).json["posts"] as { labels: string[] }[];
  expect((await inCalendar(two)).map(({ labels }) => labels)).toEqual([[two, one]]);
  expect(await inCalendar(UNKNOWN)).toEqual([]);
  expect(await codeOf("GET", "/posts?label=harbour")).toBe("invalid_query");
  await world.ask("DELETE", `/labels/${one}`);
  expect((await read(world, both.id)).labels).toEqual([two]);
});

test("labels change on any post, also one that is live, and nothing else does", async () => {
  const label = await add("late");
  const live = await publish(world);
  const { status, json } = await world.ask("PATCH", `/posts/${live.id}`, { labels: [label] });
  expect([status, json["labels"], json["revision"], json["status"]]).toEqual([
    200,
    [label],
    live.revision + 1,
    "posted",
  ]);
  expect(await codeOf("PATCH", `/posts/${live.id}`, { labels: [], caption: "x" })).toBe("already_started");
  expect((await world.ask("PATCH", `/posts/${live.id}`, { labels: [] })).json["labels"]).toEqual([]);
  const draft = await world.post({ caption: "Draft", schedule: "draft", labels: [label] });
  const edited = await world.ask("PATCH", `/posts/${draft.id}`, { caption: "Edited" });
  expect([edited.json["labels"], edited.json["caption"]]).toEqual([[label], "Edited"]);
  const again = await world.ask("PATCH", `/posts/${draft.id}`, { caption: "Again", labels: [] });
  expect([again.json["labels"], again.json["caption"]]).toEqual([[], "Again"]);
});

test("a label that is unknown, repeated or another profile's is refused, also in a dry run", async () => {
  const label = await add("mine");
  for (const more of [{ schedule: "draft" }, { dryRun: true }]) {
    const { status, json } = await create(world, { ...more, labels: [label, UNKNOWN] });
    expect([status, json["code"]]).toEqual([400, "unknown_label"]);
    expect(json["errors"]).toEqual([
      { pointer: "/labels/1", message: "this profile has no label with this id" },
    ]);
  }
  expect((await create(world, { labels: [label, label] })).json["code"]).toBe("invalid_request");
  const { headers } = await otherProfile(world);
  expect((await world.ask("GET", "/labels", undefined, headers)).json["labels"]).toEqual([]);
  expect((await create(world, { labels: [label] }, headers)).status).toBe(400);
  expect((await world.ask("DELETE", `/labels/${label}`, undefined, headers)).status).toBe(404);
});

test("a profile has at most a hundred labels", async () => {
  for (let n = (await names()).length; n < MAX_LABELS; n++) await add(`label ${n}`);
  const { status, json } = await world.ask("POST", "/labels", { name: "one more", colour: "grey" });
  expect([status, json["code"]]).toEqual([409, "too_many_labels"]);
});
