// The public view of how the networks work: what Crier has seen itself, in counts and words (D38, D52).
import type { NetworkState, Status } from "../../ops/status.ts";
import { iso, isoOrNull } from "./shapes.ts";

interface Overall {
  readonly indicator: "none" | "minor" | "major";
  readonly description: string;
}

/** How many stand how, and what was delivered: nothing that Crier has not seen itself (D52). */
export function overall({ networks, paused }: Status): Overall {
  const of = (state: NetworkState) => networks.filter((network) => network.state === state).length;
  const counts = ORDER.flatMap((state) => (of(state) === 0 ? [] : [{ state, count: of(state) }]));
  const [first, ...rest] = counts.map(({ state, count }, i) => {
    const noun = i > 0 ? "" : count === 1 ? "network " : "networks ";
    return `${count} ${noun}${IN_COUNTS[state](count)}`;
  });
  if (paused) return { indicator: "major", description: PAUSED };
  const delivered = networks.reduce((sum, { posted }) => sum + posted, 0);
  const news = delivered === 0 ? "nothing delivered in 24 h" : `${delivered} delivered in 24 h`;
  const offered = networks.length - of("needs_setup");
  const ill = of("failing") + of("paused");
  return {
    indicator: ill === 0 ? "none" : ill === offered ? "major" : "minor",
    description: [first, ...rest, news].join(", "),
  };
}

/** Without the reason and the person: this is public. */
const PAUSED = "Publishing is stopped; posts that are due wait";

const ORDER: readonly NetworkState[] = ["failing", "paused", "working", "ready", "needs_setup"];
const IN_COUNTS: Readonly<Record<NetworkState, (count: number) => string>> = {
  failing: () => "failing",
  paused: () => "paused",
  working: () => "working",
  ready: () => "ready",
  needs_setup: (count) => (count === 1 ? "needs setup" : "need setup"),
};

/** The document of /status.json. */
export function statusJson(status: Status) {
  return {
    at: iso(status.at),
    windowMs: status.windowMs,
    status: overall(status),
    paused: status.paused === null ? null : { since: iso(status.paused.since) },
    networks: status.networks.map(
      ({ pausedUntil, pausedServers, lastSuccessAt, lastFailureAt, posted: _, ...network }) => ({
        ...network,
        lastSuccessAt: isoOrNull(lastSuccessAt),
        lastFailureAt: isoOrNull(lastFailureAt),
        paused: pausedUntil !== null,
        pausedUntil: isoOrNull(pausedUntil),
        pausedServers: pausedServers.map(({ server, until }) => ({ server, until: iso(until) })),
      }),
    ),
  };
}
