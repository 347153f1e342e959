// Runs one process: the real engine over the real store, from its start to its end.
import type { Call } from "../../../networks/client/call.ts";
import { StepFailedError, type Io, type Network } from "../../../networks/network.ts";
import { withChanges } from "../../../domain/rules.ts";
import type { Log, LogFields } from "../../../log.ts";
import { openBreaker } from "../../../publishing/delivery/circuit-breaker.ts";
import { openQueueResumption } from "../../../publishing/queue.ts";
import { startDispatcher, type Dispatcher } from "../../../publishing/delivery/dispatcher.ts";
import type { CrashStep, Engine } from "../../../publishing/delivery/engine.ts";
import type { PublishingDeps } from "../../../publishing/targets.ts";
import { holdRestored } from "../../../publishing/delivery/restore-hold.ts";
import { openRetryPolicy } from "../../../publishing/delivery/retry-policy.ts";
import type { AccountConnections, Plans, TargetAccounts } from "../../../publishing/dependencies.ts";
import { recover } from "../../../publishing/delivery/recover.ts";
import { openWatch } from "../../../publishing/delivery/watch.ts";
import type { Disk } from "./disk.ts";
import { Injected, isInjected } from "./fault.ts";
import type { Order } from "./networks.ts";
import type { Send } from "./truth.ts";
import type { World } from "./world.ts";
import { ENTRY } from "../../support/audit-entry.ts";

export interface ProcessRun {
  readonly number: number;
  /** Whose timers end with it. */
  readonly owner: object;
  readonly disk: Disk;
  readonly deps: PublishingDeps;
  wake(): void;
  /** As SIGTERM does it: claims no more, waits a while, then breaks off what is still under way. */
  stop(): Promise<void>;
  /** The network is asked about a target. */
  asking(targetId: string, what: "settle" | "verify"): void;
  /** A publishing request leaves now. */
  sending(order: Order, n: number): Send;
  /** Its sender knows what came of it. */
  sent(send: Send): void;
  accountOf(targetId: string): string | null;
  attemptOf(targetId: string): number | null;
}

export interface ProcessOptions {
  readonly number: number;
  readonly disk: Disk;
  readonly networks: (platform: string) => Network | null;
  readonly newId: () => string;
  readonly reached: (step: CrashStep) => void;
  /** What may have gone out since the backup is held first. */
  readonly restored: { readonly everything: boolean } | null;
}

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** The settings' defaults; here how late a post may still go out. */
export const LATE_MS = HOUR;
const PATIENCE = {
  tries: 5,
  triesWithinMs: 2 * HOUR,
  questionsAfterMs: [35 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR],
};
const LEAST_PAUSE_MS = SECOND;
const never = () => new Promise<never>(() => {});

