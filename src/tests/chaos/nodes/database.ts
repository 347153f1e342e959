// Reads what still has to happen in a database, lets time pass in it, and ends sessions: as the bench, not as Crier.
import { openPool, type Connection } from "../../../store/postgres/pool.ts";
import { INTERRUPTIBLE } from "../../../domain/target-state.ts";
import type { Left } from "../kill/progress.ts";

export interface BenchDatabase extends AsyncDisposable {
  left(): Promise<Left>;
  /** Send marks, outcomes and answers that were written after this event. */
  stepsSince(event: number): Promise<number>;
  /** Attempts under way, by the id of their process. */
  underWay(): Promise<ReadonlyMap<number, number>>;
  /** As if `ms` had passed: due times, waits that networks asked for, and the time of sending move together. */
  pass(ms: number): Promise<void>;
  /** Ends about this share of Crier's sessions. @returns how many */
  endSessions(share: number): Promise<number>;
  /** How often each kind of event is in the journal. */
  events(): Promise<Readonly<Record<string, number>>>;
}

const OPEN = `SELECT state, due_at FROM target WHERE state NOT IN ('draft', 'posted', 'failed', 'uncertain')
  OR (state = 'uncertain' AND due_at IS NOT NULL AND coalesce(verification ->> 'verdict', 'absent') = 'absent')`;

const LEFT = `WITH open AS (${OPEN}) SELECT count(*) AS open,
    count(*) FILTER (WHERE due_at IS NULL OR due_at <= $now) AS busy,
    coalesce(max(due_at) FILTER (WHERE state = 'uncertain'), max(due_at)) AS until,
    (SELECT coalesce(max(seq), 0) FROM event WHERE kind <> 'defer') AS news FROM open`;

const UNDER_WAY = `SELECT name, count(*) AS count FROM target JOIN node ON node.id = target.node
  WHERE state = ANY($states::text[]) AND ended = 0 GROUP BY name`;

export function openBenchDatabase(url: string): BenchDatabase {
  const pool = openPool({ url, name: "bench", sessions: 4 });
  const ask = <T>(act: (db: Connection) => Promise<T>) => patiently(() => pool.use(act));
  return {
    async left() {
      const now = Date.now();
      const row = await ask((db) =>
        db.get<{ open: number; busy: number; until: number | null; news: number }>(LEFT, { now }),
      );
      if (!row) throw new Error("a count without a row");
      return { ...row, waitMs: Math.max(0, (row.until ?? now) - now) };
    },
    async stepsSince(event) {
      const sql = `SELECT count(*) AS n FROM event
        WHERE seq > $event AND kind NOT IN ('created', 'claim', 'interrupt')`;
      return (await ask((db) => db.get<{ n: number }>(sql, { event })))?.n ?? 0;
    },
    async underWay() {
      const rows = await ask((db) =>
        db.all<{ name: string; count: number }>(UNDER_WAY, { states: INTERRUPTIBLE }),
      );
      return new Map(rows.map(({ name, count }) => [Number(name.split(" ").at(-1)), count]));
    },
    pass: (ms) => ask((db) => passIn(db, ms)),
    endSessions: (share) =>
      ask((db) =>
        db.run(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE 'crier %' AND random() < $share::float`,
          { share },
        ),
      ),
    async events() {
      const sql = "SELECT kind, count(*) AS n FROM event GROUP BY kind ORDER BY kind";
      const rows = await ask((db) => db.all<{ kind: string; n: number }>(sql));
      return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** One statement: it happens whole, and what broke it may be tried again. Posts first, as Crier locks them. */
const PASS = `WITH posts AS MATERIALIZED (
    SELECT id FROM post WHERE id IN (SELECT post_id FROM target WHERE state NOT IN ('draft', 'posted', 'failed'))
    ORDER BY id FOR NO KEY UPDATE),
  targets AS (
    UPDATE target SET due_at = CASE WHEN state IN ('retrying', 'processing', 'uncertain') THEN due_at - $ms::bigint ELSE due_at END,
      verification = CASE WHEN state = 'uncertain' AND verification IS NOT NULL
        THEN jsonb_set(verification::jsonb, '{checkedAt}', to_jsonb((verification ->> 'checkedAt')::bigint - $ms::bigint))::json
        ELSE verification END
    WHERE post_id IN (SELECT id FROM posts) AND state IN ('committing', 'retrying', 'processing', 'uncertain')
    RETURNING id, attempt, state),
  attempts AS (
    UPDATE attempt SET sent_at = sent_at - $ms::bigint FROM targets
    WHERE target_id = targets.id AND n = targets.attempt AND targets.state IN ('committing', 'uncertain')),
  accounts AS (UPDATE account SET not_before = not_before - $ms::bigint WHERE not_before IS NOT NULL)
  UPDATE server_failure SET until = until - $ms::bigint WHERE until IS NOT NULL`;

async function passIn(db: Connection, ms: number): Promise<void> {
  await db.run(PASS, { ms });
}

const PATIENCE_MS = 120_000;

/** The server may be away for a while, or end the session that asks. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;)
    try {
      return await act();
    } catch (error) {
      if (performance.now() > giveUp) throw error;
      await Bun.sleep(100);
    }
}
