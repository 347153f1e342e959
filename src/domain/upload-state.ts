// The state machine of an upload: every state and transition. Nothing else decides a state.

// prettier-ignore
export const UPLOAD_TRANSITIONS = {
  prepared:  { fill: "uploaded", expire: "expired" },
  uploaded:  { reopen: "prepared", complete: "completed", expire: "expired" },
  completed: {},
  expired:   {},
} as const;

export type UploadState = keyof typeof UPLOAD_TRANSITIONS;
/** The moves an upload in state S can make: `move(id, "completed", "reopen")` does not compile. */
export type UploadTransition<S extends UploadState> = keyof (typeof UPLOAD_TRANSITIONS)[S] & string;

/** Where a move leads; the types let only moves through that exist. */
export function uploadStateAfter<S extends UploadState>(from: S, move: UploadTransition<S>): UploadState {
  const moves: Partial<Record<string, UploadState>> = UPLOAD_TRANSITIONS[from];
  const to = moves[move];
  if (!to) throw new Error(`no way from ${from} by ${move}`);
  return to;
}
