// The table of a post's targets: where it is live, where it waits, and where not and why.
import { statusOf, targetStatus, waitOf, type Post, type Target } from "../domain/post.ts";
import { table, wrap, type Cell } from "./table.ts";
import { localTime } from "./times.ts";

/** How the reader sees things: the width of the terminal, the profile's time zone, and the present time, ms. */
export interface Display {
  readonly columns: number | null;
  readonly zone: string;
  readonly now: number;
}

export const STATUS_COLOURS = {
  draft: "dim",
  queued: "dim",
  scheduled: "dim",
  pending: "dim",
  publishing: "cyan",
  retrying: "yellow",
  posted: "green",
  partial: "yellow",
  failed: "red",
  uncertain: "magenta",
} as const;

/** One row per target, and below them the status of the post. */
export function outcomeTable(post: Post, display: Display): string {
  const rows = post.targets.map((target): Cell[] => {
    const status = targetStatus(target.state);
    const network = target.simulated ? `${target.platform} (simulated)` : target.platform;
    return [
      network,
      target.handle,
      { text: status, style: STATUS_COLOURS[status] },
      newsOf(post, target, display),
    ];
  });
  const due =
    post.scheduledFor === null
      ? ""
      : `, ${localTime(post.scheduledFor, display.zone, display.now)} ${display.zone}`;
  const lines = table(["network", "account", "status", "details"], rows, display.columns);
  return `${lines}\n${wrap(`post ${post.id}: ${statusOf(post)}${due}`, display.columns)}`;
}

/** Its address, else what it waits for, else why it failed. */
function newsOf(post: Post, target: Target, { zone, now }: Display): string {
  if (target.url !== null) return target.url;
  const wait = waitOf(target);
  if (wait) {
    const until = wait.until === null ? "" : `until ${localTime(wait.until, zone, now)}: `;
    return `${until}${wait.reason}`;
  }
  if (target.state === "pending" && post.scheduledFor !== null)
    return `at ${localTime(post.scheduledFor, zone, now)}`;
  return target.failure?.detail ?? "";
}
