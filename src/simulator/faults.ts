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

export function isFault(name: string): name is Fault {
  return Object.hasOwn(FAULTS, name);
}

export const ALL_FAULTS: readonly Fault[] = Object.keys(FAULTS).filter(isFault);

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

/**
 * A plan that strikes a share of the publishing requests, and of the others where asked, always the same way for the
 * same seed. A post's later requests are struck as often as its first.
 */
export function seededFaults(seed: number, share: { publishing: number; other: number }): FaultPlan {
  return ({ network, account, publishing, n }) => {
    const draw = fraction(`${seed}/${network}/${account}/${publishing}/${n}`);
    const limit = publishing ? share.publishing : share.other;
    if (draw >= limit) return null;
    return ALL_FAULTS[Math.floor((draw / limit) * ALL_FAULTS.length)] ?? null;
  };
}

/** 0 up to 1, evenly, the same for the same text (FNV-1a with a final mix). */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
