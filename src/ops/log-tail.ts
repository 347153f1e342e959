// The newest lines of the log, in memory, for people who look at the server in the app.
import { LEVELS, type Level, type LogLine } from "../log.ts";

export interface LogTail {
  add(line: LogLine): void;
  /**
   * The newest lines of a level and above, oldest first.
   * @param after only those after this number; null: all. A number that was not given out yet is from before a restart: all
   */
  read(level: Level, after: number | null, most: number): readonly KeptLine[];
}

export interface KeptLine extends LogLine {
  /** Counts from 1, since the server started. */
  readonly seq: number;
}

const MOST_LINES = 1000;
/** Of one line: the cause of an error comes with its stack. */
const MOST_CHARACTERS = 2000;

export function openLogTail(): LogTail {
  const lines: KeptLine[] = [];
  let seq = 0;
  return {
    add({ text, ...line }) {
      const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
      lines.push({ ...line, text: short, seq: ++seq });
      if (lines.length > MOST_LINES) lines.shift();
    },
    read(level, after, most) {
      const least = LEVELS.indexOf(level);
      const from = after === null || after > seq ? 0 : after;
      return lines.filter((each) => each.seq > from && LEVELS.indexOf(each.level) >= least).slice(-most);
    },
  };
}
