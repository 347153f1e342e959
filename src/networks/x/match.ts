// Whether a post at X has a given text, undoing its shortened links and HTML entities.
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { normalize } from "../client/normalize.ts";

const MEDIA_LINK = /^https:\/\/(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\/\d+$/;

/** @param post with `text`, `entities`, and `note_tweet` if it is a long post */
export function hasText(post: JsonObject, text: string): boolean {
  const note = objectOf(post["note_tweet"]);
  const long = textOf(note["text"]) !== undefined;
  const shown = writtenText(long ? note : post);
  return shown !== undefined && plain(shown) === plain(text);
}

function writtenText({ text, entities }: JsonObject): string | undefined {
  const shown = textOf(text);
  if (shown === undefined) return undefined;
  let whole = shown.replace(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "");
  for (const each of arrayOf(objectOf(entities)["urls"])) {
    const { url, expanded_url: expanded, unwound_url: unwound, media_key: media } = objectOf(each);
    const [link, target] = [textOf(url), textOf(expanded) ?? textOf(unwound)];
    if (link === undefined || target === undefined) continue;
    const isMedia = textOf(media) !== undefined || MEDIA_LINK.test(target);
    whole = whole.replaceAll(link, () => (isMedia ? "" : target));
  }
  return whole;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** X adds a scheme to bare domains and may change white space, so both are ignored. */
function plain(text: string): string {
  return normalize(text, "NFC")
    .replace(/https?:\/\//gi, "")
    .replace(/\s+/g, " ")
    .trim();
}
