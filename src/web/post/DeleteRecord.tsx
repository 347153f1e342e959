// Asks before the record of a post is deleted: this can't be undone.
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { postWords as words } from "../words/post.ts";

interface Props {
  readonly isDraft: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

export function DeleteRecord({ isDraft, isOpen, onClose, onDelete }: Props) {
  return (
    <Dialog title={isDraft ? words.deleteDraftTitle : words.deleteTitle} isOpen={isOpen} onClose={onClose}>
      <p>{isDraft ? words.deleteDraftMore : words.deleteMore}</p>
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          {words.keep}
        </Button>
        <Button kind="danger" onPress={onDelete}>
          {isDraft ? words.deleteDraft : words.deleteRecord}
        </Button>
      </div>
    </Dialog>
  );
}
