// The store's contract: what undoes an action on several posts, and what a repeated request is answered, for a while.
import { expect } from "bun:test";
import { MAX_ACTIONS } from "../../../domain/store/actions.ts";
import { AT, entry, id, PROFILE, profile } from "../records.ts";
import type { Rule } from "./index.ts";

const moment = { schedule: "time", scheduledFor: AT, canceled: false } as const;
const steps = [{ id: id(90), before: moment, after: { ...moment, scheduledFor: AT + 1, canceled: true } }];
const undo = { token: id(91), profileId: PROFILE, steps, until: AT + 10 };
const answer = { profileId: PROFILE, key: "k", fingerprint: "f", body: '{"ok":true}', until: AT + 10 };
const OTHER = id(92);

export function actionsContract(rule: Rule): void {
  rule("an undo is its profile's, at every process, until it is over", async ({ store, other }) => {
    await store.profiles.create({ ...profile, id: OTHER, name: "other" }, [], entry);
    await store.actions.addUndo(undo, AT);
    expect(await other.actions.findUndo(PROFILE, undo.token, AT + 9)).toEqual(steps);
    expect(await other.actions.findUndo(OTHER, undo.token, AT)).toBeNull();
    expect(await other.actions.findUndo(PROFILE, id(93), AT)).toBeNull();
    expect(await other.actions.findUndo(PROFILE, undo.token, AT + 10)).toBeNull();
  });

  rule(
    "an answer is found by its key, until it is over and another takes its place",
    async ({ store, other }) => {
      await store.profiles.create({ ...profile, id: OTHER, name: "other" }, [], entry);
      await store.actions.addAnswer(answer, AT);
      expect(await other.actions.findAnswer(PROFILE, "k", AT + 9)).toEqual(answer);
      expect(await other.actions.findAnswer(OTHER, "k", AT)).toBeNull();
      expect(await other.actions.findAnswer(PROFILE, "k", AT + 10)).toBeNull();
      const next = { ...answer, fingerprint: "g", body: "2", until: AT + 30 };
      await other.actions.addAnswer(next, AT + 20);
      expect(await store.actions.findAnswer(PROFILE, "k", AT + 20)).toEqual(next);
    },
  );

  rule("of too many, the oldest make room", async ({ store }) => {
    for (let n = 0; n <= MAX_ACTIONS; n++) {
      await store.actions.addUndo({ ...undo, token: id(1000 + n), steps: [], until: AT + 10 + n }, AT);
      await store.actions.addAnswer({ ...answer, key: `k${n}`, until: AT + 10 + n }, AT);
    }
    const there = async (n: number) => [
      await store.actions.findUndo(PROFILE, id(1000 + n), AT),
      (await store.actions.findAnswer(PROFILE, `k${n}`, AT))?.key ?? null,
    ];
    expect(await there(0)).toEqual([null, null]);
    expect(await there(1)).toEqual([[], "k1"]);
    expect(await there(MAX_ACTIONS)).toEqual([[], `k${MAX_ACTIONS}`]);
  });

  rule("neither outlives its profile", async ({ store }) => {
    await store.actions.addUndo(undo, AT);
    await store.actions.addAnswer(answer, AT);
    await store.profiles.remove(PROFILE, entry);
    expect(await store.actions.findUndo(PROFILE, undo.token, AT)).toBeNull();
    expect(await store.actions.findAnswer(PROFILE, "k", AT)).toBeNull();
  });
}
