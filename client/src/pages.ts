// Goes through a list page by page.
import type { Call, Filters, ListPath, Page } from "./types.ts";

export async function* pagesOf<Path extends ListPath, Given extends Filters<Path>>(
  GET: Call<"get">,
  path: Path,
  filters?: Given,
): AsyncGenerator<Page<Path, Given>, void, void> {
  // What all lists have in common; the entries have the type that the caller knows.
  const read = GET as unknown as (path: string, init: object) => Promise<AnyPage>;
  let query: object = { ...filters };
  for (;;) {
    const page = await read(path, { params: { query } });
    yield page as unknown as Page<Path, Given>;
    // The events have a cursor after the last one, too.
    if (page.nextCursor === null || page.hasMore === false) return;
    query = { ...query, cursor: page.nextCursor };
  }
}

interface AnyPage {
  readonly nextCursor: string | null;
  readonly hasMore?: boolean;
}
