// The words for the states of a post and its deliveries: the same everywhere, each with its icon and colour.
export const STATES = {
  draft: { word: "Draft", icon: "○", tone: "quiet" },
  waiting: { word: "Waiting", icon: "◷", tone: "waiting" },
  way: { word: "On its way", icon: "↻", tone: "waiting" },
  posted: { word: "Posted", icon: "●", tone: "posted" },
  unsure: { word: "Not sure", icon: "◆", tone: "unsure" },
  failed: { word: "Failed", icon: "✕", tone: "failed" },
  partly: { word: "Partly posted", icon: "◐", tone: "failed" },
} as const;

export type StateName = keyof typeof STATES;

/** The status of a post or of one delivery, as the server names it → what people read. */
export const STATE_OF = {
  draft: "draft",
  queued: "waiting",
  scheduled: "waiting",
  pending: "waiting",
  publishing: "way",
  retrying: "way",
  posted: "posted",
  uncertain: "unsure",
  failed: "failed",
  partial: "partly",
} as const satisfies Record<string, StateName>;

export type Status = keyof typeof STATE_OF;
