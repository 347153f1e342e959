// The pieces that most networks need to say what a post says in words.
import type { PlannedMedia } from "../network.ts";

/** Well-formed and without white space around it. */
export function trim(text: string): string {
  return text.toWellFormed().trim();
}

/** Every file is described. */
export function altTexts(media: readonly PlannedMedia[]): (string | null)[] {
  return media.map(({ altText }) => altText);
}

/** Only images are described. */
export function imageAltTexts(media: readonly PlannedMedia[]): (string | null)[] {
  return media.map(({ kind, altText }) => (kind === "image" ? altText : null));
}

/** No file is described. */
export function noAltTexts(media: readonly PlannedMedia[]): null[] {
  return media.map(() => null);
}
