// What went wrong, in one sentence for a short message.
import { NoAnswerError, ProblemError } from "../api.ts";
import { regionWords as words } from "./region.ts";

export function problemText(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  return error instanceof NoAnswerError ? `${words.noAnswer} ${words.noAnswerMore}` : words.failed;
}
