// Simulates a network with containers: prepared, published once, and processed for a while.
import type { Outcome } from "../../../networks/network.ts";
import type { Send } from "./truth.ts";
import type { World } from "./world.ts";

interface Container {
  state: "ready" | "processing" | "live" | "refused";
  remoteId: string;
  send: Send | null;
}

export interface Containers {
  make(targetId: string): string;
  publish(send: Send): void;
  /** What asking about it answers. */
  state(key: string): Outcome;
  peek(key: string): Container | undefined;
  /** How long the network asks to wait, ms. */
  askAgain(): number;
}

const HOUR = 3_600_000;

export function openContainers(world: World): Containers {
  const { chance, agenda, truth } = world;
  const all = new Map<string, Container>();
  const askAgain = () => chance.span(5000, 4 * HOUR);
  return {
    make(targetId) {
      const key = `c${all.size + 1}-${targetId.slice(-4)}`;
      all.set(key, { state: "ready", remoteId: "", send: null });
      return key;
    },
    publish,
    state(key) {
      const container = all.get(key);
      if (container?.state === "live") return { kind: "accepted", remoteId: container.remoteId, url: null };
      if (container?.state === "refused") {
        for (const send of truth.sends) if (send.key === key) send.settledNo = true;
        return { kind: "refused", category: "media", detail: "could not be processed" };
      }
      return { kind: "processing", receipt: key, askAgainMs: askAgain() };
    },
    peek: (key) => all.get(key),
    askAgain,
  };

  function publish(send: Send): void {
    const container = all.get(send.key);
    if (!container) throw new Error(`no container ${send.key}`);
    world.say(() => `send ${send.n} arrives: ${send.key} was ${container.state}`);
    if (container.state !== "ready") return;
    container.state = "processing";
    container.send = send;
    const end = chance.weighed({ live: 7, refused: 2, never: 1 });
    if (end === "never") return;
    const ms = chance.one(0.8) ? chance.span(100, 600_000) : chance.span(HOUR, 30 * HOUR);
    agenda.after(ms, "networks", () => {
      container.state = end;
      if (end === "live") container.remoteId = truth.publish(send, agenda.now(), true)?.remoteId ?? "";
      world.say(() => `${send.key} is processed: ${end}`);
    });
  }
}
