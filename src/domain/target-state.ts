// The state machine of a target: every state and transition. Nothing else decides a state.

// prettier-ignore
export const TRANSITIONS = {
  draft:      { schedule: "pending" },
  pending:    { claim: "preparing", cancel: "draft", miss: "failed", lapse: "failed", hold: "uncertain" },
  preparing:  { prepared: "committing", postpone: "retrying", reject: "failed", interrupt: "pending", hold: "uncertain" },
  committing: { accept: "posted", process: "processing", refuse: "failed", postpone: "retrying", lose: "uncertain", hold: "uncertain" },
  processing: { accept: "posted", refuse: "failed", lose: "uncertain", hold: "uncertain" },
  retrying:   { claim: "preparing", exhaust: "failed", hold: "uncertain" },
  uncertain:  { find: "posted", disprove: "retrying", markPublished: "posted", confirmNotPublished: "failed", hold: "uncertain" },
  failed:     { retry: "pending", hold: "uncertain" },
  posted:     {},
} as const;

export type State = keyof typeof TRANSITIONS;
/** A move of any state. */
export type AnyTransition = { [S in State]: keyof (typeof TRANSITIONS)[S] }[State];
/** The moves a target in state S can make: `move("posted", "claim")` does not compile. */
export type Transition<S extends State> = keyof (typeof TRANSITIONS)[S] & AnyTransition;

/** @returns where a move leads. @throws Error when the state has no such move */
export function stateAfter(state: State, move: AnyTransition): State {
  const moves: Partial<Record<string, State>> = TRANSITIONS[state];
  const to = moves[move];
  if (!to) throw new Error(`no way from ${state} by ${move}`);
  return to;
}
