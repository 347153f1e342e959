// Files on their way to the media library: they go on whatever screen is shown, and are remembered over a reload.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { now } from "../api.ts";
import { readPending, writePending } from "./pending.ts";
import { noteMedia } from "../media/queries.ts";
import { openUploader, type Upload, type Uploader } from "./uploader.ts";
import { useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";

interface Sending {
  readonly list: readonly Upload[];
  /** Files that have arrived since somebody was told so. */
  readonly added: number;
}

export interface LibraryUploads extends Sending, Omit<Uploader, "stop"> {
  /** They have been told how many arrived. */
  readonly noteAdded: () => void;
}

type Store = ReturnType<typeof openStore>;

/** By profile and person. They end with the page. */
const stores = new Map<string, Store>();

export function useLibraryUploads(): LibraryUploads {
  const { id: profileId } = useProfile();
  const { owner } = useSession();
  const queries = useQueryClient();
  const name = `${profileId} ${owner.id}`;
  const store = stores.get(name) ?? openStore(profileId, owner.id, queries);
  stores.set(name, store);
  const sending = useSyncExternalStore(store.subscribe, store.read);
  const { add, resume, forget, noteAdded } = store;
  return { ...sending, add, resume, forget, noteAdded };
}

function openStore(profileId: string, ownerId: string, queries: QueryClient) {
  // What the composer sends belongs to a post: each goes on where it was begun.
  const place = `${ownerId}.library`;
  const listeners = new Set<() => void>();
  let sending: Sending = { list: [], added: 0 };
  const change = (to: Partial<Sending>) => {
    sending = { ...sending, ...to };
    for (const listener of listeners) listener();
  };
  const uploader = openUploader({
    profileId,
    remembered: readPending(profileId, place, now()),
    remember: (pending) => writePending(profileId, place, pending),
    report: (list) => change({ list }),
    done(media) {
      noteMedia(queries, profileId, media);
      change({ added: sending.added + 1 });
    },
  });
  // What was remembered is listed too.
  uploader.add([]);
  window.addEventListener("online", () => {
    for (const { key, state } of sending.list) if (state === "broken") uploader.resume(key);
  });
  return {
    ...uploader,
    read: () => sending,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteAdded: () => change({ added: 0 }),
  };
}
