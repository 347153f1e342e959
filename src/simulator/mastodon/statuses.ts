// Simulates statuses and media of a Mastodon server: single-use media ids, Idempotency-Key for an hour.
import {
  behaviourOf,
  graphemes,
  SLOW_MS,
  sniff,
  textIn,
  type File,
  type FormParts,
  type Published,
  type Reply,
  type Stage,
} from "../network.ts";
import { accountEntity, accountId } from "./account.ts";
import { fail, type Fields } from "./answers.ts";
import { wrongFile } from "./media.ts";
import { contentOf } from "./content.ts";
import { openKeys } from "./keys.ts";

interface Media {
  readonly id: string;
  readonly owner: string;
  readonly file: File;
  readonly description: string;
  readonly readyAt: number;
  attachedTo: string | null;
}
interface Status {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  readonly spoiler: string;
  readonly visibility: string;
  readonly language: string | null;
  readonly at: number;
  readonly media: readonly Media[];
}

const MAX_CHARACTERS = 500;
const MAX_MEDIA = 4;
const VISIBILITIES: readonly string[] = ["public", "unlisted", "private", "direct"];

/** Everything the server keeps. Ids are longer than 2^53 and grow with time, as the real ones. */
export function openStatuses({ clock, pageUrl, keep }: Stage, application: string) {
  const media = new Map<string, Media>();
  const statuses = new Map<string, Status>();
  /** By account id, newest last. */
  const lists = new Map<string, Status[]>();
  const keys = openKeys(clock);
  const published: Published[] = [];
  let made = 0n;
  return {
    published,
    upload,
    mediaState,
    create,
    show,
    remove,
    source,
    list,
    file: (id: string) => media.get(id)?.file,
  };

  function newId(): string {
    return String((BigInt(clock.now()) << 16n) + made++);
  }

  // ---- media

  async function upload(owner: string, parts: FormParts): Promise<Reply> {
    const named = new Map(parts);
    const part = named.get("file");
    if (!(part instanceof Blob)) return fail(422, "Validation failed: File can't be blank");
    const bytes = new Uint8Array(await part.arrayBuffer());
    const mime = sniff(bytes);
    if (mime === null) return fail(422, "Validation failed: File content type is invalid, File is invalid");
    const wrong = await wrongFile(bytes, mime);
    if (wrong !== null) return fail(422, `Validation failed: ${wrong}`);
    const message = named.get("description");
    const description = typeof message === "string" ? message : "";
    if (graphemes(description) > 1500)
      return fail(422, "Validation failed: Description is too long (maximum is 1500 characters)");
    const takes = behaviourOf(owner) === "slow" ? SLOW_MS : mime.startsWith("video/") ? 1000 : 0;
    const one: Media = {
      id: newId(),
      owner,
      file: keep({ bytes, mime }),
      description,
      readyAt: clock.now() + takes,
      attachedTo: null,
    };
    media.set(one.id, one);
    return { status: takes > 0 ? 202 : 200, json: mediaEntity(one) };
  }

  /** Attached media is no longer to be found (4.3 and later). */
  function mediaState(owner: string, id: string): Reply {
    const one = media.get(id);
    if (!one || one.owner !== owner || one.attachedTo !== null) return fail(404, "Record not found");
    return { status: isReady(one) ? 200 : 206, json: mediaEntity(one) };
  }

  function mediaEntity(one: Media): Fields {
    const type =
      one.file.mime === "image/gif" ? "gifv" : one.file.mime.startsWith("image/") ? "image" : "video";
    const url = isReady(one) ? `${pageUrl()}media-${one.id}` : null;
    return {
      id: one.id,
      type,
      url,
      preview_url: url,
      description: one.description || null,
      meta: {},
      blurhash: null,
    };
  }

  function isReady(one: Media): boolean {
    return one.readyAt <= clock.now();
  }

  // ---- statuses

  function create(owner: string, body: Fields, key: string | undefined): Reply {
    const earlier = key ? statuses.get(keys.made(owner, key) ?? "") : undefined;
    if (earlier) {
      const post = published.find(({ id }) => id === earlier.id);
      if (post) post.accepted++;
      return { status: 200, json: entity(earlier) };
    }
    const checked = checkedStatus(owner, body);
    if ("status" in checked) return checked;
    const status: Status = { id: newId(), owner, at: clock.now(), ...checked };
    for (const one of status.media) one.attachedTo = status.id;
    statuses.set(status.id, status);
    listOf(accountId(owner)).push(status);
    if (key) keys.remember(owner, key, status.id);
    publish(status, key ?? null);
    return { status: 200, json: entity(status) };
  }

  function checkedStatus(owner: string, body: Fields): Omit<Status, "id" | "owner" | "at"> | Reply {
    const text = textIn(body["status"]).trim();
    const spoiler = textIn(body["spoiler_text"]);
    const visibility = textIn(body["visibility"]) || "public";
    const ids = Array.isArray(body["media_ids"]) ? body["media_ids"].map(String) : [];
    if (text === "" && ids.length === 0) return fail(422, "Validation failed: Text can't be blank");
    if (lengthOf(spoiler + text) > MAX_CHARACTERS) {
      return fail(422, `Validation failed: Text character limit of ${MAX_CHARACTERS} exceeded`);
    }
    if (!VISIBILITIES.includes(visibility))
      return fail(422, "Validation failed: Visibility is not included in the list");
    const attached = attachable(owner, ids);
    if ("status" in attached) return attached;
    return { text, spoiler, visibility, language: textIn(body["language"]) || null, media: attached.media };
  }

  function attachable(owner: string, ids: readonly string[]): { media: readonly Media[] } | Reply {
    if (ids.length > MAX_MEDIA) return fail(422, `Cannot attach more than ${MAX_MEDIA} files`);
    const free = ids
      .map((id) => media.get(id))
      .filter((one) => one?.owner === owner && one.attachedTo === null);
    const known = free.filter((one) => one !== undefined);
    if (known.length !== ids.length) {
      const missing = ids.filter((id) => !known.some((one) => one.id === id)).join(", ");
      return fail(422, `Media ${missing} not found or already attached to another post`);
    }
    if (known.length > 1 && known.some(({ file }) => file.mime.startsWith("video/"))) {
      return fail(422, "Cannot attach a video to a post that already contains images");
    }
    if (!known.every(isReady)) {
      return fail(422, "Cannot attach files that have not finished processing. Try again in a moment!");
    }
    return { media: known };
  }

  function publish(status: Status, key: string | null): void {
    const files = status.media.map(({ id, file, description }) => ({
      id,
      mime: file.mime,
      alt: description,
    }));
    const post = {
      network: "mastodon",
      account: status.owner,
      id: status.id,
      key,
      text: status.text,
      media: files,
    };
    published.push({ ...post, url: pageUrl() + status.id, at: status.at, accepted: 1 });
  }

  function entity(status: Status): Fields {
    return {
      id: status.id,
      created_at: new Date(status.at).toISOString(),
      in_reply_to_id: null,
      sensitive: status.spoiler !== "",
      spoiler_text: status.spoiler,
      visibility: status.visibility,
      language: status.language,
      uri: pageUrl() + status.id,
      url: pageUrl() + status.id,
      content: contentOf(status.text),
      application: { name: application, website: null },
      reblog: null,
      poll: null,
      card: null,
      emojis: [],
      mentions: [],
      tags: [],
      replies_count: 0,
      reblogs_count: 0,
      favourites_count: 0,
      account: accountEntity(status.owner, pageUrl()),
      media_attachments: status.media.map(mediaEntity),
    };
  }

  function show(id: string): Reply {
    const status = statuses.get(id);
    return status ? { status: 200, json: entity(status) } : fail(404, "Record not found");
  }

  function source(owner: string, id: string): Reply {
    const status = statuses.get(id);
    if (status?.owner !== owner) return fail(404, "Record not found");
    return { status: 200, json: { id, text: status.text, spoiler_text: status.spoiler } };
  }

  function remove(owner: string, id: string): Reply {
    const gone = statuses.get(id);
    if (gone?.owner !== owner) return fail(404, "Record not found");
    statuses.delete(id);
    const own = listOf(accountId(owner));
    own.splice(own.indexOf(gone), 1);
    return { status: 200, json: entity(gone) };
  }

  function listOf(account: string): Status[] {
    const own = lists.get(account) ?? [];
    lists.set(account, own);
    return own;
  }

  /** Newest first, below `max_id`. */
  function list(account: string, query: URLSearchParams): Reply {
    const below = query.get("max_id");
    const limit = Math.min(Number(query.get("limit") ?? 20), 40);
    const own = listOf(account);
    const older = below === null ? own : own.filter(({ id }) => BigInt(id) < BigInt(below));
    return { status: 200, json: older.slice(-limit).toReversed().map(entity) };
  }
}

/** Every link with a scheme counts 23, a remote mention without its host (StatusLengthValidator). */
function lengthOf(text: string): number {
  return graphemes(text.replace(/https?:\/\/\S+/gi, "x".repeat(23)).replace(/(@\w+)@[\w.-]+\w/g, "$1"));
}
