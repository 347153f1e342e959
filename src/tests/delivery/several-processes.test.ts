// Tests several processes that deliver from one PostgreSQL server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openPool } from "../../store/postgres/pool.ts";
import { openCluster, type Cluster, type Member } from "../support/cluster.ts";
import { asking, EMAIL, PASSWORD } from "../support/owner.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { waitUntil } from "../support/wait-until.ts";

const ACCOUNTS = 20;
const POSTS = 60;

describe.skipIf(postgresPrograms === null)("several processes", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  async function publish({ members, account }: Cluster): Promise<string[]> {
    const accounts = Array.from({ length: ACCOUNTS }, (_, n) => account("mastodon", `ok-${n}`));
    const ids = await Promise.all(accounts);
    const made = Array.from({ length: POSTS }, async (_, n) => {
      const member = members[n % members.length];
      const targets = [ids[n % ACCOUNTS], ids[(n + 7) % ACCOUNTS]];
      const answer = await member?.ask("POST", "/posts", {
        ...{ caption: `Number ${n}`, accounts: targets, schedule: "now" },
      });
      expect(answer?.status).toBe(201);
      return String(answer?.json["id"]);
    });
    return await Promise.all(made);
  }

  /** Of every target: its state, and how often it stands on the networks of all processes together. */
  async function outcomes({ members, profileId }: Cluster, posts: readonly string[]): Promise<string[]> {
    const published = members.flatMap((each) => each.published("mastodon")).map(({ id }) => id);
    const found: string[] = [];
    for (const id of posts) {
      const post = await members[0]?.appliance.store.posts.get(profileId, id);
      for (const { state, remoteId } of post?.targets ?? [])
        found.push(`${state} ${published.filter((each) => each === remoteId).length}`);
    }
    return found;
  }

  test("what all of them deliver goes out once, and each has its part", async () => {
    await using cluster = await openCluster(await server.database(), 3);
    const posts = await publish(cluster);
    const isOver = async () => (await outcomes(cluster, posts)).every((each) => each === "posted 1");
    await waitUntil(isOver);
    const counts = cluster.members.map((each) => each.published("mastodon").length);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(2 * POSTS);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
  });

  test("one that ends leaves its posts to the others", async () => {
    await using cluster = await openCluster(await server.database(), 2);
    const posts = await publish(cluster);
    await cluster.members[1]?.[Symbol.asyncDispose]();
    const isOver = async () => (await outcomes(cluster, posts)).every((each) => each === "posted 1");
    await waitUntil(isOver);
  });

  test("what a process may still be sending can't be called not published, until the process has ended", async () => {
    const url = await server.database();
    await using cluster = await openCluster(url, 2);
    const [first, second] = cluster.members;
    if (!first || !second) throw new Error("two processes");
    const accounts = [await cluster.account("mastodon", "ok-1")];
    const made = await first.ask("POST", "/posts", { caption: "One", accounts, schedule: "now" });
    const id = String(made.json["id"]);
    const target = async () => (await first.appliance.store.posts.get(cluster.profileId, id))?.targets[0];
    await waitUntil(async () => (await target())?.state === "posted");
    // As after a process was silent for longer than its lease.
    await change(url, "UPDATE target SET state = 'uncertain', failure = '{\"code\":\"interrupted\"}'");
    await change(url, "UPDATE attempt SET node = (SELECT id FROM node ORDER BY started_at DESC LIMIT 1)");
    const word = { targetId: (await target())?.id, action: "confirm_not_published", confirmed: true };
    const refused = await first.ask("POST", `/posts/${id}/reconcile`, word);
    expect([refused.status, refused.json["code"]]).toEqual([409, "sender_alive"]);
    expect(refused.json["process"]).toContain(String(process.pid));
    await second[Symbol.asyncDispose]();
    await waitUntil(async () => {
      const answer = await first.ask("POST", `/posts/${id}/reconcile`, word);
      return answer.status === 200;
    });
  });

  test("the set-up link of each process works at every other while it runs, and only once", async () => {
    await using cluster = await openCluster(await server.database(), 3);
    const [first, second, third] = cluster.members;
    if (!first || !second || !third) throw new Error("three processes");
    const setUp = async (at: Member, { setupUrl }: Member) => {
      const token = setupUrl?.split("#")[1];
      const { status, json } = await asking(at)("POST", "/setup", {
        token,
        email: EMAIL,
        password: PASSWORD,
      });
      return json["code"] ?? status;
    };
    await third[Symbol.asyncDispose]();
    expect(await setUp(first, third)).toBe("setup_token_invalid");
    expect(await setUp(first, second)).toBe(201);
    expect(await setUp(second, first)).toBe("already_set_up");
  });

  async function change(url: string, sql: string): Promise<void> {
    await using pool = openPool({ url, name: "test", sessions: 1 });
    await pool.use((session) => session.run(sql));
  }
});
