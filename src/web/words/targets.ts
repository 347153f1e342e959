// The words about the accounts that a post goes to.
export const targetsWords = {
  simulated: "Simulated",
  real: (real: number, all: number) => `${real} of ${all} ${real === 1 ? "is" : "are"} real`,
  more: (names: readonly string[]) => `and ${names.length} more: ${names.join(", ")}`,
  none: "No accounts chosen",
  noWords: "No text",
  labels: "Labels",
} as const;
