// Writes the escaped characters of a JSON document as themselves while it arrives: a parser takes a dozen times as long
// for an escape as for the character itself, and the longest document has millions of them.

const [BACKSLASH = 0, LETTER_U = 0, QUOTE = 0] = Buffer.from('\\u"');
const ESCAPE_BYTES = 6;
const PAIR_BYTES = 2 * ESCAPE_BYTES;
const NOTHING = new Uint8Array(0);

/** Reads a document that arrives in pieces. */
export interface EscapeReader {
  /** @returns what can be read by now; the rest comes with the next piece */
  piece(bytes: Uint8Array): Uint8Array;
  /** @returns what is left when no piece comes any more */
  end(): Uint8Array;
}

/**
 * What has a meaning of its own in a text stays escaped, and so do ASCII characters outside of texts, halves of pairs, and
 * U+FEFF, which a decoder skips at the start of a document. So the document is valid JSON exactly if it was before.
 */
export function openEscapeReader(): EscapeReader {
  let rest = NOTHING;
  let inText = false;
  return {
    piece(bytes) {
      const chunk = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      rest = NOTHING;
      if (chunk.includes(BACKSLASH)) {
        const { done, read } = unescape(chunk, chunk.length - PAIR_BYTES);
        rest = chunk.slice(read);
        return done;
      }
      for (let at = chunk.indexOf(QUOTE); at >= 0; at = chunk.indexOf(QUOTE, at + 1)) inText = !inText;
      return chunk;
    },
    end: () => unescape(rest, rest.length).done,
  };

  /** @param last escapes that begin after it are left for later. @returns the text, and how many bytes were read for it */
  function unescape(bytes: Uint8Array, last: number): { readonly done: Uint8Array; readonly read: number } {
    const done = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    let at = 0;
    for (;;) {
      const escape = bytes.indexOf(BACKSLASH, at);
      const end = escape < 0 ? bytes.length : escape;
      for (; at < end; at++) {
        const byte = bytes[at] ?? 0;
        if (byte === QUOTE) inText = !inText;
        done[length++] = byte;
      }
      if (escape < 0 || escape > last) return { done: done.subarray(0, length), read: at };
      const { codePoint, size } = characterAt(bytes, at, inText);
      if (codePoint === null) for (const until = at + size; at < until; at++) done[length++] = bytes[at] ?? 0;
      else {
        length = writeUtf8(done, length, codePoint);
        at += size;
      }
    }
  }
}

/** The escape at this place, and how many bytes it takes; without a code point it stays as it is. */
function characterAt(
  bytes: Uint8Array,
  at: number,
  inText: boolean,
): { codePoint: number | null; size: number } {
  if (bytes[at + 1] !== LETTER_U) return { codePoint: null, size: Math.min(2, bytes.length - at) };
  const unit = unitAt(bytes, at);
  if (isHigh(unit)) {
    const low = bytes[at + ESCAPE_BYTES] === BACKSLASH ? unitAt(bytes, at + ESCAPE_BYTES) : 0;
    if (isLow(low))
      return { codePoint: 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), size: PAIR_BYTES };
  }
  const stays = unit < 0x80 ? !inText || isSpecial(unit) : isHigh(unit) || isLow(unit) || unit === 0xfeff;
  return stays ? { codePoint: null, size: 2 } : { codePoint: unit, size: ESCAPE_BYTES };
}

/** Whether an ASCII character can't stand in a text as itself. */
const isSpecial = (unit: number): boolean => unit < 0x20 || unit === QUOTE || unit === BACKSLASH;
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const NO_DIGIT = 0xff;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const digit of "0123456789abcdefABCDEF") DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** The UTF-16 unit that is escaped here; 0 when the escape is none. */
function unitAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== LETTER_U || at + ESCAPE_BYTES > bytes.length) return 0;
  let unit = 0;
  for (let digit = at + 2; digit < at + ESCAPE_BYTES; digit++) {
    const value = DIGITS[bytes[digit] ?? 0] ?? NO_DIGIT;
    if (value === NO_DIGIT) return 0;
    unit = (unit << 4) | value;
  }
  return unit;
}

/** @returns the place after it */
function writeUtf8(to: Uint8Array, at: number, codePoint: number): number {
  const tails = codePoint < 0x80 ? 0 : codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
  const mark = [0, 0b1100_0000, 0b1110_0000, 0b1111_0000][tails] ?? 0;
  to[at] = mark | (codePoint >> (6 * tails));
  for (let tail = 1; tail <= tails; tail++)
    to[at + tail] = 0b1000_0000 | ((codePoint >> (6 * (tails - tail))) & 0b11_1111);
  return at + tails + 1;
}
