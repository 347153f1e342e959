// The top of the composer: how safe the text is, and the ways to leave.
import { Ellipsis } from "lucide-react";
import { memo, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { composeWords as words } from "../words/compose.ts";
import type { SaveState } from "./saver.ts";
import { SaveMark } from "./SaveMark.tsx";
import type { Leaving } from "./useLeaving.ts";

interface Props {
  readonly saving: SaveState;
  readonly isWaiting: boolean;
  /** There is nothing yet that could be lost. */
  readonly isNew: boolean;
  readonly leaving: Leaving;
}

export const DeskHead = memo(function DeskHead({ saving, isWaiting, isNew, leaving }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <header className="compose-head">
      <h1>{isWaiting ? words.edit : words.title}</h1>
      <SaveMark {...{ saving, isWaiting, isNew }} />
      {!isNew && (
        <MenuTrigger>
          <AriaButton className="button quiet" aria-label={words.more}>
            <Ellipsis size={18} aria-hidden="true" />
          </AriaButton>
          <Popover className="menu-popover">
            <Menu className="menu" aria-label={words.more}>
              <MenuItem className="menu-item" onAction={leaving.duplicate}>
                {words.duplicate}
              </MenuItem>
              {/* What waits to go out is canceled first, on its own page. */}
              {!isWaiting && (
                <MenuItem className="menu-item" onAction={() => setAsking(true)}>
                  {words.throwAway}
                </MenuItem>
              )}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      <Dialog title={words.throwTitle} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{words.throwMore}</p>
        <div className="row end">
          <Button onPress={() => setAsking(false)}>{words.keepIt}</Button>
          <Button kind="danger" onPress={leaving.throwAway}>
            {words.throwAway}
          </Button>
        </div>
      </Dialog>
    </header>
  );
});
