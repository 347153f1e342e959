// The card "It is not there": it is tried again, or stays failed.
import { useEffect, useRef } from "react";
import { Button } from "../parts/Button.tsx";
import { placesOf, type NameOf } from "../post/places.ts";
import { Choice } from "./Choice.tsx";
import { settleWords as words } from "../words/settle.ts";
import type { Settling } from "./settle.ts";

interface Props {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly settle: Settling;
  readonly isBusy: boolean;
  readonly nameOf: NameOf;
}

export function NotThere({ isOpen, onOpen, settle, isBusy, nameOf }: Props) {
  const statement = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isOpen) statement.current?.focus();
  }, [isOpen]);
  const { alsoFailed, canRetry, all } = settle;
  return (
    <Choice title={words.notThere} more={words.notThereMore} isOpen={isOpen} onOpen={onOpen}>
      {isOpen && (
        <div className="choice-form">
          <p ref={statement} tabIndex={-1}>
            {words.looked}
          </p>
          {!canRetry && <p className="small">{words.cannotRetry}</p>}
          {canRetry && alsoFailed.length > 0 && (
            <p className="small">{words.alsoRetries(placesOf(alsoFailed, all, nameOf))}</p>
          )}
          <div className="row">
            {canRetry && (
              <Button kind="primary" isPending={isBusy} onPress={settle.tryAgain}>
                {words.tryAgain}
              </Button>
            )}
            <Button isDisabled={isBusy} onPress={settle.leaveFailed}>
              {words.leaveFailed}
            </Button>
          </div>
        </div>
      )}
    </Choice>
  );
}
