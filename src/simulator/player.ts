// Answers one request: the network's response, or the fault that replaces it.
import type http from "node:http";
import { pause, type Clock } from "../clock.ts";
import { perform } from "./answers.ts";
import { NEXT_POST, openBehaviours, type NextPost } from "./behaviours.ts";
import type { Fault, FaultPlan } from "./faults.ts";
import { behaviourOf, SLOW_MS, type RequestHead, type OpenNetwork, type Request } from "./network.ts";

export interface PlayerOptions {
  readonly clock: Clock;
  readonly faults?: FaultPlan;
}

/** A request that did not end as usual. */
export interface Incident {
  readonly network: string;
  /** Handle of the account. */
  readonly account: string;
  readonly fault: Fault;
  /** ms since 1970. */
  readonly at: number;
}

/** What happens to the next post of an account. */
export interface Planned {
  readonly network: string;
  readonly account: string;
  readonly behaviour: NextPost;
}

/** Incidents that are remembered, the latest. */
const MAX_INCIDENTS = 200;
const LARGEST_BODY = 400_000_000;

/** Carries out one request, or the fault that is due. */
export function player({ clock, faults }: PlayerOptions, stopped: AbortSignal) {
  const made = new Map<string, number>();
  const next = new Map<string, Planned>();
  let behave = openBehaviours();

  const incidents: Incident[] = [];
  let hanging = 0;
  return {
    request,
    hanging: () => hanging,
    incidents: (): readonly Incident[] => incidents,
    next: (): readonly Planned[] => [...next.values()],
    /** @param behaviour null: as usual */
    setNext(network: string, account: string, behaviour: NextPost | null): void {
      if (behaviour === null) next.delete(`${network}/${account}`);
      else next.set(`${network}/${account}`, { network, account, behaviour });
    },
    forget(): void {
      incidents.length = 0;
      next.clear();
      behave = openBehaviours();
    },
  };

  /** Of the request that makes a post public: what was planned for it, once. */
  function taken(name: string): Fault | null {
    const planned = next.get(name);
    next.delete(name);
    return planned ? NEXT_POST[planned.behaviour] : null;
  }

  async function request(
    id: string,
    network: OpenNetwork,
    requested: RequestHead,
    message: http.IncomingMessage,
    res: http.ServerResponse,
  ): Promise<void> {
    const account = network.accountOf(requested) ?? "";
    const empty: Request = { ...requested, body: new Uint8Array() };
    const publishing = network.publishes(empty) !== null;
    const counter = `${id}/${account}/${publishing}`;
    const n = made.get(counter) ?? 0;
    made.set(counter, n + 1);
    const planned = faults?.({ network: id, account, publishing, n }) ?? null;
    if (planned === "refuse-before") return void res.socket?.destroy();
    const request: Request = { ...requested, body: await bodyOf(message) };
    const once = publishing ? taken(`${id}/${account}`) : null;
    const fault = planned ?? once ?? behave({ network: id, account, publishing }, network, request);
    if (fault !== null && account !== "") {
      incidents.push({ network: id, account, fault, at: clock.now() });
      if (incidents.length > MAX_INCIDENTS) incidents.shift();
    }
    if (publishing && behaviourOf(account) === "slow") await pause(clock, SLOW_MS, stopped);
    await perform(fault, network, request, res);
    if (fault === "handle-then-hang") hanging++;
  }
}

async function bodyOf(message: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw new Error("body too large");
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}
