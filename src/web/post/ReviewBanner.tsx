// What was asked or decided about a draft, over its screen.
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import { Banner } from "./ChangeStatus.tsx";
import type { PostRecord } from "./queries.ts";

const TONES = { asked: "waiting", approved: "quiet", returned: "failed" } as const;

export function ReviewBanner({ post: { review, status } }: { readonly post: PostRecord }) {
  const zone = useZone();
  if (review === null || status !== "draft") return null;
  const { state, by, note, schedule = null } = review;
  const who = by.name ?? words.writers[by.kind];
  const when = state === "asked" && schedule !== null ? words.wantedAt(wishOf(schedule, zone)) : "";
  const more = [note === null ? "" : `“${note}”`, when].filter((text) => text !== "").join(" ");
  return <Banner tone={TONES[state]} title={words.reviews[state](who)} more={more} />;
}

function wishOf(schedule: string, zone: string): string {
  if (schedule === "queue") return words.wantedQueue;
  return schedule === "now" ? words.wantedNow : moment(schedule, zone);
}
