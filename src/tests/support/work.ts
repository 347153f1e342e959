// What an act costs this process, in milliseconds of processor time: what else the machine does is not in it.

/** Of all threads of this process; other programs that it starts are left out. */
export async function workOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  return millisecondsSince(before);
}

/** The longest turn of the event loop while an act goes on, without the time it waited for a processor. */
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
