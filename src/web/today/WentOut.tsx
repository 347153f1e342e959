// What went out in the last 24 hours, with where it is live.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { now } from "../api.ts";
import type { WholePost } from "../lists.ts";
import { Band } from "../parts/Band.tsx";
import { State } from "../parts/State.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { todayWords as words } from "../words/today.ts";
import { PostLine } from "./PostLine.tsx";
import { wentOutQuery } from "./queries.ts";

const DAY_MS = 86_400_000;
const SHOWN = 10;

export function WentOut() {
  const { id } = useProfile();
  const path = usePath();
  const query = useQuery(wentOutQuery(id));
  const note = <span className="small">{words.wentOutSince}</span>;
  return (
    <Band title={words.wentOut} note={note} query={query} rows={3}>
      {({ posts }) => {
        const recent = posts.filter(isRecent);
        return (
          <>
            {recent.length === 0 ? (
              <p className="quiet-empty">{words.nothingOut}</p>
            ) : (
              <ul className="rows">
                {recent.slice(0, SHOWN).map((post) => (
                  <PostLine key={post.id} post={post} when={<When post={post} />} />
                ))}
              </ul>
            )}
            {posts.length > Math.min(recent.length, SHOWN) && (
              <p className="small">
                <Link href={path("posts?sort=published")}>{words.allPosts}</Link>
              </p>
            )}
          </>
        );
      }}
    </Band>
  );
}

const isRecent = ({ publishedAt }: WholePost): boolean =>
  publishedAt !== null && Date.parse(publishedAt) > now() - DAY_MS;

function When({ post: { publishedAt, status } }: { readonly post: WholePost }) {
  return (
    <>
      <State status={status} />
      {publishedAt !== null && (
        <span className="small">
          <Time at={publishedAt} />
        </span>
      )}
    </>
  );
}
