// The messages that are taken, one queue for each endpoint: a few are sent at once, those of one post in their order.
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
}

/** With so many left in a queue, more are asked for. */
const FEW = 8;

/**
 * @param send handles its own errors; what it throws all the same goes to `failed`
 * @param hungry called when a queue has few left
 */
export function openQueues(
  send: (message: DueMessage) => Promise<void>,
  hungry: () => void,
  failed: (error: unknown) => void,
): Queues {
  const queues = new Map<string, Queue>();
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
    const queue = { waiting: [], sending: new Set<string>() };
    queues.set(webhookId, queue);
    return queue;
  }

  /** One message of each endpoint in one turn of the event loop: signing and connecting must not block publishing. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if ([...queues.keys()].filter(beginNext).length > 0) schedule();
    });
  }

  /** @returns whether one was begun */
  function beginNext(webhookId: string): boolean {
    const queue = queueOf(webhookId);
    if (queue.sending.size >= PER_ENDPOINT || running.size >= IN_ALL) return false;
    const index = queue.waiting.findIndex((message) => !queue.sending.has(keyOf(message)));
    const [message] = index < 0 ? [] : queue.waiting.splice(index, 1);
    if (!message) return false;
    queue.sending.add(keyOf(message));
    const done = send(message).catch(failed).finally(ended);
    running.add(done);
    return true;

    function ended(): void {
      running.delete(done);
      if (message) queue.sending.delete(keyOf(message));
      if (queue.sending.size === 0 && queue.waiting.length === 0) queues.delete(webhookId);
      if (queue.waiting.length === FEW) hungry();
      schedule();
    }
  }
}

/** Messages of one post keep their order; others have none. */
const keyOf = ({ id, postId }: DueMessage) => postId ?? id;
