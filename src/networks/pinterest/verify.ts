// Looks for a pin on its board (networks/pinterest.facts.md 2). It can find a pin but never prove its absence.
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, Json, SentAttempt } from "../network.ts";
import { normalize } from "../client/normalize.ts";
import { idOf } from "../client/remote-post.ts";
import { pinId, pinUrl, api } from "./api.ts";
import { inconclusive, found } from "../client/outcome.ts";

/** Stored before the commit: the pin with references to its files. */
export type Prepared = {
  readonly pin: JsonObject;
  readonly source:
    | { readonly kind: "image"; readonly file: string }
    | {
        readonly kind: "carousel";
        readonly slides: readonly { readonly file: string; readonly words: JsonObject }[];
      }
    | { readonly kind: "video"; readonly json: JsonObject };
  /** What was added to the link so that nothing else can be this pin. */
  readonly tag: string | null;
};

const LANDS_WITHIN_MS = 10 * 60_000;
const [PAGE, PAGES] = [100, 4];
const MEDIA = { image: "image", carousel: "multiple_images", video: "video" } as const;
/** The fields by which a pin is recognized. */
const WORDS = ["title", "description", "link", "alt_text"] as const;

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const listed = await pinsOf(prepared.pin, io);
  if (!listed) return inconclusive("The board's pins could not be listed.");
  const possible = listed.filter((pin) => {
    const [id, at] = [pinId(pin, io), createdAt(pin)];
    const inTime = at >= attempt.sentAt - CLOCK_SKEW_MS && at <= attempt.sentAt + LANDS_WITHIN_MS;
    return id !== undefined && !attempt.otherRemoteIds.includes(id) && inTime && isOnBoard(pin, prepared);
  });
  if (prepared.tag === null && !hasText(prepared.pin))
    return inconclusive(
      `The pin has no text and no link by which Crier could recognize it; the board has ${possible.length} pins of that time. A person must check.`,
    );
  const same = possible.filter((pin) => matches(pin, prepared));
  const [only] = same;
  if (same.length > 1) return inconclusive(`${same.length} pins on the board match it. A person must check.`);
  if (only) return foundPin(only, prepared, io);
  return inconclusive(
    `None of the board's ${listed.length} pins matches it.${await lastChange(prepared, io)}`,
  );
}

/** Undefined when any page can't be read. Their order is not promised, so the pages are read to the end. */
async function pinsOf({ board_id: board, board_section_id: section }: JsonObject, io: Io) {
  const within = textOf(section) === undefined ? "" : `/sections/${String(textOf(section))}`;
  const path = `/v5/boards/${textOf(board) ?? ""}${within}/pins?page_size=${PAGE}`;
  const pins: JsonObject[] = [];
  let bookmark = "";
  for (let page = 0; page < PAGES; page++) {
    const answer = await api.peek(io, io.credentials, path + bookmark);
    if (!answer || !Array.isArray(answer["items"])) return undefined;
    pins.push(...arrayOf(answer["items"]).filter((pin) => isObject(pin)));
    const next = textOf(answer["bookmark"]);
    if (next === undefined) break;
    bookmark = `&bookmark=${encodeURIComponent(next)}`;
  }
  return pins;
}

function isOnBoard(there: JsonObject, { pin, source }: Prepared): boolean {
  const type = objectOf(there["media"])["media_type"];
  const section = textOf(pin["board_section_id"]);
  return (
    there["is_owner"] !== false &&
    there["board_id"] === pin["board_id"] &&
    (section === undefined || there["board_section_id"] === section) &&
    (type === undefined || type === MEDIA[source.kind])
  );
}

function hasText(pin: JsonObject): boolean {
  return [pin["title"], pin["description"], pin["link"]].some((value) => textOf(value) !== undefined);
}

function matches(there: JsonObject, { pin, tag }: Prepared): boolean {
  if (tag !== null) return textOf(there["link"])?.includes(tag) === true;
  return WORDS.every((name) => plain(there[name]) === plain(pin[name]));
}

/** Null and nothing are one; an address is compared as a browser writes it. */
function plain(value: Json | undefined): string {
  const text = normalize(textOf(value) ?? "", "NFC")
    .replace(/\s+/g, " ")
    .trim();
  return /^https?:/.test(text) ? (URL.parse(text)?.href ?? text) : text;
}

/** A hint for the person who checks; it may not be exact. */
async function lastChange({ pin }: Prepared, io: Io): Promise<string> {
  const board = idOf(pin["board_id"], api.context(io, io.credentials)) ?? "";
  const at = timeOf((await api.peek(io, io.credentials, `/v5/boards/${board}`))?.["board_pins_modified_at"]);
  return Number.isNaN(at)
    ? ""
    : ` According to Pinterest the board's pins last changed ${new Date(at).toISOString()}.`;
}

function foundPin(pin: JsonObject, { tag }: Prepared, io: Io): Finding {
  const id = pinId(pin, io);
  if (id === undefined) return inconclusive("A pin matches, but its id can't be read.");
  const at = new Date(createdAt(pin)).toISOString();
  const evidence =
    tag === null
      ? `Same text and link on the same board, created ${at}.`
      : `Its link has this post's tag. Created ${at}.`;
  return found(id, pinUrl(id, io), evidence);
}

const createdAt = (pin: JsonObject) => timeOf(pin["created_at"]);

/** Milliseconds since 1970; NaN when it is not a valid time. Pinterest omits the offset and means UTC. */
function timeOf(value: Json | undefined): number {
  const text = textOf(value) ?? "";
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Math.abs(at) <= LATEST_MS ? at : Number.NaN;
}
const LATEST_MS = 8.64e15;
