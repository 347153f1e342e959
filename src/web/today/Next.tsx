// The next posts, each with the time that is left.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { WholePost } from "../lists.ts";
import { Band } from "../parts/Band.tsx";
import { State } from "../parts/State.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { todayWords as words } from "../words/today.ts";
import { PostLine } from "./PostLine.tsx";
import { nextQuery } from "./queries.ts";
import { TimeLeft } from "./TimeLeft.tsx";

/** @param isLarge nothing else asks for attention: the first one may */
export function Next({ isLarge }: { readonly isLarge: boolean }) {
  const { id } = useProfile();
  const path = usePath();
  const query = useQuery(nextQuery(id));
  return (
    <Band title={words.next} query={query} rows={3}>
      {({ posts, nextCursor }) =>
        posts.length === 0 ? (
          <div className="quiet-empty">
            <p>{words.nothingNext}</p>
            <p className="small">{words.nothingNextMore}</p>
          </div>
        ) : (
          <>
            <ul className="rows">
              {posts.map((post, n) => (
                <PostLine
                  key={post.id}
                  post={post}
                  isLarge={isLarge && n === 0}
                  when={<When post={post} />}
                  note={<Checks post={post} />}
                />
              ))}
            </ul>
            {nextCursor !== null && (
              <p className="small">
                <Link href={path("posts?status=queued,scheduled&sort=scheduled")}>{words.allWaiting}</Link>
              </p>
            )}
          </>
        )
      }
    </Band>
  );
}

function When({ post: { status, scheduledFor } }: { readonly post: WholePost }) {
  if (status === "publishing" || scheduledFor === null) return <State status={status} />;
  return (
    <>
      <TimeLeft to={scheduledFor} />
      <span className="small">
        <Time at={scheduledFor} />
      </span>
    </>
  );
}

/** What the checks before its time found. */
function Checks({ post: { warnings, status, targets } }: { readonly post: WholePost }) {
  const waits =
    status === "publishing" ? undefined : targets.find(({ waitReason }) => waitReason !== undefined);
  const text = warnings[0]?.message ?? waits?.waitReason;
  if (text === undefined) return null;
  return (
    <span className="check">
      <span aria-hidden="true">!</span> {text}
    </span>
  );
}
