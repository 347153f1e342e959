// What another time zone means for the posts that wait, before it is saved.
import { useQuery } from "@tanstack/react-query";
import { moment } from "../time.ts";
import { countQuery, nextQuery } from "../today/queries.ts";
import { profileWords as words } from "../words/profile.ts";

interface Props {
  readonly profileId: string;
  readonly from: string;
  readonly to: string;
}

export function ZoneChange({ profileId, from, to }: Props) {
  const { data: count } = useQuery(countQuery(profileId));
  const { data: next } = useQuery(nextQuery(profileId));
  if (count === undefined || next === undefined) return null;
  const { queued, scheduled } = count.counts;
  const at = next.posts.find(({ status }) => status !== "publishing")?.scheduledFor;
  return (
    <div className="zone-change" role="status">
      <p>{words.zoneKeeps(queued + scheduled)}</p>
      {at && <p className="small">{words.zoneNext([moment(at, from), from], [moment(at, to), to])}</p>}
    </div>
  );
}
