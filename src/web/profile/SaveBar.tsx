// Stays at the bottom while something is unsaved, and asks once before the screen is left.
import { useState } from "react";
import { useKeys } from "../keys.tsx";
import { leaveFreely, useAskBeforeLeaving } from "../leaving.ts";
import { keepMessagesAbove } from "../parts/bottom-bar.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { profileWords as words } from "../words/profile.ts";
import type { SettingsForm } from "./useSettings.ts";

export function SaveBar({ isChanged, isBusy, discard, save }: SettingsForm) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useAskBeforeLeaving(isChanged, (asked) => setLeave(() => asked));
  useKeys([{ key: "mod+s", does: words.save, run: () => void save() }]);
  if (!isChanged) return null;
  return (
    <div className="bottom-bar save-bar" ref={keepMessagesAbove} role="group" aria-label={words.unsaved}>
      <p role="status">{words.unsaved}</p>
      <div className="row">
        <Button onPress={discard} isDisabled={isBusy}>
          {words.discard}
        </Button>
        <Button kind="primary" isPending={isBusy} onPress={() => void save()}>
          {words.save}
        </Button>
      </div>
      {leave !== null && (
        <Dialog title={words.leaveTitle} isOpen onClose={() => setLeave(null)}>
          <p>{words.leaveMore}</p>
          <div className="row end">
            <Button autoFocus onPress={() => setLeave(null)}>
              {words.stay}
            </Button>
            <Button
              kind="danger"
              onPress={() => {
                leaveFreely();
                discard();
                leave();
              }}
            >
              {words.leave}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
