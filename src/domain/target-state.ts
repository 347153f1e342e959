// The state machine of a target: every state and transition. Nothing else decides a state.

// prettier-ignore
export const TRANSITIONS = {
  draft:      { schedule: "pending" },
  pending:    { claim: "preparing", cancel: "draft", miss: "failed", lapse: "failed", hold: "uncertain" },
  preparing:  { prepared: "committing", postpone: "retrying", reject: "failed", interrupt: "pending", hold: "uncertain" },
  committing: { accept: "posted", process: "processing", refuse: "failed", postpone: "retrying", unsent: "retrying", lose: "uncertain", hold: "uncertain" },
  processing: { accept: "posted", refuse: "failed", lose: "uncertain", hold: "uncertain" },
  retrying:   { claim: "preparing", exhaust: "failed", hold: "uncertain" },
  uncertain:  { find: "posted", disprove: "retrying", markPublished: "posted", confirmNotPublished: "failed", hold: "uncertain",
                accept: "posted", process: "processing", refuse: "failed", postpone: "retrying", unsent: "retrying", lose: "uncertain" },
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

/**
 * What the process that makes an attempt reports of it, and the moves that record it. Others may have taken the process for
 * dead meanwhile, but what it knows is surer than any later question.
 */
export const REPORTS = {
  accept: { committing: "accept", uncertain: "accept" },
  process: { committing: "process", uncertain: "process" },
  refuse: { committing: "refuse", uncertain: "refuse" },
  postpone: { committing: "postpone", uncertain: "postpone" },
  lose: { committing: "lose", uncertain: "lose" },
  unsent: { preparing: "interrupt", committing: "unsent", uncertain: "unsent" },
} as const satisfies Record<string, { readonly [S in State]?: Transition<S> }>;

/** By name; `unsent`: nothing has left. */
export type Report = keyof typeof REPORTS;

/** An attempt is under way: shown as `publishing` (D14). */
export const IN_FLIGHT = ["preparing", "committing", "processing"] as const satisfies readonly State[];

/** Only the process that made the attempt leads out of these, so a crash leaves them behind (delivery.facts.md 1.7). */
export const INTERRUPTIBLE = ["preparing", "committing"] as const satisfies readonly State[];

/** The network has the post, or may have it: these are followed up even while no new attempt may start. */
export const AT_NETWORK = ["processing", "uncertain"] as const satisfies readonly State[];

/** The end of delivery, unless a person asks for another attempt. */
export const ENDED = ["posted", "failed"] as const satisfies readonly State[];

/** Moves that a look at the network led to; whoever asked for the look made them. */
export const LOOK_MOVES = ["find", "disprove"] as const satisfies readonly AnyTransition[];

/** A move to one of these ends the attempt, which then gets its outcome. */
export const ENDS_ATTEMPT = ["posted", "failed", "retrying", "pending"] as const satisfies readonly State[];
