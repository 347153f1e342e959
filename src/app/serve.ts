// Serves HTTP and delivers posts until it is stopped.
import { openSetup } from "../admin/setup.ts";
import type { RouteFacts } from "../api/index.ts";
import { pause, systemClock, type Clock } from "../clock.ts";
import { OperatorError, Problem } from "../errors.ts";
import { watchStalls } from "../event-loop.ts";
import type { Reachability } from "../ops/reachability.ts";
import { startSearchMaintenance } from "../ops/search-index.ts";
import { isClockOff } from "../publishing/delivery/clock-offset.ts";
import { urlOf } from "./address.ts";
import type { Parts } from "./parts.ts";

export interface Served {
  readonly url: string;
  /** Where its first owner can be created, once; null when there is one, and in a demo. */
  readonly setupUrl: string | null;
  /** Everything that is answered there. */
  readonly routes: readonly RouteFacts[];
}

export interface Serving {
  /** Delivers and answers HTTP. @throws OperatorError when another process serves this folder, or the port is taken */
  serve(): Promise<Served>;
  /** Says that it is not ready, and goes on answering for as long as proxies need to notice. */
  drain(): Promise<void>;
  /** Accepts no more requests, and waits a few seconds for those in progress. */
  stopHttp(): Promise<void>;
  stopSearch(): Promise<void>;
  isServing(): boolean;
}

export function openServing(parts: Parts, reachable: () => Promise<Reachability>): Serving {
  const { config, workspace, media, delivery, backups, disk, log, address } = parts;
  const { store, clock } = workspace;
  const setup = openSetup(workspace);
  const probe = atMostEvery(READY_MS, store.probe, clock);
  let isServing = false;
  let isDraining = false;
  const closing = new AbortController();
  let stopHttp = async () => {};
  let stopSearch = async () => {};
  return {
    serve,
    drain,
    stopHttp: () => stopHttp(),
    stopSearch: () => stopSearch(),
    isServing: () => isServing,
  };

  async function serve(): Promise<Served> {
    if (!(await delivery.claim())) {
      throw new OperatorError(
        `Another Crier serves ${workspace.place.name} already. Stop it first, or use --data.`,
      );
    }
    const setupToken = await setup.issueToken();
    const routes = await startHttp(setupToken?.digest ?? null);
    isServing = true;
    await delivery.start();
    media.startSweeps();
    await backups.start();
    stopSearch = startSearchMaintenance(store.search, clock, log);
    log.info("ready", { detail: address.url });
    if (config.CRIER_URL?.startsWith("https:") && config.CRIER_TRUSTED_PROXIES.length === 0)
      log.warn("proxy_unnamed", { detail: PROXY_UNNAMED });
    // Loading it takes a tenth of a second, which the first agent's request must not cost all others.
    void import("../mcp/index.ts");
    // Browsers don't send what follows `#`, so that the token reaches no server's log.
    const setupUrl = setupToken && `${address.url}/setup#${setupToken.token}`;
    return { url: address.url, setupUrl, routes };
  }

  async function drain(): Promise<void> {
    if (!isServing) return;
    isDraining = true;
    if (config.CRIER_DRAIN_MS > 0) await pause(clock, config.CRIER_DRAIN_MS);
  }

  async function startHttp(setupDigest: string | null): Promise<readonly RouteFacts[]> {
    // Loaded here, so that commands that serve nothing start in half the time.
    const [{ openHttpApi }, { routesOf }, { listen, stopServer }] = await Promise.all([
      import("./http.ts"),
      import("../api/index.ts"),
      import("./server.ts"),
    ]);
    const isDemo = parts.options.isDemo ?? false;
    // In real time, also where tests turn the clock.
    const stalls = watchStalls(systemClock);
    parts.ended.signal.addEventListener("abort", stalls.stop);
    const http = openHttpApi({
      ...parts,
      media: media.served,
      reachable,
      ready,
      longestStall: stalls.longest,
      setup,
      isDemo,
      closing: closing.signal,
    });
    const server = listen(http, config, parts.options.connectionLimits);
    address.port = server.port ?? config.CRIER_PORT;
    address.url = urlOf(config, address.port);
    stopHttp = () => stopServer(server, clock);
    const announced = await workspace.place.announce({
      url: address.url,
      publicUrl: config.CRIER_URL,
      applications: Object.keys(config.applications),
      setupDigest,
    });
    stopHttp = async () => {
      closing.abort();
      await announced[Symbol.asyncDispose]();
      await stopServer(server, clock);
    };
    return routesOf(http);
  }

  async function ready(): Promise<void> {
    if (isDraining)
      throw new Problem("stopping", "This Crier is draining: it ends soon, so send requests elsewhere.");
    await probe();
    if (isClockOff(store.nodes)) throw new Problem("temporarily_unavailable", CLOCK_OFF);
    if (disk.isLow())
      throw new Problem("disk_full", "Too little disk space is left: nothing new is published.");
  }
}

const CLOCK_OFF =
  "The clock of this machine differs from the database server's by more than 5 seconds, so nothing is sent from here.";

/** Anyone may ask whether the store can be written; it is tried this often, ms. */
const READY_MS = 1000;

/** Does not repeat what succeeded less than `ms` ago. */
function atMostEvery(ms: number, act: () => Promise<void>, clock: Clock): () => Promise<void> {
  let running: Promise<void> | null = null;
  let doneAt = -Infinity;
  return async () => {
    if (clock.monotonic() - doneAt < ms) return;
    running ??= act().finally(() => (running = null));
    await running;
    doneAt = clock.monotonic();
  };
}

const PROXY_UNNAMED =
  "CRIER_URL is https, so a proxy is in front, but CRIER_TRUSTED_PROXIES does not list it: all visitors share one address";
