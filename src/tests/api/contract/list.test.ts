// Tests GET /posts (contract 4.1, D27): every filter, stable pages, and search with any text.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type World } from "../../support/world.ts";
import {
  create,
  DAY,
  HOUR,
  inFuture,
  list,
  openWorldWith,
  outcome,
  publish,
  setSlots,
  otherProfile,
  uncertainPost,
} from "../../support/posting.ts";

let world: World;
let ids: Record<
  "draft" | "queued" | "scheduled" | "posted" | "failed" | "partial" | "uncertain" | "publishing",
  string
>;
const named = (found: readonly { id: string }[]) =>
  found.map(({ id }) => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? "?").toSorted();
const find = async (query: string) => named(await list(world, query));

beforeAll(async () => {
  world = await openWorldWith([
    "bluesky:ok",
    "mastodon:ok",
    "mastodon:fail",
    "mastodon:ghost",
    "mastodon:limited",
  ]);
  await setSlots(world, [{ time: "09:00" }]);
  const on = (...accounts: string[]) => ({ accounts });
  ids = {
    draft: String(
      (await create(world, { caption: "A quiet draft about cafés", ...on("bluesky") })).json["id"],
    ),
    queued: String((await world.ask("POST", "/posts", { caption: "Queued", ...on("bluesky") })).json["id"]),
    scheduled: (
      await world.post({ caption: "Scheduled", schedule: inFuture(world, 3 * DAY), ...on("mastodon:ok") })
    ).id,
    posted: (await publish(world, { caption: "Out in the world", ...on("bluesky", "mastodon:ok") })).id,
    failed: (await publish(world, { caption: "Failed", ...on("mastodon:fail") })).id,
    partial: (await publish(world, { caption: "Partial", ...on("bluesky", "mastodon:fail") })).id,
    uncertain: (await uncertainPost(world)).id,
    publishing: (await world.post({ caption: "Limited", schedule: "now", ...on("limited") })).id,
  };
  await world.until(ids.publishing, ({ targets }) => targets[0]?.status === "retrying", 1);
});
afterAll(() => world[Symbol.asyncDispose]());

