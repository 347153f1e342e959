// What the repairs of problems open on the screen: files, accounts, the time, and the settings of an account.
import { useMemo, useRef, useState, type RefObject } from "react";
import { useLatest } from "../latest.ts";
import type { Ratios } from "../media/crop/geometry.ts";
import type { Dispatch, Draft } from "./draft.ts";
import type { Controls } from "./repair.ts";

/** An option that is to be chosen now. */
export interface AskedOption {
  readonly accountId: string;
  readonly option: string;
}

/** A file that is to be cropped now. */
export interface AskedCrop {
  readonly mediaId: string;
  /** The account that refuses its shape; null for none. */
  readonly accountId: string | null;
  readonly ratios: Ratios | null;
}

export interface DeskControls extends Controls {
  readonly fileInput: RefObject<HTMLInputElement | null>;
  readonly asked: AskedOption | null;
  readonly cropping: AskedCrop | null;
  readonly closeCrop: () => void;
  readonly isChoosingWhen: boolean;
  readonly closeWhen: () => void;
}

export function useDeskControls(
  draft: Draft,
  dispatch: Dispatch,
  row: RefObject<HTMLDivElement | null>,
): DeskControls {
  const draftNow = useLatest(() => draft);
  const fileInput = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<AskedOption | null>(null);
  const [cropping, setCropping] = useState<AskedCrop | null>(null);
  const [isChoosingWhen, setChoosingWhen] = useState(false);
  return useMemo(
    () => ({
      dispatch,
      draftNow,
      fileInput,
      asked,
      cropping,
      closeCrop: () => setCropping(null),
      isChoosingWhen,
      closeWhen: () => setChoosingWhen(false),
      addMedia: () => fileInput.current?.click(),
      chooseWhen: () => setChoosingWhen(true),
      chooseAccounts: () => row.current?.querySelector("button")?.focus(),
      crop: (mediaId: string, accountId: string | null, ratios: Ratios | null) =>
        setCropping({ mediaId, accountId, ratios }),
      // Another object each time: it may be asked for twice.
      chooseOption: (accountId: string, option: string) => setAsked({ accountId, option }),
    }),
    [dispatch, draftNow, asked, cropping, isChoosingWhen, row],
  );
}
