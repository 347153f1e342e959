// Copies of unsent work in this browser: by profile and person, and gone at the sign-out like everything else here.
import { mayStore } from "../session.tsx";
import { isBlank, sameContent, type Content, type Draft } from "./draft.ts";

/** What the server has of a draft. */
export interface Stored {
  readonly id: string;
  readonly revision: number;
  readonly content: Content;
}

export interface LocalCopy {
  readonly draft: Draft;
  /** What it was written upon; null when the server has nothing yet. */
  readonly stored: Stored | null;
  /** A request that makes the draft, for which no answer came: it is repeated exactly, with its key. */
  readonly creating: { readonly key: string; readonly content: Content } | null;
  /** The last change, ms since 1970 by the browser's clock. */
  readonly at: number;
}

const PREFIX = "crier.write";

/** Where the copies of one person's work in one profile are. */
export const folderOf = (profileId: string, ownerId: string): string => `${PREFIX}.${profileId}.${ownerId}.`;

export function readCopy(name: string): LocalCopy | null {
  const text = localStorage.getItem(name);
  try {
    // Written by this file; after an upgrade it may be an older form, which is as good as none.
    const copy = text === null ? null : (JSON.parse(text) as LocalCopy);
    return copy !== null && Array.isArray(copy.draft.accounts) ? copy : null;
  } catch {
    return null;
  }
}

export type Kept = Pick<LocalCopy, "stored" | "creating">;

/** The copy of one post that is being written. */
export interface OpenCopy {
  readonly note: (draft: Draft) => void;
  /** How the post stands on the server. */
  readonly hear: (kept: Kept) => void;
  /** The work is done, or thrown away. */
  readonly forget: () => void;
}

interface Start extends Kept {
  readonly draft: Draft;
  readonly restoredAt: number | null;
  readonly copyName: string;
}

/**
 * @param folder where the copies of posts are that the server has
 * @param report whether the browser has no room for it, when that changes
 */
export function openCopy(
  { draft, stored, creating, copyName, restoredAt }: Start,
  folder: string,
  report: (isFull: boolean) => void,
): OpenCopy {
  let [latest, kept]: [Draft, Kept] = [draft, { stored, creating }];
  let [isForgotten, isFull] = [false, false];
  const nameNow = () => (kept.stored === null ? copyName : `${folder}${kept.stored.id}`);

  function write(): void {
    const isWritten = tryToWrite();
    if (isFull === !isWritten) return;
    isFull = !isWritten;
    report(isFull);
  }

  function tryToWrite(): boolean {
    const name = nameNow();
    if (name !== copyName) localStorage.removeItem(copyName);
    // What only was put there is no work of anybody.
    if (latest === draft && restoredAt === null && kept.stored === null) return true;
    const isUnsaved = kept.stored === null ? !isBlank(latest) : !sameContent(kept.stored.content, latest);
    // The server keeps no time of a draft.
    if (!isForgotten && (isUnsaved || latest.when.kind !== "queue"))
      return writeCopy(name, { draft: latest, ...kept, at: Date.now() });
    localStorage.removeItem(name);
    return true;
  }

  return {
    note(next) {
      latest = next;
      write();
    },
    hear(next) {
      kept = next;
      write();
    },
    forget() {
      isForgotten = true;
      write();
    },
  };
}

export function writeCopy(name: string, copy: LocalCopy): boolean {
  if (!mayStore()) return true;
  try {
    localStorage.setItem(name, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** Names of copies of posts that the server has not heard of, the last changed first. */
function unheard(folder: string): string[] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(`${folder}new`));
  const at = (name: string) => readCopy(name)?.at ?? 0;
  return names.toSorted((a, b) => at(b) - at(a));
}

export interface Claim {
  readonly name: string;
  readonly release: () => void;
}

/**
 * Finds a copy that a tab left behind, or a name for a new one. Two tabs never write to the same copy, as far as the
 * browser tells them apart: over plain http it doesn't, and the last copy is taken.
 */
export async function claimNew(folder: string, newName: string): Promise<Claim> {
  for (const name of [...unheard(folder), `${folder}new.${newName}`]) {
    const claim = await claimOf(name);
    if (claim) return claim;
  }
  return { name: `${folder}new.${newName}`, release: () => {} };
}

async function claimOf(name: string): Promise<Claim | null> {
  // Not there without https, except on this machine.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  if (!locks) return { name, release: () => {} };
  const held = Promise.withResolvers<void>();
  return await new Promise((resolve) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock && { name, release: held.resolve });
      return lock === null ? undefined : held.promise;
    });
  });
}
