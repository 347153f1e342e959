// Asks before the records of several posts are deleted: this can't be undone.
import type { PostRow } from "../lists.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { bulkWords as words } from "../words/bulk.ts";
import { isBound } from "./bulk-acts.ts";

interface Props {
  readonly posts: readonly PostRow[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

export function DeletePosts({ posts, isOpen, onClose, onDelete }: Props) {
  const bound = posts.filter(isBound).length;
  const rest = posts.length - bound;
  return (
    <Dialog title={words.deleteTitle(posts.length)} isOpen={isOpen} onClose={onClose}>
      <p>{words.deleteMore}</p>
      {bound > 0 && <p>{words.deleteWaiting(bound)}</p>}
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          {words.keep}
        </Button>
        {rest > 0 && (
          <Button kind="danger" onPress={onDelete}>
            {words.deleteDo(rest)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
