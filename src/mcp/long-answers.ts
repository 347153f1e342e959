// Sends long answers of tools piece by piece. The library would write each of them at once, and everything else would wait.
// So it writes a mark instead, and the answer takes the mark's place on its way out.
import { jsonInTurns } from "../api/http/json-pieces.ts";
import { isLong } from "../api/http/long-answer.ts";

/** The long answers of one request. */
export interface LongAnswers {
  /** @returns what the library is to write: the answer, or a mark for a long one */
  hold(answer: object): Record<string, unknown>;
  /** The response with each answer in the place of its mark. */
  fill(response: Response): Response;
}

const MARK = "crier-long-answer";
/** No text of a message can look like this: quotation marks in it are escaped. */
const MARKS = new RegExp(`\\{"${MARK}":(\\d+)\\}`, "g");

export function openLongAnswers(): LongAnswers {
  const held: object[] = [];
  return {
    hold: (answer) => (isLong(answer) ? { [MARK]: held.push(answer) - 1 } : { ...answer }),
    fill: ({ body, status, headers }) =>
      new Response(body?.pipeThrough(new TransformStream({ transform: fillChunk })), { status, headers }),
  };

  /** Each message comes as one chunk. */
  async function fillChunk(
    chunk: Uint8Array,
    controller: TransformStreamDefaultController<Uint8Array>,
  ): Promise<void> {
    if (held.length === 0) return controller.enqueue(chunk);
    const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
    const message = new TextDecoder().decode(chunk);
    let sent = 0;
    for (const mark of message.matchAll(MARKS)) {
      send(message.slice(sent, mark.index));
      for await (const piece of jsonInTurns(held[Number(mark[1])])) send(piece);
      sent = mark.index + mark[0].length;
    }
    send(message.slice(sent));
  }
}
