// What went wrong, in one sentence for a short message.
import { NoAnswerError, ProblemError } from "../api.ts";
import { regionWords as words } from "./region.ts";

/** Without the sentences for programs, which name fields in backticks. @param canRepair a button does what they say */
export function plainWords(message: string, canRepair: boolean): string {
  const sentences = message.split(/(?<=\.) /);
  const plain = sentences.filter((sentence) => !sentence.includes("`"));
  return canRepair && plain.length > 0 ? plain.join(" ") : message;
}

export function problemText(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  return error instanceof NoAnswerError ? `${words.noAnswer} ${words.noAnswerMore}` : words.failed;
}
