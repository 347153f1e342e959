// Changes a file, and has every list and sheet show it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { noteMedia, type Media } from "./queries.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";

interface Change {
  /** @returns whether it was done; each change sent twice does the same, so that it can be sent again */
  readonly change: (send: () => Promise<{ readonly media: Media }>, done: string) => Promise<boolean>;
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
      noteMedia(queries, profileId, media);
      // What networks are sent changes with it.
      void queries.invalidateQueries({ queryKey: ["checkPost"] });
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
