// Tests /metrics of several processes over one PostgreSQL server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openCluster, type Member } from "../support/cluster.ts";
import { readExposition } from "../support/exposition.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { waitUntil } from "../support/wait-until.ts";

const TOKEN = "canary-token-of-metrics";
const POSTS = 12;

describe.skipIf(postgresPrograms === null)("several processes", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  const read = async ({ url }: Member) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const metrics = readExposition(await answer.text());
    return (line: string): number => {
      const name = line.replace(/(_count)?(\{.*)?$/, "");
      return metrics.get(name)?.samples.get(line) ?? NaN;
    };
  };

  test("each says how many there are and how long its lease lasts, and counts what it did itself", async () => {
    const options = { settings: { CRIER_METRICS_TOKEN: TOKEN } };
    await using cluster = await openCluster(await server.database(), 2, options);
    const [first, second] = cluster.members;
    if (!first || !second) throw new Error("two processes");
    const accounts = await Promise.all(
      Array.from({ length: POSTS }, (_, n) => cluster.account("mastodon", `ok-${n}`)),
    );
    for (const [n, account] of accounts.entries()) {
      const member = n < 4 ? first : second;
      const post = { caption: `Number ${n}`, accounts: [account], schedule: "now" };
      expect((await member.ask("POST", "/posts", post)).status).toBe(201);
    }
    const sums = async (line: string) => {
      const [one, two] = [await read(first), await read(second)];
      return [one(line), two(line)] as const;
    };
    const posted = "crier_targets_settled_total{outcome=posted,platform=mastodon}";
    await waitUntil(async () => (await sums(posted)).reduce((a, b) => a + b) === POSTS);
    expect(await sums("crier_posts_created_total{schedule=now}")).toEqual([4, POSTS - 4]);
    const [one, two] = await sums("crier_start_lateness_seconds_count");
    expect(one + two).toBe(POSTS);
    await waitUntil(async () => (await sums("crier_nodes")).every((count) => count === 2));
    for (const left of await sums("crier_lease_left_seconds")) {
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(15);
    }
    expect(await sums("crier_targets_uncertain{platform=mastodon}")).toEqual([0, 0]);
    await second[Symbol.asyncDispose]();
    await waitUntil(async () => (await read(first))("crier_nodes") === 1);
  });
});
