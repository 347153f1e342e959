// What narrows the library: words, the kind, what no post uses, what has no alt text; and its order.
import type { RefObject } from "react";
import { ToggleButton } from "react-aria-components";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { SearchWords } from "../parts/SearchWords.tsx";
import { mediaWords as words } from "../words/media.ts";
import { CLEARED, isNarrowed, MOST_LETTERS, type Filter, type Kind, type Sort } from "./filter.ts";

interface Props {
  readonly filter: Filter;
  readonly change: (change: Partial<Filter>) => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

const KINDS = Object.entries(words.kinds) as readonly (readonly [Kind, string])[];
const SORTS = Object.entries(words.sorts) as readonly (readonly [Sort, string])[];
const optionsOf = <Value extends string>(of: readonly (readonly [Value, string])[]) =>
  of.map(([value, name]) => ({ value, name }));

export function Filters({ filter, change, search }: Props) {
  return (
    <div className="filters" role="group" aria-label={words.filters}>
      <SearchWords
        label={words.search}
        maxLength={MOST_LETTERS}
        value={filter.q}
        onChange={(q) => change({ q })}
        search={search}
      />
      <Choice
        label={words.kind}
        usual=""
        value={filter.kind}
        options={optionsOf(KINDS)}
        onChange={(kind) => change({ kind })}
      />
      {(["unused", "missingAlt"] as const).map((name) => (
        <ToggleButton
          key={name}
          className={`button choice-button ${filter[name] ? "chosen" : ""}`}
          isSelected={filter[name]}
          onChange={(isOn) => change({ [name]: isOn })}
        >
          {words[name]}
        </ToggleButton>
      ))}
      <Choice
        label={words.order}
        usual="created"
        value={filter.sort}
        options={optionsOf(SORTS)}
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
