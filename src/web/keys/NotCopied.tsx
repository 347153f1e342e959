// Asks whether a key that nobody has copied is to be given up.
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { keyWords as words } from "../words/keys.ts";

interface Props {
  readonly isOpen: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export function NotCopied({ isOpen, onStay, onLeave }: Props) {
  return (
    <Dialog title={words.leaveTitle} isOpen={isOpen} onClose={onStay}>
      <p>{words.leaveMore}</p>
      <div className="row end">
        <Button kind="danger" onPress={onLeave}>
          {words.leave}
        </Button>
        <Button kind="primary" onPress={onStay} autoFocus>
          {words.stay}
        </Button>
      </div>
    </Dialog>
  );
}
