// A time in the profile's zone; UTC and the distance on hover.
import { exactly, moment } from "../time.ts";
import { useZone } from "../profile.tsx";

export function Time({ at, format = moment }: { readonly at: string; readonly format?: typeof moment }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {format(at, useZone())}
    </time>
  );
}
