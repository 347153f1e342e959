// Unicode normalization in linear time, whatever the text.

/** More combining marks on one letter than any language uses; normalizing them takes quadratic time. */
const PILE = /\p{M}{256}/u;
const PIECE = /[^]{1,256}/gu;

/** As `text.normalize(form)`; a text with piles of hundreds of marks is normalized in pieces of 256 characters. */
export function normalize(text: string, form: "NFC" | "NFKD"): string {
  if (!PILE.test(text)) return text.normalize(form);
  return text.replace(PIECE, (piece) => piece.normalize(form));
}
