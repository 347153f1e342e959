// The composition root: config → store → engine → HTTP. Opens and closes everything.
import { randomBytes } from "node:crypto";
import { openConnections, type Connections } from "../accounts/connect.ts";
import { openOAuthFlow, type OAuthFlow } from "../accounts/oauth-flow.ts";
import type { RouteFacts } from "../api/index.ts";
import type { Clock } from "../clock.ts";
import { addressOf, listeningAt } from "./address.ts";
import { atMostEvery } from "./at-most-every.ts";
import type { Config } from "./config.ts";
import type { ConnectionLimits } from "./server.ts";
import { openDelivery } from "./delivery.ts";
import { Problem, Refusal } from "../errors.ts";
import { openWorkspace, type OpenWorkspace } from "./workspace.ts";
import { openLog, type Log } from "../log.ts";
import type { Ingest } from "../media/ingest.ts";
import type { Library } from "../media/library.ts";
import type { MediaLinks } from "../media/links.ts";
import type { Media } from "../domain/post.ts";
import type { DeleteWithFiles } from "../media/delete-profile.ts";
import { openAppMedia } from "./media.ts";
import { isPublic, systemResolve, type Resolve } from "../networks/client/address.ts";
import { openCalls } from "../networks/client/call.ts";
import { networks, type PairedRegistry } from "./networks.ts";
import { openDisk } from "../ops/disk.ts";
import { startSearchMaintenance } from "../ops/search-index.ts";
import { getBy, checkReachability, type Reachability } from "../ops/reachability.ts";
import type { PublishingDeps } from "../publishing/targets.ts";
import { allowedHosts, isNamed } from "./private-hosts.ts";
import { openSimulation } from "./simulation.ts";
import {
  removeServerFile,
  runningServer,
  takeRenewalLock,
  writeServerFile,
  type RunningServer,
} from "../store/index.ts";
import { version } from "../version.ts";

/** The part of the outside that the process gives. */
export interface Process {
  say(text: string): void;
  /** Whether a person reads it. */
  readonly isTerminal?: boolean;
  die(): never;
}

/** An open data folder with everything that publishing needs. */
export interface Appliance extends OpenWorkspace {
  readonly log: Log;
  readonly connections: Connections;
  /** Links with which somebody can sign in at a network. */
  readonly oauthFlow: OAuthFlow;
  readonly ingest: Ingest;
  readonly links: MediaLinks;
  readonly library: Library<Media>;
  readonly deleteWithFiles: DeleteWithFiles;
  /** Whether networks could fetch files from here; a server has to run for that. */
  reachable(): Promise<Reachability>;
  readonly publishing: PublishingDeps;
  /** The server that runs on this folder, when this is a command beside it. */
  readonly running: RunningServer | null;
  /** Delivers what is due, unless another process does so from this folder. @returns whether this one delivers */
  startDelivery(): Promise<boolean>;
  /** Delivers and answers HTTP. @throws Refusal when another process serves this folder, or the port is taken */
  serve(): Promise<Served>;
}

export interface Served {
  readonly url: string;
  /** Everything that is answered there. */
  readonly routes: readonly RouteFacts[];
}

export interface ApplianceOptions {
  readonly context: Process;
  /** A server logs; a command says only what concerns it. */
  readonly serves?: boolean;
  /** Begins an empty one where there is no Crier yet. Default: only a server does. */
  readonly begins?: boolean;
  /** What it publishes in simulation is for everybody to see. */
  readonly isDemo?: boolean;
  readonly clock?: Clock;
  /** Default: every network Crier knows. */
  readonly networks?: PairedRegistry;
  /** The internet that files are imported from. Default: the real one. */
  readonly internet?: Internet;
  /** How long its connections may be silent. Default: as long as people and networks need. */
  readonly connectionLimits?: ConnectionLimits;
}

export interface Internet {
  readonly resolve: Resolve;
  /** Certificates to trust beside the system's, PEM. */
  readonly ca: string;
}

