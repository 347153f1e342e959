// The keys of the screen of one post: only those that do something with it as it stands.
import { useLocation } from "wouter";
import { useKeys, type Key } from "../keys.tsx";
import { useMay } from "../may.ts";
import { openExternal } from "../parts/External.tsx";
import { usePath } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";
import type { PostActions } from "./actions.ts";
import { canAsk, useAsk } from "./AskNow.tsx";
import type { Changes } from "./change.ts";
import type { Folding } from "./folding.ts";
import { placeOf, type NameOf } from "./places.ts";
import type { PostRecord, TargetEvidence } from "./queries.ts";

interface Context {
  readonly post: PostRecord;
  readonly evidence: (targetId: string) => TargetEvidence | undefined;
  readonly actions: PostActions;
  readonly changes: Changes;
  readonly folding: Folding;
  readonly nameOf: NameOf;
  readonly reschedule: () => void;
}

/** Keys are single digits. */
const LANES = 9;

export function usePostKeys({
  post,
  evidence,
  actions,
  changes,
  folding,
  nameOf,
  reschedule,
}: Context): void {
  const may = useMay();
  const path = usePath();
  const [, navigate] = useLocation();
  const { retry, unsure, canEdit, canSchedule } = actions;
  const [first] = unsure;
  const ask = useAsk(post, first, changes);
  const address = post.targets.find(({ url }) => url !== undefined)?.url;
  const { keys } = words;
  const list: (Key | null)[] = [
    retry && { key: "r", does: keys.retry, run: retry },
    first === undefined
      ? null
      : { key: "s", does: keys.settle, run: () => navigate(path(`settle/${first.id}?post=${post.id}`)) },
    !first || !canAsk(evidence(first.id)) ? null : { key: "a", does: keys.ask, run: ask.run },
    address === undefined ? null : { key: "o", does: keys.open, run: () => openExternal(address) },
    canEdit ? { key: "e", does: keys.edit, run: () => navigate(path(`write/${post.id}`)) } : null,
    may("draft")
      ? { key: "d", does: keys.duplicate, run: () => navigate(path(`write?copy=${post.id}`)) }
      : null,
    canSchedule ? { key: "m", does: keys.reschedule, run: reschedule } : null,
    ...post.targets.slice(0, LANES).map((target, index) => ({
      key: String(index + 1),
      does: keys.lane(placeOf(target, nameOf)),
      run: () => showLane(target.id, folding),
    })),
    { key: ".", does: keys.all, run: folding.toggleAll },
  ];
  useKeys(list.filter((key) => key !== null));
}

function showLane(targetId: string, folding: Folding): void {
  folding.toggle(targetId);
  const lane = document.getElementById(`lane-${targetId}`);
  lane?.scrollIntoView({ block: "nearest" });
  lane?.querySelector("button")?.focus({ preventScroll: true });
}
