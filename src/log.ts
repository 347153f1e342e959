// One JSON line per event on stderr, in UTC. Only fields named in LogFields can be written: secrets have no way in.
import type { Clock } from "./clock.ts";

export const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type Level = (typeof LEVELS)[number];

/** The allow-list of what a log line may carry. */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  /** Without query: signed addresses carry their secret there. */
  readonly path?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly profileId?: string;
  readonly postId?: string;
  readonly targetId?: string;
  readonly accountId?: string;
  readonly platform?: string;
  readonly attempt?: number;
  readonly outcome?: string;
  readonly count?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly cause?: unknown;
}

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A log that writes lines of `level` and above. */
export function openLog(level: Level, clock: Clock, write: (line: string) => void): Log {
  const threshold = LEVELS.indexOf(level);
  const at =
    (name: Level) =>
    (event: string, { cause, ...fields }: LogFields = {}) => {
      if (LEVELS.indexOf(name) < threshold) return;
      const time = new Date(clock.now()).toISOString();
      write(
        JSON.stringify({
          time,
          level: name,
          event,
          ...fields,
          ...(cause !== undefined && { cause: causeText(cause) }),
        }),
      );
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const stack = cause.stack ?? `${cause.name}: ${cause.message}`;
  return cause.cause === undefined ? stack : `${stack}\ncaused by ${causeText(cause.cause)}`;
}
