// A look at one post over the calendar: its text, where it goes, and what can be done with it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { PostText } from "../parts/PostText.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { State } from "../parts/State.tsx";
import { Realness, Targets } from "../parts/Targets.tsx";
import { Time } from "../parts/Time.tsx";
import { postQuery } from "../post/queries.ts";
import { usePath, useProfile } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import type { CalendarPost } from "./queries.ts";
import "./Peek.css";

interface Props {
  readonly post: CalendarPost;
  readonly onClose: () => void;
  readonly onMove: () => void;
  readonly onUnschedule: () => void;
}

export function Peek({ post, onClose, onMove, onUnschedule }: Props) {
  const path = usePath();
  const { id, status, at, targets, movable, why } = post;
  return (
    <Dialog title={words.peek} isOpen onClose={onClose}>
      <div className="peek">
        <p className="row">
          <State status={status} />
          <Time at={at} />
          <Realness of={targets} />
        </p>
        <Text id={id} />
        <Targets targets={targets} most={12} />
        {!movable && why !== null && <p className="small">{words.begun(why)}</p>}
        <div className="row end">
          {movable && (
            <>
              <Button kind="quiet" onPress={onUnschedule}>
                {words.unschedule}
              </Button>
              <Button onPress={onMove}>{words.moveTo}</Button>
            </>
          )}
          <Link className="button primary" href={path(`posts/${id}`)}>
            {words.open}
          </Link>
        </div>
      </div>
    </Dialog>
  );
}

function Text({ id }: { readonly id: string }) {
  const { id: profileId } = useProfile();
  const { data, error, refetch } = useQuery(postQuery(profileId, id));
  if (data === undefined) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={2} />;
  const [image] = data.media.filter(({ thumbnailUrl }) => thumbnailUrl !== null);
  return (
    <div className="peek-text">
      <PostText text={data.caption} />
      {image?.thumbnailUrl && (
        <img src={image.thumbnailUrl} alt={image.altText ?? ""} width={96} height={96} />
      )}
    </div>
  );
}
