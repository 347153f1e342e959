// Figures of the whole server, each from an index or a counter.
import {
  LASTING_MS,
  MOST_DUE,
  type FigureRecords,
  type Figures,
  type Gauges,
} from "../../domain/store/figures.ts";
import { percentiles } from "../rows/percentiles.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";

const LATEST = 1000;

export function openFigures({ read }: Access): FigureRecords {
  return {
    gauges: (now) => read((db) => gaugesOf(db, now)),
    figures: (now, since) =>
      read(async (db) => ({
        database: { bytes: await number(db, "SELECT pg_database_size(current_database()) AS n") },
        media: await mediaFigures(db),
        delivery: await deliveryFigures(db, now, since),
      })),
  };
}

async function mediaFigures(db: Connection): Promise<Figures["media"]> {
  const all = await db.get<Omit<Figures["media"], "profiles">>(
    "SELECT coalesce(sum(media_bytes), 0) AS bytes, coalesce(sum(media_files), 0) AS files FROM profile",
  );
  const profiles = await db.all<Figures["media"]["profiles"][number]>(
    `SELECT name, media_bytes AS bytes, media_files AS files FROM profile
     WHERE media_files > 0 ORDER BY media_bytes DESC LIMIT 100`,
  );
  return { ...(all ?? { bytes: 0, files: 0 }), profiles };
}

async function deliveryFigures(db: Connection, now: number, since: number): Promise<Figures["delivery"]> {
  const due = await number(
    db,
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM target WHERE due_at <= $now AND state IN ('pending', 'retrying') LIMIT ${MOST_DUE}) AS counted`,
    { now },
  );
  const running = await number(
    db,
    "SELECT count(*) AS n FROM target WHERE state IN ('preparing', 'committing')",
  );
  const next = await db.get<{ at: number | null }>(
    "SELECT min(due_at) AS at FROM target WHERE due_at > $now",
    {
      now,
    },
  );
  const lateness = await db.all<{ ms: number }>(
    `SELECT lateness AS ms FROM attempt JOIN target ON target.id = target_id
     WHERE settled_at >= $since AND n = 1 AND lateness IS NOT NULL ORDER BY settled_at DESC LIMIT ${LATEST}`,
    { since },
  );
  const latenessMs = percentiles(lateness.map(({ ms }) => ms));
  return { due, running, nextDueAt: next?.at ?? null, latenessMs };
}

/** A few looks at indexes for each account and each webhook, however many posts there are. */
async function gaugesOf(db: Connection, now: number): Promise<Gauges> {
  // Whatever is due, so that an index alone answers it.
  const due = `SELECT count(*) AS n FROM (SELECT 1 FROM target WHERE due_at <= $now LIMIT ${MOST_DUE}) AS counted`;
  const first = await db.get<{ at: number | null }>(
    "SELECT min(due_at) AS at FROM target WHERE due_at <= $now",
    { now },
  );
  const webhooks = await db.get<{ at: number | null }>(
    `SELECT min(first.at) AS at FROM webhook CROSS JOIN LATERAL (
       SELECT min(due_at) AS at FROM webhook_delivery WHERE webhook_id = webhook.id AND due_at <= $now) AS first
     WHERE status = 'active' AND deleted_at IS NULL`,
    { now },
  );
  return {
    due: await number(db, due, { now }),
    dueSince: first?.at ?? null,
    uncertain: await db.all<Gauges["uncertain"][number]>(
      `SELECT account.platform, count(*) AS count, min(state_at) AS since
       FROM account JOIN target ON account_id = account.id AND state = 'uncertain' GROUP BY account.platform ORDER BY 1`,
    ),
    accessEnds: await db.all<Gauges["accessEnds"][number]>(
      `SELECT platform, min(token_expires_at) AS at FROM account
       WHERE status = 'active' AND simulated = 0 AND token_expires_at - credentials_at >= ${LASTING_MS}
       GROUP BY platform ORDER BY 1`,
    ),
    webhooksDueSince: webhooks?.at ?? null,
  };
}

async function number(db: Connection, sql: string, values?: Record<string, number>): Promise<number> {
  return (await db.get<{ n: number }>(sql, values))?.n ?? 0;
}
