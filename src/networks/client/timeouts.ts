// How long the calls that every connector makes may take.

/** The request that publishes, ms: a lost response is costly, so Crier waits longer (networks/rules.facts.md 6). */
export const PUBLISH_TIMEOUT_MS = 300_000;

/** A file, or a piece of one, ms. */
export const UPLOAD_TIMEOUT_MS = 600_000;

/** A network's clock and ours may differ by this much, ms: a post may carry a time before it was sent. */
export const CLOCK_SKEW_MS = 60_000;
