// What a composer begins with: a blank page, what was left behind, a post, or a copy of one.
import { now } from "../api.ts";
import type { PostRecord } from "../post/queries.ts";
import { readCopy, type LocalCopy } from "./copies.ts";
import { contentOfPost, EMPTY, isBlank, sameContent, whenOfPost, type Draft, type When } from "./draft.ts";
import type { Opened } from "./useComposer.ts";

/** @param asked a time or a slot, as the address says it */
export function openNew(copyName: string, asked: AskedTime, accounts: readonly string[]): Opened {
  const copy = readCopy(copyName);
  if (copy && !isBlank(copy.draft)) return ofCopy(copyName, copy, false);
  return blank(copyName, { ...EMPTY, accounts, when: whenAt(asked) });
}

interface AskedTime {
  readonly at: string | null;
  readonly slot: string | null;
}

function whenAt({ at, slot }: AskedTime): When {
  const time = Date.parse(slot ?? at ?? "");
  const kind = slot === null ? "time" : "slot";
  return time > now() ? { kind, at: new Date(time).toISOString() } : EMPTY.when;
}

/** @param isFix only the accounts on which it failed */
export function openCopyOf(copyName: string, post: PostRecord, isFix: boolean): Opened {
  const content = contentOfPost(post);
  const chosen = post.targets.filter(({ status }) => !isFix || status === "failed");
  return blank(copyName, {
    ...content,
    accounts: chosen.map(({ accountId }) => accountId),
    // A file that was deleted since can't be sent again.
    media: post.media.filter(({ url }) => url !== null).map(({ id }) => id),
    when: isFix ? { kind: "now" } : EMPTY.when,
  });
}

const blank = (copyName: string, draft: Draft): Opened => ({
  draft,
  copyName,
  stored: null,
  creating: null,
  isWaiting: false,
  restoredAt: null,
});

const ofCopy = (
  copyName: string,
  { draft, stored, creating, at }: LocalCopy,
  isWaiting: boolean,
): Opened => ({
  draft,
  stored,
  creating,
  copyName,
  isWaiting,
  restoredAt: at,
});

/** @param post null while the server can't be reached @returns null when there is nothing that can be edited */
export function openPost(copyName: string, post: PostRecord | null, copy: LocalCopy | null): Opened | null {
  if (post === null) return copy && ofCopy(copyName, copy, false);
  const isWaiting = post.status === "queued" || post.status === "scheduled";
  if (post.status !== "draft" && !isWaiting) return null;
  const content = contentOfPost(post);
  const stored = { id: post.id, revision: post.revision, content };
  // What the other side of the copy became meanwhile, the saver finds out from the post.
  if (copy?.stored?.id === post.id) {
    const isUnsaved = !sameContent(copy.stored.content, copy.draft);
    return { ...ofCopy(copyName, copy, isWaiting), restoredAt: isUnsaved ? copy.at : null };
  }
  return { ...blank(copyName, { ...content, when: whenOfPost(post) }), stored, isWaiting };
}
