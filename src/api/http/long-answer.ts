// Sends a long answer piece by piece: to write it at once would take longer than a request may have the loop for itself.
import { shareLoop } from "../../event-loop.ts";
import { jsonPieces } from "./json-pieces.ts";

/** Characters that are sent at once. */
const PIECE = 64 * 1024;

/** Route setting for answers that may be long. They are checked against their schema as all others. */
export const inPieces = {
  mapResponse: ({ response }: { readonly response: unknown }): Response | undefined =>
    isLong(response) ? longResponse(response) : undefined,
};

function isLong(value: unknown): boolean {
  let length = 0;
  for (const piece of jsonPieces(value)) if ((length += piece.length) > PIECE) return true;
  return false;
}

function longResponse(value: unknown): Response {
  const texts = inTurns(value);
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

async function* inTurns(value: unknown): AsyncGenerator<string, void> {
  let text = "";
  for (const piece of jsonPieces(value)) {
    text += piece;
    if (text.length < PIECE) continue;
    await shareLoop(text.length);
    yield text;
    text = "";
  }
  yield text;
}
