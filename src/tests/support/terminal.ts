// The command line on a real terminal: a pty, whose output xterm draws as a person's terminal would.
import { Terminal as Screen } from "@xterm/headless";
import { CRIER } from "./program.ts";
import { GIVE_UP_MS } from "./time-limits.ts";

export interface Session {
  /** Waits until the screen shows this. */
  shows(text: string): Promise<void>;
  /** Types as a person would: `\r` is Enter, `\u0003` is Ctrl+C. */
  type(text: string): void;
}

export interface Seen {
  readonly code: number;
  /** The rows of the final screen with what scrolled away above it, without empty rows at the end. */
  readonly rows: readonly string[];
  /** Lines that were too long, so that the terminal broke them in the middle of a word. */
  readonly broken: readonly string[];
  /** Every byte that was written. */
  readonly raw: string;
}

export interface TerminalOptions {
  readonly env: Record<string, string>;
  readonly columns?: number;
  readonly rows?: number;
}

/** Runs one command on a terminal to its end; `act` is the person in front of it. */
export async function onTerminal(
  args: readonly string[],
  { env, columns = 80, rows = 50 }: TerminalOptions,
  act: (session: Session) => Promise<void> = async () => {},
): Promise<Seen> {
  const screen = new Screen({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  const decoder = new TextDecoder();
  let raw = "";
  let changed = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const child = Bun.spawn([...CRIER, ...args], {
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", CRIER_MIN_FREE_MB: "0", ...env },
    terminal: {
      cols: columns,
      rows,
      exit: () => closed.resolve(),
      data(_, bytes) {
        raw += decoder.decode(bytes, { stream: true });
        screen.write(bytes, () => {
          changed.resolve();
          changed = Promise.withResolvers();
        });
      },
    },
  });
  const giveUp = setTimeout(() => child.kill("SIGKILL"), GIVE_UP_MS);
  try {
    await act({ shows, type: (text) => void child.terminal?.write(text) });
    const code = await child.exited;
    await ended();
    return { code, rows: rowsOf(screen), broken: brokenOf(screen), raw };
  } finally {
    clearTimeout(giveUp);
    child.kill("SIGKILL");
    child.terminal?.close();
  }

  /** Everything that the command wrote has been drawn. */
  async function ended(): Promise<void> {
    await closed.promise;
    await new Promise<void>((resolve) => screen.write("", resolve));
  }

  async function shows(text: string): Promise<void> {
    while (!rowsOf(screen).join("\n").includes(text)) {
      const next = changed.promise;
      const isOver = await Promise.race([next.then(() => false), child.exited.then(() => true)]);
      if (!isOver) continue;
      await ended();
      if (rowsOf(screen).join("\n").includes(text)) return;
      throw new Error(
        `The terminal never showed ${JSON.stringify(text)}, but:\n${rowsOf(screen).join("\n")}`,
      );
    }
  }
}

function rowsOf({ buffer }: Screen): string[] {
  const { active } = buffer;
  const rows = Array.from(
    { length: active.length },
    (_, i) => active.getLine(i)?.translateToString(true) ?? "",
  );
  return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
}

function brokenOf({ buffer }: Screen): string[] {
  const { active } = buffer;
  const lines: { text: string; rows: number }[] = [];
  for (let i = 0; i < active.length; i++) {
    const row = active.getLine(i);
    const text = row?.translateToString(true) ?? "";
    const last = lines.at(-1);
    if (row?.isWrapped && last) lines[lines.length - 1] = { text: last.text + text, rows: last.rows + 1 };
    else lines.push({ text, rows: 1 });
  }
  return lines.filter(({ rows }) => rows > 1).map(({ text }) => text);
}
