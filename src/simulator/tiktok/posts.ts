// Simulates TikTok's publications: processed for a while, then posted, sent to the inbox, or failed.
import type { File, Json, Published, Reply, Stage } from "../network.ts";
import { fail, ok, type Fields } from "./creators.ts";

export interface Publication {
  readonly id: string;
  readonly handle: string;
  readonly kind: "video" | "photo";
  readonly isDraft: boolean;
  readonly isPublic: boolean;
  readonly text: string;
  readonly title: string;
  /** Bytes TikTok has; of photos the ones it fetched. */
  bytes: number;
  readonly size: number;
  /** When TikTok had everything, ms since 1970; null before. */
  at: number | null;
  /** Why it will not be posted; null while nothing speaks against it. */
  failure: string | null;
  files: readonly File[];
}

/** ES2026; Bun has it, its types have not. */
type RawJson = typeof JSON & { rawJSON(text: string): Json };

const WORK_MS = 4000;
/** Only then is it public. */
const MODERATION_MS = 6000;
const DAY_MS = 24 * 3_600_000;
const PAGE = 20;

export function openPosts({ clock, pageUrl }: Stage) {
  const publications = new Map<string, Publication>();
  const postIds = new Map<string, bigint>();
  const files = new Map<string, File>();
  const published: Published[] = [];
  return { published, add, finish, find, status, list, since, file: (id: string) => files.get(id) };

  function add(publication: Publication): void {
    publications.set(publication.id, publication);
  }

  function find(id: string): Publication | undefined {
    return publications.get(id);
  }

  /** Everything is there. Ids are longer than a double can hold, as the real ones. */
  function finish(one: Publication): void {
    one.at = clock.now();
    if (one.failure !== null) return;
    const postId = 7_300_000_000_000_000_001n + BigInt(postIds.size) * 4096n;
    postIds.set(one.id, postId);
    const media = one.files.map((file, n) => {
      const id = `${postId}-${n}`;
      files.set(id, file);
      return { id, mime: file.mime, alt: "" };
    });
    const path = `/@${one.handle}/${one.kind}/${postId}`;
    const isSeen = one.isPublic && !one.isDraft;
    published.push({
      network: "tiktok",
      account: one.handle,
      id: path,
      key: one.id,
      text: one.text,
      media,
      url: isSeen ? pageUrl() + path : "",
      at: one.at,
      accepted: 1,
    });
  }

  /** How many of an account's posts, or drafts, TikTok took in the last day. */
  function since(handle: string, isDraft: boolean): number {
    const after = clock.now() - DAY_MS;
    const all = [...publications.values()].filter((one) => one.handle === handle && one.isDraft === isDraft);
    return all.filter(({ at, failure }) => at !== null && at > after && failure === null).length;
  }

  function status(handle: string, id: string): Reply {
    const one = publications.get(id);
    if (!one) return fail(400, "invalid_publish_id", "The publish_id does not exist.");
    if (one.handle !== handle)
      return fail(401, "token_not_authorized_for_specified_publish_id", "The token is of another user.");
    return ok(stateOf(one));
  }

  function stateOf(one: Publication): Fields {
    const { at, bytes, kind, failure } = one;
    const has = kind === "video" ? { uploaded_bytes: bytes } : { downloaded_bytes: bytes };
    const works = kind === "video" ? "PROCESSING_UPLOAD" : "PROCESSING_DOWNLOAD";
    const age = at === null ? -1 : clock.now() - at;
    if (age < WORK_MS) return { status: works, ...has };
    if (failure !== null) return { status: "FAILED", fail_reason: failure, ...has };
    if (one.isDraft) return { status: "SEND_TO_USER_INBOX", ...has };
    const isSeen = one.isPublic && age >= MODERATION_MS;
    return {
      status: "PUBLISH_COMPLETE",
      ...has,
      ...(isSeen && { publicaly_available_post_id: [numberOf(one)] }),
    };
  }

  /** A number in JSON, although no double can hold it. */
  function numberOf(one: Publication): Json {
    return (JSON as RawJson).rawJSON(String(postIds.get(one.id)));
  }

  /** Public posts, newest first. */
  function list(handle: string, { max_count: limit = 20, cursor = 0 }: Fields): Reply {
    const seen = [...publications.values()].filter(
      (one) => one.handle === handle && stateOf(one)["publicaly_available_post_id"] !== undefined,
    );
    const from = Number(cursor);
    const until = from + Math.min(Number(limit), PAGE);
    const videos = seen.toReversed().slice(from, until).map(shown);
    return ok({ videos, cursor: until, has_more: until < seen.length });
  }

  function shown(one: Publication): Fields {
    const id = String(postIds.get(one.id));
    return {
      id,
      title: one.title,
      video_description: one.text,
      create_time: Math.floor((one.at ?? 0) / 1000),
      share_url: `${pageUrl()}/@${one.handle}/${one.kind}/${id}`,
      duration: 0,
    };
  }
}
