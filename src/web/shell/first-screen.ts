// Reads what the first screen shows while its code is on its way: it is drawn once then, with everything.
import type { QueryClient } from "@tanstack/react-query";
import { networksQuery } from "../networks.ts";
import { eventsQuery, evidenceQuery, postQuery } from "../post/queries.ts";
import { filterOf } from "../posts/filter.ts";
import { countsQuery, pageQuery } from "../posts/queries.ts";
import { queueQuery } from "../queue/queries.ts";
import { sessionQuery } from "../session.tsx";
import { systemQuery } from "../system/query.ts";
import { attentionQuery } from "../today/attention.ts";
import { accountsQuery, countQuery, nextQuery, wentOutQuery } from "../today/queries.ts";
import { loadScreenOf } from "./screens.ts";

/** Resolves when all is there, or known to be missing: then the screen says so. @param place the address of the page */
export async function readFirstScreen(queries: QueryClient, place: URL): Promise<void> {
  await Promise.all([loadScreenOf(place.pathname), readQueries(queries, place)]);
}

async function readQueries(queries: QueryClient, { pathname, searchParams }: URL): Promise<void> {
  const [, first, name = "", screen = "today", id] = pathname.split("/");
  // The pages for people who aren't signed in ask for nothing.
  if (first !== "p") return;
  const session = await queries.fetchQuery(sessionQuery).catch(() => null);
  const profile = session?.profiles.find(
    (each) => encodeURIComponent(each.name) === name || each.id === name,
  );
  if (!profile) return;
  const read: Reader = { queries, profileId: profile.id };
  await Promise.all([...ofShell(read), ...ofScreen(read, screen, id, searchParams)]);
}

interface Reader {
  readonly queries: QueryClient;
  readonly profileId: string;
}

const ofShell = ({ queries, profileId }: Reader): Promise<void>[] => [
  queries.prefetchQuery(systemQuery),
  queries.prefetchQuery(networksQuery),
  queries.prefetchQuery(queueQuery(profileId)),
  queries.prefetchQuery(attentionQuery(profileId)),
];

function ofScreen(
  { queries, profileId }: Reader,
  screen: string,
  id: string | undefined,
  params: URLSearchParams,
): Promise<void>[] {
  const accounts = () => queries.prefetchQuery(accountsQuery(profileId));
  switch (id === undefined ? screen : `${screen}/`) {
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
    case "posts/":
      return [
        queries.prefetchQuery(postQuery(profileId, id ?? "")),
        queries.prefetchQuery(eventsQuery(profileId, id ?? "")),
        queries.prefetchQuery(evidenceQuery(profileId, id ?? "")),
      ];
    case "write":
    case "calendar":
      return [accounts()];
    default:
      return [];
  }
}
