// Stands between the server and the networks: once the power is off, nothing passes in either direction.
import type { Answer, Call } from "../../../networks/client/call.ts";
import { pairedRegistry, type PairedRegistry } from "../../../app/networks.ts";
import type { ConnectIo, Network } from "../../../networks/network.ts";

export interface Gate {
  readonly networks: PairedRegistry;
  /** Requests that wanted to leave, and answers that wanted in. */
  readonly passed: number;
  /** Resolves when what had left before the cut has arrived, or `withinMs` are over. */
  landed(withinMs: number): Promise<void>;
  /** Lets go what hangs, so that a dead appliance can be cleared away; nothing more leaves. */
  release(): void;
}

/** @param passing called before a request leaves and before an answer is handed over; it may end the power */
export function openGate(known: PairedRegistry, isOff: () => boolean, passing: (nth: number) => void): Gate {
  let passed = 0;
  const underway = new Set<Promise<unknown>>();
  const released = Promise.withResolvers<Answer>();
  const guarded =
    (call: Call): Call =>
    async (request) => {
      if (ends()) return await released.promise;
      const sent = call(request);
      underway.add(sent);
      const answer = await Promise.race([sent.finally(() => underway.delete(sent)), released.promise]);
      return ends() ? await released.promise : answer;
    };
  const ends = () => {
    if (!isOff()) passing(++passed);
    return isOff();
  };
  const behind = <T extends ConnectIo>(io: T): T => ({ ...io, call: guarded(io.call) });
  return {
    get passed() {
      return passed;
    },
    networks: pairedRegistry(
      known.pairs.map(({ network, simulated }) => ({ network: through(network, behind), simulated })),
    ),
    async landed(withinMs) {
      await Promise.race([Promise.allSettled([...underway]), Bun.sleep(withinMs)]);
    },
    release: () => released.resolve({ kind: "lost", detail: "the power went off" }),
  };
}

function through(network: Network, behind: <T extends ConnectIo>(io: T) => T): Network {
  const { refresh } = network.connect;
  return {
    ...network,
    connect: {
      ...network.connect,
      refresh: refresh && ((credentials, io) => refresh(credentials, behind(io))),
    },
    prepare: (draft, io) => network.prepare(draft, behind(io)),
    commit: (prepared, io) => network.commit(prepared, behind(io)),
    settle: (prepared, receipt, io) => network.settle(prepared, receipt, behind(io)),
    verify: (prepared, attempt, io) => network.verify(prepared, attempt, behind(io)),
  };
}
