// The status that the database keeps for lists is the one of the post's record, for every combination of targets (D15).
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { phaseOf, postStatus, SCHEDULES, type Schedule } from "../../domain/post.ts";
import { TRANSITIONS, type State } from "../../domain/target-state.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";

interface Kind {
  readonly state: State;
  readonly attempt: number;
}
const KINDS: readonly Kind[] = (Object.keys(TRANSITIONS) as State[]).flatMap((state) =>
  [0, 1].map((attempt) => ({ state, attempt })),
);

test("every combination of three targets and a schedule, however it comes about", () => {
  using db = new Database(":memory:");
  for (const sql of MIGRATIONS) db.run(sql);
  db.run("PRAGMA ignore_check_constraints = ON");
  db.run(
    `INSERT INTO post (id, profile_id, accounts, schedule, scheduled_for, created_at, updated_at)
     VALUES ('p', 'profile', 'null', 'draft', 1, 1, 1)`,
  );
  const add = db.query(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, attempt)
     VALUES ($id, 'p', 0, $id, 'x', 'h', 0, $state, $attempt)`,
  );
  const move = db.query("UPDATE target SET state = $state, attempt = $attempt WHERE id = $id");
  const remove = db.query("DELETE FROM target WHERE id = $id");
  const schedule = db.query("UPDATE post SET schedule = ?");
  const status = db.query<{ status: string }, []>("SELECT status FROM post");
  const faults: unknown[] = [];
  const compare = (given: Schedule, targets: readonly Kind[]) => {
    const kept = status.get()?.status;
    const own = postStatus(given, targets.map(phaseOf));
    if (kept !== own) faults.push({ given, targets, kept, own });
  };
  const [first] = KINDS;
  if (!first) throw new Error("no states");
  for (const id of ["a", "b"]) add.run({ id, ...first });
  for (const given of SCHEDULES) {
    schedule.run(given);
    for (const a of KINDS) {
      move.run({ id: "a", ...a });
      for (const b of KINDS) {
        move.run({ id: "b", ...b });
        compare(given, [a, b]);
        for (const c of KINDS) {
          add.run({ id: "c", ...c });
          compare(given, [a, b, c]);
          remove.run({ id: "c" });
        }
        compare(given, [a, b]);
      }
    }
  }
  expect(faults).toEqual([]);
});
