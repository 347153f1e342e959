// The composition root: config → store → engine → HTTP. Returns things that can be stopped.
import { randomBytes } from "node:crypto";
import { isSimulatedServer, openConnections, type Connections } from "./accounts/connection.ts";
import { openArrivals } from "./accounts/arrivals.ts";
import { openConsent, type Consent } from "./accounts/consent.ts";
import { openCreators } from "./accounts/creators.ts";
import { startKeeper } from "./accounts/keeper.ts";
import type { Account } from "./accounts/ports.ts";
import { planState } from "./accounts/plan.ts";
import { openDoor } from "./accounts/session.ts";
import { openThrottle } from "./accounts/throttle.ts";
import { clientAddress } from "./api/address.ts";
import type { RouteFacts } from "./api/http.ts";
import type { PostsDeps } from "./api/v1/posts.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { Problem, Refusal } from "./errors.ts";
import { openHouse, type House } from "./house.ts";
import { openLog, type Log } from "./log.ts";
import type { Mcp, McpDeps } from "./mcp/index.ts";
import type { Intake } from "./media/intake.ts";
import type { MediaLinks } from "./media/links.ts";
import { openMediaRoom } from "./media-room.ts";
import { isPublic, systemResolve, type Resolve } from "./networks/address.ts";
import { openCalls } from "./networks/call.ts";
import { networks, type Registry } from "./networks/index.ts";
import { openDisk } from "./ops/disk.ts";
import { keepHighWater, refuseRewound } from "./ops/high-water.ts";
import { getBy, reachable, type Reachability } from "./ops/reachable.ts";
import { openStatus } from "./ops/status.ts";
import { withChanges } from "./networks/rules.ts";
import { openBreaker } from "./publishing/breaker.ts";
import { openPatience, type PatienceSettings } from "./publishing/patience.ts";
import type { PublishingDeps } from "./publishing/intent.ts";
import { startDispatcher, type Dispatcher } from "./publishing/dispatcher.ts";
import { CRASH_STEPS, type CrashStep, type Engine } from "./publishing/engine.ts";
import type { Plans, TargetAccounts } from "./publishing/ports.ts";
import { startRechecks } from "./publishing/recheck.ts";
import { quotaUse } from "./publishing/quota.ts";
import { recover } from "./publishing/recover.ts";
import { openWatch } from "./publishing/watch.ts";
import { openSimulation, type Simulation } from "./simulation.ts";
import { takeRenewalLock, takeServerLock, type Store } from "./store/index.ts";
import { version } from "./version.ts";

/** The part of the outside that the process gives. */
export interface Process {
  say(text: string): void;
  die(): never;
}

/** A house that can publish. */
export interface Appliance extends House {
  readonly log: Log;
  readonly connections: Connections;
  /** Links with which somebody can sign in at a network. */
  readonly consent: Consent;
  readonly intake: Intake;
  readonly links: MediaLinks;
  /** Whether networks could fetch files from here; a server has to run for that. */
  reachable(): Promise<Reachability>;
  readonly publishing: PublishingDeps;
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
  readonly clock?: Clock;
  /** Default: every network Crier knows. */
  readonly networks?: Registry;
  /** The internet that files are imported from. Default: the real one. */
  readonly internet?: Internet;
}

export interface Internet {
  readonly resolve: Resolve;
  /** Certificates to trust beside the system's, PEM. */
  readonly ca: string;
}

