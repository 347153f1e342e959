// Crops a picture of the post: for the account that refuses its shape, or for all of them.
import { Dialog } from "../../parts/Dialog.tsx";
import { focusAfterDialog } from "../../parts/focus-after-dialog.ts";
import { Crop } from "../../media/crop/Crop.tsx";
import { useMedia } from "../../media/queries.ts";
import { useNetworkNames } from "../../networks.ts";
import { placeOf } from "../../post/places.ts";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import type { AskedCrop } from "../useDeskControls.ts";
import { idOfTile } from "./FileGrid.tsx";
import { useOwnFiles } from "./own-files.ts";

interface Props {
  readonly crop: AskedCrop;
  /** The accounts that are chosen. */
  readonly accounts: readonly Account[];
  readonly media: Draft["media"];
  readonly options: Draft["options"];
  readonly dispatch: Dispatch;
  readonly onClose: () => void;
}

export function CropDialog({ crop, accounts, media, options, dispatch, onClose }: Props) {
  const { mediaId, accountId, ratios } = crop;
  const { madeFrom } = useOwnFiles({ media, options });
  // Cropped once more, it still stands for the same file of the post.
  const original = media.find((id) => id === mediaId || madeFrom(id).includes(mediaId)) ?? mediaId;
  const [file = null] = useMedia([mediaId]);
  const nameOf = useNetworkNames();
  const account = accounts.find(({ id }) => id === accountId);
  if (file === null) return null;
  const replaceFor = (only: string | null) => (made: { readonly id: string }) => {
    dispatch({ type: "replaceMedia", id: mediaId, by: made.id, accountId: only });
    onClose();
    // What opened the dialog goes with the problem that it repairs.
    focusAfterDialog(idOfTile(only === null ? made.id : original));
  };
  const forAll = { label: accounts.length > 1 ? words.cropForAll : words.cropUse, run: replaceFor(null) };
  const forOne =
    account === undefined || accounts.length < 2
      ? []
      : [{ label: words.cropFor(placeOf(account, nameOf)), run: replaceFor(account.id) }];
  const asked = account && ratios && { name: nameOf(account.platform), ratios };
  return (
    <Dialog title={words.cropTitle(file.filename)} kind="wide" isOpen onClose={onClose}>
      <Crop file={file} asked={asked ?? null} uses={[...forOne, forAll]} onBack={onClose} />
    </Dialog>
  );
}
