// The desk where lost answers are settled: a list of what waits, and one of them at a time.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Redirect, useLocation, useSearchParams } from "wouter";
import { useKeys } from "../keys.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { settleWords as words } from "../words/settle.ts";
import { Desk } from "./Desk.tsx";
import { WaitingList } from "./WaitingList.tsx";
import { waitingQuery, type Waiting } from "./waiting.ts";
import "./Settle.css";

export function Settle({ targetId }: { readonly targetId: string | null }) {
  const { id: profileId } = useProfile();
  const query = useQuery(waitingQuery(profileId));
  const [params] = useSearchParams();
  const path = usePath();
  const { data: waiting, error, refetch } = query;
  const postId = params.get("post");
  const [done, setDone] = useState(0);
  const [first] = waiting ?? [];
  if (waiting === undefined)
    return (
      <>
        <h1>{words.title}</h1>
        {error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={5} />}
      </>
    );
  if (targetId === null)
    return first ? <Redirect to={addressOf(first, path)} replace /> : <NothingLeft done={done} />;
  const entry = waiting.find(({ target }) => target.id === targetId);
  // Once settled it is in the list no more: the address remembers its post.
  if (postId === null && entry) return <Redirect to={addressOf(entry, path)} replace />;
  return (
    <>
      <Stale query={query} />
      <Walk
        targetId={targetId}
        postId={postId}
        waiting={waiting}
        done={done}
        onSettled={() => setDone(done + 1)}
      />
    </>
  );
}

const addressOf = ({ postId, target }: Waiting, path: (screen: string) => string): string =>
  path(`settle/${target.id}?post=${postId}`);

interface WalkProps {
  readonly targetId: string;
  readonly postId: string | null;
  readonly waiting: readonly Waiting[];
  readonly done: number;
  readonly onSettled: () => void;
}

function Walk({ targetId, postId, waiting, done, onSettled }: WalkProps) {
  const path = usePath();
  const [, navigate] = useLocation();
  const place = usePlace(targetId, waiting);
  const others = waiting.filter(({ target }) => target.id !== targetId);
  const to = (entry: Waiting | undefined) => entry && navigate(addressOf(entry, path));
  // Where it was in the list, the one after it is now; after the last comes the first.
  const isWaiting = waiting.some(({ target }) => target.id === targetId);
  const next = waiting[place + (isWaiting ? 1 : 0)] ?? others[0];
  const previous = waiting[place - 1] ?? others.at(-1);
  useKeys([
    { key: "j", does: words.keys.next, run: () => to(next) },
    { key: "k", does: words.keys.previous, run: () => to(previous) },
  ]);
  const goOn = () => {
    onSettled();
    if (others.length > 0) to(next);
    else navigate(path("settle"));
  };
  return (
    <>
      <header className="settle-head">
        <h1>{words.title}</h1>
        <p className="small">{words.about}</p>
      </header>
      <div className="settle">
        {waiting.length > 0 && (
          <WaitingList waiting={waiting} targetId={targetId} addressOf={(entry) => addressOf(entry, path)} />
        )}
        {postId === null ? (
          <Empty title={words.gone}>
            <p>{words.goneMore}</p>
            {next && (
              <Link className="button" href={addressOf(next, path)}>
                {words.toNext}
              </Link>
            )}
          </Empty>
        ) : (
          <Desk
            key={targetId}
            postId={postId}
            targetId={targetId}
            next={next ? addressOf(next, path) : null}
            onSettled={goOn}
            onWait={() => to(next)}
            isFirst={done === 0}
          />
        )}
      </div>
    </>
  );
}

/** Where in the list it stands, or stood before it was settled. */
function usePlace(targetId: string, waiting: readonly Waiting[]): number {
  const [last, setLast] = useState(0);
  const index = waiting.findIndex(({ target }) => target.id === targetId);
  if (index >= 0 && index !== last) setLast(index);
  return index >= 0 ? index : last;
}

function NothingLeft({ done }: { readonly done: number }) {
  const path = usePath();
  return (
    <>
      <h1>{words.title}</h1>
      <Empty title={done === 0 ? words.empty : words.allDone}>
        <p>{done === 0 ? words.emptyMore : words.allDoneMore(done)}</p>
        <Link className="button" href={path("")}>
          {words.toToday}
        </Link>
      </Empty>
    </>
  );
}