export async function openAppliance(config: Config, options: ApplianceOptions): Promise<Appliance> {
  const { serves = false, begins = serves, context } = options;
  const workspace = await openWorkspace(config, {
    clock: options.clock,
    begins,
    upgraded: serves ? context.say : undefined,
  });
  const running = serves ? null : runningServer(config.CRIER_DATA);
  const { clock, store, newId, vault } = workspace;
  const format = config.CRIER_LOG_FORMAT ?? (context.isTerminal ? "text" : "json");
  const log = openLog(serves ? config.CRIER_LOG : "error", clock, context.say, format);
  const stopping = new AbortController();
  const ended = new AbortController();
  const address = {
    url: addressOf(config, running),
    port: config.CRIER_PORT,
  };
  const baseUrl = () => address.url;
  const known = options.networks ?? networks;
  const simulation = await openSimulation(
    config,
    clock,
    baseUrl,
    () => `http://127.0.0.1:${address.port}`,
    known,
  );
  const call = openCalls({
    ...{ version, clock, random: randomBytes },
    signal: ended.signal,
    allowed: allowedHosts(config, simulation),
  });
  const disk = openDisk({
    folder: config.CRIER_DATA,
    minFreeBytes: serves ? config.CRIER_MIN_FREE_MB * 1e6 : 0,
    ...{ clock, log },
  });
  const media = await openAppMedia({
    ...{ config, store, baseUrl, hasRoom: disk.hasRoom },
    secrets: { addresses: vault.derive("addresses"), bucket: vault.derive("bucket") },
    mayBePrivate: isNamed(config),
    internet: options.internet,
    stopping: stopping.signal,
    ...{ clock, newId, log },
  });
  const { ingest, links, library, deleteWithFiles } = media.served;
  const connections = openConnections({
    ...{ accounts: store.accounts, vault, clock, log, newId, call },
    network: (platform) => known.find(platform) ?? null,
    application: ({ id }) => config.applications[id] ?? null,
    endpoint: (network, purpose, handle) =>
      handle === null
        ? (config.endpoints[network.id]?.[purpose] ?? network.endpoints[purpose] ?? "")
        : simulation.endpoint(network.id, purpose, handle),
    handleFault: simulation.handleFault,
    simulatedConnection: (network, handle) => simulation.connection(network.id, handle),
    takeLock: () => takeRenewalLock(config.CRIER_DATA),
    makeRoom: disk.release,
    signal: stopping.signal,
  });
  const oauthFlow = openOAuthFlow({ oauthStates: store.oauthStates, vault, clock, baseUrl });
  const delivery = openDelivery({
    ...{ config, workspace, networks: known, connections, files: media.files, disk, log },
    die: () => context.die(),
    stopping: stopping.signal,
  });
  const probe = atMostEvery(READY_MS, store.probe, clock);
  let isServing = false;
  let stopHttp = async () => {};
  let stopSearch = async () => {};

  return {
    ...workspace,
    running,
    ...{ log, connections, oauthFlow, ingest, links, library, deleteWithFiles },
    publishing: delivery.publishing,
    reachable: canBeReached,
    startDelivery: delivery.start,
    serve,
    [Symbol.asyncDispose]: stop,
  };

  function canBeReached(): Promise<Reachability> {
    return checkReachability(config.CRIER_URL, {
      resolve: options.internet?.resolve ?? systemResolve,
      isPublic,
      canary: links.canary,
      get: getBy(call),
    });
  }

  async function serve(): Promise<Served> {
    if (!(await delivery.claim())) {
      throw new Refusal(
        `Another Crier serves the data folder ${config.CRIER_DATA} already. Stop it first, or use --data.`,
      );
    }
    // Loaded here, so that commands that serve nothing start in half the time.
    const [{ openHttpApi }, { routesOf }, { listen, stopServer }] = await Promise.all([
      import("./http.ts"),
      import("../api/index.ts"),
      import("./server.ts"),
    ]);
    const http = openHttpApi({
      ...{ config, workspace, networks: known, connections, oauthFlow, media: media.served },
      ...{ delivery, simulation, log, baseUrl, reachable: canBeReached, ready },
      isDemo: options.isDemo ?? false,
    });
    const server = listen(http, config, options.connectionLimits);
    address.port = server.port ?? config.CRIER_PORT;
    if (config.CRIER_URL === null) address.url = listeningAt(config, address.port);
    stopHttp = () => {
      removeServerFile(config.CRIER_DATA);
      return stopServer(server, clock);
    };
    writeServerFile(config.CRIER_DATA, {
      url: address.url,
      publicUrl: config.CRIER_URL,
      applications: Object.keys(config.applications),
    });
    isServing = true;
    await delivery.start();
    media.startSweeps();
    stopSearch = startSearchMaintenance(store.search, clock, log);
    log.info("ready", { detail: address.url });
    if (config.CRIER_URL?.startsWith("https:") && config.CRIER_TRUSTED_PROXIES.length === 0)
      log.warn("proxy_unnamed", { detail: PROXY_UNNAMED });
    // Loading it takes a tenth of a second, which the first agent's request must not cost everybody else.
    void import("../mcp/index.ts");
    return { url: address.url, routes: routesOf(http) };
  }

  async function ready(): Promise<void> {
    await probe();
    if (disk.isLow())
      throw new Problem("disk_full", "Too little disk space is left: nothing new is published.");
  }

  async function stop(): Promise<void> {
    stopping.abort();
    if (isServing) log.info("stopping");
    await Promise.all([delivery.end(), connections.refresher.idle(), media.end(), stopHttp()]);
    ended.abort();
    await simulation.stop();
    await stopSearch();
    media[Symbol.dispose]();
    disk[Symbol.dispose]();
    await delivery[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
    if (isServing) log.info("stopped");
  }
}

/** How often a write to the store is tried for those who ask whether Crier is ready, ms. */
const READY_MS = 1000;

const PROXY_UNNAMED =
  "CRIER_URL is https, so a proxy is in front, but CRIER_TRUSTED_PROXIES does not list it: all visitors share one address";
