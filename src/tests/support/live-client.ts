// Reads /admin/live as a browser does: messages in order, the last id, and the end of the stream.
import type { Owner } from "./owner.ts";
import type { World } from "./world.ts";
import { GIVE_UP_MS } from "./time-limits.ts";

export interface Message {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LiveClient extends Disposable {
  readonly response: Response;
  readonly messages: readonly Message[];
  /** What a browser would send as Last-Event-ID. */
  readonly lastId: string;
  /** The comments that came. */
  readonly comments: readonly string[];
  readonly isOver: boolean;
  /** Turns the clock until this holds. @throws Error after minutes of real time */
  until(holds: (client: LiveClient) => boolean): Promise<void>;
}

export interface LiveRequest {
  readonly profile?: string;
  readonly lastId?: string;
  readonly query?: string;
}

/** Of the world's clock, ms: as often as changes are looked for. */
const STEP_MS = 100;

/** @param url another address than the world's own */
export async function listen(
  world: Pick<World, "url" | "clock" | "profileId">,
  { cookie }: Pick<Owner, "cookie">,
  { profile = world.profileId, lastId: after, query = "" }: LiveRequest = {},
): Promise<LiveClient> {
  const aborted = new AbortController();
  const response = await fetch(`${world.url}/admin/live?profile=${profile}${query}`, {
    headers: { cookie, ...(after !== undefined && { "last-event-id": after }) },
    signal: aborted.signal,
  });
  const messages: Message[] = [];
  const comments: string[] = [];
  let lastId = after ?? "";
  let isOver = false;
  if (response.status === 200) void read().catch(() => (isOver = true));
  const client: LiveClient = {
    response,
    messages,
    comments,
    get lastId() {
      return lastId;
    },
    get isOver() {
      return isOver;
    },
    async until(holds) {
      const giveUp = performance.now() + GIVE_UP_MS;
      while (!holds(client)) {
        if (performance.now() > giveUp) throw new Error(`It did not come: ${JSON.stringify(messages)}`);
        world.clock.turn(STEP_MS);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    [Symbol.dispose]: () => aborted.abort(),
  };
  return client;

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      blocks.forEach(take);
    }
    isOver = true;
  }

  function take(block: string): void {
    const fields = block.split("\n").map((line) => /^(\w*): (.*)$/.exec(line) ?? []);
    const valueOf = (name: string) => fields.findLast(([, field]) => field === name)?.[2];
    lastId = valueOf("id") ?? lastId;
    const [comment, event, data] = ["", "event", "data"].map(valueOf);
    if (comment !== undefined) comments.push(comment);
    if (event !== undefined) messages.push({ event, data: JSON.parse(data ?? "null") as Message["data"] });
  }
}
