// The keys that work on this screen.
import { keyLabel, useKeyLists } from "../keys.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { shellWords as words } from "../words/shell.ts";
import "./KeySheet.css";

export function KeySheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const keys = useKeyLists().flat();
  return (
    <Dialog title={words.keys} isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        {keys.map(({ key, does }) => (
          <div key={`${key} ${does}`}>
            <dt>
              <kbd>{keyLabel(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
