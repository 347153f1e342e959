// A world with a server that webhooks are sent to, for the tests of a file.
import { afterAll, beforeAll, beforeEach } from "bun:test";
import { openWorld, type World } from "./world.ts";
import { openReceiver, RECEIVER_HOST, status, type Receiver } from "./webhook-receiver.ts";
import { turnUntil } from "./wait-until.ts";

export interface WebhookWorld {
  readonly world: World;
  readonly receiver: Receiver;
  /** What the log says. */
  readonly lines: readonly string[];
  /** Turns the clock until this many messages came. */
  arrived(count: number): Promise<void>;
  /** The code of the problem that a request is answered with. */
  codeOf(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<unknown>;
}

/**
 * Opens one world for all tests of a file; each begins without webhooks and messages.
 * @param use called before the first test with what they work on
 */
export function openForAllTests(use: (opened: WebhookWorld) => void): void {
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
    const lines: string[] = [];
    const env = { CRIER_ALLOW_PRIVATE_HOSTS: RECEIVER_HOST, CRIER_LOG: "debug" };
    world = await openWorld(env, undefined, null, (line) => void lines.push(line));
    for (const handle of ["ok", "ghost", "fail"]) await world.account("mastodon", handle);
    use({
      ...{ world, receiver, lines },
      arrived: (count) => turnUntil(world, () => receiver.arrivals.length >= count),
      codeOf: async (method, path, body, headers) =>
        (await world.ask(method, path, body, headers)).json["code"],
    });
  });
  afterAll(async () => {
    // First: what it does not answer would be waited for.
    receiver[Symbol.dispose]();
    await world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    for (const { id } of (await world.ask("GET", "/webhooks")).json["webhooks"] as { id: string }[])
      await world.ask("DELETE", `/webhooks/${id}`);
    receiver.answer(status(204));
    receiver.arrivals.length = 0;
  });
}
