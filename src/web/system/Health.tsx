// How the server is: what its checks found, with what to do, and its version.
import { Command } from "../parts/Command.tsx";
import { duration } from "../time.ts";
import { systemWords as words } from "../words/system.ts";
import type { SystemFacts } from "./query.ts";

const LEVELS = {
  error: { word: words.broken, icon: "✕", tone: "failed" },
  warn: { word: words.attention, icon: "⚠", tone: "unsure" },
  ok: { word: words.healthy, icon: "●", tone: "posted" },
} as const;
const WORST_FIRST = ["error", "warn", "ok"] as const;

export function Health({ facts: { findings, version, uptimeSeconds } }: { readonly facts: SystemFacts }) {
  const worst = WORST_FIRST.find((each) => findings.some(({ level }) => level === each)) ?? "ok";
  const { word, icon, tone } = LEVELS[worst];
  const sorted = findings.toSorted((a, b) => WORST_FIRST.indexOf(a.level) - WORST_FIRST.indexOf(b.level));
  return (
    <section className="card">
      <h2 className={`state ${tone} headline`}>
        <span aria-hidden="true">{icon}</span> {word}
      </h2>
      <p>
        {words.running(version, duration(uptimeSeconds * 1000))}{" "}
        <a href="/docs/CHANGELOG">{words.whatChanged}</a>
      </p>
      <ul className="lines">
        {sorted.map(({ level, text, fix, command }) => (
          <li key={text}>
            <div className="finding">
              <p>
                <span aria-hidden="true" className={`state ${LEVELS[level].tone}`}>
                  {LEVELS[level].icon}
                </span>{" "}
                {text}
              </p>
              {fix !== null && fix !== command && <p className="small">{fix}</p>}
              {command !== null && <Command text={command} />}
            </div>
          </li>
        ))}
      </ul>
      <p className="small">
        {words.monitoring} <a href="/readyz">/readyz</a>, <a href="/status.json">/status.json</a>,{" "}
        <a href="/status">/status</a>
      </p>
    </section>
  );
}
