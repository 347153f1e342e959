// Measures how much memory a process uses meanwhile (Linux: /proc).
import { readFileSync, writeFileSync } from "node:fs";

const MB = 1024 * 1024;

/** MB that the process was larger, at most, than before. */
export async function growth(pid: number, act: () => Promise<void>): Promise<number> {
  const before = field(pid, "VmRSS");
  // From here on the kernel keeps the highest anew.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  await act();
  return (field(pid, "VmHWM") - before) / MB;
}

/** Bytes. */
function field(pid: number, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN) * 1024;
}
