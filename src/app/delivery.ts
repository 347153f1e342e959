// Opens everything for delivery: the engine, and the background tasks of the process that delivers.
import { planStateAt } from "../admin/plan.ts";
import { openAccountOptions, type AccountOptions } from "../accounts/account-options.ts";
import { startRefreshScheduler } from "../accounts/refresh-scheduler.ts";
import type { Connections } from "../accounts/connect.ts";
import type { Config } from "./config.ts";
import { loggedJournal, loggedPosts } from "./delivery-log.ts";
import { Refusal } from "../errors.ts";
import type { OpenWorkspace } from "./workspace.ts";
import type { Log } from "../log.ts";
import type { Registry } from "../networks/index.ts";
import { withChanges } from "../networks/rules.ts";
import { startHighWater, refuseRewound } from "../ops/high-water.ts";
import { openBreaker, type Breaker } from "../publishing/delivery/circuit-breaker.ts";
import { startDispatcher, type Dispatcher } from "../publishing/delivery/dispatcher.ts";
import { CRASH_STEPS, type CrashStep, type Engine } from "../publishing/delivery/engine.ts";
import type { PublishingDeps } from "../publishing/targets.ts";
import { openRetryPolicy, type RetrySettings } from "../publishing/delivery/retry-policy.ts";
import type { Disk, Plans, PostFiles, TargetAccounts } from "../publishing/ports.ts";
import { startRechecks } from "../publishing/recheck.ts";
import { recover } from "../publishing/delivery/recover.ts";
import { openWatch, type Watch } from "../publishing/delivery/watch.ts";
import { takeServerLock, type Store } from "../store/index.ts";

export interface Delivery extends AsyncDisposable {
  /** For those who make posts. */
  readonly publishing: PublishingDeps;
  readonly watch: Watch;
  readonly breaker: Breaker;
  /** What networks say of their accounts now. */
  readonly accountOptions: AccountOptions;
  /** The right to deliver from this folder. @returns false while another process has it. Throws Refusal for a folder that went back in time. */
  claim(): Promise<boolean>;
  /** Delivers what is due, unless another process does so from this folder. @returns whether this one delivers */
  start(): Promise<boolean>;
  /** Something may have become due. */
  wake(): void;
  /** Begins nothing more, and waits (bounded) for what is under way. */
  end(): Promise<void>;
}

export interface DeliveryDeps {
  readonly config: Config;
  readonly workspace: OpenWorkspace;
  readonly networks: Registry;
  readonly connections: Connections;
  readonly files: PostFiles;
  readonly disk: Disk;
  readonly log: Log;
  /** Ends the process on the spot: for test benches. */
  readonly die: () => never;
  /** Aborted when the appliance stops. */
  readonly stopping: AbortSignal;
}

export function openDelivery(parts: DeliveryDeps): Delivery {
  const { config, workspace, networks, connections, files, disk, log, stopping } = parts;
  const { store, clock, newId } = workspace;
  const network = (platform: string) => networks.find(platform) ?? null;
  const plans: Plans = { state: (now) => planStateAt(now, workspace) };
  const accountOptions = accountOptionsOf(parts);
  const publishing: PublishingDeps = {
    ...{ posts: loggedPosts(store.posts, log), slots: store.slots, accounts: targetAccounts(store, network) },
    ...{ files, plans, network, clock, newId },
    publicUrl: config.CRIER_URL,
    async live(accountId) {
      const account = await store.accounts.find(accountId);
      return account?.status === "active" ? await accountOptions.soon(account) : null;
    },
  };
  const engine: Engine = {
    ...{ journal: loggedJournal(store.journal, log), connections: { network, ...connections } },
    ...{ files, plans, disk, clock, log, stopping },
    watch: openWatch(),
    lateMs: config.CRIER_LATE_MINUTES * 60_000,
    retryPolicy: openRetryPolicy(retrySettingsOf(config), Math.random),
    breaker: openBreaker(clock, Math.random),
    reached: crashAt(config.CRIER_CRASH_AT, parts.die),
  };
  let lock: Disposable | null = null;
  let dispatcher: Dispatcher | null = null;
  let stopRechecks = () => {};
  let stopRefreshScheduler = () => {};
  let stopHighWater = async () => {};

  return {
    publishing,
    watch: engine.watch,
    breaker: engine.breaker,
    accountOptions,
    claim,
    start,
    wake: () => dispatcher?.wake(),
    async end() {
      stopRechecks();
      stopRefreshScheduler();
      await dispatcher?.stop();
    },
    async [Symbol.asyncDispose]() {
      await stopHighWater();
      lock?.[Symbol.dispose]();
    },
  };

  /** The network's own word on an account, with its token; limits it tells are kept. @throws Problem */
  async function askAccount(id: string): Promise<void> {
    const account = await store.accounts.find(id);
    if (account?.status !== "active") return;
    const { rules } = await connections.creator(account);
    // A network that tells no limits takes none back.
    const isNews = Object.keys(rules).length > 0 && !Bun.deepEquals(rules, account.rules);
    if (isNews) await store.accounts.setRules(id, rules);
  }

  async function claim(): Promise<boolean> {
    lock ??= takeServerLock(config.CRIER_DATA);
    if (!lock) return false;
    await refuseRewound(store.highWater, config.CRIER_DATA);
    return true;
  }

  async function start(): Promise<boolean> {
    if (dispatcher) return true;
    if (!(await claim())) return false;
    stopHighWater = await startHighWater(store.highWater, clock, log);
    await recover(engine);
    dispatcher = startDispatcher(engine);
    stopRechecks = startRechecks({ ...publishing, askAccount, usage: store.journal.usage }, log);
    const { refresher } = connections;
    stopRefreshScheduler = startRefreshScheduler({
      accounts: store.accounts,
      refresher,
      network,
      clock,
      log,
    });
    return true;
  }
}

function accountOptionsOf({ connections, workspace: { store, clock } }: DeliveryDeps): AccountOptions {
  return openAccountOptions(
    connections.creator,
    async (account, rules) => {
      if (!Bun.deepEquals(rules, account.rules)) await store.accounts.setRules(account.id, rules);
    },
    clock,
  );
}

function targetAccounts(store: Store, network: PublishingDeps["network"]): TargetAccounts {
  return {
    async ofProfile(profileId) {
      const accounts = await store.accounts.ofProfile(profileId);
      return accounts.flatMap(({ rules, ...account }) => {
        const found = network(account.platform);
        return found ? [{ ...account, rules: withChanges(found.rules, rules) }] : [];
      });
    },
  };
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
    throw new Refusal(`CRIER_CRASH_AT knows ${CRASH_STEPS.join(", ")}.`);
  let left = Number(count);
  return (reached) => {
    if (reached === step && --left === 0) die();
  };
}
