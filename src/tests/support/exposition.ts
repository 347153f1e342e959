// Reads Prometheus' text format as strictly as it is written down, so that a test sees what a scraper might forgive.

export interface ReadMetric {
  readonly type: string;
  /** By the line's name with its labels, sorted. */
  readonly samples: ReadonlyMap<string, number>;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  summary: ["_sum", "_count"],
  histogram: ["_bucket", "_sum", "_count"],
};

/** @throws Error about the first line that is not as it should be */
export function readExposition(text: string): Map<string, ReadMetric> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const metrics = new Map<string, ReadMetric & { readonly samples: Map<string, number> }>();
  let [described, current] = ["", ""];
  for (const line of text.slice(0, -1).split("\n")) {
    const [, comment, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (comment === "HELP") {
      if (!NAME.test(name) || metrics.has(name)) throw new Error(`twice, or no name: ${line}`);
      described = name;
    } else if (comment === "TYPE") {
      if (name !== described || !(rest in SUFFIXES)) throw new Error(`TYPE without its HELP: ${line}`);
      metrics.set(name, { type: rest, samples: new Map() });
      current = name;
    } else {
      const { key, base, value } = readSample(line, current);
      const metric = metrics.get(current);
      if (!metric || described !== current) throw new Error(`a sample before its TYPE: ${line}`);
      if (!SUFFIXES[metric.type]?.includes(base.slice(current.length)))
        throw new Error(`not its own: ${line}`);
      if (metric.samples.has(key)) throw new Error(`twice: ${line}`);
      metric.samples.set(key, value);
    }
  }
  return metrics;
}

function readSample(line: string, metric: string) {
  const [, base = "", labels, number = ""] = SAMPLE.exec(line) ?? [];
  if (!base.startsWith(metric) || metric === "") throw new Error(`of no metric: ${line}`);
  const value = number === "+Inf" ? Infinity : Number(number);
  if (Number.isNaN(value)) throw new Error(`no number: ${line}`);
  const pairs = labels === undefined ? [] : readLabels(labels);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`a label twice: ${line}`);
  const sorted = pairs.map(([name, label]) => `${name}=${label}`).toSorted();
  return { base, value, key: sorted.length === 0 ? base : `${base}{${sorted.join(",")}}` };
}

function readLabels(text: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const at = LABEL.lastIndex;
    const [, name = "", value = "", end] = LABEL.exec(text) ?? [];
    if (name === "") throw new Error(`no label at ${at}: ${text}`);
    if (end === "," && LABEL.lastIndex === text.length) throw new Error(`an empty label: ${text}`);
    const plain = value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
    pairs.push([name, plain]);
  }
  return pairs;
}
