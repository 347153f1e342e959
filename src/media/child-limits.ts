// Starts the programs that read untrusted files: none of our secrets in their environment, no network where the machine
// can do without, bounded memory, and the first to go when memory runs out.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";

export interface ChildOptions {
  /** The program (as a path, or to be found in the system's folders) and its arguments. */
  readonly cmd: readonly string[];
  /** What it may read and write by relative names. */
  readonly cwd: string;
  /** s of processor time after which the kernel ends it, also when we are dead. */
  readonly cpuSeconds: number;
  /** Gives way to everything else on the machine. */
  readonly nice?: boolean;
  /** What the kernel holds its address space to. Not for programs that reserve far more than they use, as Bun does. */
  readonly addressSpaceBytes?: number;
}

export type Child = Bun.Subprocess<"pipe", "pipe", "pipe">;

/** Only what a program needs to start; the settings of Crier, with its secrets, are not among it. */
export const CHILD_ENV = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin",
  LANG: "C.UTF-8",
} as const;

/** For processes of our own, which unpack the image library into the same folder as we do. */
export const OWN_ENV = { ...CHILD_ENV, HOME: homedir(), TMPDIR: tmpdir() };

/** The command that runs a file of ours as a process: the one-file program becomes it by a word (main.ts). */
export function ownProgram(word: string, file: URL): string[] {
  const isOneFile = file.href.includes("$bunfs") || file.href.includes("~BUN");
  return [process.execPath, isOneFile ? word : Bun.fileURLToPath(file)];
}

/** Each line does what it can: macOS has no /proc, and no bound of the address space. */
const LIMITS = `
{
  echo 1000 > /proc/self/oom_score_adj
  ulimit -c 0
  ulimit -t "$1"
  [ "$2" = 0 ] || ulimit -v "$2"
} 2> /dev/null
[ "$3" = 0 ] || renice -n "$3" $$ > /dev/null 2>&1
shift 3
exec "$@"`;

const NICENESS = 10;

/** Starts it. It is ended by `kill("SIGKILL")`; the caller watches its memory (`watchMemory`) and its time (`watchTime`). */
export async function startChild(
  { cmd, cwd, cpuSeconds, nice, addressSpaceBytes = 0 }: ChildOptions,
  env: Readonly<Record<string, string>> = CHILD_ENV,
): Promise<Child> {
  const limits = [cpuSeconds, Math.ceil(addressSpaceBytes / 1024), nice ? NICENESS : 0].map(String);
  return Bun.spawn({
    cmd: ["/bin/sh", "-c", LIMITS, "sh", ...limits, ...(await offline()), ...cmd],
    cwd,
    env,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Ways to start a program without any network, the first that works here. */
const OFFLINE = [
  ["unshare", "--net", "--"],
  ["unshare", "--user", "--map-current-user", "--net", "--"],
] as const;

let looked: Promise<readonly string[]> | null = null;

/** Words to put before a command so that it has no network; none where the machine has no such way. */
export function offline(): Promise<readonly string[]> {
  looked ??= wayOffline();
  return looked;
}

async function wayOffline(): Promise<readonly string[]> {
  if (process.platform !== "linux") return [];
  for (const way of OFFLINE) if (await works([...way, "true"])) return way;
  return [];
}

async function works(cmd: string[]): Promise<boolean> {
  try {
    const tried = Bun.spawn({ cmd, env: CHILD_ENV, stdio: ["ignore", "ignore", "ignore"], timeout: 5000 });
    return (await tried.exited) === 0;
  } catch {
    return false;
  }
}

/** How often its memory is looked at, ms; a program that fills memory as fast as it can gets some 50 MB in that time. */
const LOOK_EVERY_MS = 25;
/** Where it costs a program of its own to look. */
const SELDOM_MS = 250;

/** Calls `tooMuch` when a process uses more memory than the limit. @returns ends the watch */
export function watchMemory(pid: number, limitBytes: number, tooMuch: () => void): () => void {
  const every = process.platform === "linux" ? LOOK_EVERY_MS : SELDOM_MS;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const bytes = await residentBytes(pid);
    isLooking = false;
    if (bytes > limitBytes) tooMuch();
  };
  const timer = setInterval(() => void look(), every);
  return () => clearInterval(timer);
}

/** Memory that a process uses; 0 when it is unknown or the process has ended. */
export async function residentBytes(pid: number): Promise<number> {
  const kib =
    process.platform === "linux"
      ? /^VmRSS:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "latin1").catch(() => ""))?.[1]
      : await output(["/bin/ps", "-o", "rss=", "-p", String(pid)]);
  return Number(kib ?? 0) * 1024 || 0;
}

/** A process that gets less than this share of a processor is slow because the machine is busy. */
const OWN_SHARE = 0.8;
/** How many times as long it may take then. */
const BUSY_TIMES = 4;
/** How often it is looked at after its time, in parts of that time. */
const LATE_LOOKS = 4;

/**
 * Calls `tooLong` when a process has used its time; on a busy machine, which has little of it to give, only after four times as
 * long: a file must not be refused for what else goes on. @returns ends the watch
 */
export function watchTime(pid: number, limitMs: number, tooLong: () => void): () => void {
  const began = performance.now();
  const before = processorMs(pid);
  let timer = setTimeout(look, limitMs);
  return () => clearTimeout(timer);

  function look(): void {
    const elapsed = performance.now() - began;
    const now = processorMs(pid);
    const used = before === null || now === null ? elapsed : now - before;
    if (used >= OWN_SHARE * limitMs || elapsed >= BUSY_TIMES * limitMs) tooLong();
    else timer = setTimeout(look, limitMs / LATE_LOOKS);
  }
}

/** Linux counts in hundredths of a second, whatever the machine (proc(5), USER_HZ). */
const TICK_MS = 10;
/** Of the fields after the program's name, which is in parentheses and may hold spaces. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/** Processor time that a process has used; null where that is unknown. */
function processorMs(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
  } catch {
    return null;
  }
}

async function output(cmd: string[]): Promise<string> {
  try {
    const child = Bun.spawn({ cmd, env: CHILD_ENV, stdio: ["ignore", "pipe", "ignore"], timeout: 2000 });
    return (await new Response(child.stdout).text()).trim();
  } catch {
    return "";
  }
}
