// Figures of the whole server, each from an index or a counter.
import { MOST_DUE, type FigureRecords, type Figures } from "../../domain/store/figures.ts";
import { percentiles } from "../rows/percentiles.ts";
import type { Access } from "./access.ts";

const LATEST = 1000;

export function openFigures({ db, read }: Access): FigureRecords {
  const database = db.query<{ bytes: number }, []>(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  );
  const media = db.query<Omit<Figures["media"], "profiles">, []>(
    "SELECT coalesce(sum(media_bytes), 0) AS bytes, coalesce(sum(media_files), 0) AS files FROM profile",
  );
  const mostMedia = db.query<Figures["media"]["profiles"][number], []>(
    `SELECT name, media_bytes AS bytes, media_files AS files FROM profile
     WHERE media_files > 0 ORDER BY media_bytes DESC LIMIT 100`,
  );
  const due = db.query<{ n: number }, [number]>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM target WHERE due_at <= +? AND +state IN ('pending', 'retrying') LIMIT ${MOST_DUE})`,
  );
  const running = db.query<{ n: number }, []>(
    "SELECT count(*) AS n FROM target WHERE state IN ('preparing', 'committing')",
  );
  const nextDue = db.query<{ at: number | null }, [number]>(
    "SELECT min(due_at) AS at FROM target WHERE due_at > +?",
  );
  const lateness = db.query<{ ms: number }, [number]>(
    `SELECT lateness AS ms FROM attempt CROSS JOIN target ON target.id = target_id
     WHERE settled_at >= +? AND n = 1 AND lateness IS NOT NULL ORDER BY settled_at DESC LIMIT ${LATEST}`,
  );
  return {
    figures: (now, since) =>
      read(() => ({
        database: { bytes: database.get()?.bytes ?? 0 },
        media: { ...(media.get() ?? { bytes: 0, files: 0 }), profiles: mostMedia.all() },
        delivery: {
          due: due.get(now)?.n ?? 0,
          running: running.get()?.n ?? 0,
          nextDueAt: nextDue.get(now)?.at ?? null,
          latenessMs: percentiles(lateness.all(since).map(({ ms }) => ms)),
        },
      })),
  };
}
