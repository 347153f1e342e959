// What narrows the list of posts: words, an account, an author; and its order.
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useAccountOptions } from "../account-options.ts";
import { useLabels } from "../labels.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { SearchWords } from "../parts/SearchWords.tsx";
import { useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { postsWords as words } from "../words/posts.ts";
import { CLEARED, isNarrowed, MOST_LETTERS, type Filter, type Sort } from "./filter.ts";
import { keysQuery } from "../keys/queries.ts";

export interface Author {
  readonly value: string;
  readonly name: string;
}

interface Props {
  readonly filter: Filter;
  readonly change: (change: Partial<Filter>) => void;
  readonly authors: readonly Author[];
  readonly search: RefObject<HTMLInputElement | null>;
}

const SORTS = Object.entries(words.sorts) as readonly (readonly [Sort, string])[];

export function Filters({ filter, change, authors, search }: Props) {
  const accounts = useAccountOptions();
  const labels = useLabels().map(({ id, name }) => ({ value: id, name }));
  return (
    <div className="filters">
      <SearchWords
        label={words.search}
        maxLength={MOST_LETTERS}
        value={filter.q}
        onChange={(q) => change({ q })}
        search={search}
      />
      <Choice
        label={words.account}
        usual=""
        value={filter.account}
        options={[{ value: "", name: words.everyAccount }, ...accounts]}
        onChange={(account) => change({ account })}
      />
      <Choice
        label={words.by}
        usual=""
        value={filter.by}
        options={[{ value: "", name: words.anybody }, ...authors]}
        onChange={(by) => change({ by })}
      />
      {(labels.length > 0 || filter.label !== "") && (
        <Choice
          label={words.label}
          usual=""
          value={filter.label}
          options={[{ value: "", name: words.anyLabel }, ...labels]}
          unknown={words.deletedLabel}
          onChange={(label) => change({ label })}
        />
      )}
      <Choice
        label={words.order}
        usual="created"
        value={filter.sort}
        options={SORTS.map(([value, name]) => ({ value, name }))}
        onChange={(sort) => change({ sort })}
      />
      {isNarrowed(filter) && (
        <Button kind="quiet" onPress={() => change(CLEARED)}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}

/** Who can have written the posts: the person here, the keys, the command line. */
export function useAuthors(): readonly Author[] {
  const { owner } = useSession();
  const { data } = useQuery(keysQuery(useProfile().id));
  const keys = (data?.keys ?? []).map(({ id, name }) => ({ value: `key:${id}`, name: words.key(name) }));
  return [
    { value: `person:${owner.email}`, name: words.you },
    { value: "cli", name: words.commandLine },
    ...keys,
  ];
}
