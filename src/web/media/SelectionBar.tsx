// What can be done with the files that are selected.
import { keepMessagesAbove } from "../parts/bottom-bar.ts";
import { Button } from "../parts/Button.tsx";
import { mediaWords as words } from "../words/media.ts";

interface Props {
  readonly count: number;
  /** Null when all that can be are selected. */
  readonly onAll: (() => void) | null;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

export function SelectionBar({ count, onAll, onDelete, onClear }: Props) {
  return (
    <div
      className="bottom-bar selection-bar"
      ref={keepMessagesAbove}
      role="group"
      aria-label={words.selected(count)}
    >
      <p role="status">{words.selected(count)}</p>
      <div className="row">
        {onAll !== null && (
          <Button kind="quiet" onPress={onAll}>
            {words.selectAll}
          </Button>
        )}
        <Button kind="quiet" onPress={onClear}>
          {words.clearSelection}
        </Button>
        <Button kind="danger" onPress={onDelete}>
          {words.deleteMany(count)}
        </Button>
      </div>
    </div>
  );
}
