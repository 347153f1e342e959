// Tests search over HTTP: words of every script, always complete, without blocking other requests.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { create, openWorldWith, read } from "../support/posting.ts";
import type { World } from "../support/world.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { onPostgres } from "../support/postgres.ts";
import { longestTurnOf } from "../support/work.ts";

const draft = async (world: World, caption: string) => String((await create(world, { caption })).json["id"]);

async function search(world: World, q: string, more = ""): Promise<string[]> {
  const { status, json } = await world.ask("GET", `/posts?limit=100&q=${encodeURIComponent(q)}${more}`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return (json["posts"] as { caption: string }[]).map(({ caption }) => caption);
}

describe("words", () => {
  const CAPTIONS: readonly (readonly [
    caption: string,
    found: readonly string[],
    missed: readonly string[],
  ])[] = [
    ["港の船がきれい", ["船", "港の船", "きれい", "港 船"], ["船港", "海", "船の"]],
    ["アイスクリームを食べた", ["アイス", "クリーム", "ｱｲｽ"], ["スイカ"]],
    ["Party 🎉 at Ann's 👍🏽", ["🎉", "party 🎉", "👍", "👍🏽", "ann's", "Ann"], ["🎈", "👎", "🎉 dinner"]],
    ["A family 👨‍👩‍👧 and a ❤️", ["👩", "👨‍👩‍👧", "❤", "❤️"], ["👦"]],
    ["ไทยแลนด์สวย", ["ไทย", "สวย"], ["ลาว"]],
    ["हिन्दी में किताब", ["किताब", "हिन्दी", "कित"], ["कताब"]],
    ["Ἀθῆναι ΟΔΟΣ Straße", ["αθηναι", "οδος", "ΟΔΟΣ", "stra"], ["οδοι"]],
    ["foo-bar baz_qux e-mail", ["foo-bar", "bar", "baz", "qux", "E-Mail"], ["bar-foo", "foo-baz"]],
    ["한국어를 배워요", ["한국어", "배워요"], ["국어"]],
    ["Costs 5 € or ★★★", ["€", "★", "5 €"], ["£"]],
  ];

  test("of every script are found, and only those", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    for (const [caption] of CAPTIONS) await draft(world, caption);
    for (const [caption, found, missed] of CAPTIONS) {
      for (const q of found) expect({ q, is: await search(world, q) }).toEqual({ q, is: [caption] });
      for (const q of missed) expect({ q, is: await search(world, q) }).toEqual({ q, is: [] });
    }
  });

  test("only the last one may go on, from its second letter", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await draft(world, "harbour ship anchor");
    expect(await search(world, "harbour shi")).toHaveLength(1);
    expect(await search(world, "harb ship")).toHaveLength(0);
    expect(await search(world, "sh")).toHaveLength(1);
    expect(await search(world, "s")).toHaveLength(0);
    expect(await search(world, "harbours")).toHaveLength(0);
  });

  test("as many as there are, each counts", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`);
    await draft(world, words.join(" "));
    expect(await search(world, words.toReversed().join(" "))).toHaveLength(1);
    expect(await search(world, [...words.slice(0, 29), "other"].join(" "))).toHaveLength(0);
    expect(await search(world, "word1 ".repeat(25))).toHaveLength(1);
    expect(await search(world, "!!! …")).toHaveLength(0);
  });

  test("very long ones, and half of a surrogate pair", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await draft(world, "x".repeat(200));
    expect(await search(world, "x".repeat(200))).toHaveLength(1);
    const answer = await create(world, { caption: "half \ud83d of a pair" });
    if (answer.status === 201)
      expect(answer.json["caption"]).toBe((await read(world, String(answer.json["id"]))).caption);
  });
});

describe("the index", () => {
  test("is complete before anybody searches", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const made = await Promise.all(Array.from({ length: 600 }, (_, n) => draft(world, `quick ${n}`)));
    const { json } = await world.ask("GET", "/posts?q=quick&limit=100");
    expect(json["nextCursor"]).not.toBeNull();
    expect(await search(world, "quick 599")).toEqual(["quick 599"]);
    expect(made).toHaveLength(600);
  });

  test.skipIf(onPostgres)("catches up by itself", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await draft(world, "by itself");
    const behind = async () =>
      (
        await world.database.all<{ n: number }>(
          "SELECT (SELECT max(seq) FROM post) - searched_to AS n FROM workspace",
        )
      )[0]?.n;
    expect(await behind()).toBe(1);
    for (let round = 0; round < 100 && (await behind()) === 1; round++) {
      world.clock.turn(2000);
      await world.ask("GET", "/posts");
    }
    expect(await behind()).toBe(0);
  });

  test("knows a post that has the number of one that was deleted", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await draft(world, "first");
    const last = await draft(world, "second");
    expect(await search(world, "second")).toEqual(["second"]);
    await world.ask("DELETE", `/posts/${last}`);
    await draft(world, "third");
    expect(await search(world, "third")).toEqual(["third"]);
    expect(await search(world, "second")).toEqual([]);
  });

  test("follows edits, whether it had the post or not", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const id = await draft(world, "zebra");
    await world.ask("PATCH", `/posts/${id}`, { caption: "giraffe" });
    expect([await search(world, "zebra"), await search(world, "giraffe")]).toEqual([[], ["giraffe"]]);
    await world.ask("PATCH", `/posts/${id}`, { caption: "okapi" });
    expect([await search(world, "giraffe"), await search(world, "okapi")]).toEqual([[], ["okapi"]]);
  });

  test("is there after a restart, with what was missing", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await draft(world, "before");
    await search(world, "before");
    await draft(world, "after");
    await world.restart();
    expect([await search(world, "before"), await search(world, "after")]).toEqual([["before"], ["after"]]);
  });
});

test.skipIf(onPostgres)("what was deleted is in no file once the server has stopped", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const words = Array.from({ length: 200 }, (_, n) => `canary${n}x${(n * 7919).toString(36)}`);
  for (const word of words) await draft(world, `The secret of ${word}`);
  expect(await search(world, "secret")).toHaveLength(100);
  const gone = await draft(world, "Deleted alone: lonelycanary");
  await world.ask("PATCH", `/posts/${gone}`, { caption: "Edited away: lonelycanary" });
  expect(await search(world, "lonelycanary")).toHaveLength(1);
  await world.ask("DELETE", `/posts/${gone}`);
  await world.restart(0, async () => {
    expect(found(world, ["lonelycanary"])).toEqual([]);
    expect(found(world, words.slice(0, 1))).toEqual(words.slice(0, 1));
  });
  await world.appliance.store.profiles.remove(world.profileId, ENTRY);
  await world.appliance[Symbol.asyncDispose]();
  expect(found(world, words)).toEqual([]);
});

function found(world: World, words: readonly string[]): string[] {
  const files = readdirSync(world.folder, { recursive: true, encoding: "utf8" }).map((name) =>
    join(world.folder, name),
  );
  const bytes = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path));
  return words.filter((word) => bytes.some((content) => content.includes(word)));
}

describe("with many posts, most of them another profile's", () => {
  const POSTS = 20_000;

  test("no list request delays other requests", async () => {
    await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
    const { json } = await world.ask("GET", "/accounts");
    const [account = ""] = (json["accounts"] as { id: string }[]).map(({ id }) => id);
    await fill(world, account);
    await search(world, "a");
    const requests = [
      `q=${encodeURIComponent("a ".repeat(100))}`,
      `q=${encodeURIComponent("a b c d e f g h i j k l m n o p q r s t u v w x y z")}`,
      ...["q=odd%20even", "q=crie", "q=zebra", "status=partial", "status=failed", "targetStatus=retrying"],
      ...["platform=mastodon", `accountId=${account}`, "to=2020-01-01T00:00:00Z", "status=partial&q=a"],
      "platform=mastodon&status=posted&from=2020-01-01T00:00:00Z",
    ];
    for (const request of requests) {
      const longest = await longestTurnOf(async () => {
        expect((await world.ask("GET", `/posts?${request}`)).status).toBe(200);
      });
      // Some milliseconds on a machine of its own; here others work too.
      expect({ request, holdsUp: longest > 500 }).toEqual({ request, holdsUp: false });
    }
  });

  async function fill({ database, profileId }: World, account: string): Promise<void> {
    await database.run(
      "INSERT INTO profile (id, name, timezone, created_at) VALUES ('other', 'other', 'UTC', 1)",
    );
    await database.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($posts AS integer))
       INSERT INTO post (id, profile_id, accounts, schedule, created_at, updated_at)
       SELECT '019aa4c0-0000-7000-8000-' || substr(CAST(1000000000000 + i AS text), 2),
         CASE WHEN i % 10 = 0 THEN $profileId ELSE 'other' END,
         'null', 'now', 1700000000000 + i, 1 FROM n`,
      { posts: POSTS, profileId },
    );
    await database.run(
      `INSERT INTO post_content (post_id, kind, key, position, value)
       SELECT id, 'text', '', 0, 'crier a ' || CASE WHEN (created_at - 1700000000000) % 20 < 10 THEN 'odd' ELSE 'even' END FROM post`,
    );
    await database.run(
      `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, published_at)
       SELECT replace(id, '019aa4c0', '019aa4c1'), id, 0, $account, 'bluesky', 'ok', 1, 'posted', 1 FROM post`,
      { account },
    );
  }
});
