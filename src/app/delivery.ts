// Opens everything for delivery: the engine, and the background tasks of the process that delivers.
import { planStateAt } from "../admin/plan.ts";
import { openAccountOptions, type AccountOptions } from "../accounts/account-options.ts";
import { askAccount, storeRules } from "../accounts/reported-rules.ts";
import { startRefreshScheduler } from "../accounts/refresh-scheduler.ts";
import type { Connections } from "../accounts/connect.ts";
import type { Config } from "./config.ts";
import { OperatorError } from "../errors.ts";
import { loggedJournal, loggedPosts } from "./delivery-log.ts";
import { timedNetwork } from "./timed-network.ts";
import type { OpenWorkspace } from "./workspace.ts";
import type { Log } from "../log.ts";
import type { Registry } from "../networks/index.ts";
import type { Counters } from "../ops/counters.ts";
import { startHighWater, refuseRewound } from "../ops/high-water.ts";
import { openBreaker } from "../publishing/delivery/circuit-breaker.ts";
import { startDispatcher, type Dispatcher } from "../publishing/delivery/dispatcher.ts";
import { CRASH_STEPS, type CrashStep, type Engine } from "../publishing/delivery/engine.ts";
import { targetAccounts } from "../publishing/target-accounts.ts";
import type { PublishingDeps } from "../publishing/targets.ts";
import {
  openRetryPolicy,
  type RetryPolicy,
  type RetrySettings,
} from "../publishing/delivery/retry-policy.ts";
import type { Store } from "../domain/store/index.ts";
import type { Disk, Plans } from "../publishing/dependencies.ts";
import { openQueueResumption } from "../publishing/queue.ts";
import { startRechecks } from "../publishing/recheck.ts";
import { isClockOff, watchClockOffset } from "../publishing/delivery/clock-offset.ts";
import { followFailover, keepFollowing } from "../publishing/delivery/failover.ts";
import { keepTakingOver, recover } from "../publishing/delivery/recover.ts";
import { openWatch, type Watch } from "../publishing/delivery/watch.ts";
import type { WebhookDispatcher } from "../webhooks/dispatcher.ts";
import type { AppWebhooks } from "./webhooks.ts";
import type { FindCachedCard, FindLinkCard } from "../domain/link-card.ts";
import type { PostFiles } from "../domain/post-files.ts";

export interface Delivery extends AsyncDisposable {
  /** For those who make posts. */
  readonly publishing: PublishingDeps;
  readonly watch: Watch;
  readonly retryPolicy: RetryPolicy;
  /** What networks say of their accounts now. */
  readonly accountOptions: AccountOptions;
  /** The right to deliver from this folder. @returns false while another process has it. Throws OperatorError for a folder that went back in time. */
  claim(): Promise<boolean>;
  /** Delivers what is due, unless another process does so from this folder. @returns whether this one delivers */
  start(): Promise<boolean>;
  /** Something may have become due. */
  wake(): void;
  /** Begins no more attempts. */
  drain(): void;
  /** Begins nothing more, waits (bounded) for what is under way, and then answers callers who still wait for a post. */
  end(): Promise<void>;
}

export interface DeliveryDeps {
  readonly config: Config;
  readonly workspace: OpenWorkspace;
  readonly networks: Registry;
  readonly connections: Connections;
  readonly files: PostFiles;
  readonly linkCard: FindLinkCard;
  readonly cachedCard: FindCachedCard;
  readonly startWebhooks: AppWebhooks["start"];
  readonly disk: Disk;
  readonly log: Log;
  readonly counters: Counters;
  /** Ends the process on the spot: for test benches. */
  readonly die: () => never;
  /** Aborted when the appliance stops. */
  readonly stopping: AbortSignal;
}

export function openDelivery(parts: DeliveryDeps): Delivery {
  const { config, workspace, log } = parts;
  const { store, clock } = workspace;
  const accountOptions = accountOptionsOf(parts);
  const publishing = publishingOf(parts, accountOptions);
  const engine = engineOf(parts, publishing.plans);
  let lock: AsyncDisposable | null = null;
  let tasks: Tasks | null = null;
  let stopHighWater = async () => {};
  let stopKeepingUp = async () => {};
  return {
    publishing,
    watch: engine.watch,
    retryPolicy: engine.retryPolicy,
    accountOptions,
    claim,
    start,
    wake: () => tasks?.dispatcher.wake(),
    drain: () => tasks?.dispatcher.drain(),
    async end() {
      await stopKeepingUp();
      await tasks?.stop();
      engine.watch.end();
    },
    async [Symbol.asyncDispose]() {
      await stopHighWater();
      await lock?.[Symbol.asyncDispose]();
    },
  };

  async function claim(): Promise<boolean> {
    lock ??= await workspace.place.lockDelivery();
    if (!lock) return false;
    await followFailover({ ...store, clock, log });
    await refuseRewound(store.highWater, config.CRIER_DATA);
    return true;
  }

  async function start(): Promise<boolean> {
    if (tasks) return true;
    if (!(await claim())) return false;
    stopHighWater = await startHighWater(store.highWater, clock, log);
    await recover(engine);
    const { leaseMs } = store.nodes;
    if (leaseMs !== null) stopKeepingUp = keepUp(engine, store, leaseMs);
    tasks = startTasks(engine, publishing, await parts.startWebhooks(parts.stopping), parts);
    return true;
  }
}

