// Lists mutants of the store: conditions that let too much through, and promises made before they are on disk.
import type { Judge, Mutant } from "./mutant.ts";

const of = (
  file: string,
  mutants: readonly Omit<Mutant, "file" | "judge">[],
  judge: Judge = "simulation",
): Mutant[] => mutants.map((mutant) => ({ ...mutant, file: `store/sqlite/${file}`, judge }));

const journal = of("journal.ts", [
  {
    name: "whatever its state, a target can be claimed",
    from: "WHERE id = $id AND state = $from AND attempt = $attempt AND due_at <= $at AND ${NOT_PAUSED}",
    to: "WHERE id = $id AND coalesce($from, $attempt) IS NOT NULL",
  },
  {
    name: "what was being published is not found on restart",
    from: "FROM target WHERE state IN (${sqlList(INTERRUPTIBLE)})",
    to: "FROM target WHERE state IN ('preparing')",
  },
  {
    name: "a late look changes a target that is over",
    from: "verification = coalesce($verification, verification)\n     WHERE id = $id AND state = $state AND attempt = $attempt",
    to: "verification = coalesce($verification, verification)\n     WHERE id = $id AND coalesce($state, $attempt) IS NOT NULL",
  },
  {
    name: "a send mark is written while publishing is paused",
    from: `if (pause.current()) return "paused";`,
    to: "",
  },
  {
    name: "a new attempt has no row of its own",
    from: "insertAttempt.run(due.id, attempt, at);",
    to: "",
  },
]);

const pause = of(
  "journal.ts",
  [
    {
      name: "an attempt begins while publishing is paused",
      from: "AND due_at <= $at AND ${NOT_PAUSED}",
      to: "AND due_at <= $at",
    },
    {
      name: "an attempt begins while its queue is paused",
      from: "${NOT_PAUSED}\n       AND ${NOT_IN_PAUSED_QUEUE} AND",
      to: "${NOT_PAUSED}\n       AND",
    },
    {
      name: "an attempt begins while its account is paused",
      from: " AND ${NOT_IN_PAUSED_ACCOUNT}`",
      to: "`",
    },
    {
      name: "a target that was moved to another time is claimed",
      from: "AND attempt = $attempt AND due_at <= $at",
      to: "AND attempt = $attempt AND $at IS NOT NULL",
    },
    {
      name: "two attempts try a server after its pause",
      from: "tryServer.run(due.id, due.server).changes === 0",
      to: "tryServer.run(due.id, due.server).changes > 9",
    },
  ],
  "store",
);

const waits = [
  ...of(
    "server-pauses.ts",
    [
      {
        name: "a failure during the pause of a server pauses it longer",
        from: "if ((before?.until ?? 0) > at) return;",
        to: "",
      },
    ],
    "store",
  ),
  ...of(
    "transitions.ts",
    [
      {
        name: "an account does not wait as its network asks it to",
        from: "if (facts.accountNotBefore !== undefined) holdAccount(ref, facts.accountNotBefore);",
        to: "",
      },
    ],
    "store",
  ),
];

const events = of(
  "events.ts",
  [
    {
      name: "an event is not linked to the one before",
      from: 'kind === "created" ? NO_LINK : lastLink(db, postId)',
      to: "NO_LINK",
    },
  ],
  "store",
);

const moves = of("transitions.ts", [
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
    from: "appendTargetEvent(db, ref, { kind: move, detail: facts.detail, at: facts.at, actor, data });\n    touchPost",
    to: "touchPost",
  },
]);

const writer = of("writer.ts", [
  {
    name: "a write that failed is promised all the same",
    from: "for (const each of members) each.failed(error);",
    to: "for (const each of members) each.committed();",
  },
  {
    name: "a failed group stays open",
    from: `if (db.inTransaction) db.run("ROLLBACK");`,
    to: "",
  },
]);

const groups = of(
  "writer.ts",
  [
    {
      name: "a write is promised before it is on disk",
      from: "answer = () => resolve(value);",
      to: "resolve(value);",
    },
    {
      name: "half of a failed write stays",
      from: `db.run("ROLLBACK TO member");`,
      to: "",
    },
    {
      name: "a member's failure takes the others along",
      from: "careful = CAREFUL_GROUPS;\n      return false;",
      to: "throw error;",
    },
    {
      name: "a failed COMMIT is run again",
      from: `db.run("COMMIT");\n    return true;`,
      to: `try {\n      db.run("COMMIT");\n    } catch {\n      rollBack();\n      return false;\n    }\n    return true;`,
    },
    {
      name: "half of a failed group stays",
      from: `db.run("ROLLBACK");\n      careful`,
      to: `db.run("COMMIT");\n      careful`,
    },
    {
      name: "whoever fails makes everybody run twice",
      from: "careful = CAREFUL_GROUPS;",
      to: "",
    },
    {
      name: "a large write keeps what it changes in memory",
      from: "if (members.some(({ isLarge }) => isLarge)) return runGroup(members);",
      to: "",
    },
    {
      name: "a large write waits with others in one transaction",
      from: "Math.max(large, 1)",
      to: "MOST",
    },
    {
      name: "a write begins inside a read",
      from: "endRead();",
      to: "",
    },
  ],
  "store",
);

const reader = of(
  "reader.ts",
  [
    {
      name: "a read does not see what was committed before its turn",
      from: "setImmediate(end);",
      to: "",
    },
    {
      name: "reads of one turn see different things",
      from: "isOpen = true;",
      to: "isOpen = true;\n        end();",
    },
  ],
  "store",
);

const search = [
  ...of(
    "search.ts",
    [
      {
        name: "the search mark runs ahead of the index",
        from: "if (last) mark.run(last.seq);",
        to: "if (last) mark.run(last.seq + 1);",
      },
      {
        name: "an edit leaves its old words in the index",
        from: "change.run(textOf(entry), entry.seq);",
        to: "",
      },
    ],
    "store",
  ),
  ...of(
    "post-list.ts",
    [
      {
        name: "a search does not wait for the index",
        from: "if (query) await index.complete();",
        to: "",
      },
    ],
    "store",
  ),
  ...of(
    "migrations/013_search.sql",
    [
      {
        name: "a number that is given again counts as searched",
        from: ", searched_to = min(searched_to, coalesce((SELECT max(seq) FROM post), 0))",
        to: "",
      },
    ],
    "store",
  ),
];

const reports: readonly Mutant[] = [
  {
    name: "a refusal of one attempt settles what is held after a restore",
    file: "domain/target-move.ts",
    judge: "store",
    from: `found?.isHeld && report !== "accept" ? undefined : moves[from]`,
    to: "moves[from]",
  },
];

export const STORE: readonly Mutant[] = [
  ...journal,
  ...pause,
  ...waits,
  ...events,
  ...moves,
  ...writer,
  ...groups,
  ...reader,
  ...search,
  ...reports,
];
