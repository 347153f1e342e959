// Checks the structure of a JSON document while it arrives, so that one that is too deep or too large is never parsed.
import { Problem } from "../../errors.ts";

/** Deeper than any request is; telling what is wrong with a value takes time that grows with its depth squared. */
const MAX_DEPTH = 32;
/** More than any request needs: 50 accounts with every option of their networks have some thousand values at most. */
const MAX_VALUES = 5000;

/** The longest way to write a character is two escapes, such as \ud83d\udea3. */
const CHARACTER_BYTES = 12;

/** The digits of an escape such as \u0061, which is one character. */
const DIGITS = 4;

const [QUOTE = 0, BACKSLASH = 0, LETTER_U = 0, COMMA = 0, ...BRACKETS] = Buffer.from('"\\u,[{]}');
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = BRACKETS;

/**
 * @param limitBytes of the whole document. It has room for the longest texts with every character written the longest
 * way, and a document may have as many escapes as those texts have characters: an escape takes a dozen times as long to
 * read as a plain letter
 * @param maxCharacters of the whole document, where an escape is one
 * @returns to be called with each piece of the document, in order. All of JSON's own characters are single bytes in
 * UTF-8, so pieces may end anywhere.
 * @throws Problem (when called) invalid_json for too much depth, body_too_large for too many values, escapes
 * or characters
 */
export function openJsonScan(limitBytes: number, maxCharacters = limitBytes): (piece: Uint8Array) => void {
  const maxEscapes = Math.floor(limitBytes / CHARACTER_BYTES);
  let depth = 0;
  let values = 0;
  let escapes = 0;
  let characters = 0;
  let inText = false;
  /** The last byte was a backslash that does not stand for itself. */
  let escaping = false;
  return (piece) => {
    for (let at = 0; at < piece.length;) at = inText ? afterText(piece, at) : afterByte(piece, at);
    if (escapes > maxEscapes) throw tooMany(maxEscapes, "escapes");
    if (characters > maxCharacters) throw tooMany(maxCharacters, "characters");
  };

  function afterByte(piece: Uint8Array, at: number): number {
    const byte = piece[at];
    characters += 1;
    if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > MAX_DEPTH)
      throw new Problem("invalid_json", `The body is nested deeper than ${MAX_DEPTH} levels.`);
    if (values > MAX_VALUES) throw tooMany(MAX_VALUES, "values");
    return at + 1;
  }

  function afterText(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (isFirst(byte)) characters += 1;
      if (escaping) {
        escaping = false;
        escapes += 1;
        characters -= byte === LETTER_U ? 1 + DIGITS : 1;
      } else if (byte === BACKSLASH) escaping = true;
      else if (byte === QUOTE) {
        inText = false;
        return at + 1;
      }
    }
    return piece.length;
  }
}

/** Of the bytes of a character. */
const isFirst = (byte: number): boolean => (byte & 0b1100_0000) !== 0b1000_0000;

function tooMany(limit: number, what: string): Problem {
  return new Problem("body_too_large", `The body has more than ${limit.toLocaleString("en")} ${what}.`, {
    limit,
  });
}
