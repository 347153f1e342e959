// A profile with many posts is removed while other work goes on, those first that could still be published.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { makePosts } from "../support/many-posts.ts";
import { openTestDatabase, rowCounts } from "../support/test-database.ts";
import { entry, id, post, PROFILE } from "./records.ts";

const POSTS = 500;
const PLANNED = 3;

test("a profile with 500 posts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-remove-"));
  try {
    await makePosts(folder, POSTS);
    await using store = await storeFiles.open(folder);
    for (let n = 0; n < PLANNED; n++)
      await store.posts.create(post(id(100_000 + 10 * n), "pending", "time"), null, null, entry);
    const database = openTestDatabase(join(folder, storeFiles.databaseFile));
    let isRemoved = false;
    const removed = store.profiles.remove(PROFILE, entry).finally(() => (isRemoved = true));
    const seen: { posts: number; planned: number }[] = [];
    while (!isRemoved) {
      await new Promise((resolve) => setImmediate(resolve));
      const row = await database.get<{ posts: number; planned: number }>(
        "SELECT count(*) AS posts, total(schedule = 'time') AS planned FROM post",
      );
      if (row) seen.push(row);
    }
    expect(await removed).toBeTrue();
    // Only some posts at a time, and those that wait for their time are among the first.
    const steps = seen.map(({ posts }, n) => (seen[n - 1]?.posts ?? POSTS + PLANNED) - posts);
    expect(Math.max(...steps)).toBeLessThanOrEqual(POSTS / 5);
    expect(seen.find(({ posts }) => posts < POSTS)?.planned).toBe(0);
    const { profile, post: posts, target, attempt, event, post_search: words } = await rowCounts(database);
    expect({ profile, posts, target, attempt, event, words }).toEqual({
      ...{ profile: 0, posts: 0, target: 0, attempt: 0, event: 0, words: 0 },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
