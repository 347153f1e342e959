// Reads what the first screen shows while its code is on its way: it is drawn once then, with everything.
import type { QueryClient } from "@tanstack/react-query";
import { networksQuery } from "../networks.ts";
import { eventsQuery, evidenceQuery, postQuery } from "../post/queries.ts";
import { filterOf } from "../posts/filter.ts";
import { countsQuery, pageQuery } from "../posts/queries.ts";
import { queueQuery } from "../queue/queries.ts";
import { sessionQuery } from "../session.tsx";
import { attentionQuery } from "../today/attention.ts";
import { accountsQuery, countQuery, nextQuery, wentOutQuery } from "../today/queries.ts";
import type { Profile } from "../profile.tsx";
import { loadScreen, placeOf, type Place } from "./screens.ts";

/** Resolves when all is there, or known to be missing: then the screen says so. */
export async function readFirstScreen(queries: QueryClient, address: URL): Promise<void> {
  const place = placeOf(address.pathname);
  if (place) await Promise.all([loadScreen(place), readQueries(queries, place, address.searchParams)]);
}

async function readQueries(queries: QueryClient, place: Place, params: URLSearchParams): Promise<void> {
  const session = await queries.fetchQuery(sessionQuery).catch(() => null);
  const isNamed = ({ id, name }: Profile) => [id, encodeURIComponent(name)].includes(place.profileName);
  const profile = session?.profiles.find(isNamed);
  if (!profile) return;
  const reader: Reader = { queries, profileId: profile.id };
  await Promise.all([...ofShell(reader), ...ofScreen(reader, place, params)]);
}

interface Reader {
  readonly queries: QueryClient;
  readonly profileId: string;
}

const ofShell = ({ queries, profileId }: Reader): Promise<void>[] => [
  queries.prefetchQuery(networksQuery),
  queries.prefetchQuery(queueQuery(profileId)),
  queries.prefetchQuery(attentionQuery(profileId)),
];

function ofScreen(
  { queries, profileId }: Reader,
  { screen, id }: Place,
  params: URLSearchParams,
): Promise<void>[] {
  const accounts = () => queries.prefetchQuery(accountsQuery(profileId));
  switch (screen) {
    case "today":
      return [
        accounts(),
        queries.prefetchQuery(countQuery(profileId)),
        queries.prefetchQuery(nextQuery(profileId)),
        queries.prefetchQuery(wentOutQuery(profileId)),
      ];
    case "posts": {
      const filter = filterOf(params);
      return [
        accounts(),
        queries.prefetchQuery(pageQuery(profileId, filter, null)),
        queries.prefetchQuery(countsQuery(profileId, filter)),
      ];
    }
    case "post":
      return [
        queries.prefetchQuery(postQuery(profileId, id)),
        queries.prefetchQuery(eventsQuery(profileId, id)),
        queries.prefetchQuery(evidenceQuery(profileId, id)),
      ];
    case "write":
    case "calendar":
      return [accounts()];
    default:
      return [];
  }
}
