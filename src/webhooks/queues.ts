// The messages that are taken, one queue for each endpoint: a few are sent at once, those of one post in their order.
import type { Clock } from "../clock.ts";
import type { DueMessage } from "../domain/store/outbox.ts";

/** Sent at once: to one endpoint, and in all. These places are not those of publishing. */
const PER_ENDPOINT = 4;
const IN_ALL = 64;

export interface Queues {
  add(messages: readonly DueMessage[]): void;
  /** Messages that are taken, by endpoint: waiting here or being sent. */
  taken(): Readonly<Record<string, number>>;
  /** Sends no more. @returns those that were not begun */
  stop(): DueMessage[];
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

interface Queue {
  readonly waiting: DueMessage[];
  /** Of each message that is being sent: its post, or itself. */
  readonly sending: Set<string>;
  /** By the monotonic clock: nothing is sent before. */
  notBefore: number;
}

/** An endpoint that failed so often in a row is tried only now and then, until it takes a message again. */
const MANY_FAILURES = 8;
const NOW_AND_THEN_MS = 1000;
/** A turn of the event loop that took longer, ms, shows that publishing needs the processor: webhooks wait a little. */
const BUSY_MS = 15;
const STEP_ASIDE_MS = 40;

/** With so many left in a queue, more are asked for. */
const FEW = 8;

export interface QueuesDeps {
  readonly clock: Clock;
  /** Handles its own errors. @returns whether the endpoint can be sent to */
  readonly send: (message: DueMessage) => Promise<boolean>;
  /** Called when a queue has few left. */
  readonly hungry: () => void;
  /** What `send` throws all the same. */
  readonly failed: (error: unknown) => void;
}

export function openQueues({ clock, send, hungry, failed }: QueuesDeps): Queues {
  const queues = new Map<string, Queue>();
  /** Of each endpoint, in a row. */
  const failures = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let scheduled = false;

  return {
    add(messages) {
      for (const message of messages) queueOf(message.webhookId).waiting.push(message);
      schedule();
    },
    taken: () =>
      Object.fromEntries(
        [...queues].map(([id, { waiting, sending }]) => [id, waiting.length + sending.size]),
      ),
    stop: () => [...queues.values()].flatMap(({ waiting }) => waiting.splice(0)),
    async idle() {
      await Promise.all(running);
    },
  };

  function queueOf(webhookId: string): Queue {
    const known = queues.get(webhookId);
    if (known) return known;
    const queue: Queue = { waiting: [], sending: new Set(), notBefore: 0 };
    queues.set(webhookId, queue);
    return queue;
  }

  /** One message of each endpoint in one turn of the event loop: signing and connecting must not block publishing. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    const start = clock.monotonic();
    setImmediate(() => {
      if (clock.monotonic() - start > BUSY_MS) clock.after(STEP_ASIDE_MS, beginSome);
      else beginSome();
    });
  }

  function beginSome(): void {
    scheduled = false;
    if ([...queues.keys()].filter(beginNext).length > 0) schedule();
  }

  /** @returns whether one was begun */
  function beginNext(webhookId: string): boolean {
    const queue = queueOf(webhookId);
    if (queue.sending.size >= PER_ENDPOINT || running.size >= IN_ALL) return false;
    if (queue.notBefore > clock.monotonic()) return false;
    const index = queue.waiting.findIndex((message) => !queue.sending.has(keyOf(message)));
    const [message] = index < 0 ? [] : queue.waiting.splice(index, 1);
    if (!message) return false;
    queue.sending.add(keyOf(message));
    const done = send(message).then(noteOutcome).catch(failed).finally(onEnd);
    running.add(done);
    return true;

    function noteOutcome(isWell: boolean): void {
      const count = isWell ? 0 : (failures.get(webhookId) ?? 0) + 1;
      if (isWell) failures.delete(webhookId);
      else failures.set(webhookId, count);
      if (count < MANY_FAILURES) return;
      queue.notBefore = clock.monotonic() + NOW_AND_THEN_MS;
      clock.after(NOW_AND_THEN_MS, schedule);
    }
    function onEnd(): void {
      running.delete(done);
      if (message) queue.sending.delete(keyOf(message));
      if (queue.waiting.length === FEW) hungry();
      if (queue.sending.size === 0 && queue.waiting.length === 0) queues.delete(webhookId);
      schedule();
    }
  }
}

/** Messages of one post keep their order; others have none. */
const keyOf = ({ id, postId }: DueMessage) => postId ?? id;
