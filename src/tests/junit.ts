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

/** How long each file took. */
export function fileTimesOf(junit: string): FileTime[] {
  // A describe block inside a file is a suite too, whose time the file's includes.
  const suites = junit.matchAll(/<testsuite name="([^"]+\.test\.ts)"[^>]* time="([\d.]+)"/g);
  return [...suites].map(([, file = "", seconds]) => ({ file, seconds: Number(seconds) }));
}
