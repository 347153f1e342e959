// Tests what is delivered after a database server died and its standby took over: with and without what was committed last.
import { describe, expect, test } from "bun:test";
import { openPostgresStore } from "../../store/postgres/index.ts";
import { entry, id, profile } from "../store/records.ts";
import { openCluster, type Cluster } from "../support/cluster.ts";
import { startPostgresPair } from "../support/postgres-pair.ts";
import { postgresPrograms } from "../support/postgres.ts";
import { waitUntil } from "../support/wait-until.ts";

const POSTS = 12;
/** Long enough to make them all and to cut the standby off. */
const AHEAD_MS = 15_000;
const TEXTS = Array.from({ length: POSTS }, (_, n) => `Number ${n}`).toSorted();

describe.skipIf(postgresPrograms === null)("a standby that takes over", () => {
  async function schedule({ members, account }: Cluster, count: number, aheadMs: number): Promise<string[]> {
    const at = aheadMs === 0 ? "now" : new Date(Date.now() + aheadMs).toISOString();
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const accounts = [await account("bluesky", `ok-${n}`)];
      const body = { caption: `Number ${n}`, accounts, schedule: at };
      const answer = await members[n % members.length]?.ask("POST", "/posts", body);
      expect(answer?.status).toBe(201);
      ids.push(String(answer?.json["id"]));
    }
    return ids;
  }

  async function states({ members, profileId }: Cluster, ids: readonly string[]): Promise<string[]> {
    const store = members[0]?.appliance.store;
    const posts = await Promise.all(ids.map((id) => store?.posts.get(profileId, id) ?? null));
    return posts.map((post) => post?.targets[0]?.state ?? "gone");
  }

  const texts = ({ members }: Cluster) =>
    members
      .flatMap((each) => each.published("bluesky"))
      .map(({ text }) => text)
      .toSorted();

  async function kinds({ members, profileId }: Cluster, ids: readonly string[]): Promise<string[][]> {
    const posts = members[0]?.appliance.store.posts;
    const events = await Promise.all(ids.map((id) => posts?.events(profileId, id) ?? null));
    return events.map((found) =>
      (found ?? []).filter(({ targetId }) => targetId !== null).map(({ kind }) => kind),
    );
  }

  test("without what was committed last, it sends nothing that may be live, until a person has looked", async () => {
    await using pair = await startPostgresPair(false);
    await using cluster = await openCluster(pair.url, 2);
    const ids = await schedule(cluster, POSTS, AHEAD_MS);
    await pair.catchUp();
    pair.separate();
    await waitUntil(async () => (await states(cluster, ids)).every((state) => state === "posted"));
    await pair.failOver();
    // The standby has them waiting for their time, which is over, and knows of no attempt that a network could be asked about.
    await waitUntil(async () => {
      const found = await states(cluster, ids).catch(() => []);
      return found.length === POSTS && found.every((state) => state === "uncertain");
    });
    expect(await kinds(cluster, ids)).toEqual(ids.map(() => ["hold"]));
    // What comes from now on goes out.
    const [next = ""] = await schedule(cluster, 1, 0);
    await waitUntil(async () => (await states(cluster, [next]))[0] === "posted");
    expect(texts(cluster)).toEqual([...TEXTS, "Number 0"].toSorted());
  });

  test("with everything that was committed, it goes on", async () => {
    await using pair = await startPostgresPair(true);
    await using cluster = await openCluster(pair.url, 2);
    const ids = await schedule(cluster, POSTS, AHEAD_MS);
    await pair.failOver();
    await waitUntil(async () => {
      const found = await states(cluster, ids).catch(() => []);
      return found.length === POSTS && found.every((state) => state === "posted");
    });
    expect(texts(cluster)).toEqual(TEXTS);
    expect((await kinds(cluster, ids)).flat()).not.toContain("hold");
  });

  test("what no standby has confirmed is not believed, also when the answer took too long", async () => {
    await using pair = await startPostgresPair(true);
    await using store = await openPostgresStore({ url: pair.url, name: "test", sessions: 2 });
    const make = (n: number) =>
      store.profiles.create({ ...profile, id: id(n), name: `profile ${n}` }, [], entry);
    await make(1);
    pair.separate();
    await expect(make(2)).rejects.toThrow();
    pair.join();
    await waitUntil(() =>
      make(3).then(
        () => true,
        () => false,
      ),
    );
  });
});
