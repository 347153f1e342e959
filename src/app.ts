// The composition root: config → store → engine → HTTP. Returns things that can be stopped.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { openConnections, type Connections } from "./accounts/connection.ts";
import { openCreators } from "./accounts/creators.ts";
import { openKeyring, type Keyring } from "./accounts/keyring.ts";
import type { Profile } from "./accounts/ports.ts";
import { unlockVault } from "./accounts/secret-key.ts";
import type { Vault } from "./accounts/vault.ts";
import { openHttp } from "./api/http.ts";
import type { PostsDeps } from "./api/v1/posts.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { Refusal } from "./errors.ts";
import { idsOf, type NewId } from "./id.ts";
import { openLog, type Log } from "./log.ts";
import type { Mcp, McpDeps } from "./mcp/index.ts";
import { openAdapter } from "./media/adapt.ts";
import { openFfmpeg } from "./media/ffmpeg.ts";
import { diskFiles } from "./media/files.ts";
import { openIntake, type Intake } from "./media/intake.ts";
import { openProbe } from "./media/probe.ts";
import { openShelf } from "./media/shelf.ts";
import { openCalls } from "./networks/call.ts";
import { networks } from "./networks/index.ts";
import { withChanges } from "./networks/rules.ts";
import type { PublishingDeps } from "./publishing/intent.ts";
import { startDispatcher, type Dispatcher } from "./publishing/dispatcher.ts";
import { CRASH_STEPS, type CrashStep, type Engine } from "./publishing/engine.ts";
import type { Media } from "./publishing/post.ts";
import type { Plans, TargetAccounts } from "./publishing/ports.ts";
import { EVERY_DAY, FIRST_SLOTS } from "./publishing/queue.ts";
import { startRechecks } from "./publishing/recheck.ts";
import { recover } from "./publishing/recover.ts";
import { openWatch } from "./publishing/watch.ts";
import { openSimulation, type Simulation } from "./simulation.ts";
import { openStore, takeServerLock, type Store } from "./store/index.ts";
import { version } from "./version.ts";

/** The part of the outside that the process gives. */
export interface Process {
  say(text: string): void;
  die(): never;
}

/** A data folder, opened: enough for what changes records only. */
export interface House extends AsyncDisposable {
  readonly config: Config;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly store: Store;
  readonly vault: Vault;
  readonly keyring: Keyring;
  /** With the queue slots that a new profile gets. @throws Refusal when the name is taken or empty */
  createProfile(name: string, timezone: string): Promise<Profile>;
  /** By name or id. Throws Refusal. */
  profile(nameOrId: string): Promise<Profile>;
}

/** @throws Refusal when the folder can't be used; then nothing was harmed */
export async function openHouse(config: Config, clock: Clock = systemClock): Promise<House> {
  makeFolder(config.CRIER_DATA);
  const store = openStore(config.CRIER_DATA);
  const newId = idsOf(clock);
  try {
    const vault = await unlockVault(config.CRIER_SECRET_KEY, config.CRIER_DATA, store.workspace);
    return {
      config,
      clock,
      newId,
      store,
      vault,
      keyring: openKeyring(store.keys, clock, newId),
      createProfile: (name, timezone) => createProfile({ name, timezone }, store, clock, newId),
      async profile(wanted) {
        const found = await store.profiles.find(wanted);
        if (!found) throw new Refusal(`There is no profile ${wanted}; crier profile list shows them.`);
        return found;
      },
      [Symbol.asyncDispose]: async () => store[Symbol.dispose](),
    };
  } catch (error) {
    store[Symbol.dispose]();
    throw error;
  }
}

/** A house that can publish. */
export interface Appliance extends House {
  readonly log: Log;
  readonly connections: Connections;
  readonly intake: Intake;
  readonly publishing: PublishingDeps;
  /** Delivers what is due, unless another process does so from this folder. @returns whether this one delivers */
  startDelivery(): Promise<boolean>;
  /** Delivers and answers HTTP. @throws Refusal when another process serves this folder, or the port is taken */
  serve(): Promise<{ url: string }>;
}

