// A bar on every screen while the profile's queue is paused.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { useProfile, usePath, useZone } from "../profile.tsx";
import { queueQuery } from "../queue/queries.ts";
import { moment } from "../time.ts";
import { queueWords as words } from "../words/queue.ts";

export function QueuePaused() {
  const { id } = useProfile();
  const zone = useZone();
  const path = usePath();
  const [address] = useLocation();
  const { data } = useQuery(queueQuery(id));
  if (!data?.paused) return null;
  const { reason, until } = data.paused;
  return (
    <div className="bar stopped" role="status">
      <p>
        <b dir="auto">{words.paused(reason)}</b>{" "}
        {until === null ? words.pausedOpen : words.pausedUntil(moment(until, zone))} {words.rule}
      </p>
      {address !== path("queue") && (
        <Link className="button small" href={path("queue")}>
          {words.toQueue}
        </Link>
      )}
    </div>
  );
}
