// A profile's files: list, rename, describe and delete.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { Media, MediaChange, MediaEditor } from "../domain/media.ts";
import type { MediaRecords } from "../domain/store/media.ts";
import type { Files } from "./storage/files.ts";
import { plainName } from "./ingest.ts";

export interface Library {
  page: MediaRecords["page"];
  /** @throws Problem not_found */
  get(profileId: string, id: string): Promise<Media>;
  /** @throws Problem not_found, invalid_request, insufficient_scope */
  change(by: MediaEditor, id: string, change: MediaChange): Promise<Media>;
  /**
   * The record goes and, with its last use, the bytes and all that was made of them. A settled post keeps telling that
   * it had the file. @throws Problem not_found, media_in_use
   */
  remove(by: MediaEditor, id: string): Promise<void>;
}

interface LibraryParts {
  readonly records: Pick<MediaRecords, "page" | "find" | "change" | "remove" | "isUsed">;
  readonly files: Pick<Files, "drop">;
  readonly clock: Clock;
}

export function openLibrary({ records, files, clock }: LibraryParts): Library {
  return {
    page: records.page,
    async get(profileId, id) {
      const [media] = await records.find(profileId, [id]);
      return media ?? unknown();
    },
    async change(by, id, { filename, ...rest }) {
      const named = filename === undefined ? {} : { filename: shownName(filename) };
      const changed = await records.change(by, id, { ...rest, ...named }, clock.now());
      if (changed.kind === "refused") throw needsPublish();
      return changed.kind === "changed" ? changed.media : unknown();
    },
    async remove(by, id) {
      const removal = await records.remove(by, id, clock.now());
      if (removal.kind === "unknown") unknown();
      if (removal.kind === "inUse") {
        const posts = removal.postIds;
        throw new Problem("media_in_use", "A post that is not finished uses this file.", { posts });
      }
      // A crash before this leaves a file without a row; the sweep removes it.
      const { sha256 } = removal;
      await files.drop(sha256, () => records.isUsed(sha256));
    },
  };
}

function shownName(filename: string): string {
  const name = plainName(filename);
  if (name !== "") return name;
  const errors = [{ pointer: "/filename", message: "must have a character that can be shown" }];
  throw new Problem("invalid_request", "The filename has no visible characters.", { errors });
}

function needsPublish(): Problem {
  const detail =
    "A post that is waiting to be published uses this file. Changing it needs a key with the scope `publish`.";
  return new Problem("insufficient_scope", detail, { scope: "publish" });
}

function unknown(): never {
  throw new Problem("not_found", "This profile has no media with this id.");
}
