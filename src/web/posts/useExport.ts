// Reads the whole list page by page, and saves it as a file.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { download } from "../download.ts";
import { labelsQuery } from "../labels.ts";
import { listWholePosts, type WholePost } from "../lists.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";
import { postsWords as words } from "../words/posts.ts";
import { problemText } from "../words/problem.ts";
import { csvOf, jsonLinesOf } from "./export.ts";
import type { Filter } from "./filter.ts";
import { listQuery } from "./queries.ts";

export type Format = "csv" | "jsonl";

const TYPES: Readonly<Record<Format, string>> = { csv: "text/csv", jsonl: "application/x-ndjson" };
/** The server gives no more at once. */
const PAGE = 100;

interface Export {
  readonly save: (format: Format) => void;
  /** Posts that are read so far; null while nothing is saved. */
  readonly count: number | null;
}

export function useExport(filter: Filter): Export {
  const { id: profileId, name } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [count, setCount] = useState<number | null>(null);
  const isRunning = useRef(false);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => void (hasLeft.current = true);
  }, []);
  const readAll = async (): Promise<WholePost[]> => {
    const posts: WholePost[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await listWholePosts(profileId, { ...listQuery(filter, cursor), limit: String(PAGE) });
      posts.push(...page.posts);
      cursor = page.nextCursor;
      if (cursor === null || hasLeft.current) return posts;
      setCount(posts.length);
    }
  };
  const save = async (format: Format) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setCount(0);
    try {
      const [posts, { labels }] = await Promise.all([readAll(), queries.fetchQuery(labelsQuery(profileId))]);
      if (hasLeft.current) return;
      const file = `${name}-posts.${format}`;
      const parts = format === "csv" ? csvOf(posts, labels) : jsonLinesOf(posts, labels);
      download(new Blob(parts, { type: TYPES[format] }), file);
      notice({ text: words.exported(posts.length, file) });
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    } finally {
      isRunning.current = false;
      setCount(null);
    }
  };
  return { save: (format) => void save(format), count };
}
