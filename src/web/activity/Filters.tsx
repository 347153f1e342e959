// What narrows the audit log: who, what, on which profile, since when.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { nameOf, peopleQuery } from "../people/queries.ts";
import { keysQuery } from "../keys/queries.ts";
import { useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { activityWords as words } from "../words/activity.ts";
import type { Filter } from "./queries.ts";

interface Props {
  readonly filter: Filter;
  readonly change: (change: Partial<Filter>) => void;
  /** Null while nothing is narrowed. */
  readonly clear: (() => void) | null;
}

export function Filters({ filter, change, clear }: Props) {
  const may = useMay();
  const { profiles } = useSession();
  const actors = useActors();
  const every = may("administer") ? [{ value: "", name: words.every }] : [];
  return (
    <div className="filters">
      <Choice
        label={words.who}
        usual=""
        value={filter.actor}
        options={[{ value: "", name: words.anybody }, ...actors]}
        onChange={(actor) => change({ actor })}
      />
      <Choice
        label={words.what}
        usual=""
        value={filter.action}
        options={[
          { value: "", name: words.everything },
          ...Object.entries(words.things).map(([value, name]) => ({ value, name })),
        ]}
        onChange={(action) => change({ action })}
      />
      <Choice
        label={words.profile}
        usual={may("administer") ? "" : filter.profileId}
        value={filter.profileId}
        options={[...every, ...profiles.map(({ id, name }) => ({ value: id, name }))]}
        onChange={(profileId) => change({ profileId })}
      />
      <Choice
        label={words.when}
        usual=""
        value={filter.days}
        options={[
          { value: "", name: words.anyTime },
          ...["1", "7", "30"].map((days) => ({ value: days, name: words.lastDays(Number(days)) })),
        ]}
        onChange={(days) => change({ days })}
      />
      {clear && (
        <Button kind="quiet" onPress={clear}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}

/** Everybody who can have done something, as far as this person may know them. */
function useActors() {
  const may = useMay();
  const { owner } = useSession();
  const { data: people } = useInfiniteQuery({ ...peopleQuery, enabled: may("administer") });
  const { data: keys } = useQuery(keysQuery(useProfile().id));
  const others = people?.pages.flatMap((page) => page.people).filter(({ id }) => id !== owner.id) ?? [];
  return [
    { value: `person:${owner.email}`, name: words.you },
    ...others.map((each) => ({ value: `person:${each.email}`, name: nameOf(each) })),
    ...(keys?.keys ?? []).map(({ id, name }) => ({ value: `key:${id}`, name: words.key(name) })),
    { value: "cli", name: words.commandLine },
    { value: "crier", name: words.crier },
  ];
}
