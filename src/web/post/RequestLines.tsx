// The requests that Crier sent to a network, as they went out, without secrets.
import { duration } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import type { RequestLine } from "./timeline.ts";

export function RequestLines({ requests }: { readonly requests: readonly RequestLine[] }) {
  return (
    <ul className="requests" aria-label={words.requests}>
      {requests.map((line, index) => (
        <li key={`${line.at} ${String(index)}`}>
          <code>
            <b>{line.method}</b> {line.host}
            {line.path}
          </code>
          <span className="request-answer">
            <span className={`state ${toneOf(line)}`}>{resultOf(line)}</span>
            <span className="small number">{duration(line.ms)}</span>
            {line.detail !== null && (
              <span className="small" dir="auto">
                {line.detail}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const resultOf = ({ result, status }: RequestLine): string =>
  result === "answered" ? words.answered(status) : words[result];

function toneOf({ result, status }: RequestLine): string {
  if (result === "lost") return "unsure";
  if (result === "unsent" || (status ?? 0) >= 400) return "failed";
  return "quiet";
}
