// What one simulated network holds, the newest first, with the requests that failed or got lost between.
import { useEffect, useRef } from "react";
import { Tile } from "../parts/Tile.tsx";
import { Time } from "../parts/Time.tsx";
import { simulatorWords as words } from "../words/simulator.ts";
import type { Network } from "./queries.ts";

type Post = Network["posts"][number];
type Incident = Network["incidents"][number];

export function Column({ network }: { readonly network: Network }) {
  const { id, name, total, posts, incidents } = network;
  const cards = [
    ...posts.map((post) => ({
      at: post.at,
      key: post.id,
      card: <PostCard post={post} anchor={`${id}-${post.id}`} />,
    })),
    ...incidents.map((incident, n) => ({
      at: incident.at,
      key: `${incident.at} ${n}`,
      card: <IncidentCard incident={incident} />,
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <section aria-labelledby={`simulated-${id}`}>
      <h3 id={`simulated-${id}`} className="simulator-name">
        <Tile platform={id} isSimulated isLabelled={false} />
        {name} <span className="small number">{words.posts(total)}</span>
      </h3>
      <ul className="simulator-cards">
        {cards.map(({ key, card }) => (
          <li key={key}>{card}</li>
        ))}
      </ul>
      {total > posts.length && <p className="small">{words.older(total - posts.length)}</p>}
    </section>
  );
}

interface PostProps {
  readonly post: Post;
  /** What the post's own address names. */
  readonly anchor: string;
}

function PostCard({ post: { handle, text, at, media }, anchor }: PostProps) {
  const card = useRef<HTMLElement>(null);
  const isMeant = location.hash === `#${anchor}`;
  useEffect(() => {
    if (isMeant) card.current?.scrollIntoView({ block: "center" });
  }, [isMeant]);
  return (
    <article
      ref={card}
      id={anchor}
      className={`card hatched-edge simulated-post ${isMeant ? "meant" : ""}`}
      aria-current={isMeant ? "location" : undefined}
    >
      <Who handle={handle} at={at} />
      {text !== "" && (
        <p className="simulated-text" dir="auto">
          {text}
        </p>
      )}
      {media.length > 0 && (
        <div className="simulated-files">
          {media.map(({ url, mime, alt }) =>
            mime.startsWith("image/") ? (
              <img key={url} src={url} alt={alt} title={alt} loading="lazy" />
            ) : (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- as it was published
              <video key={url} src={url} controls preload="metadata" aria-label={alt || words.video} />
            ),
          )}
        </div>
      )}
    </article>
  );
}

function IncidentCard({ incident: { handle, ending, at } }: { readonly incident: Incident }) {
  return (
    <article className="card simulated-incident">
      <Who handle={handle} at={at} />
      <p>{words.endings[ending]}</p>
    </article>
  );
}

const Who = ({ handle, at }: { readonly handle: string; readonly at: string }) => (
  <p className="simulated-who small">
    <b dir="auto">@{handle}</b> <Time at={at} />
  </p>
);
