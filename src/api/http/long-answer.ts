// Sends a long answer piece by piece: to write it at once would take longer than a request may have the loop for itself.
import { jsonInTurns } from "./json-pieces.ts";

/** From how many characters on. */
const LONG = 64 * 1024;
/** What the name of a member counts. */
const MEMBER = 16;

/** For `mapResponse` of routes whose answers may be long. They are checked against their schema as all others. */
export const inPieces = ({ response }: { readonly response: unknown }): Response | undefined =>
  isLong(response) ? longResponse(response) : undefined;

/** Whether it has so many texts and members that it is to be sent in pieces. */
export function isLong(value: unknown): boolean {
  let left = LONG;
  const read = (part: unknown): void => {
    if (typeof part === "string") left -= part.length;
    else if (typeof part === "object" && part !== null)
      for (const each of Object.values(part)) if ((left -= MEMBER) > 0) read(each);
  };
  read(value);
  return left <= 0;
}

function longResponse(value: unknown): Response {
  const texts = jsonInTurns(value);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value: text, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
  return new Response(stream, { headers: { "content-type": "application/json" } });
}
