// What can be done with the selected posts, at the edge of the screen while any are selected.
import {
  CalendarClock,
  CalendarX2,
  ChevronsLeftRight,
  ListPlus,
  RotateCw,
  Tag,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { MenuTrigger } from "react-aria-components";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { useZone } from "../profile.tsx";
import { bulkWords as words } from "../words/bulk.ts";
import { acts, isPossible, type ButtonName } from "./bulk-acts.ts";
import { DeletePosts } from "./DeletePosts.tsx";
import { LabelMenu } from "./LabelMenu.tsx";
import type { Selection } from "./selection.ts";
import type { BulkAct } from "./useBulk.ts";
import "./BulkBar.css";

const Reschedule = lazy(() =>
  import("../post/Reschedule.tsx").then(({ Reschedule: dialog }) => ({ default: dialog })),
);
const ShiftDays = lazy(() =>
  import("./ShiftDays.tsx").then(({ ShiftDays: dialog }) => ({ default: dialog })),
);

const ICONS: Readonly<Record<ButtonName, LucideIcon>> = {
  queue: ListPlus,
  schedule: CalendarClock,
  shift: ChevronsLeftRight,
  cancel: CalendarX2,
  label: Tag,
  retry: RotateCw,
  delete: Trash2,
};
/** Authors do it with drafts of their own. */
const NEEDS_DRAFT: readonly ButtonName[] = ["label", "delete"];
const NAMES: readonly ButtonName[] = ["queue", "schedule", "shift", "cancel", "label", "retry", "delete"];

interface Props {
  readonly selection: Selection;
  /** Rows that are shown in all. */
  readonly shown: number;
  readonly isBusy: boolean;
  readonly run: (act: BulkAct) => void;
  readonly editLabels: () => void;
}

export function BulkBar({ selection, shown, isBusy, run, editLabels }: Props) {
  const { chosen, selectAll, clear } = selection;
  const zone = useZone();
  const may = useMay();
  const [asking, setAsking] = useState<"schedule" | "shift" | "delete" | null>(null);
  const close = () => setAsking(null);
  const doIt = (act: BulkAct) => {
    close();
    run(act);
  };
  useKeys([{ key: "backspace", does: words.keys.delete, run: () => !isBusy && setAsking("delete") }]);
  const press = (name: Exclude<ButtonName, "label">) =>
    name === "schedule" || name === "shift" || name === "delete" ? setAsking(name) : run(acts[name]);
  return (
    <div className="bottom-bar bulk-bar" role="group" aria-label={words.bar}>
      <div className="bulk-count">
        <b aria-live="polite">{words.selected(chosen.length)}</b>
        {chosen.length < shown && (
          <Button kind="quiet" size="small" onPress={selectAll}>
            {words.selectAll(shown)}
          </Button>
        )}
        <Button kind="quiet" size="small" aria-label={words.clear} onPress={clear}>
          ✕
        </Button>
      </div>
      <div className="bulk-buttons">
        {NAMES.filter((name) => may(NEEDS_DRAFT.includes(name) ? "draft" : "publish")).map((name) =>
          name === "label" ? (
            <MenuTrigger key={name}>
              <BulkButton name={name} isPending={isBusy} />
              <LabelMenu posts={chosen} run={run} edit={editLabels} />
            </MenuTrigger>
          ) : (
            <BulkButton
              key={name}
              name={name}
              isPending={isBusy}
              isDisabled={!isPossible(name, chosen)}
              onPress={() => press(name)}
            />
          ),
        )}
      </div>
      <Suspense>
        {asking === "schedule" && (
          <Reschedule
            at={chosen.find(({ scheduledFor }) => scheduledFor !== null)?.scheduledFor ?? null}
            title={words.rescheduleTitle(chosen.length)}
            onClose={close}
            onChoose={(when) => doIt(when === "queue" ? acts.queue : acts.schedule(when, zone))}
          />
        )}
        {asking === "shift" && (
          <ShiftDays posts={chosen} onClose={close} onChoose={(days) => doIt(acts.shift(days))} />
        )}
      </Suspense>
      <DeletePosts
        posts={chosen}
        isOpen={asking === "delete"}
        onClose={close}
        onDelete={() => doIt(acts.delete)}
      />
    </div>
  );
}

interface ButtonProps {
  readonly name: ButtonName;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly onPress?: () => void;
}

function BulkButton({ name, ...props }: ButtonProps) {
  const Icon = ICONS[name];
  return (
    <Button {...props} kind={name === "delete" ? "danger" : "plain"} size="small">
      <Icon size={16} aria-hidden="true" />
      <span className="bulk-long">{words.buttons[name]}</span>
      <span className="bulk-short">{words.short[name]}</span>
    </Button>
  );
}
