// Mutants of the store: fences that let through, and promises kept before they are on disk.
import type { Mutant } from "./mutant.ts";

const of = (file: string, mutants: readonly Omit<Mutant, "file" | "judge">[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, file: `store/${file}`, judge: "simulation" }));

const journal = of("journal.ts", [
  {
    name: "whatever its state, a target can be claimed",
    from: "WHERE id = $id AND state = $from AND attempt = $attempt`,\n  );\n  const insertAttempt",
    to: "WHERE id = $id AND coalesce($from, $attempt) IS NOT NULL`,\n  );\n  const insertAttempt",
  },
  {
    name: "what was being published is not found on restart",
    from: "WHERE state IN ('preparing', 'committing')",
    to: "WHERE state IN ('preparing')",
  },
  {
    name: "a late look changes a target that is over",
    from: "verification = coalesce($verification, verification)\n     WHERE id = $id AND state = $state AND attempt = $attempt",
    to: "verification = coalesce($verification, verification)\n     WHERE id = $id AND coalesce($state, $attempt) IS NOT NULL",
  },
  {
    name: "a new attempt has no row of its own",
    from: "insertAttempt.run(due.id, attempt, at);",
    to: "",
  },
]);

const moves = of("moves.ts", [
  {
    name: "a late answer overwrites a person's word",
    from: "WHERE id = $id AND state = $from AND attempt = $attempt",
    to: "WHERE id = $id AND attempt = $attempt",
  },
  {
    name: "the send mark does not say when",
    from: "if (facts.prepared) {",
    to: "if (facts.receipt) {",
  },
  {
    name: "a move leaves no line in the journal",
    from: "log(ref, move, facts.detail, facts.at);\n    touchPost",
    to: "touchPost",
  },
]);

const writer = of("writer.ts", [
  {
    name: "a write is promised before it is on disk",
    from: "answer = () => resolve(value);",
    to: "resolve(value);",
  },
  {
    name: "a write that failed is promised all the same",
    from: "for (const each of now) each.failed(error);",
    to: "for (const each of now) each.committed();",
  },
  {
    name: "half of a failed write stays",
    from: `db.run("ROLLBACK TO member");`,
    to: "",
  },
  {
    name: "a failed group stays open",
    from: `if (db.inTransaction) db.run("ROLLBACK");`,
    to: "",
  },
]);

export const STORE: readonly Mutant[] = [...journal, ...moves, ...writer];
