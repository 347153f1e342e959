// The posts that use a file.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { State } from "../parts/State.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { usesQuery, type PostOfFile } from "./queries.ts";

/** For these a file has to stay. */
const NEEDS: readonly PostOfFile["status"][] = ["draft", "queued", "scheduled", "publishing", "uncertain"];

interface Props {
  readonly mediaId: string;
  /** Only posts that keep the file from being deleted. */
  readonly onlyNeeded?: boolean;
}

export function UsesOf({ mediaId, onlyNeeded = false }: Props) {
  const path = usePath();
  const { data, error, refetch } = useQuery(usesQuery(useProfile().id, mediaId));
  if (data === undefined) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={1} />;
  const posts = data.posts.filter(({ status }) => !onlyNeeded || NEEDS.includes(status));
  if (posts.length === 0) return <p className="small">{words.noUses}</p>;
  return (
    <ul className="uses">
      {posts.map(({ id, excerpt, status, scheduledFor }) => (
        <li key={id}>
          <Link href={path(`posts/${id}`)} dir="auto">
            {excerpt === "" ? words.noText : excerpt}
          </Link>
          <span className="small">
            <State status={status} /> {scheduledFor !== null && <Time at={scheduledFor} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
