// A bar on every screen while publishing is stopped.
import { useSession } from "../session.tsx";
import { shellWords as words } from "../words/shell.ts";
import "./StoppedBar.css";

export function StoppedBar() {
  const { paused } = useSession();
  if (!paused) return null;
  return (
    <div className="bar stopped" role="status">
      <p>
        <b>{words.stopped(paused.reason)}</b> {words.stoppedMore}
      </p>
    </div>
  );
}
