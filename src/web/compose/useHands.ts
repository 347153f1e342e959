// What the repairs of problems open on the screen: files, accounts, the time, and the settings of an account.
import { useMemo, useRef, useState, type RefObject } from "react";
import { useLatest } from "../latest.ts";
import type { Dispatch, Draft } from "./draft.ts";
import type { Hands } from "./repair.ts";

/** An option that is to be chosen now. */
export interface AskedOption {
  readonly accountId: string;
  readonly option: string;
}

export interface DeskHands extends Hands {
  readonly fileInput: RefObject<HTMLInputElement | null>;
  readonly asked: AskedOption | null;
  readonly isChoosingWhen: boolean;
  readonly closeWhen: () => void;
}

export function useHands(draft: Draft, dispatch: Dispatch, row: RefObject<HTMLDivElement | null>): DeskHands {
  const draftNow = useLatest(() => draft);
  const fileInput = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<AskedOption | null>(null);
  const [isChoosingWhen, setChoosingWhen] = useState(false);
  return useMemo(
    () => ({
      dispatch,
      draftNow,
      fileInput,
      asked,
      isChoosingWhen,
      closeWhen: () => setChoosingWhen(false),
      addMedia: () => fileInput.current?.click(),
      chooseWhen: () => setChoosingWhen(true),
      chooseAccounts: () => row.current?.querySelector("button")?.focus(),
      // Another object each time: it may be asked for twice.
      chooseOption: (accountId: string, option: string) => setAsked({ accountId, option }),
    }),
    [dispatch, draftNow, asked, isChoosingWhen, row],
  );
}
