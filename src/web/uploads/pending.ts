// Uploads that are not finished, as this browser remembers them: the same file chosen again goes on where it broke.
import { newKey } from "../random.ts";
import { mayStore } from "../session.tsx";
import type { Prepared } from "./upload.ts";

export interface Pending {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  readonly sent: number;
  readonly prepared: Prepared;
}

const nameOf = (profileId: string, ownerId: string): string => `crier.uploads.${profileId}.${ownerId}`;

/** Those whose address still works. */
export function readPending(profileId: string, ownerId: string, now: number): readonly Pending[] {
  try {
    const text = localStorage.getItem(nameOf(profileId, ownerId)) ?? "[]";
    const list = JSON.parse(text) as readonly Pending[];
    return list.filter(({ prepared }) => Date.parse(prepared.expiresAt) > now);
  } catch {
    return [];
  }
}

export function writePending(profileId: string, ownerId: string, list: readonly Pending[]): void {
  if (!mayStore()) return;
  try {
    localStorage.setItem(nameOf(profileId, ownerId), JSON.stringify(list));
  } catch {
    // Without it, only a reload makes the file begin anew.
  }
}

export const isSameFile = ({ name, size, modified }: Pending, file: File): boolean =>
  name === file.name && size === file.size && modified === file.lastModified;

export const pendingOf = (file: File, prepared: Prepared): Pending => ({
  key: newKey(),
  name: file.name,
  size: file.size,
  modified: file.lastModified,
  sent: 0,
  prepared,
});
