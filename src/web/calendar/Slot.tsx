// A free slot of the queue: a dashed line that a post can take.
import { Link } from "wouter";
import { useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { useMay } from "../may.ts";
import { useWrite } from "./addresses.ts";
import type { CalendarSlot } from "./queries.ts";
import "./Slot.css";

export function Slot({ slot: { at } }: { readonly slot: CalendarSlot }) {
  const zone = useZone();
  const write = useWrite();
  const time = clockTime(at, zone);
  if (!useMay()("draft"))
    return (
      <span className="free-slot">
        <time dateTime={at}>{time}</time> <span className="free-slot-word">{words.free}</span>
      </span>
    );
  return (
    <Link
      href={write(at, "slot")}
      className="free-slot"
      data-stop={`slot:${at}`}
      data-slot={at}
      tabIndex={-1}
      draggable={false}
      aria-label={`${words.freeSlot(time)}. ${words.newAt(time)}`}
    >
      <time dateTime={at}>{time}</time> <span className="free-slot-word">{words.free}</span>
    </Link>
  );
}
