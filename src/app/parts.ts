// Opens every part of the application in order, and passes each what it needs.
import { randomBytes } from "node:crypto";
import { openApplications, type Applications } from "../accounts/applications.ts";
import { openConnections, type Connections } from "../accounts/connect.ts";
import { openOAuthFlow, type OAuthFlow } from "../accounts/oauth-flow.ts";
import type { StorePlace } from "../domain/store/place.ts";
import type { Clock } from "../clock.ts";
import { openLog, type Log } from "../log.ts";
import { openCalls, type Call } from "../networks/client/call.ts";
import type { Resolve } from "../networks/client/address.ts";
import { openCounters, type Counters } from "../ops/counters.ts";
import { openLogTail, type LogTail } from "../ops/log-tail.ts";
import { diskSpace, openDisk, type WatchedDisk } from "../ops/disk.ts";
import { openCachedCards, openPostCards } from "../media/post-cards.ts";
import type { RunningServer } from "../domain/store/files.ts";
import { version } from "../version.ts";
import { allowedHosts, isNamed } from "./allowed-hosts.ts";
import { addressOf } from "./address.ts";
import type { Config } from "./config.ts";
import { openDelivery, type Delivery } from "./delivery.ts";
import type { ConnectionLimits } from "./server.ts";
import { openAppMedia, type AppMedia } from "./media.ts";
import { networks as allNetworks, type PairedRegistry } from "./networks.ts";
import { openSimulation, type Simulation } from "./simulation.ts";
import { openAppWebhooks, type AppWebhooks } from "./webhooks.ts";
import { openAppBackups, type AppBackups } from "./backups.ts";
import { openWorkspace, type OpenWorkspace } from "./workspace.ts";

/** The part of the outside that the process gives. */
export interface Process {
  say(text: string): void;
  /** Whether a person reads it. */
  readonly isTerminal?: boolean;
  die(): never;
}

export interface ApplianceOptions {
  readonly context: Process;
  /** A server logs; a command says only what concerns it. */
  readonly serves?: boolean;
  /** Creates an empty data folder where there is none yet. Default: only a server does. */
  readonly begins?: boolean;
  /** Simulated posts are visible without signing in. */
  readonly isDemo?: boolean;
  readonly clock?: Clock;
  /** Where the store is kept. Default: as the settings say. */
  readonly place?: StorePlace;
  /** Default: every network Crier knows. */
  readonly networks?: PairedRegistry;
  /** The internet that files are imported from. Default: the real one. */
  readonly internet?: Internet;
  /** What calls the networks. Default: the only transport there is. */
  readonly openCalls?: typeof openCalls;
  /** How long its connections may be silent. Default: as long as people and networks need. */
  readonly connectionLimits?: ConnectionLimits;
}

export interface Internet {
  readonly resolve: Resolve;
  /** Certificates to trust in addition to the system's, PEM. */
  readonly ca: string;
}

/** Where this server is reached. Both change once it listens, when the system chooses the port. */
export interface Address {
  url: string;
  port: number;
}

export interface Parts {
  readonly config: Config;
  readonly options: ApplianceOptions;
  readonly workspace: OpenWorkspace;
  /** The server that runs on this folder, when this is a command next to it. */
  readonly running: RunningServer | null;
  readonly log: Log;
  readonly logTail: LogTail;
  readonly counters: Counters;
  readonly networks: PairedRegistry;
  readonly address: Address;
  readonly baseUrl: () => string;
  readonly call: Call;
  readonly simulation: Simulation;
  readonly disk: WatchedDisk;
  readonly media: AppMedia;
  readonly applications: Applications;
  readonly connections: Connections;
  readonly oauthFlow: OAuthFlow;
  readonly webhooks: AppWebhooks;
  readonly delivery: Delivery;
  readonly backups: AppBackups;
  /** Aborted when the application stops: starts nothing new. */
  readonly stopping: AbortController;
  /** Aborted after that, when requests in progress had their time. */
  readonly ended: AbortController;
}

