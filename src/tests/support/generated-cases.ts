// Says how many generated cases a test tries: all of them, or a few in the fast run.

/** Whether this is `scripts/test --fast`. */
export const isFastRun = process.env["CRIER_TEST_FAST"] === "1";

/** @returns `all`, or `few` in `scripts/test --fast` */
export function generatedCases(all: number, few: number): number {
  return isFastRun ? few : all;
}

/** @returns every item, or in the fast run every nth, so that about `few` remain from the whole list */
export function sampleOf<T>(items: readonly T[], few: number): readonly T[] {
  const step = isFastRun ? Math.max(1, Math.floor(items.length / few)) : 1;
  return items.filter((_, index) => index % step === 0);
}
