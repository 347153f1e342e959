// The files that single accounts get in place of those of the post: crops of them.
import { useMedia, type LibraryMedia } from "../../media/queries.ts";
import { mediaOf } from "../account-options.ts";
import type { Draft } from "../draft.ts";
import { allFiles } from "./files-of.ts";

export interface OwnFiles {
  /** What an account gets for a file of the post: the file itself, one made from it, or null. */
  readonly sentFor: (accountId: string, id: string) => string | null;
  /** Files made from one of the post that some account gets. */
  readonly madeFrom: (id: string) => readonly string[];
}

type Content = Pick<Draft, "media" | "options">;

export function useOwnFiles(content: Content): OwnFiles {
  const ids = allFiles(content);
  const known = useMedia(ids).filter((file) => file !== null);
  const files = new Map(known.map((file) => [file.id, file]));
  const madeFrom = (id: string) => ids.filter((each) => each !== id && originOf(each, content, files) === id);
  return {
    madeFrom,
    sentFor(accountId, id) {
      const chosen = mediaOf(content, accountId) ?? content.media;
      if (chosen.includes(id)) return id;
      return madeFrom(id).find((each) => chosen.includes(each)) ?? null;
    },
  };
}

/** The file of the post from which it was made, over any number of steps that are known. */
function originOf(
  id: string,
  { media }: Content,
  files: ReadonlyMap<string, LibraryMedia>,
): string | undefined {
  let at: string | null | undefined = id;
  while (at && !media.includes(at)) at = files.get(at)?.parentId;
  return at ?? undefined;
}
