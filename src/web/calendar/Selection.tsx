// What can be done with several posts at once, while some are selected.
import { keepMessagesAbove } from "../parts/bottom-bar.ts";
import { Button } from "../parts/Button.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import type { Moves } from "./moves.ts";
import type { Known } from "./planning.ts";
import { useBulkMoves, type BulkMove } from "./useBulkMoves.ts";
import "./Selection.css";

interface Props {
  readonly ids: ReadonlySet<string>;
  readonly clear: () => void;
  readonly known: Known;
  readonly moves: Moves;
}

export function Selection({ ids, clear, known, moves }: Props) {
  const { run, isBusy } = useBulkMoves(known, moves, clear);
  if (ids.size === 0) return null;
  const act = (action: BulkMove) => run([...ids], action);
  return (
    <section className="bottom-bar selection" ref={keepMessagesAbove} aria-label={words.selection(ids.size)}>
      <b role="status">{words.selection(ids.size)}</b>
      <div className="row">
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "shift", days: -1 })}>
          {words.dayEarlier}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "shift", days: 1 })}>
          {words.dayLater}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "shift", days: 7 })}>
          {words.weekLater}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "queue" })}>
          {words.toQueue}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "cancel" })}>
          {words.toDrafts}
        </Button>
        <Button size="small" kind="quiet" onPress={clear}>
          {words.deselect}
        </Button>
      </div>
    </section>
  );
}
