// Sends a file of posts to be checked, or to be made into posts.
import { call, v1 } from "../api.ts";

export type Answer = Awaited<ReturnType<typeof sendFile>>;
export type Row = Answer["rows"][number];

/** The same text makes the same posts, however often it is sent. */
export function sendFile(profileId: string, text: string, isDry: boolean) {
  const type = text.trimStart().startsWith("{") ? "application/x-ndjson" : "text/csv";
  const options = { query: { dryRun: isDry ? "true" : "false" }, headers: { "content-type": type } } as const;
  return call(() => v1(profileId).posts.import.post(text, options));
}

/** With other results for some of its rows. */
export function withRows({ rows }: Answer, others: ReadonlyMap<number, Row>): Answer {
  const next = rows.map((row) => others.get(row.row) ?? row);
  const ok = next.filter((row) => row.ok).length;
  return { rows: next, ok, failed: next.length - ok };
}
