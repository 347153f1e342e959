// The audit log, page by page.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { admin, call, now } from "../api.ts";

/** What narrows the log; "" narrows nothing. */
export interface Filter {
  readonly actor: string;
  readonly action: string;
  readonly profileId: string;
  /** The last so many days. */
  readonly days: string;
}

const PAGE = "50";
const DAY_MS = 86_400_000;

/** As a request has it. */
export function queryOf({ days, ...filter }: Filter): Record<string, string> {
  const entries = Object.entries(filter).filter(([, value]) => value !== "");
  const from = days === "" ? {} : { from: new Date(now() - Number(days) * DAY_MS).toISOString() };
  return { ...Object.fromEntries(entries), ...from };
}

async function readPage(filter: Filter, cursor: string | null) {
  const query = { ...queryOf(filter), limit: PAGE, ...(cursor !== null && { cursor }) };
  const page = await call(() => admin().audit.get({ query }));
  if ("entries" in page) return page;
  throw new Error("the server sent a file in place of a page");
}
export type Entry = Awaited<ReturnType<typeof readPage>>["entries"][number];

export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["listAudit", filter],
    queryFn: ({ pageParam }) => readPage(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Where the browser gets all of it as a file. */
export const fileOf = (filter: Filter): string =>
  `/admin/audit?${new URLSearchParams({ ...queryOf(filter), format: "jsonl" }).toString()}`;
