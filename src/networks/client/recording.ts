// Records which requests a connector makes: method, host, path, status and time, with secrets masked and without bodies.
import type { Clock } from "../../clock.ts";
import type { Step, StepName } from "../../domain/evidence.ts";
import type { Answer, Call, NetworkRequest } from "./call.ts";
import { quote, type Redaction } from "./redaction.ts";

export interface Recording extends Redaction {
  readonly clock: Clock;
  /** What the requests are for, unless one of them publishes. */
  readonly name: StepName;
  readonly add: (step: Step) => void;
}

/** The same calls; each is recorded once it has been answered. */
export function recordCalls(call: Call, recording: Recording): Call {
  return async (request) => {
    const { clock, name, add } = recording;
    const start = {
      at: clock.now(),
      monotonic: clock.monotonic(),
      name: request.maySend ? ("publish" as const) : name,
    };
    const answer = await call(request);
    const ms = Math.max(0, Math.round(clock.monotonic() - start.monotonic));
    add({
      at: start.at,
      ms,
      name: start.name,
      ...requestFacts(request, recording),
      ...answerFacts(answer, recording),
    });
    return answer;
  };
}

type Facts<K extends keyof Step> = Pick<Step, K>;

/** No query, fragment or user name: upload addresses and sign-ins carry secrets there. */
function requestFacts(
  { method, url }: NetworkRequest,
  redaction: Redaction,
): Facts<"method" | "host" | "path"> {
  const { host, pathname } = URL.parse(url) ?? { host: "", pathname: "" };
  return { method, host: short(host, redaction), path: short(readable(pathname), redaction) };
}

/** Without escapes, in which a secret could hide. A part that no API has is more likely a key to something than a name. */
function readable(path: string): string {
  const named = path.replace(/\/[^/]{65,}/g, "/[…]");
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}

function answerFacts(answer: Answer, redaction: Redaction): Facts<"status" | "result" | "detail"> {
  if (answer.kind === "answered") return { status: answer.status, result: "answered", detail: null };
  return { status: null, result: answer.kind, detail: short(answer.detail, redaction) };
}

const MAX_LENGTH = 300;

function short(text: string, redaction: Redaction): string {
  const quoted = quote(text, redaction);
  return quoted.length <= MAX_LENGTH ? quoted : `${quoted.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
