// Lists mutants of the transport and of how answers are read: a maybe becomes a no, a no becomes a maybe.
import type { Mutant } from "./mutant.ts";

const of = (file: string, mutants: readonly Omit<Mutant, "file" | "judge">[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, file: `networks/client/${file}`, judge: "answers" }));

const call = of("call.ts", [
  {
    name: "a reset after the connection stood is taken for not sent",
    from: `settle({ kind: hasBegun ? "lost" : "unsent", detail });`,
    to: `settle({ kind: "unsent", detail });`,
    named: "B",
  },
  {
    name: "no connection is taken for lost",
    from: `settle({ kind: hasBegun ? "lost" : "unsent", detail });`,
    to: `settle({ kind: "lost", detail });`,
  },
  {
    name: "sent although it may not be",
    from: "if (maySend && !(await maySend())) return",
    to: "if (maySend && !(await maySend()) && settled) return",
  },
  {
    name: "sent before it may be",
    from: "if (maySend && !(await maySend())) return",
    to: "if (maySend && !maySend()) return",
  },
  {
    name: "the connection is kept for the next call",
    from: "agent: false, lookup",
    to: "agent: https.globalAgent, lookup",
  },
  {
    name: "an answer of any length is read",
    from: "if (size <= maxBytes) return",
    to: "if (size >= 0) return",
  },
  {
    name: "nobody waits for the end of time, but this call does",
    from: "clock.after(timeoutMs, () =>",
    to: "clock.after(timeoutMs * 1e6, () =>",
  },
]);

const outcome = of("outcome.ts", [
  {
    name: "a lost answer is not sent",
    from: `if (answer.kind === "lost") return { kind: "unknown", detail: answer.detail };`,
    to: `if (answer.kind === "lost") return { kind: "notSent", detail: answer.detail };`,
  },
  {
    name: "a 5xx can be a refusal",
    from: "return status >= 400 && status < 500 && !INCONCLUSIVE_4XX",
    to: "return status >= 400 && !INCONCLUSIVE_4XX",
  },
  {
    name: "a 409 can be a refusal",
    from: "const INCONCLUSIVE_4XX: readonly number[] = [408, 409, 425];",
    to: "const INCONCLUSIVE_4XX: readonly number[] = [408, 425];",
  },
  {
    name: "a 2xx that nobody can read published nothing",
    from: `reader.accepted(answer) ?? { kind: "unknown", detail }`,
    to: `reader.accepted(answer) ?? { kind: "notSent", detail }`,
  },
  {
    name: "a 4xx that nobody documented is a refusal",
    from: `documented ?? { kind: "unknown", detail:`,
    to: `documented ?? { kind: "refused", category: "unknown", detail:`,
  },
  {
    name: "Retry-After is in milliseconds",
    from: "return clamp(Number(after) * 1000);",
    to: "return clamp(Number(after));",
  },
]);

export const ANSWERS: readonly Mutant[] = [...call, ...outcome];
