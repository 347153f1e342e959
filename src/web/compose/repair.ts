// Repairs a problem with one press, as the server's check proposes it.
import { composeWords as words } from "../words/compose.ts";
import { mediaOf } from "./account-options.ts";
import type { Dispatch, Draft } from "./draft.ts";
import type { Ratios } from "../media/crop/geometry.ts";
import type { Trouble } from "./troubles.ts";
import type { CheckedTarget } from "./useCheck.ts";

/** What a repair needs of the screen. */
export interface Controls {
  readonly dispatch: Dispatch;
  /** As it stands when a button is pressed. */
  readonly draftNow: () => Draft;
  /** Opens what chooses files, when, or an option of an account. */
  readonly addMedia: () => void;
  readonly chooseWhen: () => void;
  readonly chooseAccounts: () => void;
  readonly chooseOption: (accountId: string, option: string) => void;
  /** Opens what cuts a file to a shape. */
  readonly crop: (mediaId: string, accountId: string | null, ratios: Ratios | null) => void;
}

export interface Repair {
  readonly label: string;
  readonly run: () => void;
}

/** @param canCrop whether it is an image that people can crop @returns none where only the author knows what to do */
export function repairsOf(trouble: Trouble, canCrop: boolean, controls: Controls): readonly Repair[] {
  const { target, fix, mediaId } = trouble;
  const repair = target === null ? ofPost(trouble, controls) : ofTarget(trouble, target, controls);
  if (repair === null) return [];
  if (target === null || fix?.kind !== "crop" || mediaId === null || !canCrop) return [repair];
  const run = () => controls.crop(mediaId, target.accountId, fix.ratios);
  return [{ label: words.fixes.chooseCrop, run }, repair];
}

function ofPost({ field, mediaId }: Trouble, controls: Controls): Repair | null {
  if (field === "schedule") return { label: words.fixes.chooseTime, run: controls.chooseWhen };
  if (field === "accounts") return { label: words.fixes.chooseAccounts, run: controls.chooseAccounts };
  if (mediaId === null) return null;
  return {
    label: words.fixes.removeFile,
    run: () => controls.dispatch({ type: "removeMedia", id: mediaId }),
  };
}

function ofTarget(trouble: Trouble, target: CheckedTarget, controls: Controls): Repair | null {
  const { fix } = trouble;
  const { dispatch, draftNow } = controls;
  const { accountId } = target;
  switch (fix?.kind) {
    case undefined:
      return null;
    case "cut":
      return {
        label: words.fixes.cut(excessOf(trouble)),
        run: () => cut(target, fix.caption, draftNow(), dispatch),
      };
    case "leave_out_account":
      return {
        label: words.fixes.leaveOutAccount,
        run: () => dispatch({ type: "accounts", ids: draftNow().accounts.filter((id) => id !== accountId) }),
      };
    case "leave_out_media":
      return {
        label: words.fixes.leaveOutMedia(fix.mediaIds.length),
        run: () => leaveOutMedia(accountId, fix.mediaIds, draftNow(), dispatch),
      };
    case "set_option":
      return { label: words.fixes.choose, run: () => controls.chooseOption(accountId, fix.option) };
    case "add_media":
      return { label: words.fixes.addMedia, run: controls.addMedia };
    case "crop":
      return {
        label: words.fixes.crop,
        run: () => dispatch({ type: "option", accountId, name: "fit", value: "crop" }),
      };
  }
}

function excessOf({ actual, limit }: Trouble): number | null {
  return typeof actual === "number" && typeof limit === "number" ? actual - limit : null;
}

/** What is too much goes, and nothing else. @param shortened where the text is not sent as it is written */
function cut(target: CheckedTarget, shortened: string, draft: Draft, dispatch: Dispatch): void {
  const { accountId, text, segments } = target;
  const over = segments.find(({ kind }) => kind === "over");
  const isAsWritten = text === (draft.overrides[accountId] ?? draft.caption);
  dispatch({
    type: "write",
    text: over && isAsWritten ? text.slice(0, over.from) : shortened,
    accountId: writerOf(accountId, draft),
  });
}

/** Whose text changes: with several accounts only this one's, so that the others keep all of theirs. */
function writerOf(accountId: string, { accounts, overrides }: Draft): string | null {
  return accounts.length > 1 || accountId in overrides ? accountId : null;
}

function leaveOutMedia(accountId: string, ids: readonly string[], draft: Draft, dispatch: Dispatch): void {
  if (draft.accounts.length === 1) {
    for (const id of ids) dispatch({ type: "removeMedia", id });
    return;
  }
  const value = (mediaOf(draft, accountId) ?? draft.media).filter((id) => !ids.includes(id));
  dispatch({ type: "option", accountId, name: "media", value });
}
