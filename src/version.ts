// The version of Crier.
import { version } from "../package.json" with { type: "json" };

/** Put in by scripts/build.ts; absent in a checkout. */
declare const CRIER_COMMIT: string | undefined;

export { version };
export const commit: string = typeof CRIER_COMMIT === "string" ? CRIER_COMMIT : "checkout";