/** @throws OperatorError when the data folder can't be used */
export async function openParts(config: Config, options: ApplianceOptions): Promise<Parts> {
  const outside = await openOutside(config, options);
  const media = await openMedia(outside);
  const {
    baseUrl,
    config: { applications: configured },
    workspace,
    networks,
    disk,
    log,
    counters,
    stopping,
  } = outside;
  const { store, vault, clock } = workspace;
  const applications = openApplications({ records: store.networkApplications, vault, configured });
  const connections = connectionsOf(outside, applications);
  const oauthFlow = openOAuthFlow({ oauthStates: store.oauthStates, vault, clock, baseUrl });
  const webhooks = openAppWebhooks(workspace, { log, counters }, outside.ended.signal, options.internet);
  const delivery = openDelivery({
    config,
    workspace,
    networks,
    connections,
    files: media.files,
    linkCard: openPostCards(media.served.linkCards, workspace.clock, stopping.signal),
    cachedCard: openCachedCards(media.served.linkCards, media.served.links),
    startWebhooks: webhooks.start,
    disk,
    log,
    counters,
    die: () => options.context.die(),
    stopping: stopping.signal,
  });
  const backups = openAppBackups(workspace, log, stopping.signal);
  return { ...outside, media, applications, connections, oauthFlow, webhooks, delivery, backups };
}

type Outside = Omit<
  Parts,
  "media" | "applications" | "connections" | "oauthFlow" | "webhooks" | "delivery" | "backups"
>;

/** The data folder, the disk below it, and calls to networks, real or simulated. */
async function openOutside(config: Config, options: ApplianceOptions): Promise<Outside> {
  const { serves = false, begins = serves, context, networks = allNetworks } = options;
  const upgraded = serves ? context.say : undefined;
  const workspace = await openWorkspace(config, {
    clock: options.clock,
    place: options.place,
    begins,
    upgraded,
  });
  const running = serves ? null : await workspace.place.runningServer();
  const { clock } = workspace;
  const format = config.CRIER_LOG_FORMAT ?? (context.isTerminal ? "text" : "json");
  const logTail = openLogTail();
  const log = openLog(serves ? config.CRIER_LOG : "error", clock, context.say, format, logTail.add);
  const [stopping, ended] = [new AbortController(), new AbortController()];
  const address = { url: addressOf(config, running), port: config.CRIER_PORT };
  const baseUrl = () => address.url;
  const localUrl = () => `http://127.0.0.1:${address.port}`;
  const simulation = await openSimulation(config, clock, baseUrl, localUrl, networks);
  const allowed = allowedHosts(config, simulation);
  const transport = { version, clock, random: randomBytes, signal: ended.signal, isAllowed: allowed };
  const call = (options.openCalls ?? openCalls)(transport);
  const minFreeBytes = serves ? config.CRIER_MIN_FREE_MB * 1e6 : 0;
  const disk = openDisk({ folder: config.CRIER_DATA, minFreeBytes, clock, log });
  const counters = openCounters(networks.list.map(({ id }) => id));
  const own = { config, options, workspace, running, log, logTail, counters, networks, address, baseUrl };
  return { ...own, call, simulation, disk, stopping, ended };
}

function openMedia({ config, options, workspace, baseUrl, disk, log, stopping }: Outside): Promise<AppMedia> {
  const { store, clock, newId, vault } = workspace;
  return openAppMedia({
    config,
    store,
    baseUrl,
    hasRoom: disk.hasRoom,
    secrets: { addresses: vault.derive("addresses"), bucket: vault.derive("bucket") },
    freeBytes: () => diskSpace(config.CRIER_DATA, 0).freeBytes,
    mayBePrivate: isNamed(config),
    internet: options.internet,
    stopping: stopping.signal,
    clock,
    newId,
    log,
  });
}

/** A process would not find in its own simulator what another one has published. */
const ONE_EACH =
  "Several processes share this database, and each has a simulator of its own. Start one for all of them with `crier simulator`, " +
  "and set CRIER_SIMULATOR to its address in every process.";

function connectionsOf(outside: Outside, applications: Applications): Connections {
  const { config, workspace, log, counters, networks, simulation, disk, stopping } = outside;
  const { store, clock, newId, vault } = workspace;
  return openConnections({
    accounts: store.accounts,
    vault,
    clock,
    log,
    newId,
    call: (platform) => async (request) => {
      const answer = await outside.call(request);
      counters.networkCalled(platform, answer);
      return answer;
    },
    network: (platform) => networks.find(platform) ?? null,
    application: async ({ id, connect }) =>
      connect.oauth ? ((await applications.of(id))?.application ?? null) : null,
    endpoint: (network, purpose, handle) =>
      handle === null
        ? (config.endpoints[network.id]?.[purpose] ?? network.endpoints[purpose] ?? "")
        : simulation.endpoint(network.id, purpose, handle),
    handleFault: simulation.handleFault,
    simulatorFault: async () =>
      simulation.control.at === null && (await store.nodes.active()).length > 1 ? ONE_EACH : null,
    simulatedConnection: (network, handle) => simulation.connection(network.id, handle),
    takeLock: workspace.place.lockRefresh,
    makeRoom: disk.release,
    signal: stopping.signal,
  });
}
