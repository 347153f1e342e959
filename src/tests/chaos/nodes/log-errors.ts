// The errors that processes logged.

export interface LogErrors {
  /** How many of each error. */
  readonly errors: Map<string, number>;
  /** Reads the log of a process that has ended. */
  read(log: string): void;
}

export function openLogErrors(): LogErrors {
  const errors = new Map<string, number>();
  return { errors, read };

  function read(log: string): void {
    for (const line of log.split("\n")) {
      if (!line.includes('"error"')) continue;
      const what = errorIn(line);
      errors.set(what, (errors.get(what) ?? 0) + 1);
    }
  }
}

const LONGEST = 160;

/** Without what differs from one to the next. */
function errorIn(line: string): string {
  const [, event = ""] = /"event":"(\w+)"/.exec(line) ?? [];
  const [, cause = ""] = /"cause":"(.*?)(?:\\n|"\}?$)/.exec(line) ?? [];
  return `${event}: ${cause}`.replaceAll(/\d{4,}/g, "…").slice(0, LONGEST);
}
