// Figures of the whole server, each from an index or a counter.
import type { Database } from "bun:sqlite";
import {
  LASTING_MS,
  MOST_DUE,
  type FigureRecords,
  type Figures,
  type Gauges,
} from "../../domain/store/figures.ts";
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
  const gauges = openGauges(db);
  return {
    gauges: (now) => read(() => gauges(now)),
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

/** A few looks at indexes for each account and each webhook, however many posts there are. */
function openGauges(db: Database): (now: number) => Gauges {
  // Whatever is due: looking at the states of ten thousand rows would take a tenth of a second.
  const due = db.query<{ n: number }, [number]>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM target WHERE due_at <= +? LIMIT ${MOST_DUE})`,
  );
  const first = db.query<{ at: number | null }, [number]>(
    "SELECT min(due_at) AS at FROM target WHERE due_at <= +?",
  );
  // The condition of the index stands in the query as it is there, or SQLite would not use it.
  const uncertain = db.query<Gauges["uncertain"][number], []>(
    `SELECT account.platform, count(*) AS count, min(state_at) AS since
     FROM account CROSS JOIN target INDEXED BY target_account_trouble
       ON account_id = account.id AND state = 'uncertain' AND state IN ('failed', 'uncertain') GROUP BY account.platform`,
  );
  const accessEnds = db.query<Gauges["accessEnds"][number], []>(
    `SELECT platform, min(token_expires_at) AS at FROM account
     WHERE status = 'active' AND simulated = 0 AND token_expires_at - credentials_at >= ${LASTING_MS} GROUP BY platform`,
  );
  const webhooks = db.query<{ at: number | null }, [number]>(
    `SELECT min((SELECT min(due_at) FROM webhook_delivery WHERE webhook_id = webhook.id AND due_at <= +?)) AS at
     FROM webhook WHERE status = 'active' AND deleted_at IS NULL`,
  );
  return (now) => ({
    due: due.get(now)?.n ?? 0,
    dueSince: first.get(now)?.at ?? null,
    uncertain: uncertain.all(),
    accessEnds: accessEnds.all(),
    webhooksDueSince: webhooks.get(now)?.at ?? null,
  });
}
