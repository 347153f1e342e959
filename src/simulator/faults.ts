// The faults that can occur between Crier and a network, as data.

interface FaultKind {
  /** Whether the network carries the request out before things go wrong. */
  readonly handled: boolean;
  /** What a publisher may conclude at best; more than this would be a lie (D34). */
  readonly provable: "unknown" | "refused" | "busy";
}

export const FAULTS = {
  "refuse-before": { handled: false, provable: "unknown" },
  "reset-before-handling": { handled: false, provable: "unknown" },
  "handle-then-reset": { handled: true, provable: "unknown" },
  "handle-then-close": { handled: true, provable: "unknown" },
  "handle-then-hang": { handled: true, provable: "unknown" },
  "handle-then-502": { handled: true, provable: "unknown" },
  "503-before": { handled: false, provable: "unknown" },
  "429": { handled: false, provable: "busy" },
  refusal: { handled: false, provable: "refused" },
  "handle-then-truncated-body": { handled: true, provable: "unknown" },
  "handle-then-broken-json": { handled: true, provable: "unknown" },
  "handle-then-half-header": { handled: true, provable: "unknown" },
} as const satisfies Record<string, FaultKind>;

export type Fault = keyof typeof FAULTS;

/** How a request with a fault ended, for people. */
export type Ending = "refused" | "limited" | "answer_lost" | "never_arrived";

export function endingOf(fault: Fault): Ending {
  if (fault === "refusal") return "refused";
  if (fault === "429") return "limited";
  return FAULTS[fault].handled ? "answer_lost" : "never_arrived";
}

export interface FaultRequest {
  readonly network: string;
  /** Handle of the account, "" when the request carries no token. */
  readonly account: string;
  /** Whether this is the request that makes a post public. */
  readonly publishing: boolean;
  /** How many requests of this kind the account made before, from 0. */
  readonly n: number;
}
/** Decides what happens to a request; null: nothing. */
export type FaultPlan = (request: FaultRequest) => Fault | null;
