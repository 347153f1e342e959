// Delivers messages to webhooks, at least once each: beside publishing, and never in its way.
import { every, within, type Clock } from "../clock.ts";
import type { Nodes } from "../domain/store/nodes.ts";
import type { DueMessage, Outbox } from "../domain/store/outbox.ts";
import { KEEP_EVENTS_MS, RESUME_SENDS_MS } from "../domain/webhook.ts";
import type { Log } from "../log.ts";
import { openQueues } from "./queues.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { WRITE_AGAIN_MS } from "./retry.ts";

export interface WebhookDispatcherDeps extends DeliverDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodes: Pick<Nodes, "isLeader" | "leaseMs">;
}

export interface WebhookDispatcher {
  /** Sends nothing more, and waits (bounded) for what is under way. */
  stop(): Promise<void>;
}

/** Events come from other processes too, so the outbox is looked at this often. */
const LOOK_EVERY_MS = 250;
/** Taken from the outbox in advance, for one endpoint: those that wait longest. */
const TAKEN_PER_ENDPOINT = 32;
/** Claimed in one transaction: more would hold up all other work of this process. */
const AT_ONCE = 64;
const STOP_WAIT_MS = 5000;
const SWEEP_EVERY_MS = 3_600_000;
const SWEPT_AT_ONCE = 200;

export async function startWebhooks(deps: WebhookDispatcherDeps): Promise<WebhookDispatcher> {
  const { outbox, clock, log, nodes } = deps;
  // What a death interrupted is sent again: the receiver knows it by its id.
  await outbox.recover(clock.now());
  const send = (message: DueMessage) => deliver(message, deps);
  const onFailure = (error: unknown) => log.error("webhook_failed", { cause: error });
  const queues = openQueues({ clock, send, hungry: wake, failed: onFailure });
  const rounds = [
    every(clock, SWEEP_EVERY_MS, sweep),
    ...(nodes.leaseMs === null ? [] : [every(clock, nodes.leaseMs / 2, takeOver)]),
  ];
  let stopping = false;
  let looking = false;
  let lookAgain = false;
  let stopTimer = () => {};
  let current = look();
  return { stop };

  /** There is room for more, or something may have become due. */
  function wake(): void {
    if (looking) lookAgain = true;
    else current = look();
  }

  async function look(): Promise<void> {
    if (stopping) return;
    looking = true;
    stopTimer();
    let hasFailed = false;
    try {
      do {
        lookAgain = false;
        if ((await take()) === AT_ONCE) lookAgain = true;
      } while (lookAgain && !stopping);
    } catch (error) {
      hasFailed = true;
      log.error("webhooks_not_read", { cause: error });
    }
    looking = false;
    // A store that does not answer is asked less often: each time, the log gets a line.
    if (!stopping) stopTimer = clock.after(hasFailed ? WRITE_AGAIN_MS : LOOK_EVERY_MS, wake);
  }

  /** @returns how many messages were looked at */
  async function take(): Promise<number> {
    const due = await outbox.due({
      now: clock.now(),
      perEndpoint: TAKEN_PER_ENDPOINT,
      taken: queues.taken(),
    });
    if (due.length === 0) return 0;
    const some = byTurns(due).slice(0, AT_ONCE);
    queues.add(await outbox.claim(some, RESUME_SENDS_MS));
    return some.length;
  }

  /** Where several deliver, what those that have ended left behind. */
  async function takeOver(): Promise<void> {
    try {
      if ((await outbox.recover(clock.now())) > 0) wake();
    } catch (error) {
      log.error("webhooks_not_read", { cause: error });
    }
  }

  async function sweep(ended: AbortSignal): Promise<void> {
    try {
      if (!(await nodes.isLeader())) return;
      while (!ended.aborted && (await outbox.sweep(clock.now() - KEEP_EVENTS_MS, SWEPT_AT_ONCE)));
    } catch (error) {
      log.error("webhooks_not_swept", { cause: error });
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    stopTimer();
    await Promise.all([current, ...rounds.map((each) => each.stop())]);
    const left = queues.stop();
    await within(clock, STOP_WAIT_MS, queues.idle(), () => {});
    if (left.length > 0)
      await outbox.release(
        left.map(({ id }) => id),
        clock.now(),
      );
  }
}

/** Endpoints take turns, so that a long queue of one holds no other up. */
function byTurns(due: readonly DueMessage[]): DueMessage[] {
  const turns = new Map<string, number>();
  const placed = due.map((message) => {
    const turn = turns.get(message.webhookId) ?? 0;
    turns.set(message.webhookId, turn + 1);
    return { message, turn };
  });
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ message }) => message);
}
