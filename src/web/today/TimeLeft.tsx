// The time until a post goes out: in minutes, and in seconds for the last one.
import { useEffect, useState } from "react";
import { now } from "../api.ts";
import { Countdown, timeLeft } from "../parts/Countdown.tsx";
import { exactly } from "../time.ts";
import { regionWords as words } from "../words/region.ts";

const MINUTE_MS = 60_000;

export function TimeLeft({ to }: { readonly to: string }) {
  const leftMs = Date.parse(to) - useMinute(Date.parse(to));
  return (
    <span className="time-left">
      {leftMs < 2 * MINUTE_MS ? (
        <Countdown to={to} />
      ) : (
        <time dateTime={to} title={exactly(to)}>
          {words.in} {coarsely(leftMs)}
        </time>
      )}
    </span>
  );
}

/** The time by the server's clock, ms since 1970, renewed when the whole minutes until then change. */
function useMinute(until: number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const rest = (((until - now()) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
      timer = setTimeout(() => {
        setAt(now());
        wait();
      }, rest + 50);
    };
    wait();
    return () => clearTimeout(timer);
  }, [until]);
  return at;
}

function coarsely(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : timeLeft(minutes * 60);
}
