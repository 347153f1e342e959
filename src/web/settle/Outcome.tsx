// What came out while the desk was open: the network answered, or somebody else settled it.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { External } from "../parts/External.tsx";
import { State } from "../parts/State.tsx";
import { usePath } from "../profile.tsx";
import { shortAddress } from "../post/LaneOutcome.tsx";
import type { PostEvent, PostRecord, TargetRecord } from "../post/queries.ts";
import { settleWords as words } from "../words/settle.ts";

interface Props {
  readonly post: PostRecord;
  readonly target: TargetRecord;
  readonly events: readonly PostEvent[];
  readonly next: string | null;
  readonly isBusy: boolean;
}

export function Outcome({ post, target, events, next, isBusy }: Props) {
  const path = usePath();
  const place = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with the desk.
  useEffect(() => {
    if (!isBusy) place.current?.focus();
  }, [isBusy]);
  const { title, more } = outcomeOf(target, events);
  return (
    <section className="outcome card" role="status">
      <State status={target.status} />
      <h3 ref={place} tabIndex={-1}>
        {title}
      </h3>
      <p dir="auto">{more}</p>
      {target.url !== undefined && (
        <p>
          <External href={target.url}>{shortAddress(target.url)}</External>
        </p>
      )}
      <div className="row">
        {next !== null && (
          <Link className="button primary" href={next}>
            {words.toNext}
          </Link>
        )}
        <Link className="button" href={path(`posts/${post.id}`)}>
          {words.toPost}
        </Link>
      </div>
    </section>
  );
}

/** Events that end the doubt. */
const ENDS: ReadonlySet<PostEvent["kind"]> = new Set([
  "find",
  "disprove",
  "mark_published",
  "confirm_not_published",
]);

function outcomeOf({ id }: TargetRecord, events: readonly PostEvent[]): { title: string; more: string } {
  const end = events.findLast(({ targetId, kind }) => targetId === id && ENDS.has(kind));
  switch (end?.kind) {
    case "find":
      return { title: words.found, more: words.foundMore };
    case "disprove":
      return { title: words.proven, more: end.text };
    case undefined:
      return { title: words.settled, more: "" };
    default:
      return { title: words.bySomebody, more: end?.text ?? "" };
  }
}
