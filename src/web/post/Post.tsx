// One post: how it stands in a sentence, and for each account what happened there, step by step.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { isProblem } from "../api.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";
import { usePostActions, type PostActions } from "./actions.ts";
import { useChanges } from "./change.ts";
import { DeleteRecord } from "./DeleteRecord.tsx";
import { useFolding } from "./folding.ts";
import { useNetworkNames } from "../networks.ts";
import { usePostKeys } from "./post-keys.ts";
import { PostFacts } from "./PostFacts.tsx";
import { PostLanes } from "./PostLanes.tsx";
import { PostHead, type PostDialog } from "./PostHead.tsx";
import { PostWords } from "./PostWords.tsx";
import { eventsQuery, evidenceQuery, postQuery, type PostEvent, type PostRecord } from "./queries.ts";
import "./Post.css";

const Reschedule = lazy(() =>
  import("./Reschedule.tsx").then(({ Reschedule: dialog }) => ({ default: dialog })),
);

const ReviewDialog = lazy(() =>
  import("./ReviewDialog.tsx").then(({ ReviewDialog: dialog }) => ({ default: dialog })),
);

export function Post({ id }: { readonly id: string }) {
  const { id: profileId } = useProfile();
  const path = usePath();
  const query = useQuery(postQuery(profileId, id));
  const { data: post, error, refetch } = query;
  if (isProblem(error, "not_found"))
    return (
      <>
        <h1 className="hidden">{words.post}</h1>
        <Empty title={words.gone}>
          <p>{words.goneMore}</p>
          <Link className="button" href={path("posts")}>
            {words.toPosts}
          </Link>
        </Empty>
      </>
    );
  if (post === undefined)
    return (
      <>
        <h1 className="hidden">{words.post}</h1>
        {error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={6} />}
      </>
    );
  return (
    <>
      <Stale query={query} />
      <Known post={post} />
    </>
  );
}

function Known({ post }: { readonly post: PostRecord }) {
  const { id: profileId } = useProfile();
  const events = useQuery(eventsQuery(profileId, post.id));
  const evidence = useQuery(evidenceQuery(profileId, post.id));
  const nameOf = useNetworkNames();
  const changes = useChanges(post);
  const actions = usePostActions(post, changes);
  const [dialog, setDialog] = useState<PostDialog | null>(null);
  const folding = useFolding(post);
  const evidenceOf = (id: string) => evidence.data?.targets.find(({ targetId }) => targetId === id);
  const list = events.data?.events ?? NONE;
  usePostKeys({
    post,
    evidence: evidenceOf,
    actions,
    changes,
    folding,
    nameOf,
    reschedule: () => setDialog("schedule"),
  });
  return (
    <div className="post-page">
      <PostHead post={post} nameOf={nameOf} changes={changes} actions={actions} ask={setDialog} />
      <PostLanes
        post={post}
        events={list}
        evidenceOf={evidenceOf}
        queries={[events, evidence]}
        nameOf={nameOf}
        changes={changes}
        folding={folding}
      />
      <PostWords post={post} nameOf={nameOf} />
      <PostFacts post={post} events={list} />
      <Dialogs post={post} actions={actions} open={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

const NONE: readonly PostEvent[] = [];

interface DialogsProps {
  readonly post: PostRecord;
  readonly actions: PostActions;
  readonly open: PostDialog | null;
  readonly onClose: () => void;
}

function Dialogs({ post, actions, open, onClose }: DialogsProps) {
  const { scheduledFor, status, review } = post;
  const closing = (act: () => void) => {
    onClose();
    act();
  };
  return (
    <>
      <Suspense>
        {open === "schedule" && (
          <Reschedule
            at={scheduledFor}
            onClose={onClose}
            onChoose={(when) => closing(() => actions.schedule(when))}
          />
        )}
        {(open === "asked" || open === "approved" || open === "returned") && (
          <ReviewDialog
            key={open}
            state={open}
            wish={review?.schedule ?? null}
            onClose={onClose}
            onSend={(note) => closing(() => actions.review.send(open, note))}
          />
        )}
      </Suspense>
      <DeleteRecord
        isDraft={status === "draft"}
        isOpen={open === "delete"}
        onClose={onClose}
        onDelete={() => closing(actions.remove)}
      />
    </>
  );
}
