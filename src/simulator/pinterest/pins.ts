// Simulates pins: refusals, how a pin is returned, and the lists of boards.
import {
  jsonIn,
  textIn,
  type File,
  type Json,
  type Published,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { fail, ok, page, type Fields } from "./answers.ts";
import { BOARDS } from "./boards.ts";
import type { VideoRoom } from "./media.ts";
import { invalid, sourceOf, type Source } from "./source.ts";

interface Pin {
  readonly id: string;
  readonly owner: string;
  readonly at: number;
  readonly fields: Fields;
  readonly source: Source;
}

/** Code points (SPEC). */
const LONGEST: Readonly<Record<string, number>> = { title: 100, description: 800, link: 2048, alt_text: 500 };
const FIELDS: readonly string[] = [
  ...Object.keys(LONGEST),
  "board_id",
  "board_section_id",
  "dominant_color",
  "parent_pin_id",
  "media_source",
  "sponsor_id",
];

export function openPins({ clock, pageUrl, keep }: Stage, videos: VideoRoom, newId: () => string) {
  const pins: Pin[] = [];
  const files = new Map<string, File>();
  const published: Published[] = [];
  return { published, create, show, list, modifiedAt, file: (id: string) => files.get(id) };

  async function create(owner: string, request: Request): Promise<Reply> {
    if (owner.split("-").includes("trial"))
      return fail(
        403,
        29,
        "You are not permitted to access that resource. Apps with Trial access may not create Pins in production.",
      );
    const body = jsonIn(request) ?? {};
    const wrong = wrongField(body);
    if (wrong) return wrong;
    const source = await sourceOf(owner, body["media_source"], videos);
    if ("status" in source) return source;
    const pin = { id: newId(), owner, at: clock.now(), fields: body, source };
    pins.push(pin);
    publish(pin);
    return ok(entity(pin), 201);
  }

  function publish({ id, owner, at, fields, source }: Pin): void {
    const media = source.files.map((file, n) => {
      files.set(`${id}-${n}`, keep(file));
      return { id: `${id}-${n}`, mime: file.mime, alt: n === 0 ? textIn(fields["alt_text"]) : "" };
    });
    const page = `/pin/${id}/`;
    const post = { network: "pinterest", account: owner, id: page, key: null, media };
    const text = textIn(fields["description"]);
    published.push({ ...post, text, url: pageUrl() + page, at, accepted: 1 });
  }

  function show(owner: string, id: string): Reply {
    const pin = pins.find((one) => one.id === id && one.owner === owner);
    return pin ? ok(entity(pin)) : fail(404, 50, "Pin not found.");
  }

  /** In no order that anybody promises: the oldest first. */
  function list(owner: string, where: { board?: string; section?: string }, query: URLSearchParams): Reply {
    const found = pins.filter(
      ({ owner: who, fields }) =>
        who === owner &&
        (where.board === undefined || fields["board_id"] === where.board) &&
        (where.section === undefined || fields["board_section_id"] === where.section),
    );
    return page(found.map(entity), query);
  }

  function modifiedAt(owner: string, board: string): string | null {
    const last = pins.findLast(({ owner: who, fields }) => who === owner && fields["board_id"] === board);
    return last ? zoneless(last.at) : null;
  }
}

function wrongField(body: Fields): Reply | null {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return invalid(`${unknown}: additional property`);
  for (const [name, limit] of Object.entries(LONGEST))
    if (Array.from(textIn(body[name])).length > limit)
      return invalid(`${name}: constraint: maxLength=${limit}`);
  for (const name of ["board_id", "board_section_id"])
    if (body[name] !== undefined && !/^\d+$/.test(textIn(body[name])))
      return invalid(`${textIn(body[name])} does not match '^\\d+$'`);
  const board = BOARDS.find(({ id }) => id === body["board_id"]);
  if (!board)
    return body["board_id"] === undefined
      ? invalid("board_id: is required")
      : fail(404, 40, "Board not found.");
  const section = body["board_section_id"];
  if (section !== undefined && !board.sections.some(({ id }) => id === section))
    return fail(404, 2031, "Board section not found.");
  return null;
}

function entity({ id, at, fields, source }: Pin): Fields {
  const valueOf = (name: string): Json => fields[name] ?? null;
  return {
    id,
    created_at: zoneless(at),
    board_id: valueOf("board_id"),
    board_section_id: valueOf("board_section_id"),
    title: valueOf("title"),
    description: valueOf("description"),
    link: valueOf("link"),
    alt_text: valueOf("alt_text"),
    dominant_color: valueOf("dominant_color") ?? "#6e7874",
    is_owner: true,
    creative_type: source.type === "video" ? "VIDEO" : "REGULAR",
    parent_pin_id: null,
    media: { media_type: source.type },
  };
}

/** `2022-10-13T01:40:29`: in UTC, and nothing says so. */
function zoneless(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
