// Posts as the lines of a CSV or JSONL file.
import type { Label } from "../labels.ts";
import type { WholePost } from "../lists.ts";

/** In the order of the columns. */
const fieldsOf = (post: WholePost, labels: readonly Label[]) => ({
  id: post.id,
  status: post.status,
  caption: post.caption,
  scheduledFor: post.scheduledFor,
  publishedAt: post.publishedAt,
  createdAt: post.createdAt,
  createdBy: post.createdBy.name ?? post.createdBy.kind,
  labels: labels.filter(({ id }) => post.labels.includes(id)).map(({ name }) => name),
  accounts: post.targets.map(({ platform, handle }) => `${platform}:${handle}`),
  addresses: post.targets.flatMap(({ url }) => url ?? []),
  media: post.media.map(({ id }) => id),
});

const COLUMNS = [
  ...(["id", "status", "caption", "scheduledFor", "publishedAt", "createdAt", "createdBy"] as const),
  ...(["labels", "accounts", "addresses", "media"] as const),
] as const;

/** RFC 4180 in UTF-8, with the mark by which spreadsheets recognise it. */
export function csvOf(posts: readonly WholePost[], labels: readonly Label[]): string[] {
  const lines = posts.map((post) => {
    const fields = fieldsOf(post, labels);
    return COLUMNS.map((name) => cell(fields[name])).join(",");
  });
  return ["\ufeff", ...[COLUMNS.join(","), ...lines].map((line) => `${line}\r\n`)];
}

/** Each line with the fields of a file in CSV, and the words and the result of each account. */
export function jsonLinesOf(posts: readonly WholePost[], labels: readonly Label[]): string[] {
  return posts.map((post) => {
    const { overrides, options, targets } = post;
    const results = targets.map((target) => {
      const { platform, handle, status, url = null, error = null, simulated } = target;
      return { platform, handle, status, url, error, simulated };
    });
    return `${JSON.stringify({ ...fieldsOf(post, labels), overrides, options, results })}\n`;
  });
}

/** A cell that a spreadsheet would calculate begins with an apostrophe: it stays text. */
function cell(value: string | readonly string[] | null): string {
  const text = value === null ? "" : typeof value === "string" ? value : value.join(", ");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
