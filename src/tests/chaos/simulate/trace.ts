// Prints what happens in a simulated world, line by line, together with the journal's entries.
import type { Agenda } from "./agenda.ts";
import type { ProcessRun } from "./process-run.ts";

/** @param write null: nothing is told, and nothing is made up to be told */
export function tracing(
  write: ((line: string) => void) | null,
  agenda: Agenda,
  running: () => ProcessRun | null,
): (line?: () => string) => void {
  if (!write) return () => {};
  let seen = 0;
  const stamp = () => `${(agenda.now() / 1000).toFixed(3).padStart(12)}  `;
  return (line) => {
    const disk = running()?.disk;
    if (disk) {
      const events = disk.eventsAfter(seen);
      seen = events.at(-1)?.seq ?? seen;
      for (const { targetId, postId, attempt, kind, detail } of events) {
        const who = targetId === null ? `post ${postId.slice(-4)}` : `${targetId.slice(-4)}#${attempt}`;
        write(`${stamp()}    ${who} ${kind}: ${detail}`);
      }
    }
    if (line) write(stamp() + line());
  };
}