export async function openAppliance(config: Config, options: ApplianceOptions): Promise<Appliance> {
  const house = await openHouse(config, options.clock);
  const { clock, store, newId, vault } = house;
  const log = openLog(options.serves ? config.CRIER_LOG : "error", clock, options.context.say);
  const stopping = new AbortController();
  const ended = new AbortController();
  const address = {
    url: config.CRIER_URL ?? `http://${hostShown(config)}:${config.CRIER_PORT}`,
    port: config.CRIER_PORT,
  };
  const known = options.networks ?? networks;
  const find = (platform: string) => known.find(platform) ?? null;
  const simulation = await openSimulation(
    config,
    clock,
    () => address.url,
    () => `http://127.0.0.1:${address.port}`,
    known.simulated,
  );
  const call = openCalls({
    version,
    clock,
    random: randomBytes,
    signal: ended.signal,
    allowed: allowedHosts(config, simulation),
  });

  const disk = openDisk({
    folder: config.CRIER_DATA,
    minFreeBytes: options.serves ? config.CRIER_MIN_FREE_MB * 1e6 : 0,
    clock,
    log,
  });
  const baseUrl = () => address.url;
  const media = await openMediaRoom({
    ...{ config, store, baseUrl, hasRoom: disk.hasRoom },
    secrets: { addresses: vault.derive("addresses"), bucket: vault.derive("bucket") },
    mayBePrivate: isNamed(config),
    internet: options.internet,
    stopping: stopping.signal,
    ...{ clock, newId, log },
  });
  const { shelf } = media;
  const { intake, links } = media.served;

  const connections = openConnections({
    ...{ accounts: store.accounts, audited: store.audited, vault, clock, log, newId, call },
    network: find,
    application: ({ id }) => config.applications[id] ?? null,
    endpoint: (network, purpose, handle) =>
      handle === null
        ? (config.endpoints[network.id]?.[purpose] ?? network.endpoints[purpose] ?? "")
        : simulation.endpoint(network.id, purpose, handle),
    simulatedConnection: (network, handle) => simulation.connection(network.id, handle),
    takeTurn: () => takeRenewalLock(config.CRIER_DATA),
    makeRoom: disk.release,
    signal: stopping.signal,
  });
  const consent = openConsent({ consents: store.consents, vault, clock, baseUrl });
  const accounts = targetAccounts(store, find);
  const plans: Plans = {
    async state(now) {
      const { accounts: connected, workspace } = store;
      return planState(
        await workspace.plan(),
        now,
        await connected.connected(),
        await workspace.firstProfileAt(),
      );
    },
  };
  const publishing: PublishingDeps = {
    posts: store.posts,
    accounts,
    shelf,
    slots: store.slots,
    plans,
    network: find,
    clock,
    newId,
    publicUrl: config.CRIER_URL,
  };
  const quota = async ({ id, platform, rules }: Account) => {
    const network = find(platform);
    return (
      network && (await quotaUse(id, withChanges(network.rules, rules), store.journal.usage, clock.now()))
    );
  };
  const creators = openCreators(
    connections.creator,
    async (account, rules) => {
      if (!Bun.deepEquals(rules, account.rules)) await store.accounts.setRules(account.id, rules);
    },
    clock,
  );
  const breaker = openBreaker(clock, Math.random);
  const engine: Engine = {
    journal: store.journal,
    outside: { network: find, ...connections },
    shelf,
    clock,
    log,
    watch: openWatch(),
    plans,
    lateMs: config.CRIER_LATE_MINUTES * 60_000,
    patience: openPatience(patienceOf(config), Math.random),
    breaker,
    disk,
    stopping: stopping.signal,
    reached: crashAt(config.CRIER_CRASH_AT, options.context),
  };
  let lock: Disposable | null = null;
  let dispatcher: Dispatcher | null = null;
  let stopRechecks = () => {};
  let stopKeeper = () => {};
  let stopHighWater = async () => {};
  let stopHttp = async () => {};

  return {
    ...house,
    log,
    connections,
    consent,
    intake,
    links,
    reachable: canBeReached,
    publishing,
    startDelivery,
    serve,
    [Symbol.asyncDispose]: stop,
  };

  function canBeReached(): Promise<Reachability> {
    return reachable(config.CRIER_URL, {
      resolve: options.internet?.resolve ?? systemResolve,
      isPublic,
      canary: links.canary,
      get: getBy(call),
    });
  }

  async function startDelivery(): Promise<boolean> {
    lock ??= takeServerLock(config.CRIER_DATA);
    if (!lock) return false;
    if (!dispatcher) {
      await refuseRewound(store.highWater, config.CRIER_DATA);
      stopHighWater = await keepHighWater(store.highWater, clock, log);
      await recover(engine);
      dispatcher = startDispatcher(engine);
      stopRechecks = startRechecks(publishing, clock, log);
      const { accounts, audited } = store;
      const { renewals } = connections;
      stopKeeper = startKeeper({ accounts, audited, renewals, network: find, clock, log });
    }
    return true;
  }

  async function serve(): Promise<Served> {
    lock ??= takeServerLock(config.CRIER_DATA);
    if (!lock) {
      throw new Refusal(
        `Another Crier serves the data folder ${config.CRIER_DATA} already. Stop it first, or use --data.`,
      );
    }
    await refuseRewound(store.highWater, config.CRIER_DATA);
    // Loaded here, so that commands that serve nothing start in half the time.
    const [{ openHttp, routesOf }, { listen, stopServer }] = await Promise.all([
      import("./api/http.ts"),
      import("./server.ts"),
    ]);
    const posts: PostsDeps = {
      ...publishing,
      watch: engine.watch,
      links,
      nowWaitMs: config.CRIER_NOW_WAIT_MS,
      wake: () => dispatcher?.wake(),
    };
    const pauses = () => breaker.pauses().filter(({ server }) => !isSimulatedServer(server));
    const door = openDoor(store.owners, store.sessions, clock);
    const http = openHttp({
      keyring: house.keyring,
      clock,
      newId,
      log,
      admin: {
        ...{ records: store, audit: store.audit, audited: store.audited },
        ...{ connections, networks: known.list, quota, clock, newId, log, baseUrl },
        reachable: canBeReached,
        ...{ door, consent },
        throttle: openThrottle(clock),
        trustedProxies: config.CRIER_TRUSTED_PROXIES,
      },
      accounts: { accounts: store.accounts, creators, network: find, quota },
      connect: {
        ...{ consent, arrivals: openArrivals(clock), connections, networks: known.list },
        ...{ profiles: store.profiles, audit: store.audit, door, clock, log, baseUrl },
      },
      ratePerMinute: config.CRIER_RATE_LIMIT,
      addressOf: (request) => clientAddress(request, config.CRIER_TRUSTED_PROXIES),
      posts,
      media: media.served,
      mcp: lateMcp({
        accounts: { accounts: store.accounts, network: find, quota },
        media: media.served,
        posts,
        place: { host: config.CRIER_HOST, publicUrl: config.CRIER_URL },
        baseUrl,
        log,
      }),
      pages: { ready, simulator: simulation },
      baseUrl,
      version,
      status: openStatus({ networks: known.list, outcomes: store.outcomes, clock, pauses, usable }),
    });
    const server = listen(http.fetch, config);
    address.port = server.port ?? config.CRIER_PORT;
    if (config.CRIER_URL === null) address.url = `http://${hostShown(config)}:${address.port}`;
    stopHttp = () => stopServer(server, clock);
    await startDelivery();
    media.startSweeps();
    log.info("ready", { detail: address.url });
    return { url: address.url, routes: routesOf(http) };
  }

  async function usable(): Promise<readonly string[]> {
    return [...Object.keys(config.applications), ...(await store.accounts.platforms())];
  }

  async function ready(): Promise<void> {
    await store.probe();
    if (disk.isLow()) throw new Problem("disk_full", "Too little space is left: nothing new is published.");
  }

  async function stop(): Promise<void> {
    stopping.abort();
    stopRechecks();
    stopKeeper();
    await Promise.all([connections.renewals.idle(), media.end(), stopHttp(), dispatcher?.stop()]);
    await stopHighWater();
    ended.abort();
    await simulation.stop();
    media[Symbol.dispose]();
    disk[Symbol.dispose]();
    lock?.[Symbol.dispose]();
    await house[Symbol.asyncDispose]();
  }
}

