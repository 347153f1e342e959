// One file of the post: what it shows in words, its place, its crop, and which accounts get it.
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { useMayChangeFile } from "../../may.ts";
import { canCrop } from "../../media/facts.ts";
import type { LibraryMedia } from "../../media/queries.ts";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import { AltForm } from "./AltForm.tsx";
import { GoesTo } from "./GoesTo.tsx";
import { moveItem } from "./order.ts";
import type { OwnFiles } from "./own-files.ts";
import { OwnWords } from "./OwnWords.tsx";

interface Props {
  readonly file: LibraryMedia;
  readonly media: readonly string[];
  readonly options: Draft["options"];
  readonly own: OwnFiles;
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
  readonly onCrop: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function FileDialog(props: Props) {
  const { file, media, options, own, accounts, dispatch, onCrop, onRemove, onClose } = props;
  const mayDescribe = useMayChangeFile()(file, "describe");
  const place = media.indexOf(file.id);
  const move = (by: 1 | -1) => dispatch({ type: "media", ids: moveItem(media, place, place + by) });
  return (
    <Dialog title={file.filename} isOpen onClose={onClose}>
      <Shown file={file} />
      {mayDescribe ? (
        <AltForm file={file} onDone={onClose} />
      ) : (
        <section>
          <h3>{words.altText}</h3>
          <p dir="auto">{file.altText ?? words.altOfOthers}</p>
        </section>
      )}
      <OwnWords fileId={file.id} usual={file.altText ?? ""} {...{ options, own, accounts, dispatch }} />
      {accounts.length > 1 && <GoesTo fileId={file.id} {...{ media, own, accounts, dispatch }} />}
      <div className="row file-acts">
        {media.length > 1 && (
          <>
            <Button size="small" isDisabled={place === 0} onPress={() => move(-1)}>
              {words.moveEarlier}
            </Button>
            <Button size="small" isDisabled={place === media.length - 1} onPress={() => move(1)}>
              {words.moveLater}
            </Button>
          </>
        )}
        {canCrop(file) && (
          <Button size="small" onPress={onCrop}>
            {words.cropFile}
          </Button>
        )}
        <Button size="small" kind="danger" onPress={onRemove}>
          {words.takeOut}
        </Button>
      </div>
    </Dialog>
  );
}

function Shown({ file: { kind, url, thumbnailUrl, altText } }: Pick<Props, "file">) {
  if (kind === "video" && url !== null)
    return <video className="file-shown" src={url} controls muted preload="metadata" />;
  const source = url ?? thumbnailUrl;
  return source === null ? null : <img className="file-shown" src={source} alt={altText ?? ""} />;
}
