// Changes a file, and has every list and sheet show it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mediaQuery } from "./queries.ts";
import type { LibraryMedia } from "./queries.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";

interface Change {
  /** @returns whether it was done; each change sent twice does the same, so that it can be sent again */
  readonly change: (
    send: () => Promise<{ readonly media: Omit<LibraryMedia, "usedIn"> }>,
    done: string,
  ) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

export function useChange(): Change {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change: Change["change"] = async (send, done) => {
    setBusy(true);
    setError(null);
    try {
      const { media } = await send();
      queries.setQueryData(mediaQuery(profileId, media.id).queryKey, (old) => old && { ...old, ...media });
      // What networks are sent changes with it.
      const stale = ["listMedia", "checkPost"];
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => stale.includes(String(name)) });
      notice({ text: done });
      return true;
    } catch (fault) {
      setError(fault);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, error };
}
