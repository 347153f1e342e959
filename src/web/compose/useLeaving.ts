// The ways to leave a post that is being written: keep it, throw it away, begin another one.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { call } from "../api.ts";
import { useLatest } from "../latest.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useApi, usePath } from "../profile.tsx";
import { composeWords as words } from "../words/compose.ts";
import { problemText } from "../words/problem.ts";
import type { Composer } from "./useComposer.ts";

export interface Leaving {
  readonly keepDraft: () => void;
  readonly throwAway: () => void;
  /** A blank page, in place of what was left behind. */
  readonly startOver: () => void;
  readonly duplicate: () => void;
}

export function useLeaving({ stored, saver, forget }: Composer): Leaving {
  const api = useApi();
  const path = usePath();
  const [, navigate] = useLocation();
  const notice = useNotice();
  const queries = useQueryClient();

  const keepDraft = async () => {
    try {
      await saver.flush();
      notice({ text: words.keptDraft });
    } catch {
      // It is in this browser, and the server gets it as soon as it can.
      notice({ text: words.saves.local });
    }
    await queries.invalidateQueries({ queryKey: ["listPosts"] });
    navigate(path("posts?status=draft"));
  };
  const throwAway = async () => {
    saver.stop(false);
    try {
      if (stored !== null) {
        const headers = { "if-match": `"${stored.revision}"` };
        await call(() => api.posts({ id: stored.id }).delete(undefined, { headers }));
      }
      forget();
      notice({ text: words.threwAway });
      await queries.invalidateQueries({ queryKey: ["listPosts"] });
      navigate(path("posts"));
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
  };
  const startOver = () => {
    saver.stop(false);
    forget();
    // The same address would change nothing.
    navigate(path(`write?new=${Date.now()}`), { replace: true });
  };
  const duplicate = async () => {
    try {
      const { id } = await saver.flush();
      navigate(path(`write?copy=${id}`));
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
  };
  const all = {
    keepDraft: useLatest(() => void keepDraft()),
    throwAway: useLatest(() => void throwAway()),
    startOver: useLatest(startOver),
    duplicate: useLatest(() => void duplicate()),
  };
  const [stable] = useState(all);
  return stable;
}