/** With processes that end, and with servers that take over. @returns ends it */
function keepUp(engine: Engine, store: Store, leaseMs: number): () => Promise<void> {
  const { clock, log } = engine;
  const stops = [
    keepTakingOver(engine, leaseMs),
    keepFollowing({ ...store, clock, log }, leaseMs),
    watchClockOffset(store.nodes, leaseMs, clock, log),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** The background tasks of the process that delivers. */
interface Tasks {
  readonly dispatcher: Dispatcher;
  stop(): Promise<void>;
}

function startTasks(
  engine: Engine,
  publishing: PublishingDeps,
  webhooks: WebhookDispatcher,
  parts: DeliveryDeps,
): Tasks {
  const { workspace, connections, log } = parts;
  const { accounts, journal, nodes } = workspace.store;
  const { isLeader } = nodes;
  const { network, clock } = publishing;
  const { refresher } = connections;
  const dispatcher = startDispatcher(engine);
  const ask = (id: string) => askAccount(id, { accounts, connections });
  const stopRechecks = startRechecks({ ...publishing, askAccount: ask, usage: journal.usage, isLeader }, log);
  const stopRefreshScheduler = startRefreshScheduler({ accounts, refresher, network, isLeader, clock, log });
  return {
    dispatcher,
    async stop() {
      stopRechecks();
      stopRefreshScheduler();
      await Promise.all([dispatcher.stop(), webhooks.stop()]);
    },
  };
}

function publishingOf(parts: DeliveryDeps, accountOptions: AccountOptions): PublishingDeps {
  const { config, workspace, networks, files, cachedCard } = parts;
  const { store, clock, newId } = workspace;
  const network = (platform: string) => networks.find(platform) ?? null;
  return {
    posts: loggedPosts(store.posts, parts),
    slots: store.slots,
    accounts: targetAccounts(store.accounts, network),
    files,
    plans: { state: (now) => planStateAt(now, workspace) },
    network,
    clock,
    newId,
    publicUrl: config.CRIER_URL,
    async live(accountId) {
      const account = await store.accounts.find(accountId);
      return account?.status === "active" ? await accountOptions.soon(account) : null;
    },
    lastLive: accountOptions.last,
    cachedCard,
    sender: store.nodes.sender,
  };
}

function engineOf(parts: DeliveryDeps, plans: Plans): Engine {
  const { config, workspace, networks, connections, files, linkCard, disk, log, stopping } = parts;
  const { store, clock } = workspace;
  const { leaseMs } = store.nodes;
  const timed = new Map(networks.list.map((each) => [each.id, timedNetwork(each, parts.counters, clock)]));
  const network = (platform: string) => timed.get(platform) ?? null;
  return {
    journal: loggedJournal(store.journal, parts),
    connections: { network, ...connections },
    files,
    linkCard,
    plans,
    disk,
    clock,
    log,
    stopping,
    watch: openWatch(leaseMs === null ? null : { lastEvents: store.posts.lastEvents, clock }),
    resumeQueues: openQueueResumption({ ...store, clock, log }),
    lateMs: config.CRIER_LATE_MINUTES * 60_000,
    isAlone: leaseMs === null,
    processes: store.nodes.count,
    isClockOff: () => isClockOff(store.nodes),
    // Others take over after a whole lease; the clocks of two machines need not agree on how long that is.
    markWithinMs: leaseMs === null ? null : leaseMs / 2,
    retryPolicy: openRetryPolicy(retrySettingsOf(config), Math.random),
    breaker: openBreaker(store.serverPauses, { clock, log }, Math.random),
    reached: crashAt(config.CRIER_CRASH_AT, parts.die),
  };
}

function accountOptionsOf({ connections, workspace: { store, clock } }: DeliveryDeps): AccountOptions {
  return openAccountOptions(
    connections.liveOptions,
    (account, rules) => storeRules(account, rules, store),
    clock,
  );
}

function retrySettingsOf(config: Config): RetrySettings {
  return {
    tries: config.CRIER_RETRY_TRIES,
    triesWithinMs: config.CRIER_RETRY_MINUTES * 60_000,
    questionsAfterMs: config.CRIER_ASK_AFTER,
  };
}

/** CRIER_CRASH_AT: `step` or `step:N`. */
function crashAt(request: string | null, die: () => never): (step: CrashStep) => void {
  if (request === null) return () => {};
  const [step, count = "1"] = request.split(":");
  if (!CRASH_STEPS.some((known) => known === step))
    throw new OperatorError(`CRIER_CRASH_AT knows ${CRASH_STEPS.join(", ")}.`);
  let left = Number(count);
  return (reached) => {
    if (reached === step && --left === 0) die();
  };
}
