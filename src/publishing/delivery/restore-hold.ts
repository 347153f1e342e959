// After a restore, or after a standby took over: holds targets that may have been published since, until Crier or a person has
// checked.
import type { State } from "../../domain/target-state.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import type { TargetFacts } from "../../domain/target-move.ts";
import type { HeldTarget, Hold, Holding, HoldCandidate } from "../../domain/store/restore-hold.ts";

/** How a database went back in time. */
export interface Restored {
  /** The moment up to which the restored copy is true, ms since 1970. */
  readonly takenAt: number;
  /** The moment of the restore, ms since 1970. */
  readonly at: number;
  /** Also what is due later or has failed, because a person may have sent it by hand (never drafts: they wait for a person anyway). */
  readonly everything: boolean;
}

/** What became of all that was not live. */
export interface HoldReport {
  /** May have been published since the backup. */
  readonly held: number;
  /** How many of those the network is asked about; the others wait for a person. */
  readonly asked: number;
  /** What stays as it was. */
  readonly later: number;
  readonly failed: number;
  readonly drafts: number;
}

/** Clocks of two machines differ: what was due a moment after the restore may have been due before it elsewhere, ms. */
const SKEW_MS = 60_000;

/**
 * Holds every target that may have been sent automatically between the backup and the restore: it becomes uncertain, and is
 * never sent again unless a person says that it was not published.
 */
export async function holdRestored(
  holding: Holding,
  restored: Restored,
  entry: AuditEntry,
): Promise<HoldReport> {
  const about = `Restored from a backup of ${spoken(restored.takenAt)}`;
  return reportOn(await holding.hold((target) => decide(target, restored, about), entry));
}

/**
 * The same where a standby took over from the server that holds the database, and may lack what was committed last.
 * @returns null where another process has done it
 */
export async function holdAfterFailover(
  holding: Holding,
  takenAt: number,
  entry: AuditEntry,
): Promise<HoldReport | null> {
  const restored = { takenAt, at: entry.at, everything: false };
  const about = `Another database server took over, which has everything up to ${spoken(takenAt)}`;
  const decided = await holding.holdAfterFailover((target) => {
    const decision = decide(target, restored, about);
    // Most targets have nothing to do with it.
    return decision.kind === "leave" ? { kind: "leave", detail: null } : decision;
  }, entry);
  return decided && reportOn(decided);
}

function reportOn(decided: readonly HeldTarget[]): HoldReport {
  const report = { held: 0, asked: 0, later: 0, failed: 0, drafts: 0 };
  for (const { kind, state, canVerify } of decided) {
    if (kind === "leave") report[PLACE[state] ?? "later"]++;
    else report.held++;
    if (kind === "hold" && canVerify) report.asked++;
  }
  return report;
}

const PLACE: Partial<Record<State, "failed" | "drafts">> = { failed: "failed", draft: "drafts" };

/** @param about what happened, the beginning of a sentence */
function decide(target: HoldCandidate, restored: Restored, about: string): Hold {
  if (mayHaveGoneOut(target, restored)) return { kind: "hold", facts: factsOf(target, restored.at, about) };
  return { kind: "leave", detail: `${about}. Anything that happened to it after that is unknown.` };
}

function mayHaveGoneOut({ state, dueAt }: HoldCandidate, { takenAt, at, everything }: Restored): boolean {
  // A backup from the future comes from a machine whose clock was ahead.
  const until = Math.max(at, takenAt) + SKEW_MS;
  switch (state) {
    case "preparing":
    case "committing":
    case "processing":
    // Asked again: what was known before the backup may have led to another attempt after it.
    case "uncertain":
      return true;
    case "pending":
    case "retrying":
      return everything || dueAt === null || dueAt <= until;
    case "failed":
      return everything;
    case "draft":
    case "posted":
      return false;
  }
}

function factsOf({ canVerify }: HoldCandidate, at: number, about: string): TargetFacts {
  const who = canVerify
    ? "Crier checks with the network; if that does not resolve it, look"
    : "Crier has nothing to check with the network, so look";
  const detail =
    `${about}: it may have been published since. ` +
    `Nothing is sent. ${who} at the account and record whether it is there.`;
  const failure = { code: "restored", category: "interrupted", detail } as const;
  return { at, dueAt: canVerify ? at : null, failure, verification: null, detail };
}

/** "2026-11-21 03:00:00 UTC". */
function spoken(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");
}