export interface ApplianceOptions {
  readonly context: Process;
  /** A server logs; a command says only what concerns it. */
  readonly serves?: boolean;
  readonly clock?: Clock;
}

export async function openAppliance(config: Config, options: ApplianceOptions): Promise<Appliance> {
  const house = await openHouse(config, options.clock);
  const { clock, store, newId, vault } = house;
  const log = openLog(options.serves ? config.CRIER_LOG : "error", clock, options.context.say);
  const stopping = new AbortController();
  const ended = new AbortController();
  const address = { url: config.CRIER_URL ?? `http://${config.CRIER_HOST}:${config.CRIER_PORT}` };
  const simulation = await openSimulation(config, clock, () => address.url);
  const call = openCalls({
    version,
    clock,
    random: randomBytes,
    signal: ended.signal,
    allowed: allowedHosts(config, simulation),
  });

  const files = await diskFiles(join(config.CRIER_DATA, "media"));
  const ffmpeg = openFfmpeg({ scratch: join(config.CRIER_DATA, "tmp") });
  const probe = openProbe({ secondOpinion: ffmpeg.secondOpinion });
  const adapter = openAdapter({ files, ffmpeg });
  const shelf = openShelf<Media>(files, adapter.adapt, store.media.find);
  const intake = openIntake({
    files,
    probe,
    remember: store.media.add,
    isUsed: store.media.isUsed,
    now: clock.now,
    newId,
  });

  const connections = openConnections({
    accounts: store.accounts,
    vault,
    clock,
    newId,
    network: find,
    call,
    endpoint: (network, purpose, handle) =>
      handle === null
        ? ((purpose === "api" ? config.endpoints[network.id] : undefined) ?? network.endpoints[purpose] ?? "")
        : simulation.endpoint(network.id, purpose, handle),
    simulatedConnection: (network, handle) => simulation.connection(network.id, handle),
    signal: stopping.signal,
  });
  const accounts = targetAccounts(store);
  const plans: Plans = { state: async () => "live" };
  const publishing: PublishingDeps = {
    posts: store.posts,
    accounts,
    shelf,
    slots: store.slots,
    plans,
    network: find,
    clock,
    newId,
  };
  const creators = openCreators(
    connections.creator,
    async (account, rules) => {
      if (!Bun.deepEquals(rules, account.rules)) await store.accounts.setRules(account.id, rules);
    },
    clock,
  );
  const addresses = new WeakMap<Request, string>();
  const engine: Engine = {
    journal: store.journal,
    outside: { network: find, ...connections },
    shelf,
    clock,
    log,
    watch: openWatch(),
    plans,
    lateMs: config.CRIER_LATE_MINUTES * 60_000,
    random: Math.random,
    stopping: stopping.signal,
    reached: crashAt(config.CRIER_CRASH_AT, options.context),
  };
  let lock: Disposable | null = null;
  let dispatcher: Dispatcher | null = null;
  let stopRechecks = () => {};
  let stopHttp = async () => {};

  return {
    ...house,
    log,
    connections,
    intake,
    publishing,
    startDelivery,
    serve,
    [Symbol.asyncDispose]: stop,
  };

  async function startDelivery(): Promise<boolean> {
    lock ??= takeServerLock(config.CRIER_DATA);
    if (!lock) return false;
    if (!dispatcher) {
      await recover(engine);
      dispatcher = startDispatcher(engine);
      stopRechecks = startRechecks(publishing, clock, log);
    }
    return true;
  }

  async function serve(): Promise<{ url: string }> {
    lock ??= takeServerLock(config.CRIER_DATA);
    if (!lock) {
      throw new Refusal(
        `Another Crier serves the data folder ${config.CRIER_DATA} already. Stop it first, or use --data.`,
      );
    }
    const posts: PostsDeps = {
      ...publishing,
      watch: engine.watch,
      nowWaitMs: config.CRIER_NOW_WAIT_MS,
      wake: () => dispatcher?.wake(),
    };
    const baseUrl = () => address.url;
    const http = openHttp({
      keyring: house.keyring,
      clock,
      newId,
      log,
      accounts: { accounts: store.accounts, creators, network: find },
      ratePerMinute: config.CRIER_RATE_LIMIT,
      addressOf: (request) => addresses.get(request) ?? "",
      posts,
      intake,
      mcp: lateMcp({
        accounts: { accounts: store.accounts, network: find },
        media: { intake },
        posts,
        place: { host: config.CRIER_HOST, publicUrl: config.CRIER_URL },
        baseUrl,
        log,
      }),
      pages: { ready: store.probe, simulator: simulation },
      baseUrl,
    });
    const server = listen((request, from) => {
      addresses.set(request, from.requestIP(request)?.address ?? "");
      return http.fetch(request);
    }, config);
    if (config.CRIER_URL === null) address.url = `http://${config.CRIER_HOST}:${server.port}`;
    stopHttp = () => stopServer(server, clock);
    await startDelivery();
    log.info("ready", { detail: address.url });
    return address;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    stopRechecks();
    await Promise.all([stopHttp(), dispatcher?.stop()]);
    ended.abort();
    await simulation.stop();
    probe[Symbol.dispose]();
    lock?.[Symbol.dispose]();
    await house[Symbol.asyncDispose]();
  }
}

