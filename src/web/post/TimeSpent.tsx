// A bar for each try that shows where its time went.
import { duration } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import type { AttemptEvidence } from "./queries.ts";
import { timePartsOf } from "./timeline.ts";
import "./TimeSpent.css";

export function TimeSpent({ attempts }: { readonly attempts: readonly AttemptEvidence[] }) {
  const rows = attempts.map((each) => ({ attempt: each.attempt, parts: timePartsOf(each) }));
  const measured = rows.filter(({ parts }) => parts.length > 0);
  const longest = Math.max(...measured.map(({ parts }) => totalOf(parts)));
  if (measured.length === 0) return null;
  return (
    <ul className="spent" aria-label={words.timeSpent}>
      {measured.map(({ attempt, parts }) => (
        <li key={attempt}>
          {measured.length > 1 && <span className="small">{words.try(attempt)}</span>}
          <span className="spent-bar" aria-hidden="true">
            {parts.map(({ name, ms }, index) => (
              <span
                key={`${name} ${String(index)}`}
                className={name}
                style={{ flexGrow: ms / longest, flexShrink: 0 }}
              />
            ))}
            <span style={{ flexGrow: 1 - totalOf(parts) / longest }} />
          </span>
          <span className="small number spent-parts">
            <b>{duration(totalOf(parts))}</b>
            {sum(parts).map(({ name, ms }) => (
              <span key={name} className={name}>
                {words.spent[name]} {duration(ms)}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Parts = ReturnType<typeof timePartsOf>;
const totalOf = (parts: Parts): number => parts.reduce((sum, { ms }) => sum + ms, 0);

/** One for each name, in the order in which they come first. */
function sum(parts: Parts): Parts {
  const names = [...new Set(parts.map(({ name }) => name))];
  return names.map((name) => ({ name, ms: totalOf(parts.filter((part) => part.name === name)) }));
}
