// When a key was used last, and from where.
import { Time } from "../parts/Time.tsx";
import { distance } from "../time.ts";
import { keyWords as words } from "../words/keys.ts";
import type { Key } from "./queries.ts";

export function LastUse({ of: { lastUsedAt, lastUsedFrom } }: { readonly of: Key }) {
  if (lastUsedAt === null) return words.never;
  return (
    <>
      <Time at={lastUsedAt} format={distance} />
      {lastUsedFrom !== null && ` ${words.from(lastUsedFrom)}`}
    </>
  );
}
