// Reads a report of bun test: how many tests passed, which failed and why, and how long each file took.

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

const LONGEST_REASON = 500;
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&", "#10": "\n" };

/** Each failed test in a line with its file, and below it why. */
export function failedTestsOf(junit: string): string[] {
  const failed = junit.matchAll(
    /<testcase name="([^"]*)"[^>]* file="([^"]*)"[^>]*>\s*<failure(?:[^>]* message="([^"]*)")?/g,
  );
  return [...failed].map(([, name = "", file = "", reason = ""]) => {
    const why = unescapeXml(reason).trim().slice(0, LONGEST_REASON).replaceAll(/\n+/g, "\n  ");
    return `${file}: ${unescapeXml(name)}\n  ${why}`;
  });
}

function unescapeXml(text: string): string {
  return text.replaceAll(/&(#10|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
