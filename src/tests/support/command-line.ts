// Runs the command line in a child process with its own folder and environment.
import { CRIER } from "./program.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Exit code after the signal. */
  end(signal: NodeJS.Signals): Promise<number>;
}

/** Runs one command to its end. */
export async function crier(
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
): Promise<Ran> {
  const child = start(args, env, new Blob([input]));
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out: out.trim(), err: err.trim() };
}

/** Starts `crier serve`, by default on a free port, and waits for its line. */
export async function serve(env: Record<string, string>, port = 0): Promise<Served> {
  const child = start(["serve", "--port", String(port)], env, null);
  const url = await readyLine(child.stdout);
  if (url === null) throw new Error(`crier serve did not start: ${await child.stderr.text()}`);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await child.exited;
  };
  return { url, pid: child.pid, end, [Symbol.asyncDispose]: async () => void (await end("SIGKILL")) };
}

function start(args: readonly string[], env: Record<string, string>, stdin: Blob | null) {
  const PATH = process.env["PATH"] ?? "";
  return Bun.spawn([...CRIER, ...args], {
    env: { PATH, CRIER_MIN_FREE_MB: "0", ...env },
    stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function readyLine(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: true });
    const url = /ready at (\S+)/.exec(text)?.[1];
    if (url !== undefined) {
      reader.releaseLock();
      return url;
    }
    if (done) return null;
  }
}
