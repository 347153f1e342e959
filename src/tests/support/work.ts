// Measures what an act costs in processor time, so that other work on the machine does not change the result.

/** Processor time in ms, of all threads of this process. Work in child processes is not counted. */
export async function workOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  return millisecondsSince(before);
}

/**
 * The least processor time in ms that an act costs in five rounds. For comparing two acts: what the garbage collector
 * or other threads happen to do meanwhile makes a single round cost more, never less.
 */
export async function leastWorkOf(act: () => unknown): Promise<number> {
  return await leastOf(() => workOf(act));
}

/**
 * The least that is measured in five rounds, or in fewer, as soon as one is below the limit.
 * @param measure does the same each time: what it costs must not depend on the rounds before
 */
export async function leastOf(measure: () => Promise<number>, limit = 0): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 5 && least >= limit; round++) least = Math.min(least, await measure());
  return least;
}

/** The longest turn of the event loop during an act, in ms, without the time it spent waiting for a processor. */
export async function longestTurnOf(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let began = performance.now();
  let before = process.cpuUsage();
  const watch = setInterval(() => {
    longest = Math.max(longest, Math.min(performance.now() - began, millisecondsSince(before)));
    began = performance.now();
    before = process.cpuUsage();
  }, 1);
  try {
    await act();
  } finally {
    clearInterval(watch);
  }
  return longest;
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
