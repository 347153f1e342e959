// Tests several processes that deliver from one PostgreSQL server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openCluster, type Cluster } from "../support/cluster.ts";
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
});
