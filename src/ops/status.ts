// The status of each network: available or not and why, and the last day's results (D38).
import type { Clock } from "../clock.ts";
import type { PublishingPause, ServerPause } from "../domain/pause.ts";
import type { networks } from "../networks/index.ts";
import type {
  HourOutcomes,
  NetworkFailure,
  NetworkFault,
  NetworkOutcomes,
  Outcomes,
} from "../domain/store/outcomes.ts";
import type { ServerPauses } from "../domain/store/server-pauses.ts";
import { recent } from "./recent.ts";

type Network = (typeof networks)["list"][number];

/** What Crier has seen of a network itself (D52); nothing is said of one that was not called. */
export type NetworkState =
  /** Accounts can be connected and posted to; nothing was delivered in the window. */
  | "ready"
  /** Something was delivered in the window. */
  | "working"
  /** Nothing of what was tried in the window was delivered, or less than half. */
  | "failing"
  /** Posts wait: its requests failed again and again. */
  | "paused"
  /** The operator has no application there. */
  | "needs_setup";

export interface NetworkStatus {
  readonly platform: string;
  readonly name: string;
  readonly state: NetworkState;
  /** The last post that went live, also before the window, ms since 1970; null when there was none. */
  readonly lastSuccessAt: number | null;
  /** The last failure that was the network's own, also before the window, ms since 1970; null when there was none. */
  readonly lastFailureAt: number | null;
  /** What it was, for people and without anybody's text. */
  readonly lastFailure: string | null;
  /** The operator has set it up, or nothing has to be set up. */
  readonly configured: boolean;
  /** Accounts can be connected and posted to now. */
  readonly available: boolean;
  readonly access: Network["access"];
  /** Why it is not available, for people; null when it is. */
  readonly reason: string | null;
  readonly requires: Network["rules"]["requires"];
  /** Posts to the whole network wait until this time, ms; null when they don't. */
  readonly pausedUntil: number | null;
  /** Of a network with many servers: those that posts wait for. */
  readonly pausedServers: readonly Pick<ServerPause, "server" | "until">[];
  /** Ended in the window; `posted` of them went live. */
  readonly deliveries: number;
  readonly posted: number;
  /** The same for each hour of the window, oldest first. */
  readonly history: readonly HourOutcomes[];
  /** Posted of all that ended, 0 to 1; null when there were none. */
  readonly successRate: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface Status {
  readonly at: number;
  readonly windowMs: number;
  readonly networks: readonly NetworkStatus[];
  /** All publishing is paused by a person; null while it is not. */
  readonly paused: PublishingPause | null;
}

export interface StatusDeps {
  readonly networks: readonly Network[];
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  readonly pause: () => Promise<PublishingPause | null>;
  /** Networks at which the operator has an application, or an account is connected. */
  readonly usable: () => Promise<readonly string[]>;
  readonly serverPauses: Pick<ServerPauses, "all">;
}

const HOURS = 24;
const WINDOW_MS = HOURS * 3_600_000;

/** Asks the store at most once in five seconds, however many people look. What posts wait for is always that of now. */
export function openStatus(deps: StatusDeps): () => Promise<Status> {
  const records = recent(() => read(deps), deps.clock);
  return async () => statusOf(await records(), await deps.serverPauses.all(), deps);
}

/** What the store knows, at a moment. */
interface Records {
  readonly at: number;
  readonly outcomes: ReadonlyMap<string, NetworkOutcomes>;
  readonly lastPosted: ReadonlyMap<string, number>;
  readonly lastFailed: ReadonlyMap<string, NetworkFailure>;
  readonly usable: readonly string[];
  readonly paused: PublishingPause | null;
}

async function read(deps: StatusDeps): Promise<Records> {
  const at = deps.clock.now();
  // What ends at this very moment belongs to the last hour, not to one after it.
  const since = at - WINDOW_MS + 1;
  return {
    at,
    outcomes: new Map((await deps.outcomes.since(since)).map((each) => [each.platform, each])),
    lastPosted: await deps.outcomes.lastPosted(),
    lastFailed: await deps.outcomes.lastFailed(),
    usable: await deps.usable(),
    paused: await deps.pause(),
  };
}

function statusOf(records: Records, pauses: readonly ServerPause[], deps: StatusDeps): Status {
  const { at, outcomes, lastPosted, lastFailed, usable, paused } = records;
  const networks = deps.networks.map((network) => {
    const missing = usable.includes(network.id) ? null : missingAt(network);
    const found = outcomes.get(network.id);
    const posted = found?.lastPostedAt ?? lastPosted.get(network.id) ?? null;
    const last = { posted, failed: lastFailed.get(network.id) ?? null };
    return networkStatus(network, found, last, missing, pauses);
  });
  return { at, windowMs: WINDOW_MS, networks, paused };
}

function networkStatus(
  network: Network,
  outcomes: NetworkOutcomes | undefined,
  last: { readonly posted: number | null; readonly failed: NetworkFailure | null },
  missing: string | null,
  allPauses: readonly ServerPause[],
): NetworkStatus {
  const pauses = allPauses.filter(({ platform }) => platform === network.id);
  const pausedUntil = pauses.find(({ server }) => server === network.id)?.until ?? null;
  const pausedServers = pauses
    .filter(({ server }) => server !== network.id)
    .map(({ server, until }) => ({ server, until }));
  const { posted = 0, failed = 0, uncertain = 0 } = outcomes ?? {};
  const deliveries = posted + failed + uncertain;
  return {
    platform: network.id,
    name: network.name,
    state: missing !== null ? "needs_setup" : pausedUntil !== null ? "paused" : stateOf(posted, deliveries),
    configured: missing === null,
    lastSuccessAt: last.posted,
    lastFailureAt: last.failed?.at ?? null,
    lastFailure: last.failed && FAILURES[last.failed.category],
    available: missing === null && pausedUntil === null,
    access: network.access,
    reason: missing ?? pauseText(pausedUntil !== null, pausedServers),
    requires: network.rules.requires,
    pausedUntil,
    pausedServers,
    deliveries,
    posted,
    history: Array.from({ length: HOURS }, (_, hour) => outcomes?.hours.get(hour) ?? NOTHING),
    successRate: deliveries === 0 ? null : posted / deliveries,
    p50Ms: outcomes?.p50Ms ?? null,
    p95Ms: outcomes?.p95Ms ?? null,
  };
}

const NOTHING: HourOutcomes = { deliveries: 0, posted: 0 };

/** The page is public: no words of a network, which may repeat a post. */
const FAILURES: Readonly<Record<NetworkFault, string>> = {
  network_down: "it could not be reached, or had a fault",
  rate_limit: "it had too many requests",
  unknown: "it gave an answer that says nothing clear",
  interrupted: "the request was interrupted",
};

/** A share of so few says nothing. */
export const ENOUGH_DELIVERIES = 5;

function stateOf(posted: number, deliveries: number): NetworkState {
  if (deliveries === 0) return "ready";
  const mostlyFails = deliveries >= ENOUGH_DELIVERIES && posted / deliveries < 0.5;
  return posted === 0 || mostlyFails ? "failing" : "working";
}

function pauseText(network: boolean, servers: readonly { readonly server: string }[]): string | null {
  const wait = "failed again and again; posts there wait until it responds again.";
  if (network) return `Requests to it ${wait}`;
  return servers.length === 0
    ? null
    : `Requests to ${servers.map(({ server }) => server).join(", ")} ${wait}`;
}

/** What the operator has not set up, for people; null where anybody can connect an account. */
function missingAt({ access, name }: Network): string | null {
  return access === "anyone" ? null : `The operator has not set up an application at ${name}.`;
}
