// A profile's files: list, rename, describe and delete.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { outOfReach } from "../domain/api-key.ts";
import type { Media, MediaChange, MediaEditor, MediaUser } from "../domain/media.ts";
import { notAllowed, notYourOwn } from "../domain/permission.ts";
import type { MediaRecords } from "../domain/store/media.ts";
import type { Files } from "./storage/files.ts";
import { plainName } from "./ingest.ts";

export interface Library {
  page: MediaRecords["page"];
  /** Who added each of these files, and how many posts use it, in the order of `ids`. */
  uses: MediaRecords["uses"];
  /** The newest posts that use a file, a hundred at most. @throws Problem not_found */
  users(profileId: string, id: string): Promise<MediaUser[]>;
  usage(profileId: string): Promise<LibraryUsage>;
  /** @throws Problem not_found */
  get(profileId: string, id: string): Promise<Media>;
  /** @throws Problem not_found, invalid_request, insufficient_scope, not_allowed */
  change(by: MediaEditor, id: string, change: MediaChange): Promise<Media>;
  /**
   * The record goes and, with its last use, the bytes and all that was made of them. A settled post keeps telling that
   * it had the file. @throws Problem not_found, media_in_use, not_allowed
   */
  remove(by: MediaEditor, id: string): Promise<void>;
}

export interface LibraryUsage {
  readonly bytes: number;
  readonly files: number;
  /** Of the disk that holds the data folder. */
  readonly diskFreeBytes: number;
}

const MOST_USERS = 100;

interface LibraryParts {
  readonly records: Pick<
    MediaRecords,
    "page" | "uses" | "users" | "total" | "find" | "change" | "remove" | "isUsed"
  >;
  /** Bytes. */
  readonly freeBytes: () => number;
  readonly files: Pick<Files, "drop">;
  readonly clock: Clock;
}

export function openLibrary({ records, files, freeBytes, clock }: LibraryParts): Library {
  return {
    page: records.page,
    uses: records.uses,
    get,
    async users(profileId, id) {
      await get(profileId, id);
      return await records.users(id, MOST_USERS);
    },
    usage: async (profileId) => ({ ...(await records.total(profileId)), diskFreeBytes: freeBytes() }),
    async change(by, id, { filename, ...rest }) {
      if (rest.posterMs !== undefined) refusePoster(await get(by.profileId, id), rest.posterMs);
      const named = filename === undefined ? {} : { filename: shownName(filename) };
      const changed = await records.change(by, id, { ...rest, ...named }, clock.now());
      if (changed.kind === "refused") throw needsPublish(by);
      if (changed.kind === "outOfReach") throw outOfReach("A post to a real account uses this file.");
      if (changed.kind === "foreign") throw foreign(by);
      return changed.kind === "changed" ? changed.media : unknown();
    },
    async remove(by, id) {
      const removal = await records.remove(by, id, clock.now());
      if (removal.kind === "unknown") unknown();
      if (removal.kind === "foreign") throw foreign(by);
      if (removal.kind === "inUse") {
        const posts = removal.postIds;
        throw new Problem("media_in_use", "A post that is not finished uses this file.", { posts });
      }
      // A crash before this leaves a file without a row; the sweep removes it.
      const { sha256 } = removal;
      await files.drop(sha256, () => records.isUsed(sha256));
    },
  };

  async function get(profileId: string, id: string): Promise<Media> {
    const [media] = await records.find(profileId, [id]);
    return media ?? unknown();
  }
}

/** @throws Problem media_type_unsupported, invalid_request */
function refusePoster({ kind, durationMs }: Media, posterMs: number): void {
  if (kind !== "video")
    throw new Problem("media_type_unsupported", "This file is an image. Only a video has a cover to choose.");
  if (posterMs <= (durationMs ?? 0)) return;
  const message = `must lie within the video, which is ${durationMs ?? 0} ms long`;
  throw new Problem("invalid_request", `The request is not valid: /atMs: ${message}.`, {
    errors: [{ pointer: "/atMs", message }],
  });
}

function shownName(filename: string): string {
  const name = plainName(filename);
  if (name !== "") return name;
  const errors = [{ pointer: "/filename", message: "must have a character that can be shown" }];
  throw new Problem("invalid_request", "The filename has no visible characters.", { errors });
}

function needsPublish({ role }: MediaEditor): Problem {
  const why = "A post that is waiting to be published, or is approved, uses this file.";
  if (role !== null) return notAllowed(role, "publish", why);
  const detail = `${why} Changing it needs a key with the scope \`publish\`.`;
  return new Problem("insufficient_scope", detail, { scope: "publish" });
}

const foreign = ({ role }: MediaEditor): Problem => notYourOwn(role ?? "author");

function unknown(): never {
  throw new Problem("not_found", "This profile has no media with this id.");
}
