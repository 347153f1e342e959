// The store's contract: what the process that makes an attempt reports of it, also after others took it for dead.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import type { Due } from "../../../domain/store/journal.ts";
import type { Report } from "../../../domain/target-state.ts";
import { moveOf, type TargetFacts } from "../../../domain/target-move.ts";
import { AT, due, facts, id, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";
import { committing, failure, kindsOf, targetOf, waitingPost } from "./journal.ts";

const LOST = {
  ...facts,
  dueAt: AT,
  failure: { ...failure, code: "interrupted" },
  verification: null,
} as const;
const remote = { id: "r1", url: "https://x.example/1" };

/** What a target needs in the state that the report leads to. */
const outcomeFacts = (report: Report): TargetFacts => {
  if (report === "accept") return { ...facts, remote, publishedAt: AT };
  return { ...facts, dueAt: report === "refuse" ? null : AT };
};

/** An attempt that others took over after its send mark: they ask the network what became of it. */
async function takenOver(store: Store): Promise<Due> {
  const ref = await committing(store);
  await store.journal.move(ref, "committing", "lose", LOST);
  const verification = {
    ...({ method: "m", verdict: "unknown", evidence: "e" } as const),
    checkedAt: AT,
    checks: 1,
  };
  await store.journal.lookAgain(ref, "uncertain", { at: AT, dueAt: AT + 1, verification, detail: "d" });
  return ref;
}

const OUTCOMES = [
  ["accept", "posted", "accept"],
  ["process", "processing", "process"],
  ["refuse", "failed", "refuse"],
  ["postpone", "retrying", "postpone"],
  ["unsent", "retrying", "unsent"],
  ["lose", "uncertain", "lose"],
] as const satisfies readonly (readonly [Report, string, string])[];

export function reportsContract(rule: Rule): void {
  for (const [report, state, kind] of OUTCOMES) {
    rule(
      `an attempt that others took over and that reports ${report} is ${state}`,
      async ({ store, other }) => {
        const ref = await takenOver(other);
        const facts = outcomeFacts(report);
        expect(await store.journal.report(ref, report, facts)).toBeTrue();
        const { state: now, verification, remoteId } = (await targetOf(store)) ?? {};
        expect({ now, verification, remoteId }).toEqual({
          ...{ now: state, verification: null },
          remoteId: report === "accept" ? "r1" : null,
        });
        expect((await kindsOf(store))?.at(-1)).toBe(kind);
      },
    );
  }

  rule("an attempt that has sent nothing says so at every step", async ({ store }) => {
    await waitingPost(store);
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const unsent = { ...facts, dueAt: AT };
    expect(await store.journal.report(due(id(10), 1, "preparing"), "unsent", unsent)).toBeTrue();
    expect(await targetOf(store)).toMatchObject({ state: "pending", dueAt: AT });
    await store.journal.claim(due(id(10), 1, "pending"), "pending", AT);
    const marked = { ...facts, prepared: { json: {}, fingerprint: "f" } };
    await store.journal.mark(due(id(10), 2, "preparing"), marked);
    expect(await store.journal.report(due(id(10), 2, "committing"), "unsent", unsent)).toBeTrue();
    expect(await targetOf(store)).toMatchObject({ state: "retrying", dueAt: AT });
  });

  rule("a report changes nothing that a person or a later attempt has decided", async ({ store }) => {
    const ref = await takenOver(store);
    await store.posts.revise(PROFILE, id(10), (now) => {
      const [target] = now.targets;
      if (!target) throw new Error("no target");
      return { at: AT, moves: [moveOf(target, "uncertain", "confirmNotPublished", { ...facts, failure })] };
    });
    for (const [report] of OUTCOMES) expect(await store.journal.report(ref, report, facts)).toBeFalse();
    expect(await targetOf(store)).toMatchObject({ state: "failed" });
    expect((await kindsOf(store))?.slice(-OUTCOMES.length)).toEqual(OUTCOMES.map(() => "late"));
  });

  rule("a report of an earlier attempt changes nothing of the next one", async ({ store }) => {
    const ref = await takenOver(store);
    await store.journal.move(ref, "uncertain", "disprove", { ...facts, dueAt: AT });
    await store.journal.claim(due(id(10), 1, "retrying"), "retrying", AT);
    await store.journal.mark(due(id(10), 2, "preparing"), {
      ...facts,
      prepared: { json: {}, fingerprint: "f" },
    });
    for (const [report] of OUTCOMES) expect(await store.journal.report(ref, report, facts)).toBeFalse();
    expect(await targetOf(store)).toMatchObject({ state: "committing", attempt: 2 });
  });

  rule("of what is held after a restore only that it is live can be reported", async ({ store }) => {
    const ref = await committing(store);
    const held = { ...failure, code: "restored" } as const;
    await store.journal.move(ref, "committing", "hold", { ...facts, failure: held });
    for (const report of ["process", "refuse", "postpone", "unsent", "lose"] as const)
      expect(await store.journal.report(ref, report, facts)).toBeFalse();
    expect(await targetOf(store)).toMatchObject({ state: "uncertain" });
    expect(await store.journal.report(ref, "accept", outcomeFacts("accept"))).toBeTrue();
    expect(await targetOf(store)).toMatchObject({ state: "posted", remoteId: "r1" });
  });
}
