// How each network stands on this appliance: offered or not and why, and what came of the last day's deliveries (D38).
import type { Clock } from "../clock.ts";
import type { networks } from "../networks/index.ts";
import type { Pause } from "../publishing/breaker.ts";

/** What the store remembers of deliveries. */
export interface Outcomes {
  /** By network, of real accounts only; networks without any are left out. */
  since(time: number): Promise<readonly NetworkOutcomes[]>;
}

export interface NetworkOutcomes {
  readonly platform: string;
  readonly posted: number;
  /** Because of the network, not of what was posted. */
  readonly failed: number;
  readonly uncertain: number;
  /** From the first try until live; null when nothing was posted. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

type Network = (typeof networks)["list"][number];

export interface NetworkStatus {
  readonly platform: string;
  readonly name: string;
  /** Accounts can be connected and posted to now. */
  readonly available: boolean;
  readonly access: Network["access"];
  /** Why it is not available, for people; null when it is. */
  readonly reason: string | null;
  readonly requires: Network["rules"]["requires"];
  /** Posts to the whole network wait until this time, ms; null when they don't. */
  readonly pausedUntil: number | null;
  /** Of a network with many servers: those that posts wait for. */
  readonly pausedServers: readonly Pick<Pause, "server" | "until">[];
  readonly deliveries: number;
  /** Posted of all that ended, 0 to 1; null when there were none. */
  readonly successRate: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface Status {
  readonly at: number;
  readonly windowMs: number;
  readonly networks: readonly NetworkStatus[];
}

export interface StatusDeps {
  readonly networks: readonly Network[];
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  /** Networks at which the operator has an application, or an account is connected. */
  readonly usable: () => Promise<readonly string[]>;
  /** What the circuit breaker holds posts back from. */
  readonly pauses?: () => readonly Pause[];
}

const WINDOW_MS = 86_400_000;
const FRESH_MS = 5000;

/** Asks the store at most once in five seconds, however many people look. */
export function openStatus(deps: StatusDeps): () => Promise<Status> {
  let latest: { at: number; status: Promise<Status> } | null = null;
  return () => {
    const now = deps.clock.monotonic();
    if (latest && now - latest.at < FRESH_MS) return latest.status;
    const mine = { at: now, status: compute(deps) };
    latest = mine;
    // A failure is not kept.
    mine.status.catch(() => {
      if (latest === mine) latest = null;
    });
    return mine.status;
  };
}

async function compute(deps: StatusDeps): Promise<Status> {
  const at = deps.clock.now();
  const outcomes = new Map((await deps.outcomes.since(at - WINDOW_MS)).map((each) => [each.platform, each]));
  const usable = await deps.usable();
  const all = deps.networks.map((network) => {
    const missing = usable.includes(network.id) ? null : missingAt(network);
    return statusOf(network, outcomes.get(network.id), missing, deps);
  });
  return { at, windowMs: WINDOW_MS, networks: all };
}

function statusOf(
  network: Network,
  outcomes: NetworkOutcomes | undefined,
  missing: string | null,
  deps: StatusDeps,
): NetworkStatus {
  const pauses = (deps.pauses?.() ?? []).filter(({ platform }) => platform === network.id);
  const pausedUntil = pauses.find(({ server }) => server === network.id)?.until ?? null;
  const pausedServers = pauses
    .filter(({ server }) => server !== network.id)
    .map(({ server, until }) => ({ server, until }));
  const { posted = 0, failed = 0, uncertain = 0 } = outcomes ?? {};
  const deliveries = posted + failed + uncertain;
  return {
    platform: network.id,
    name: network.name,
    available: missing === null && pausedUntil === null,
    access: network.access,
    reason: missing ?? paused(pausedUntil !== null, pausedServers),
    requires: network.rules.requires,
    pausedUntil,
    pausedServers,
    deliveries,
    successRate: deliveries === 0 ? null : posted / deliveries,
    p50Ms: outcomes?.p50Ms ?? null,
    p95Ms: outcomes?.p95Ms ?? null,
  };
}

function paused(network: boolean, servers: readonly { readonly server: string }[]): string | null {
  const wait = "failed again and again; posts there wait and go out when it answers again.";
  if (network) return `Requests to it ${wait}`;
  return servers.length === 0
    ? null
    : `Requests to ${servers.map(({ server }) => server).join(", ")} ${wait}`;
}

/** What the operator has not set up, for people; null where anybody can connect an account. */
function missingAt({ access, name }: Network): string | null {
  return access === "anyone" ? null : `The operator has not set up an application at ${name}.`;
}