async function createProfile(
  { name, timezone }: Pick<Profile, "name" | "timezone">,
  store: Store,
  clock: Clock,
  newId: NewId,
): Promise<Profile> {
  const profile = { id: newId(), name: name.trim(), timezone, createdAt: clock.now() };
  if (profile.name === "") throw new Refusal("A profile needs a name.");
  if (!(await store.profiles.add(profile)))
    throw new Refusal(`There is a profile called ${profile.name} already.`);
  const slots = FIRST_SLOTS.map((time) => ({
    id: newId(),
    profileId: profile.id,
    weekdays: EVERY_DAY,
    time,
    timezone,
  }));
  await store.slots.replace(profile.id, slots);
  return profile;
}

const find = (platform: string) => networks.find(platform) ?? null;

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

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(
      `The data folder ${folder} can't be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function targetAccounts(store: Store): TargetAccounts {
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

/** Hosts that may be private and plain http: what the operator named, its endpoint overrides, and the simulator. */
function allowedHosts(config: Config, simulation: Simulation): (url: URL) => boolean {
  const named = new Set(config.CRIER_ALLOW_PRIVATE_HOSTS);
  const hosts = Object.values(config.endpoints).map((endpoint) => new URL(endpoint).host);
  const own = new Set([...hosts, ...simulation.hosts]);
  return (url) => named.has(url.hostname) || named.has(url.host) || own.has(url.host);
}

type Handler = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

function listen(fetch: Handler, { CRIER_HOST: hostname, CRIER_PORT: port }: Config) {
  try {
    return Bun.serve({ hostname, port, fetch, idleTimeout: 120, maxRequestBodySize: MAX_BODY_BYTES });
  } catch (error) {
    throw new Refusal(
      `Can't listen on ${hostname}:${port}: ${error instanceof Error ? error.message : String(error)}. ` +
        "Choose another port with --port or CRIER_PORT; 0 takes a free one.",
    );
  }
}

/** Above every route's own limit, so that a route's problem answers, not an empty 413. */
const MAX_BODY_BYTES = 1024 * 1024 * 1024;
const STOP_HTTP_MS = 5000;

async function stopServer(server: ReturnType<typeof listen>, clock: Clock): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const takeBack = clock.after(STOP_HTTP_MS, resolve);
  await Promise.race([server.stop(), waited]);
  takeBack();
  await server.stop(true);
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
