// The top of the composer: how safe the text is, and the ways to leave.
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { composeWords as words } from "../words/compose.ts";
import { isBlank } from "./draft.ts";
import { SaveMark } from "./SaveMark.tsx";
import type { Composer } from "./useComposer.ts";
import type { Leaving } from "./useLeaving.ts";

interface Props {
  readonly composer: Composer;
  readonly leaving: Leaving;
}

export function DeskHead({ composer, leaving }: Props) {
  const { draft, stored, isWaiting } = composer;
  const [isAsking, setAsking] = useState(false);
  const isNew = stored === null && isBlank(draft);
  return (
    <header className="compose-head">
      <h1>{isWaiting ? words.edit : words.title}</h1>
      <SaveMark composer={composer} />
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
}
