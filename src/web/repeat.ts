// Repeats a request whose answer was lost, for requests that the server carries out only once.
import { NoAnswerError } from "./api.ts";

const AGAIN_MS = 2000;

/** Nobody waits for the answer any more. */
export class LeftError extends Error {
  override readonly name = "LeftError";
}

/**
 * @param lost called when no answer came, before it is asked again
 * @param signal ends the repeating
 * @throws ProblemError when the server refuses, LeftError
 */
export async function untilAnswered<T>(
  send: () => Promise<T>,
  lost: () => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      if (signal.aborted) throw new LeftError();
      lost();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (signal.aborted) throw new LeftError();
    }
  }
}
