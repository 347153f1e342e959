// Whether the page hears from the server, with the age of what it shows when it does not.
import type { LiveState } from "../live.ts";
import { useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { shellWords as words } from "../words/shell.ts";
import "./LiveMark.css";

export function LiveMark({ state }: { readonly state: LiveState }) {
  const zone = useZone();
  const text =
    state.kind === "offline"
      ? words.offline(clockTime(new Date(state.since).toISOString(), zone))
      : words[state.kind];
  const about = state.kind === "live" ? words.liveAbout : words.reconnectingAbout;
  return (
    <p className={`live-mark ${state.kind}`} role="status" title={about}>
      <span aria-hidden="true" /> {text}
    </p>
  );
}
