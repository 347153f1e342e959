// Lists mutants of what keeps several processes over one PostgreSQL server from each other's attempts.
import type { Mutant } from "./mutant.ts";

const of = (
  file: string,
  judge: Mutant["judge"],
  mutants: readonly Omit<Mutant, "file" | "judge">[],
): Mutant[] => mutants.map((mutant) => ({ ...mutant, file, judge }));

const moves = of("store/postgres/moves.ts", "processes", [
  {
    name: "a send mark is written for another attempt than its own",
    from: "AND target.attempt = made.attempt",
    to: "AND (to_state = 'committing' OR target.attempt = made.attempt)",
  },
  {
    name: "a process marks an attempt that another one makes",
    from: "node = $node::text AND ${LEASED})",
    to: "${LEASED})",
  },
  {
    name: "a process whose lease is over still marks its attempts",
    from: "node = $node::text AND ${LEASED})",
    to: "node = $node::text)",
  },
  {
    name: "what an earlier attempt did not send settles the next one",
    from: "AND target.attempt = made.attempt",
    to: "AND (to_state = 'retrying' OR target.attempt = made.attempt)",
  },
]);

const claims = of("store/postgres/claims.ts", "processes", [
  {
    name: "a process whose lease is over begins attempts",
    from: "AND ${NOT_IN_PAUSED_ACCOUNT} AND ${LEASED}",
    to: "AND ${NOT_IN_PAUSED_ACCOUNT}",
  },
]);

const journal = of("store/postgres/journal.ts", "processes", [
  {
    name: "attempts of a process that lives are taken over",
    from: "node.id = target.node AND ended = 0",
    to: "node.id = target.node AND ended = 1",
  },
]);

const nodes = of("store/postgres/nodes.ts", "processes", [
  {
    name: "a process that was taken for dead goes on as if it were not",
    from: "WHERE id = $id AND ended = 0`",
    to: "WHERE id = $id`",
  },
]);

const takeover = of("publishing/delivery/recover.ts", "nodes", [
  {
    name: "what another process was publishing is queued again at a takeover",
    from: `journal.move(ref, "committing", "lose", {`,
    to: `journal.move(ref, "committing", "unsent", {`,
  },
]);

const mark: readonly Mutant[] = [
  {
    name: "how long the send mark took to write does not count",
    file: "publishing/delivery/send-mark.ts",
    judge: "clock",
    from: "Math.max(clock.now() - start.wall, clock.monotonic() - start.monotonic)",
    to: "Math.min(0, start.wall)",
  },
  {
    name: "the send mark is asked for before the connection stands",
    file: "networks/client/call.ts",
    judge: "answers",
    from: `socket.once(secure ? "secureConnect" : "connect", () => {`,
    to: "setImmediate(() => {",
  },
];

export const PROCESSES: readonly Mutant[] = [...moves, ...claims, ...journal, ...nodes, ...takeover, ...mark];
