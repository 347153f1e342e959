// Mounts a small tmpfs as a disk that is soon full, where the machine allows it.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Anew with another size or mode, such as `size=64m`. */
  remount(options: string): void;
}

/** Null where mounting is not allowed: not root, or a container without the right. */
export function smallDisk(size: string): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), "crier-disk-"));
  const mount = (...args: string[]) => Bun.spawnSync(["mount", ...args, path], { stderr: "ignore" }).success;
  if (!mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs")) return null;
  return {
    path,
    remount: (options) => void mount("-o", `remount,${options}`),
    [Symbol.dispose]: () => void Bun.spawnSync(["umount", "-l", path], { stderr: "ignore" }),
  };
}
