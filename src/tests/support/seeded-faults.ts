// Lists every fault of the simulator, and plans them from a seed: the same seed strikes the same requests.
import { FAULTS, type Fault, type FaultPlan } from "../../simulator/faults.ts";

export const ALL_FAULTS: readonly Fault[] = Object.keys(FAULTS).filter(
  (name): name is Fault => name in FAULTS,
);

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
