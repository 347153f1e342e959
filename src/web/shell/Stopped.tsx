// A bar on every screen while publishing is stopped.
import { useQuery } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { shellWords as words } from "../words/shell.ts";
import "./Stopped.css";

export const systemQuery = {
  queryKey: ["getSystem"],
  queryFn: () => call(() => admin().system.get()),
};

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