/** Starts a process in this world; it has recovered once `ready` resolves. Rejects when the disk does not let it. */
export function startProcess(
  world: World,
  options: ProcessOptions,
): { running: ProcessRun; ready: Promise<void> } {
  const { number, disk, networks: network, newId, reached } = options;
  const [stopping, ended] = [new AbortController(), new AbortController()];
  /** Accounts with a publishing request under way. */
  const open = new Set<string>();
  /** When the network was last asked about an attempt, true time. */
  const lastLooks = new Map<string, { at: number; early: number }>();
  let dispatcher: Dispatcher | null = null;
  const running: ProcessRun = {
    number,
    owner: open,
    disk,
    deps: depsOf(),
    wake: () => dispatcher?.wake(),
    async stop() {
      stopping.abort();
      await dispatcher?.stop();
      ended.abort();
    },
    asking,
    sending,
    sent: ({ accountId }) => void open.delete(accountId),
    accountOf: (targetId) => disk.mark(targetId)?.accountId ?? null,
    attemptOf: (targetId) => disk.mark(targetId)?.attempt ?? null,
  };
  const { deps } = running;
  const engine: Engine = {
    resumeQueues: openQueueResumption({ ...disk, clock: deps.clock, log: logOf(running, world) }),
    journal: disk.journal,
    connections: outsideOf(running, ended.signal, network, world),
    ...{
      files: deps.files,
      linkCard: async () => null,
      clock: deps.clock,
      plans: deps.plans,
      watch: openWatch(null),
    },
    log: logOf(running, world),
    lateMs: LATE_MS,
    markWithinMs: null,
    isAlone: true,
    processes: () => 1,
    isClockOff: () => false,
    retryPolicy: openRetryPolicy(PATIENCE, world.chance.next),
    breaker: openBreaker(
      disk.serverPauses,
      { clock: deps.clock, log: logOf(running, world) },
      world.chance.next,
    ),
    disk: { isLow: world.weather.isLow, release: () => {} },
    stopping: stopping.signal,
    reached: (step) => {
      if (world.running === running) reached(step);
    },
  };
  return { running, ready: start() };

  async function start() {
    const { restored } = options;
    const at = world.agenda.wall();
    if (restored) {
      const entry = {
        ...{ at, actor: "cli", action: "restore", profileId: null },
        subject: "",
        detail: null,
      };
      await holdRestored(disk.holding, { takenAt: at, at, everything: restored.everything }, entry);
    }
    await recover(engine);
    if (world.running === running) dispatcher = startDispatcher(engine);
  }

  function depsOf(): PublishingDeps {
    const files = {
      find: async () => [],
      unable: async () => () => null,
      isReadable: async () => true,
      fitted: () => Promise.reject(new Error("no files here")),
    };
    const plans: Plans = { state: async () => (world.planLive ? "live" : "payment_required") };
    const accounts: TargetAccounts = {
      async ofProfile(profileId) {
        const known = await disk.accounts.ofProfile(profileId);
        return known.flatMap((account) => {
          const on = network(account.platform);
          return on ? [{ ...account, rules: withChanges(on.rules, account.rules) }] : [];
        });
      },
    };
    const { posts, slots } = disk;
    const clock = world.agenda.clockOf(open);
    const live = async () => null;
    return {
      posts,
      slots,
      accounts,
      files,
      plans,
      network,
      clock,
      newId,
      publicUrl: null,
      live,
      lastLive: () => null,
      cachedCard: async () => null,
      sender: async () => null,
    };
  }

  /** Even while nothing can be written down, a network is left in peace between two questions. */
  function asking(targetId: string, what: string): void {
    const { attempt = 0 } = disk.mark(targetId) ?? {};
    const name = `${what} ${targetId}#${attempt}`;
    const { at, early } = lastLooks.get(name) ?? { at: -Infinity, early: 0 };
    const now = world.agenda.now();
    // One question too early costs nothing: the clock may be set between an answer and the next look at the clock.
    const again = now - at < LEAST_PAUSE_MS ? early + 1 : 0;
    if (again > 1) world.violate(`the network is asked to ${name} without a pause`);
    lastLooks.set(name, { at: now, early: again });
  }

  function sending({ targetId, text, key }: Order, n: number): Send {
    const { truth, agenda } = world;
    const mark = disk.mark(targetId);
    const wrong = (what: string) => world.violate(`target ${targetId} ${what}`);
    if (mark?.state !== "committing" || mark.sentAt === null)
      wrong(`is sent without a send mark (${mark?.state ?? "gone"})`);
    const { postId = "", accountId = "", attempt = 0 } = mark ?? {};
    if (truth.sends.some((send) => send.targetId === targetId && send.attempt === attempt))
      wrong(`is sent twice in attempt ${attempt}`);
    if (open.has(accountId)) wrong("is sent while another is on its way for its account");
    if (world.canceled.has(postId)) wrong("is sent although a person was told that it is canceled");
    if (mark && mark.caption !== text) wrong(`is sent with the text ${text}, not ${mark.caption}`);
    open.add(accountId);
    const { platform } = world.accounts.find(({ id }) => id === accountId) ?? { platform: "?" };
    const so = { answer: null, onItsWay: false, settledNo: false };
    return {
      n,
      targetId,
      postId,
      accountId,
      platform,
      attempt,
      text,
      key,
      at: agenda.now(),
      process: number,
      ...so,
    };
  }
}

function outsideOf(
  running: ProcessRun,
  signal: AbortSignal,
  network: AccountConnections["network"],
  world: World,
): AccountConnections {
  const alive = () => world.running === running;
  return {
    network,
    async io(accountId, { saved, save }) {
      if (!alive()) return await never();
      if (world.weather.locked()) {
        throw new StepFailedError({
          kind: "refused",
          category: "auth",
          detail: "The credentials can't be had.",
        });
      }
      const platform = world.accounts.find(({ id }) => id === accountId)?.platform ?? "";
      const { rules } = network(platform) ?? {};
      if (!rules) throw new Error(`no network ${platform}`);
      const credentials = { process: String(running.number) };
      const io: Partial<Io> = { call: asking, credentials, saved, save, signal, now: world.agenda.wall };
      return { io: io as Io, remoteAccountId: accountId, rules, credentialsVersion: 1 };
    },
    async refreshCredentials() {
      if (!alive()) return await never();
      const fate = world.weather.renew();
      if (fate === "throws") throw new Injected("renew");
      return fate === "yes";
    },
    async needsReconnect(accountId, _, detail) {
      await running.disk.accounts.setStatus(accountId, "needs_reconnect", detail, ENTRY);
    },
  };
}

/** The only call of these networks asks whether it may leave; what it leads to they say themselves. */
const asking: Call = async ({ maySend }) => {
  const isAllowed = maySend === undefined || (await maySend());
  if (!isAllowed) return { kind: "unsent", detail: "may not be sent" };
  return { kind: "answered", status: 200, headers: {}, text: "", json: undefined };
};

/** What the engine calls an error must be the simulation's doing. */
function logOf(running: ProcessRun, world: World): Log {
  const nothing = () => {};
  return {
    ...{ debug: nothing, info: nothing, warn: nothing },
    error(event: string, { cause, targetId }: LogFields = {}) {
      if (world.running !== running) return;
      world.say(() => `the engine says ${event} ${targetId?.slice(-4) ?? ""}: ${String(cause)}`);
      if (!isInjected(cause)) world.violate(`the engine failed by itself: ${event}: ${String(cause)}`);
    },
  };
}
