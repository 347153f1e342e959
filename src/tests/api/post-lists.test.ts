// Tests what lists of posts have for people: orders, light rows, who created a post, and counts.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createKey } from "../../admin/keys.ts";
import { HOUR, MINUTE, postAction } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

interface Row {
  id: string;
  createdBy: { kind: string; name: string | null };
}
interface Page {
  posts: Row[];
  nextCursor: string | null;
}

let world: World;
let account: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  account = await world.account("bluesky", "ok");
  const make = async (caption: string, schedule: string) => {
    ids[caption] = (await world.post({ caption, accounts: [account], schedule })).id;
    world.clock.turn(MINUTE);
  };
  const inHours = (hours: number) => new Date(world.clock.now() + hours * HOUR).toISOString();
  await make("late", inHours(9));
  await make("draft", "draft");
  await make("early", inHours(2));
  await make("live", "draft");
  await make("first live", "now");
  await world.until(ids["first live"] ?? "", ({ status }) => status === "posted");
  world.clock.turn(MINUTE);
  await postAction(world, ids["live"] ?? "", "schedule", { schedule: "now" });
  await world.until(ids["live"] ?? "", ({ status }) => status === "posted");
});
afterAll(() => world[Symbol.asyncDispose]());

const page = async (query: string) => (await world.ask("GET", `/posts?${query}`)).json as unknown as Page;
const problem = async (path: string) => (await world.ask("GET", path)).json["code"];

async function names(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ;) {
    const { posts, nextCursor } = await page(`limit=2&${query}${cursor}`);
    found.push(...posts.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id));
    if (nextCursor === null) return found;
    cursor = `&cursor=${nextCursor}`;
  }
}

test("a list is sorted by when posts were created, are planned, or went live", async () => {
  expect(await names("")).toEqual(["first live", "live", "early", "draft", "late"]);
  expect(await names("sort=created")).toEqual(await names(""));
  expect(await names("sort=scheduled&status=scheduled")).toEqual(["late", "early"]);
  expect(await names("sort=soonest&status=queued,scheduled")).toEqual(["early", "late"]);
  expect(await names("sort=soonest")).toEqual(["draft", "live", "first live", "early", "late"]);
  expect(await names("sort=soonest&q=la")).toEqual(["late"]);
  expect(await names("sort=scheduled&q=la")).toEqual(["late"]);
  expect(await names("sort=published")).toEqual(["live", "first live", "early", "draft", "late"]);
  expect(await names("sort=published&q=live")).toEqual(["live", "first live"]);
});

test("a cursor belongs to its order", async () => {
  for (const [sort, other] of [
    ["created", "published"],
    ["scheduled", "created"],
    ["scheduled", "soonest"],
    ["published", "scheduled"],
  ]) {
    const { nextCursor } = await page(`limit=2&sort=${sort}`);
    expect(await problem(`/posts?limit=2&sort=${other}&cursor=${nextCursor}`)).toBe("invalid_cursor");
  }
  expect(await problem("/posts?sort=size")).toBe("invalid_query");
});

test("a light row has what a list shows", async () => {
  const caption = `Two\nlines 🚢 ${"🚢".repeat(200)}`;
  const { id } = await world.post({ caption, accounts: [account], schedule: "draft" });
  const { posts } = await page("view=light&limit=1");
  expect(posts).toEqual([
    {
      ...{
        id,
        revision: 1,
        status: "draft",
        mediaCount: 0,
        thumbnailUrl: null,
        scheduledFor: null,
        labels: [],
      },
      excerpt: `Two lines 🚢 ${"🚢".repeat(127)}…`,
      publishedAt: null,
      createdAt: expect.any(String),
      review: null,
      createdBy: { kind: "key", name: expect.any(String) },
      targets: [
        {
          ...{ id: expect.any(String), accountId: account, platform: "bluesky", handle: expect.any(String) },
          ...{ status: "draft", simulated: true },
        },
      ],
    },
  ] as never);
  await world.ask("DELETE", `/posts/${id}`);
});

test("a list says who created a post, and can be asked for theirs", async () => {
  const { key, record } = await createKey(
    "cli",
    { profileId: world.profileId, name: "agent", scopes: ["read", "write"], expiresAt: null },
    world.appliance,
  );
  const headers = { authorization: `Bearer ${key}` };
  const { json } = await world.ask("POST", "/posts", { caption: "mine", schedule: "draft" }, headers);
  const { posts } = await page("q=mine");
  expect(posts[0]?.createdBy).toEqual({ kind: "key", name: "agent" });
  expect((await page(`by=key:${record.id}`)).posts.map(({ id }) => id)).toEqual([String(json["id"])]);
  expect((await page("by=owner:nobody@example.com,cli")).posts).toEqual([]);
  for (const by of ["me", "key:x", "owner:", ""])
    expect(await problem(`/posts?by=${by}`)).toBe("invalid_query");
  await world.ask("DELETE", `/posts/${String(json["id"])}`);
});

test("posts are counted by status, with every filter of the list except the status", async () => {
  const none = {
    draft: 0,
    queued: 0,
    scheduled: 0,
    publishing: 0,
    uncertain: 0,
    posted: 0,
    failed: 0,
    partial: 0,
  };
  const counts = async (query = "") => (await world.ask("GET", `/posts/counts${query}`)).json as object;
  expect(await counts()).toEqual({
    counts: { ...none, draft: 1, scheduled: 2, posted: 2 },
    total: 5,
    capped: false,
  });
  expect(await counts("?q=live&platform=bluesky")).toMatchObject({ counts: { posted: 2 }, total: 2 });
  expect(await counts("?by=cli")).toEqual({ counts: none, total: 0, capped: false });
  expect(await problem("/posts/counts?status=draft")).toBe("invalid_query");
  await postAction(world, ids["early"] ?? "", "cancel");
  expect(await counts()).toMatchObject({ counts: { draft: 2, scheduled: 1 }, total: 5 });
});

test("a page of long posts has fewer of them, and the pages together have all, by words as well", async () => {
  await using other = await openWorld();
  const accounts = [await other.account("facebook", "ok"), await other.account("facebook", "down")];
  const made: string[] = [];
  for (let n = 0; n < 25; n++) {
    const caption = `harbour ${"日本語 ".repeat(4900)}`;
    made.push((await other.post({ caption, accounts, schedule: "draft" })).id);
  }
  for (const query of ["", "&q=harbour", "&q=harbour&sort=soonest", "&view=light"]) {
    const pages: string[][] = [];
    for (let cursor = ""; ;) {
      const { json } = await other.ask("GET", `/posts?limit=100${query}${cursor}`);
      const { posts, nextCursor } = json as unknown as Page;
      pages.push(posts.map(({ id }) => id));
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat().toSorted()).toEqual(made.toSorted());
  }
});
