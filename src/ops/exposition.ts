// Writes metrics in Prometheus' text format, and holds the counters that count in memory.

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** After the metric's name: the parts of summaries and histograms. */
  readonly suffix?: "_sum" | "_count" | "_bucket";
  readonly labels?: Labels;
  readonly value: number;
}

/** A metric with all its samples. */
export interface Metric {
  /** Without the prefix that all have. */
  readonly name: string;
  readonly type: "counter" | "gauge" | "summary" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const PREFIX = "crier_";

/** Version 0.0.4 of the format (prometheus.io/docs/instrumenting/exposition_formats). */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(metricText).join("");
}

function metricText({ name, type, help, samples }: Metric): string {
  const full = `${PREFIX}${name}`;
  const escaped = help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) => `${full}${suffix}${labelText(labels)} ${numberText(value)}\n`,
  );
  return `# HELP ${full} ${escaped}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapedLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escapedLabel = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "-Inf";
}

export interface Counter {
  add(...labels: readonly string[]): void;
  samples(): Sample[];
}

/** @param names of its labels; `add` takes their values in this order */
export function openCounter(...names: readonly string[]): Counter & { begin: Counter["add"] } {
  const counts = new Map<string, { readonly values: readonly string[]; count: number }>();
  return {
    /** From 0 on, so that the first one counts as an increase. */
    begin: (...values) => void of(values),
    add: (...values) => void of(values).count++,
    samples: () =>
      [...counts.values()].map(({ values, count }) => ({ labels: labelsOf(names, values), value: count })),
  };

  function of(values: readonly string[]) {
    const key = JSON.stringify(values);
    const found = counts.get(key) ?? { values, count: 0 };
    counts.set(key, found);
    return found;
  }
}

export interface Summary {
  observe(ms: number, ...labels: readonly string[]): void;
  samples(): Sample[];
}

/** How many durations there were, and their sum, in seconds. */
export function openSummary(...names: readonly string[]): Summary {
  const all = new Map<string, { readonly values: readonly string[]; ms: number; count: number }>();
  return {
    observe(ms, ...values) {
      const key = JSON.stringify(values);
      const { ms: sum, count } = all.get(key) ?? { ms: 0, count: 0 };
      all.set(key, { values, ms: sum + ms, count: count + 1 });
    },
    samples: () =>
      [...all.values()].flatMap(({ values, ms, count }): Sample[] => {
        const labels = labelsOf(names, values);
        return [
          { suffix: "_sum", labels, value: ms / 1000 },
          { suffix: "_count", labels, value: count },
        ];
      }),
  };
}

/** Durations in buckets. @param bounds their upper bounds, seconds, ascending */
export function openHistogram(bounds: readonly number[]): Summary {
  const counts = bounds.map(() => 0);
  let [sum, count] = [0, 0];
  return {
    observe(ms) {
      const bucket = bounds.findIndex((bound) => ms / 1000 <= bound);
      if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += ms;
      count++;
    },
    samples() {
      let below = 0;
      const buckets = bounds.map((bound, n): Sample => {
        below += counts[n] ?? 0;
        return { suffix: "_bucket", labels: { le: String(bound) }, value: below };
      });
      return [
        ...buckets,
        { suffix: "_bucket", labels: { le: "+Inf" }, value: count },
        { suffix: "_sum", value: sum / 1000 },
        { suffix: "_count", value: count },
      ];
    },
  };
}

const labelsOf = (names: readonly string[], values: readonly string[]): Labels =>
  Object.fromEntries(names.map((name, n) => [name, values[n] ?? ""]));
