// Files on their way to the media library: they go on whatever screen is shown, and are remembered over a reload.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { now } from "../api.ts";
import { readPending, writePending } from "./pending.ts";
import { noteMedia } from "../media/queries.ts";
import { openUploader, type Sending, type Upload, type Uploader } from "./uploader.ts";
import { useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";

interface Going {
  readonly list: readonly Upload[];
  /** Keys of those that another part of the screen shows, and does something with once they are there. */
  readonly elsewhere: ReadonlySet<string>;
  /** Files that have arrived since somebody was told so. */
  readonly added: number;
}

export interface LibraryUploads extends Going, Omit<Uploader, "stop"> {
  /** Sends files for something that shows them itself. */
  readonly send: (files: readonly File[]) => readonly Sending[];
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
  const going = useSyncExternalStore(store.subscribe, store.read);
  const { add, send, resume, forget, noteAdded } = store;
  return { ...going, add, send, resume, forget, noteAdded };
}

function openStore(profileId: string, ownerId: string, queries: QueryClient) {
  // What the composer sends belongs to a post: each goes on where it was begun.
  const place = `${ownerId}.library`;
  const listeners = new Set<() => void>();
  let going: Going = { list: [], elsewhere: new Set(), added: 0 };
  const change = (to: Partial<Going>) => {
    going = { ...going, ...to };
    for (const listener of listeners) listener();
  };
  const uploader = openUploader({
    profileId,
    remembered: readPending(profileId, place, now()),
    remember: (pending) => writePending(profileId, place, pending),
    report: (list) => change({ list }),
    done(media, key) {
      noteMedia(queries, profileId, media);
      if (!going.elsewhere.has(key)) change({ added: going.added + 1 });
    },
  });
  // What was remembered is listed too.
  uploader.add([]);
  window.addEventListener("online", () => {
    for (const { key, state } of going.list) if (state === "broken") uploader.resume(key);
  });
  return {
    ...uploader,
    send(files: readonly File[]) {
      const sent = uploader.add(files);
      change({ elsewhere: going.elsewhere.union(new Set(sent.map(({ key }) => key))) });
      return sent;
    },
    read: () => going,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteAdded: () => change({ added: 0 }),
  };
}
