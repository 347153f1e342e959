// The table of a target's life, looked at from every side.
import { describe, expect, test } from "bun:test";
import { stateAfter, TRANSITIONS, type Transition, type State } from "./target-state.ts";

const STATES = Object.keys(TRANSITIONS).filter((name): name is State => name in TRANSITIONS);
const waysOf = (state: State) => Object.entries(TRANSITIONS[state]);

describe("a target's life", () => {
  test("every way leads to a state that exists", () => {
    for (const state of STATES) for (const [, to] of waysOf(state)) expect(STATES).toContain(to);
  });

  test("only posted has no way out", () => {
    expect(STATES.filter((state) => waysOf(state).length === 0)).toEqual(["posted"]);
  });

  test("after the send mark nothing leads back to a claim but a proof or a person", () => {
    const afterMark = ["committing", "processing", "uncertain"] as const;
    const back = afterMark.flatMap((state) =>
      waysOf(state)
        .filter(([, to]) => to === "pending" || to === "retrying")
        .map(([move]) => `${state} ${move}`),
    );
    // Busy or not sent, both proven by the transport; the sender's own word; and a network's authoritative one.
    expect(back).toEqual([
      "committing postpone",
      "committing unsent",
      "uncertain disprove",
      "uncertain postpone",
      "uncertain unsent",
    ]);
  });

  test("every state in flight has a way out for a death", () => {
    const inFlight = ["preparing", "committing", "processing"] as const;
    for (const state of inFlight) {
      const moves = waysOf(state).map(([move]) => move);
      expect(moves.includes("interrupt") || moves.includes("lose")).toBeTrue();
    }
  });

  test("a restore holds whatever may have gone out since, and a hold never leads to a send", () => {
    const holds = STATES.filter((state) => "hold" in TRANSITIONS[state]);
    expect(holds).toEqual(STATES.filter((state) => state !== "draft" && state !== "posted"));
    for (const state of holds) expect(waysOf(state)).toContainEqual(["hold", "uncertain"]);
  });

  test("a move that is not in the table does not exist", () => {
    expect(() => stateAfter("posted", "claim")).toThrow("no way");
    // @ts-expect-error -- it does not compile either
    const wrong: Transition<"uncertain"> = "claim";
    expect(wrong in TRANSITIONS.uncertain).toBeFalse();
  });
});
