// The list without posts: what it is for, or what was looked for in vain.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLabels } from "../labels.ts";
import { Button } from "../parts/Button.tsx";
import { useMay } from "../may.ts";
import { Empty } from "../parts/Region.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { accountsQuery } from "../today/queries.ts";
import { postsWords as words } from "../words/posts.ts";
import { isNarrowed, type Filter } from "./filter.ts";
import type { Author } from "./Filters.tsx";

interface Props {
  readonly filter: Filter;
  readonly authors: readonly Author[];
  readonly onClear: () => void;
}

export function Nothing({ filter, authors, onClear }: Props) {
  const path = usePath();
  const may = useMay();
  const accounts = useQuery(accountsQuery(useProfile().id)).data?.accounts;
  const labels = useLabels();
  if (!isNarrowed(filter))
    return (
      <Empty title={words.none}>
        <p>{words.noneMore}</p>
        {may("draft") && (
          <Link className="button primary" href={path("write")}>
            {words.write}
          </Link>
        )}
        <a className="button" href="/docs/getting-started">
          {words.noneGuide}
        </a>
      </Empty>
    );
  const { status, q, account, by, label } = filter;
  const state = words.tabs.find((tab) => tab.status === status)?.name ?? status;
  const handle = accounts?.find(({ id }) => id === account)?.handle ?? account;
  const author = authors.find(({ value }) => value === by)?.name ?? by;
  const labelName = labels.find(({ id }) => id === label)?.name;
  const filters = [
    ...(status === "" ? [] : [words.inState(state)]),
    ...(q === "" ? [] : [words.withWords(q)]),
    ...(account === "" ? [] : [words.onAccount(handle)]),
    ...(label === "" ? [] : [labelName === undefined ? words.withDeletedLabel : words.withLabel(labelName)]),
    ...(by === "" ? [] : [words.byAuthor(author)]),
  ];
  return (
    <Empty title={words.notFound}>
      <p>{words.notFoundMore(filters)}</p>
      <Button kind="primary" onPress={onClear}>
        {words.clear}
      </Button>
    </Empty>
  );
}