test("reads answer with 200 and a JSON object (contract 4.1)", async () => {
  for (const path of ["/accounts", "/posts", `/posts/${ids.posted}`]) {
    const answer = await world.ask("GET", path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toStartWith("application/json");
    expect(Array.isArray(answer.json)).toBeFalse();
  }
});

test("the list and a single post show the same target statuses (contract 4.1)", async () => {
  for (const post of await list(world)) {
    expect(post.targets.length).toBeGreaterThan(0);
    expect((await world.ask("GET", `/posts/${post.id}`)).json).toEqual(post as never);
  }
});

describe("filters", () => {
  test("posts are filtered by status (D27)", async () => {
    for (const status of Object.keys(ids))
      expect({ status, found: await find(`?status=${status}`) }).toEqual({ status, found: [status] });
    expect(outcome(await world.ask("GET", "/posts?status=gone"))).toBe("400 invalid_query");
  });

  test("posts are filtered by target status (D27)", async () => {
    expect(await find("?targetStatus=posted")).toEqual(["partial", "posted"]);
    expect(await find("?targetStatus=failed")).toEqual(["failed", "partial"]);
    expect(await find("?targetStatus=pending")).toEqual(["queued", "scheduled"]);
    expect(await find("?targetStatus=uncertain")).toEqual(["uncertain"]);
    expect(await find("?targetStatus=retrying")).toEqual(["publishing"]);
    expect(await find("?targetStatus=draft")).toEqual(["draft"]);
    expect(await find("?targetStatus=publishing")).toEqual([]);
  });

  test("posts are filtered by platform (D27)", async () => {
    expect(await find("?platform=bluesky")).toEqual(["draft", "partial", "posted", "queued"]);
    expect(await find("?platform=mastodon")).toEqual([
      "failed",
      "partial",
      "posted",
      "publishing",
      "scheduled",
      "uncertain",
    ]);
    expect(await find("?platform=pins")).toEqual([]);
  });

  test("posts are filtered by account (D27)", async () => {
    const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as {
      id: string;
      handle: string;
    }[];
    const failing = accounts.find(({ handle }) => handle === "fail")?.id ?? "";
    expect(await find(`?accountId=${failing}`)).toEqual(["failed", "partial"]);
    expect(await find(`?accountId=${failing.toUpperCase()}`)).toEqual(["failed", "partial"]);
    expect(outcome(await world.ask("GET", "/posts?accountId=x"))).toBe("400 invalid_query");
  });

  test("from and to compare scheduledFor, or createdAt without one (D27)", async () => {
    const [soon, later] = [inFuture(world, 12 * HOUR), inFuture(world, 2 * DAY)].map(encodeURIComponent);
    expect(await find(`?from=${later}`)).toEqual(["scheduled"]);
    expect(await find(`?from=${soon}&to=${later}`)).toEqual(["queued"]);
    expect((await find(`?to=${soon}`)).length).toBe(6);
    expect(await find(`?from=2027-01-01T00:00:00+01:00`)).toEqual([]);
    for (const bad of ["from=today", "to=2026-12-01", "from=2026-12-01T00:00:00"])
      expect(outcome(await world.ask("GET", `/posts?${bad}`))).toBe("400 invalid_query");
  });

  test("filters combine (D27)", async () => {
    expect(await find("?platform=bluesky&targetStatus=posted")).toEqual(["partial", "posted"]);
    expect(await find("?platform=bluesky&status=partial&q=Partial")).toEqual(["partial"]);
    expect(await find("?platform=bluesky&status=uncertain")).toEqual([]);
    expect(
      await find(`?q=Scheduled&platform=mastodon&from=${encodeURIComponent(inFuture(world, DAY))}`),
    ).toEqual(["scheduled"]);
  });

  test("filters accept several values, separated by commas (D27)", async () => {
    expect(await find("?status=draft,failed")).toEqual(["draft", "failed"]);
    expect(await find("?status=posted,%20posted,draft")).toEqual(["draft", "posted"]);
    expect(await find("?targetStatus=uncertain,draft")).toEqual(["draft", "uncertain"]);
    expect(await find("?platform=bluesky,mastodon")).toHaveLength(8);
    expect(await find("?platform=Bluesky&status=draft,failed")).toEqual(["draft"]);
    const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
    const all = accounts.map(({ id }) => id.toUpperCase()).join(",");
    expect(await find(`?accountId=${all}`)).toHaveLength(8);
  });

  test("a refused filter lists the possible values (D27)", async () => {
    const messageOf = async (query: string) => {
      const { status, json } = await world.ask("GET", `/posts${query}`);
      expect(status).toBe(400);
      return String((json["errors"] as { message: string }[])[0]?.message);
    };
    expect(await messageOf("?status=done")).toBe(
      "must be one or more of draft, queued, scheduled, publishing, uncertain, posted, failed, partial",
    );
    expect(await messageOf("?status=draft,")).toContain("queued");
    expect(await messageOf("?targetStatus=queued")).toContain("retrying");
    expect(await messageOf("?platform=myspace")).toContain("bluesky");
    expect(await messageOf("?accountId=me")).toContain("uuid");
    expect(await messageOf("?colour=red")).toContain("`targetStatus`");
    for (const query of ["?status=draft&status=posted", "?limit=1&limit=1", "?q=a&q=b"])
      expect(await messageOf(query)).toBe("must not be repeated");
  });

  test("unknown parameters are refused with 400 (D27)", async () => {
    for (const query of ["colour=red", "Status=draft", "limit=5&page=2"])
      expect(outcome(await world.ask("GET", `/posts?${query}`))).toBe("400 invalid_query");
  });

  test("a page has 1 to 100 posts (D27)", async () => {
    for (const limit of ["0", "101", "-1", "1.5", "x", ""])
      expect({ limit, is: outcome(await world.ask("GET", `/posts?limit=${limit}`)) }).toEqual({
        limit,
        is: "400 invalid_query",
      });
    expect(await list(world, "?limit=1")).toHaveLength(1);
    expect(await list(world, "?limit=100")).toHaveLength(8);
  });
});

test("another profile's posts are not listed (D27)", async () => {
  const { headers } = await otherProfile(world);
  for (const query of ["", "?status=draft", "?q=Queued", "?platform=bluesky"])
    expect((await world.ask("GET", `/posts${query}`, undefined, headers)).json).toEqual({
      posts: [],
      nextCursor: null,
    });
});

test("pages list the newest first, 20 by default, unchanged by new posts (D27)", async () => {
  await using other = await openWorldWith(["bluesky:ok"]);
  const made: string[] = [];
  for (let n = 0; n < 45; n++) {
    made.unshift(String((await create(other, { caption: `Post ${n}` })).json["id"]));
    if (n % 3 === 0) other.clock.turn(1);
  }
  expect((await list(other)).length).toBe(20);
  for (const limit of [1, 7, 20]) {
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 100; page++) {
      const { json } = await other.ask("GET", `/posts?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...(json["posts"] as { id: string }[]).map(({ id }) => id));
      if (page % 2 === 0) await create(other, { caption: "in between" });
      if (json["nextCursor"] === null) break;
      cursor = String(json["nextCursor"]);
    }
    // Newer ones from an earlier walk come first.
    expect(seen.slice(-45)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  }
  // What is deleted on the way takes nothing else with it.
  const first = (await other.ask("GET", "/posts?limit=10&q=Post")).json;
  const last = (first["posts"] as { id: string }[]).at(-1)?.id ?? "";
  await other.ask("DELETE", `/posts/${last}`);
  const second = (await other.ask("GET", `/posts?limit=10&q=Post&cursor=${String(first["nextCursor"])}`))
    .json;
  expect((second["posts"] as { id: string }[]).map(({ id }) => id)).toEqual(made.slice(10, 20));
});

test("an invalid cursor is refused (D27)", async () => {
  for (const cursor of ["x", "", "..%2F", Buffer.from("' OR 1=1 --").toString("base64url")])
    expect({ cursor, is: outcome(await world.ask("GET", `/posts?cursor=${cursor}`)) }).toEqual({
      cursor,
      is: "400 invalid_cursor",
    });
});

describe("search", () => {
  const search = async (q: string) => await find(`?q=${encodeURIComponent(q)}`);

  test("q finds words and the beginnings of words (D27)", async () => {
    expect(await search("quiet")).toEqual(["draft"]);
    expect(await search("qui")).toEqual(["draft"]);
    expect(await search("QUIET draft")).toEqual(["draft"]);
    expect(await search("draft quiet")).toEqual(["draft"]);
    expect(await search("quiet world")).toEqual([]);
  });

  test("q ignores diacritics (D27)", async () => {
    for (const q of ["cafés", "cafes", "CAFÉS", "cafe\u0301s"]) expect(await search(q)).toEqual(["draft"]);
  });

  test("q reads quotes and operators as text (D27)", async () => {
    const texts = [
      '"',
      '""',
      '"quiet',
      "quiet OR world",
      "NOT quiet",
      "quiet*",
      "caption:quiet",
      "NEAR(quiet draft)",
      "(quiet",
      "quiet)",
      "^quiet",
      "-quiet",
      "+",
      "'",
      "%",
      "_",
      "\\",
      "quiet AND",
      "a:b:c",
      "{quiet}",
      "\u0000",
      "*",
      "🙂",
      " ",
    ];
    for (const q of texts) {
      const { status } = await world.ask("GET", `/posts?q=${encodeURIComponent(q)}`);
      expect({ q, status }).toEqual({ q, status: 200 });
    }
    expect(await search("quiet OR world")).toEqual([]);
    expect(await search("caption:quiet")).toEqual([]);
  });

  test("q follows edits and deletions (D27)", async () => {
    const { id } = (await create(world, { caption: "Zebra", accounts: ["bluesky"] })).json;
    await world.ask("PATCH", `/posts/${String(id)}`, { caption: "Giraffe" });
    expect([await search("zebra"), await search("giraffe")]).toEqual([[], ["?"]]);
    await world.ask("DELETE", `/posts/${String(id)}`);
    expect(await search("giraffe")).toEqual([]);
  });
});
