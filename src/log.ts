// One line per event on stderr: JSON for programs, or text for people. Only fields named in LogFields can be written:
// secrets have no way in.
import type { Clock } from "./clock.ts";

export const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type Level = (typeof LEVELS)[number];

export const LOG_FORMATS = ["json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

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
  readonly platform?: string | undefined;
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

/** A line for people, in parts. */
export interface LogLine {
  /** ms since 1970. */
  readonly at: number;
  readonly level: Level;
  readonly event: string;
  /** What happened, with its facts. */
  readonly text: string;
}

/** What is of interest later, however little is written. */
const KEPT_FROM: Level = "info";

/**
 * A log that writes lines of `level` and above.
 * @param keep called with these lines, and with all from `info` on
 */
export function openLog(
  level: Level,
  clock: Pick<Clock, "now">,
  write: (line: string) => void,
  format: LogFormat = "json",
  keep: (line: LogLine) => void = () => {},
): Log {
  const threshold = LEVELS.indexOf(level);
  const keptFrom = Math.min(threshold, LEVELS.indexOf(KEPT_FROM));
  const line = format === "json" ? jsonLine : textLine;
  const at =
    (name: Level) =>
    (event: string, fields: LogFields = {}) => {
      const now = clock.now();
      if (LEVELS.indexOf(name) >= threshold) write(line(now, name, event, fields));
      if (LEVELS.indexOf(name) >= keptFrom)
        keep({ at: now, level: name, event, text: wordsOf(event, fields) });
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** In UTC. */
function jsonLine(now: number, level: Level, event: string, { cause, ...fields }: LogFields): string {
  const time = new Date(now).toISOString();
  const why = cause === undefined ? {} : { cause: causeText(cause) };
  return JSON.stringify({ time, level, event, ...fields, ...why });
}

/** In local time: "2026-11-23 09:00:01  info   posted on bluesky: https://… (postId 01a2…)". */
function textLine(now: number, level: Level, event: string, fields: LogFields): string {
  const time = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(Temporal.Now.timeZoneId())
    .toPlainDateTime()
    .toString({ smallestUnit: "second" })
    .replace("T", " ");
  return `${time}  ${level.padEnd(5)}  ${wordsOf(event, fields)}`;
}

/** "posted on bluesky: https://… (postId 01a2…)", with the cause on lines of its own. */
function wordsOf(event: string, { platform, detail, cause, ...others }: LogFields): string {
  const where = platform === undefined ? "" : ` on ${platform}`;
  const why = detail === undefined ? "" : `: ${inOneLine(detail)}`;
  const rest = Object.entries(others).map(([name, value]) => `${name} ${inOneLine(String(value))}`);
  const facts = rest.length === 0 ? "" : ` (${rest.join(", ")})`;
  const stack = cause === undefined ? "" : `\n    ${causeText(cause).replaceAll("\n", "\n    ")}`;
  return `${event.replaceAll("_", " ")}${where}${why}${facts}${stack}`;
}

/** A network's words must not look like another line of ours. */
const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " ");

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const stack = cause.stack ?? `${cause.name}: ${cause.message}`;
  return cause.cause === undefined ? stack : `${stack}\ncaused by ${causeText(cause.cause)}`;
}
