// Writes the links of a post's events anew, as somebody would who has changed them and knows how links are made.
import { linkOf, type ChainedRow } from "../../domain/event-chain.ts";
import type { World } from "./world.ts";

export async function rewriteJournal({ database }: World, postId: string): Promise<void> {
  const rows = await database.all<ChainedRow>(
    `SELECT seq, post_id AS "postId", target_id AS "targetId", attempt, kind, detail, at, actor, data, link FROM event
     WHERE post_id = $postId ORDER BY seq`,
    { postId },
  );
  let link = "";
  for (const row of rows) {
    link = linkOf(link, row);
    await database.run("UPDATE event SET link = $link WHERE seq = $seq", { link, seq: row.seq });
  }
}
