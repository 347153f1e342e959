// A profile's files: list, rename, describe and delete.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { Files } from "./storage/files.ts";
import { plainName } from "./ingest.ts";

/** What is kept of each file; the store's side. */
export interface MediaRecords<M> {
  /** Newest first. @param before the id that the page follows */
  page(profileId: string, kind: Kind | null, limit: number, before: string | null): Promise<M[]>;
  /** In the order of `ids`; null where the profile has no such file. */
  find(profileId: string, ids: readonly string[]): Promise<(M | null)[]>;
  /** Decided and done in one transaction, so that no post begins to wait with it in between. */
  change(by: Editor, id: string, change: MediaChange, at: number): Promise<Change<M>>;
  /** Decided and done in one transaction, so that no post begins to use it in between. */
  remove(by: Editor, id: string, at: number): Promise<Removal>;
  /** Whether any media, of whatever profile, has these bytes. */
  isUsed(sha256: string): Promise<boolean>;
}

export type Kind = "image" | "video";

/** Who changes a file: their profile, their name in the audit log, and whether they may decide what is published. */
export interface Editor {
  readonly profileId: string;
  readonly name: string;
  readonly mayPublish: boolean;
}

/** What is left out stays. */
export interface MediaChange {
  readonly altText?: string | null;
  readonly filename?: string;
}

export type Change<M> =
  | { readonly kind: "changed"; readonly media: M }
  | { readonly kind: "unknown" }
  /** A post that waits to be published, or is being published, has it, and the editor may not publish. */
  | { readonly kind: "refused" };

export type Removal =
  | { readonly kind: "removed"; readonly sha256: string }
  | { readonly kind: "unknown" }
  /** Posts that have not settled. */
  | { readonly kind: "inUse"; readonly postIds: readonly string[] };

export interface Library<M> {
  page: MediaRecords<M>["page"];
  /** @throws Problem not_found */
  get(profileId: string, id: string): Promise<M>;
  /** @throws Problem not_found, invalid_request, insufficient_scope */
  change(by: Editor, id: string, change: MediaChange): Promise<M>;
  /**
   * The record goes and, with its last use, the bytes and all that was made of them. A settled post keeps telling that
   * it had the file. @throws Problem not_found, media_in_use
   */
  remove(by: Editor, id: string): Promise<void>;
}

interface LibraryParts<M> {
  readonly records: MediaRecords<M>;
  readonly files: Pick<Files, "drop">;
  readonly clock: Clock;
}

export function openLibrary<M>({ records, files, clock }: LibraryParts<M>): Library<M> {
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
