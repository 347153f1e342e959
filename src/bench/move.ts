// Moves a store with many posts to a PostgreSQL server and back into a folder: how long does it take?
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MovablePlace } from "../domain/store/move.ts";
import { move } from "../ops/move.ts";
import { openMovable, storeFiles } from "../store/index.ts";
import { makePosts } from "../tests/support/many-posts.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { readOptions } from "./options.ts";

const HELP = `  --posts N      posts, each published to one account, with an attempt and four events (10000)
  --tables       also print the time of each table`;

const { posts, tables: isByTable } = readOptions("move", HELP, { posts: 10_000, tables: false });

const root = mkdtempSync(join(tmpdir(), "crier-bench-move-"));
try {
  const folder = join(root, "old");
  mkdirSync(folder);
  console.error(`making ${posts} posts`);
  await makePosts(folder, posts);
  await using server = await startPostgres();
  const url = await server.database();
  await measured("to PostgreSQL", await openMovable(folder, null), await openMovable("", url));
  await measured("to a folder", await openMovable("", url), await openMovable(join(root, "new"), null));
  const found = storeFiles.checkUp(join(root, "new"));
  console.log(`the new folder has ${Math.round((found?.bytes ?? 0) / 1e6)} MB`);
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measured(what: string, from: MovablePlace, to: MovablePlace): Promise<void> {
  const stages = new Map<string, number>();
  const start = performance.now();
  let [stage, since] = ["", start];
  const report = await move({
    ...{ from, to },
    recover: async () => {},
    checkKey: () => {},
    media: async () => {},
    reached: () => {},
    progress(now) {
      const name = now.split(" ")[0] ?? now;
      if (name === stage) return;
      stages.set(stage, (stages.get(stage) ?? 0) + performance.now() - since);
      [stage, since] = [name, performance.now()];
    },
  });
  stages.set(stage, (stages.get(stage) ?? 0) + performance.now() - since);
  const seconds = (performance.now() - start) / 1000;
  const rows = report.kind === "moved" ? report.tables.reduce((sum, table) => sum + table.rows, 0) : 0;
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  console.log(
    `${what}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s; ${memory} MB of memory`,
  );
  if (isByTable)
    for (const [name, ms] of stages)
      if (ms > 50) console.log(`  ${name || "begin"} ${(ms / 1000).toFixed(1)} s`);
  await from[Symbol.asyncDispose]();
  await to[Symbol.asyncDispose]();
}