/** "All addresses of this machine" is no address that a browser can open. */
function hostShown({ CRIER_HOST: host }: Config): string {
  return host === "0.0.0.0" || host === "::" ? "localhost" : host;
}

function patienceOf(config: Config): PatienceSettings {
  return {
    tries: config.CRIER_RETRY_TRIES,
    triesWithinMs: config.CRIER_RETRY_MINUTES * 60_000,
    questionsAfterMs: config.CRIER_ASK_AFTER,
  };
}

/** Loaded when it is first asked for: the protocol's library costs a quarter of a second and 25 MB. */
function lateMcp(deps: McpDeps): Mcp {
  let opened: Promise<Mcp> | null = null;
  return async (request, requestId) => {
    opened ??= import("./mcp/index.ts").then(({ openMcp }) => openMcp(deps));
    return await (
      await opened
    )(request, requestId);
  };
}

function targetAccounts(store: Store, find: PublishingDeps["network"]): TargetAccounts {
  return {
    async ofProfile(profileId) {
      const accounts = await store.accounts.ofProfile(profileId);
      return accounts.flatMap(({ rules, ...account }) => {
        const network = find(account.platform);
        return network ? [{ ...account, rules: withChanges(network.rules, rules) }] : [];
      });
    },
  };
}

/** Hosts that the operator named in CRIER_ALLOW_PRIVATE_HOSTS. */
function isNamed({ CRIER_ALLOW_PRIVATE_HOSTS }: Config): (url: URL) => boolean {
  const named = new Set(CRIER_ALLOW_PRIVATE_HOSTS);
  return (url) => named.has(url.hostname) || named.has(url.host);
}

/** Hosts that may be private and plain http: what the operator named, its endpoint overrides, and the simulator. */
function allowedHosts(config: Config, simulation: Simulation): (url: URL) => boolean {
  const named = isNamed(config);
  const endpoints = Object.values(config.endpoints).flatMap((own) => Object.values(own));
  const hosts = endpoints.map((endpoint) => new URL(endpoint).host);
  const own = new Set([...hosts, ...simulation.hosts]);
  return (url) => named(url) || own.has(url.host);
}

/** CRIER_CRASH_AT: `step` or `step:N`. */
function crashAt(wish: string | null, context: Process): (step: CrashStep) => void {
  if (wish === null) return () => {};
  const [step, count = "1"] = wish.split(":");
  if (!CRASH_STEPS.some((known) => known === step))
    throw new Refusal(`CRIER_CRASH_AT knows ${CRASH_STEPS.join(", ")}.`);
  let left = Number(count);
  return (reached) => {
    if (reached === step && --left === 0) context.die();
  };
}
