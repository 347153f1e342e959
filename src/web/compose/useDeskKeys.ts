// The keys of the composer: with Ctrl or ⌘, as single letters are typed.
import { topDialog, useKeys } from "../keys.tsx";
import { composeWords as words } from "../words/compose.ts";
import type { Draft } from "./draft.ts";
import type { Leaving } from "./useLeaving.ts";
import type { Publishing } from "./usePublish.ts";

interface Props {
  readonly draft: Draft;
  readonly publishing: Publishing;
  readonly leaving: Leaving;
  readonly setTab: (accountId: string | null) => void;
  readonly openWhen: () => void;
  readonly wall: () => void;
}

export function useDeskKeys({ draft, publishing, leaving, setTab, openWhen, wall }: Props): void {
  const onDesk = (run: () => void) => () => {
    if (topDialog() === null) run();
  };
  const isHeld = publishing.sending.kind === "held";
  useKeys([
    { key: "mod+enter", does: words.keys.publish, run: onDesk(publishing.press) },
    { key: "mod+shift+enter", does: words.keys.when, run: onDesk(openWhen) },
    { key: "mod+shift+p", does: words.keys.wall, run: onDesk(wall) },
    { key: "mod+shift+d", does: words.keys.duplicate, run: onDesk(leaving.duplicate) },
    ...(isHeld ? [{ key: "z", does: words.keys.undo, run: publishing.undo }] : []),
    { key: "alt+1", does: words.keys.tab, run: onDesk(() => setTab(null)) },
    ...draft.accounts.slice(0, 8).map((id, n) => ({
      key: `alt+${n + 2}`,
      does: words.keys.tabOf(n + 1),
      run: onDesk(() => setTab(id)),
    })),
  ]);
}
