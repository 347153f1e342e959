// One coming moment: a post that holds it, or a free place.
import { EllipsisVertical, GripVertical } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link } from "wouter";
import { useWrite } from "../calendar/addresses.ts";
import type { Moves } from "../calendar/moves.ts";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { ROW } from "../parts/rows.ts";
import { Realness, Targets } from "../parts/Targets.tsx";
import { Time } from "../parts/Time.tsx";
import type { PostRow } from "../lists.ts";
import { usePath } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { queueWords as words } from "../words/queue.ts";
import { Fill } from "./Fill.tsx";
import { PublishNow } from "./PublishNow.tsx";
import type { Line } from "./queries.ts";
import type { Slot } from "./rhythm.ts";

interface Props {
  readonly line: Line;
  readonly slots: readonly (Slot & { readonly id: string })[];
  /** Among the posts, from 0; null for a free place. */
  readonly place: number | null;
  readonly count: number;
  readonly isMoving: boolean;
  readonly moveTo: (id: string, to: number) => void;
  readonly moves: Moves;
}

export function MomentRow(props: Props) {
  const { line, slots, isMoving } = props;
  const { moment, post, isPassed } = line;
  const path = usePath();
  const may = useMay();
  if (moment.postId === null) return <Free line={line} slots={slots} moves={props.moves} />;
  const note = isPassed ? words.passed : noteOf(line, slots);
  const isSimulated =
    post !== null && post.targets.length > 0 && post.targets.every((each) => each.simulated);
  return (
    <li
      data-of-row=""
      data-queued={moment.postId}
      draggable={may("publish")}
      className={`moment ${isSimulated ? "hatched-edge" : ""}`}
      data-moving={isMoving ? "" : undefined}
    >
      {may("publish") && <GripVertical className="moment-grip" size={16} aria-hidden="true" />}
      <span className="moment-when">
        <Time at={moment.at} />
        {note !== null && <span className="small">{note}</span>}
      </span>
      <div className="moment-post">
        <Link {...ROW} href={path(`posts/${moment.postId}`)} className="row-link" draggable={false}>
          <Excerpt text={post?.excerpt ?? "…"} lines={1} />
        </Link>
        {post && (
          <span className="moment-targets">
            <Targets targets={post.targets} />
            <Realness of={post.targets} />
          </span>
        )}
      </div>
      {post && may("publish") && <Actions {...props} post={post} />}
    </li>
  );
}

interface ActionsProps extends Pick<Props, "place" | "count" | "moveTo" | "moves"> {
  readonly post: PostRow;
}

function Actions({ post, place, count, moveTo, moves }: ActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const from = place ?? 0;
  const { id, revision, scheduledFor: at } = post;
  const items = [
    ...(from > 0 ? [[words.up, () => moveTo(id, from - 1)] as const] : []),
    ...(from < count - 1 ? [[words.down, () => moveTo(id, from + 1)] as const] : []),
    ...(from > 0 ? [[words.first, () => moveTo(id, 0)] as const] : []),
    ...(from < count - 1 ? [[words.last, () => moveTo(id, count - 1)] as const] : []),
    [words.now, () => setAsking(true)] as const,
    [words.toDrafts, () => moves.move({ id, revision, at, isQueued: true }, { kind: "draft" })] as const,
  ];
  return (
    <div className="moment-act above">
      <MenuTrigger>
        <AriaButton className="button quiet small" aria-label={words.actions(post.excerpt.slice(0, 40))}>
          <EllipsisVertical size={16} aria-hidden="true" />
        </AriaButton>
        <Popover className="menu-popover">
          <Menu className="menu" aria-label={words.actions(post.excerpt.slice(0, 40))}>
            {items.map(([text, act]) => (
              <MenuItem key={text} className="menu-item" onAction={act}>
                {text}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isAsking && (
        <PublishNow
          count={post.targets.length}
          onClose={() => setAsking(false)}
          onPublish={() => moves.move({ id, revision, at, isQueued: true }, { kind: "now" })}
        />
      )}
    </div>
  );
}

function Free({ line, slots, moves }: Pick<Props, "line" | "slots" | "moves">) {
  const { at, state, reason } = line.moment;
  const write = useWrite();
  const may = useMay();
  const [isFilling, setFilling] = useState(false);
  const isFree = state === "free";
  const note = noteOf(line, slots);
  return (
    <li className={`moment moment-free ${isFree ? "" : "is-skipped"}`}>
      <span className="moment-when">
        <Time at={at} />
        {note !== null && <span className="small">{note}</span>}
      </span>
      <span className="small">{isFree ? words.free : `${words.tooSoon}. ${reason ?? ""}`}</span>
      {isFree && (
        <span className="moment-act row">
          {may("publish") && (
            <Button kind="quiet" size="small" onPress={() => setFilling(true)}>
              {words.fill}
            </Button>
          )}
          {may("draft") && (
            <Link className="button quiet small" href={write(at, "slot")}>
              {words.write}
            </Link>
          )}
        </span>
      )}
      {isFilling && <Fill at={at} moves={moves} onClose={() => setFilling(false)} />}
    </li>
  );
}

/** What is unusual about its time; null mostly. */
function noteOf({ moment: { at, slotId, postId } }: Line, slots: Props["slots"]): string | null {
  const slot = slots.find(({ id }) => id === slotId);
  if (slot === undefined) return postId === null ? null : words.oldSlot;
  return clockTime(at, slot.timezone) === slot.time ? null : words.movedFrom(slot.time);
}
