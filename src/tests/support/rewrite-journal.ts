// Writes the links of a post's events anew, as somebody would who has changed them and knows how links are made.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { linkOf, type ChainedRow } from "../../domain/event-chain.ts";
import type { World } from "./world.ts";

export function rewriteJournal(world: World, postId: string): void {
  using db = new Database(join(world.folder, "crier.sqlite"));
  const rows = db.query<ChainedRow, [string]>(
    `SELECT seq, post_id AS postId, target_id AS targetId, attempt, kind, detail, at, actor, data, link FROM event
     WHERE post_id = ? ORDER BY seq`,
  );
  let previous = "";
  for (const row of rows.all(postId)) {
    previous = linkOf(previous, row);
    db.query("UPDATE event SET link = ? WHERE seq = ?").run(previous, row.seq);
  }
}
