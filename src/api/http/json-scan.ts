// Checks the structure of a JSON document while it arrives, so that one that is too deep or too large is never parsed.
import { Problem } from "../../errors.ts";

/** Deeper than any request is; telling what is wrong with a value takes time that grows with its depth squared. */
const MAX_DEPTH = 32;
/** More than any request needs: 50 accounts with every option of their networks have some thousand values at most. */
const MAX_VALUES = 5000;

const [QUOTE = 0, BACKSLASH = 0, COMMA = 0, ...BRACKETS] = Buffer.from('"\\,[{]}');
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = BRACKETS;

/**
 * @returns to be called with each piece of the document, in order. All of JSON's own characters are single bytes in
 * UTF-8, so pieces may end anywhere.
 * @throws Problem (when called) invalid_json for too much depth, body_too_large for too many values
 */
export function openJsonScan(): (piece: Uint8Array) => void {
  let depth = 0;
  let values = 0;
  let inText = false;
  /** The last piece ended in a backslash that stands for itself and the next byte. */
  let escaping = false;
  return (piece) => {
    for (let at = 0; at < piece.length;) at = inText ? afterText(piece, at) : afterByte(piece, at);
  };

  function afterByte(piece: Uint8Array, at: number): number {
    const byte = piece[at];
    if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > MAX_DEPTH)
      throw new Problem("invalid_json", `The body is nested deeper than ${MAX_DEPTH} levels.`);
    if (values > MAX_VALUES) {
      const detail = `The body has more than ${MAX_VALUES.toLocaleString("en")} values.`;
      throw new Problem("body_too_large", detail, { limit: MAX_VALUES });
    }
    return at + 1;
  }

  /** Texts are passed over from quote to quote, since they may be long. */
  function afterText(piece: Uint8Array, from: number): number {
    const start = escaping ? from + 1 : from;
    const quote = piece.indexOf(QUOTE, start);
    const end = quote < 0 ? piece.length : quote;
    const isEscaped = backslashesBefore(piece, end, start) % 2 === 1;
    escaping = quote < 0 && (isEscaped || start > piece.length);
    inText = quote < 0 || isEscaped;
    return end + 1;
  }
}

function backslashesBefore(piece: Uint8Array, end: number, start: number): number {
  let at = end;
  while (at > start && piece[at - 1] === BACKSLASH) at -= 1;
  return end - at;
}
