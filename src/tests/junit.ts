// Reads a report of bun test: how many tests passed, and how long each file took.

export interface Score {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** With --bail and the like, bun test prints no closing lines; its report always has the counts. */
export function scoreOf(junit: string): Score {
  const head = /<testsuites [^>]*>/.exec(junit)?.[0] ?? "";
  const of = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const [failed, skipped] = [of("failures"), of("skipped")];
  return { passed: of("tests") - failed - skipped, failed, skipped };
}

/** The files that took longest, the longest first. */
export function slowestFiles(junit: string, most: number): FileTime[] {
  // A describe block inside a file is a suite too, whose time the file's includes.
  const suites = junit.matchAll(/<testsuite name="([^"]+\.test\.ts)"[^>]* time="([\d.]+)"/g);
  const times = [...suites].map(([, file = "", seconds]) => ({ file, seconds: Number(seconds) }));
  return times.toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
}
