// Reads what still has to happen in a data folder, and lets time pass for it without waiting.
import { Database } from "bun:sqlite";
import { join } from "node:path";

/** What an appliance would still do by itself. */
export interface Left {
  /** Targets that are not at their end; one that waits for a question that may prove nothing is. */
  readonly open: number;
  /** Of these, what is under way or could begin now. */
  readonly busy: number;
  /** Until the rest could begin, ms; uncertain ones go first, because proof has its time. */
  readonly waitMs: number;
  /** The number of the last line of the journal that says what became of a target: a higher one is news. */
  readonly news: number;
}

const OPEN = `SELECT state, due_at FROM target WHERE state NOT IN ('draft', 'posted', 'failed', 'uncertain')
  OR (state = 'uncertain' AND due_at IS NOT NULL AND coalesce(verification ->> '$.verdict', 'absent') = 'absent')`;

/** A look into the folder; also beside a running appliance. */
export interface View extends Disposable {
  left(): Left;
  /** The send marks, outcomes and answers that have been written since the view was opened. */
  steps(): number;
}

export function openView(folder: string): View {
  const db = new Database(join(folder, "crier.sqlite"), { readonly: true, strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  const newest = () =>
    db
      .query<{ at: number | null }, []>(
        "SELECT max(seq) AS at FROM event WHERE kind NOT IN ('defer', 'claim', 'interrupt')",
      )
      .get()?.at ?? 0;
  const opened = newest();
  return {
    left() {
      const now = Date.now();
      const row = db
        .query<{ open: number; busy: number; until: number | null }, { now: number }>(
          `WITH open AS (${OPEN}) SELECT count(*) AS open, total(due_at IS NULL OR due_at <= $now) AS busy,
             coalesce(max(iif(state = 'uncertain', due_at, NULL)), max(due_at)) AS until FROM open`,
        )
        .get({ now });
      if (!row) throw new Error("a count without a row");
      return { ...row, waitMs: Math.max(0, (row.until ?? now) - now), news: newest() };
    },
    steps() {
      const since = db.query<{ n: number }, { opened: number }>(
        `SELECT count(*) AS n FROM event WHERE seq > $opened AND kind NOT IN ('created', 'claim', 'interrupt')`,
      );
      return since.get({ opened })?.n ?? 0;
    },
    [Symbol.dispose]: () => db.close(),
  };
}

/** How often each kind of line is in the journal. */
export function lines(folder: string): ReadonlyMap<string, number> {
  using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  const all = "SELECT kind, count(*) AS n FROM event GROUP BY kind";
  const rows = db.query<{ kind: string; n: number }, []>(all).all();
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}

/** Targets whose attempt is under way. */
export function underWay(folder: string): number {
  using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  const all = "SELECT count(*) AS n FROM target WHERE state IN ('preparing', 'committing')";
  return db.query<{ n: number }, []>(all).get()?.n ?? 0;
}

/** As if `ms` had passed while no appliance ran: due times, the last answer and the time of sending move together. */
export function pass(folder: string, ms: number): void {
  using db = new Database(join(folder, "crier.sqlite"), { readwrite: true, strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  db.run("PRAGMA synchronous = FULL");
  db.transaction(() => {
    db.query(
      "UPDATE target SET due_at = due_at - $ms WHERE state IN ('retrying', 'processing', 'uncertain')",
    ).run({ ms });
    db.query(
      `UPDATE target SET verification = json_set(verification, '$.checkedAt', verification ->> '$.checkedAt' - $ms)
       WHERE state = 'uncertain' AND verification IS NOT NULL`,
    ).run({ ms });
    db.query(
      `UPDATE attempt SET sent_at = sent_at - $ms
       WHERE (target_id, n) IN (SELECT id, attempt FROM target WHERE state IN ('committing', 'uncertain'))`,
    ).run({ ms });
  }).immediate();
}
