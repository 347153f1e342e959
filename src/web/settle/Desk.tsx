// One lost answer: what Crier knows of it, and what a person sees on the network.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isProblem } from "../api.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Tile } from "../parts/Tile.tsx";
import { useProfile } from "../profile.tsx";
import { useChanges } from "../post/change.ts";
import { ChangeStatus } from "../post/ChangeStatus.tsx";
import { useNetworkNames } from "../networks.ts";
import { eventsQuery, evidenceQuery, postQuery } from "../post/queries.ts";
import { settleWords as words } from "../words/settle.ts";
import { Known } from "./Known.tsx";
import { Outcome } from "./Outcome.tsx";
import { Seen } from "./Seen.tsx";

interface Props {
  readonly postId: string;
  readonly targetId: string;
  /** The address of the next one; null when it is the last. */
  readonly next: string | null;
  readonly onSettled: () => void;
  readonly onWait: () => void;
  /** Of those that follow, the keyboard and the screen reader begin at the top. */
  readonly isFirst: boolean;
}

export function Desk({ postId, targetId, next, onSettled, onWait, isFirst }: Props) {
  const { id: profileId } = useProfile();
  const { data: post, error, refetch } = useQuery(postQuery(profileId, postId));
  const events = useQuery(eventsQuery(profileId, postId));
  const evidence = useQuery(evidenceQuery(profileId, postId));
  const changes = useChanges(post);
  const nameOf = useNetworkNames();
  const target = post?.targets.find(({ id }) => id === targetId);
  const title = useRef<HTMLHeadingElement>(null);
  // What a person says is checked against what Crier knows: nothing can be said before that is here.
  const isHere = target !== undefined && !evidence.isPending;
  useEffect(() => {
    if (isHere && !isFirst) title.current?.focus();
  }, [isHere, isFirst]);
  if (isProblem(error, "not_found") || (post && !target))
    return (
      <Empty title={words.gone}>
        <p>{words.goneMore}</p>
      </Empty>
    );
  if (!post || !target || !isHere)
    return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={6} />;
  const mine = evidence.data?.targets.find((each) => each.targetId === targetId);
  const own = events.data?.events ?? [];
  // What the person has just settled leaves with the desk: the next one comes at once.
  const isOpen = target.status === "uncertain" || changes.state.kind === "sending";
  return (
    <div className="desk">
      <h2 className="desk-title" ref={title} tabIndex={-1}>
        <Tile platform={target.platform} isSimulated={target.simulated} isLabelled={false} />
        <span dir="auto">{target.handle}</span>
        <span className="small">
          {nameOf(target.platform)}
          {target.simulated && `, ${words.simulated}`}
        </span>
      </h2>
      <ChangeStatus changes={changes} />
      {isOpen ? (
        <div className="halves">
          <Known post={post} target={target} events={own} evidence={mine} changes={changes} />
          <Seen
            post={post}
            target={target}
            evidence={mine}
            nameOf={nameOf}
            changes={changes}
            onSettled={onSettled}
            onWait={onWait}
          />
        </div>
      ) : (
        <Outcome post={post} target={target} events={own} next={next} isBusy={changes.isBusy} />
      )}
    </div>
  );
}
