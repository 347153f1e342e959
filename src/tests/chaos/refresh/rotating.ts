// Simulates a network that rotates refresh tokens, answers slowly, and records what happened to each token.
import { systemClock } from "../../../clock.ts";
import type { Reply, Request, SimulatedNetwork } from "../../../simulator/network.ts";
import { simulatedGuild, type Lever } from "../../support/oauth-network/simulated.ts";

export interface Ledger {
  /** Refresh tokens that were used, and what was handed out for each. */
  readonly successors: Map<string, string>;
  /** Requests that the network has not finished: a killed process may leave some behind. */
  pending: number;
}

/** @param latencyMs how long the next answer is under way, after everything has happened at the network */
export function rotating(lever: Lever, ledger: Ledger, latencyMs: () => number): SimulatedNetwork {
  const guild = simulatedGuild(lever);
  return {
    ...guild,
    open(stage) {
      const opened = guild.open(stage);
      return {
        ...opened,
        async answer(request) {
          ledger.pending++;
          try {
            const reply = await opened.answer(request);
            note(request, reply);
            await new Promise<void>((resolve) => systemClock.after(latencyMs(), resolve));
            return reply;
          } finally {
            ledger.pending--;
          }
        },
      };
    },
  };

  function note({ path, body }: Request, { status, json }: Reply): void {
    if (path !== "/token" || status !== 200) return;
    const old = new URLSearchParams(new TextDecoder().decode(body)).get("refresh_token");
    const fresh =
      typeof json === "object" && json !== null && "refresh_token" in json ? json.refresh_token : null;
    if (old !== null && typeof fresh === "string") ledger.successors.set(old, fresh);
  }
}
