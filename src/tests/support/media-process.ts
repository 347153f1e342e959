// Finds the processes for media that this process has started, to kill them as the kernel does when memory runs out.
import { readFileSync } from "node:fs";

/** Process ids; the oldest first. */
export function mediaProcesses(): number[] {
  const { stdout } = Bun.spawnSync(["pgrep", "-P", String(process.pid), "-f", "media.child"]);
  return stdout.toString().trim().split("\n").filter(Boolean).map(Number);
}

/** Processor time that a process has used, in hundredths of a second. */
export function processorTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
