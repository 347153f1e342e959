// What Crier knows about a lost answer: what was sent, what happened, how sure its questions are.
import { Link } from "wouter";
import { Countdown } from "../parts/Countdown.tsx";
import { PostMedia } from "../parts/PostMedia.tsx";
import { PostText } from "../parts/PostText.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath } from "../profile.tsx";
import { AskNow } from "../post/AskNow.tsx";
import type { Changes } from "../post/change.ts";
import type { PostEvent, PostRecord, TargetEvidence, TargetRecord } from "../post/queries.ts";
import { Timeline } from "../post/Timeline.tsx";
import { timelineOf } from "../post/timeline.ts";
import { settleWords as words } from "../words/settle.ts";

interface Props {
  readonly post: PostRecord;
  readonly target: TargetRecord;
  readonly events: readonly PostEvent[];
  readonly evidence: TargetEvidence | undefined;
  readonly changes: Changes;
}

export function Known({ post, target, events, evidence, changes }: Props) {
  const path = usePath();
  const sent = evidence?.sent ?? null;
  const media = sent ? post.media.filter(({ id }) => sent.mediaIds.includes(id)) : post.media;
  const isHeld = target.errorCode === "restored";
  return (
    <section className="known" aria-labelledby="known">
      <h3 id="known">{words.knows}</h3>
      {isHeld && (
        <p className="known-held">
          <b>{words.held}.</b> {words.heldMore}
        </p>
      )}
      <div className="known-sent">
        <p className="small">
          {sent === null ? words.notSentAsSuch : words.sentText}
          {sent?.at && (
            <>
              , <Time at={sent.at} />
            </>
          )}
        </p>
        <PostText text={sent?.caption ?? post.caption} title={words.sentText} />
        <PostMedia media={media} />
      </div>
      <div className="known-part">
        <h4>{words.happened}</h4>
        <Timeline
          steps={timelineOf(target.id, events, evidence)}
          evidence={evidence}
          remoteId={target.remoteId}
        />
      </div>
      {evidence && (
        <div className="known-part">
          <h4>{words.certainty}</h4>
          <p>{evidence.certainty}</p>
        </div>
      )}
      <div className="row known-next">
        {evidence && (
          <p className="small">
            <NextLook nextLookAt={evidence.nextLookAt} lookEndsAt={evidence.lookEndsAt} />
          </p>
        )}
        <AskNow post={post} target={target} evidence={evidence} changes={changes} />
      </div>
      <p className="small">
        <Link href={path(`posts/${post.id}`)}>{words.toPost}</Link>
      </p>
    </section>
  );
}

function NextLook({ nextLookAt, lookEndsAt }: Pick<TargetEvidence, "nextLookAt" | "lookEndsAt">) {
  if (nextLookAt === null) return words.noNextLook;
  return (
    <>
      {words.nextLook} <Countdown to={nextLookAt} />
      {lookEndsAt !== null && (
        <>
          {" "}
          {words.until} <Time at={lookEndsAt} />
        </>
      )}
      .
    </>
  );
}
