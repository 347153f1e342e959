// When drafts are meant to go out. The server keeps no time of a draft: this browser does, with its copy of the draft.
import { readCopy, writeCopy } from "./copies.ts";
import { contentOfPost, type When } from "./draft.ts";
import type { PostRecord } from "../post/queries.ts";

/** The composer opens the draft with this time. @param folder where the copies of drafts are */
export function noteTime(folder: string, post: PostRecord, when: When): void {
  const content = contentOfPost(post);
  const stored = { id: post.id, revision: post.revision, content };
  writeCopy(`${folder}${post.id}`, {
    draft: { ...content, when },
    stored,
    creating: null,
    at: Date.now(),
  });
}

/** Another time for a draft that has one here. @returns the one before */
export function changeTime(folder: string, id: string, when: When): When | null {
  const copy = readCopy(`${folder}${id}`);
  if (copy === null) return null;
  writeCopy(`${folder}${id}`, { ...copy, draft: { ...copy.draft, when } });
  return copy.draft.when;
}

/** Drafts on the server that have a day and a time here: ISO times, by the draft's id. */
export function plannedTimes(folder: string): Readonly<Record<string, string>> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(folder));
  return Object.fromEntries(
    names.flatMap((name) => {
      const copy = readCopy(name);
      const id = copy?.stored?.id;
      return copy && id !== undefined && "at" in copy.draft.when ? [[id, copy.draft.when.at]] : [];
    }),
  );
}
