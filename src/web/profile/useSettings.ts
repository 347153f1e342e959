// The settings of a profile as they are typed: what differs from the stored ones is unsaved.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { admin, call } from "../api.ts";
import { leaveFreely } from "../leaving.ts";
import { useNotice } from "../parts/Notices.tsx";
import { pathOf } from "../profile.tsx";
import { profileWords as words } from "../words/profile.ts";
import { noteProfile, type ProfileRecord, type Settings } from "./queries.ts";

export interface SettingsForm {
  readonly shown: Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

/** What was typed on a screen that was left by the browser's own button, by profile. */
const typed = new Map<string, Partial<Settings>>();

export function useSettings(stored: ProfileRecord): SettingsForm {
  const queries = useQueryClient();
  const notice = useNotice();
  const [, navigate] = useLocation();
  const [input, setInput] = useState<Partial<Settings>>(() => typed.get(stored.id) ?? {});
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const changes = changesOf(stored, input);
  const keep = (next: Partial<Settings>) => {
    typed.set(stored.id, next);
    setInput(next);
  };
  const discard = () => {
    keep({});
    setError(null);
  };
  const save = async () => {
    if (isBusy || Object.keys(changes).length === 0) return;
    setBusy(true);
    setError(null);
    try {
      const saved = await call(() => admin().profiles({ id: stored.id }).patch(changes));
      noteProfile(queries, saved);
      keep({});
      notice({ text: words.saved });
      leaveFreely();
      // The address names it.
      if (saved.name !== stored.name) navigate(pathOf(saved.name, "profile"), { replace: true });
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  return {
    shown: { ...stored, ...input },
    change: (change) => keep({ ...input, ...change }),
    isChanged: Object.keys(changes).length > 0,
    isBusy,
    error,
    discard,
    save,
  };
}

function changesOf(stored: ProfileRecord, input: Partial<Settings>): Partial<Settings> {
  const before: Readonly<Record<string, unknown>> = stored;
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(before[field]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(input).filter(differs));
}
