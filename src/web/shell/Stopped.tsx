// A bar on every screen while publishing is stopped.
import { useQuery } from "@tanstack/react-query";
import { systemQuery } from "../system/query.ts";
import { shellWords as words } from "../words/shell.ts";
import "./Stopped.css";

export function Stopped() {
  const { data } = useQuery(systemQuery);
  if (!data?.paused) return null;
  return (
    <div className="bar stopped" role="status">
      <p>
        <b>{words.stopped(data.paused.reason)}</b> {words.stoppedMore}
      </p>
    </div>
  );
}
