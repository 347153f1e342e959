// Asks before a queued post goes out at once.
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { queueWords as words } from "../words/queue.ts";

interface Props {
  /** Of its accounts. */
  readonly count: number;
  readonly onClose: () => void;
  readonly onPublish: () => void;
}

export function PublishNow({ count, onClose, onPublish }: Props) {
  const publish = () => {
    onClose();
    onPublish();
  };
  return (
    <Dialog title={words.nowTitle} isOpen onClose={onClose}>
      <p>{words.nowMore(count)}</p>
      <div className="row end">
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button kind="primary" onPress={publish}>
          {words.nowButton(count)}
        </Button>
      </div>
    </Dialog>
  );
}
