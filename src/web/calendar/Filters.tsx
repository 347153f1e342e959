// What narrows the calendar: an account, a network, a label, a state.
import { useAccountOptions, useNetworkOptions } from "../account-options.ts";
import { useLabels } from "../labels.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { EVERYTHING, isNarrowed, type Filter } from "./place.ts";

interface Props {
  readonly filter: Filter;
  readonly change: (change: Partial<Filter>) => void;
}

export function Filters({ filter, change }: Props) {
  const accounts = useAccountOptions();
  const networks = useNetworkOptions();
  const labels = useLabels().map(({ id, name }) => ({ value: id, name }));
  return (
    <>
      <Choice
        label={words.account}
        usual=""
        value={filter.account}
        options={[{ value: "", name: words.everyAccount }, ...accounts]}
        onChange={(account) => change({ account })}
      />
      {(networks.length > 1 || filter.network !== "") && (
        <Choice
          label={words.network}
          usual=""
          value={filter.network}
          options={[{ value: "", name: words.everyNetwork }, ...networks]}
          onChange={(network) => change({ network })}
        />
      )}
      {(labels.length > 0 || filter.label !== "") && (
        <Choice
          label={words.label}
          usual=""
          value={filter.label}
          options={[{ value: "", name: words.everyLabel }, ...labels]}
          unknown={words.deletedLabel}
          onChange={(label) => change({ label })}
        />
      )}
      <Choice
        label={words.state}
        usual=""
        value={filter.status}
        options={[{ value: "", name: words.everyState }, ...words.states]}
        onChange={(status) => change({ status })}
      />
      {isNarrowed(filter) && (
        <Button kind="quiet" onPress={() => change(EVERYTHING)}>
          {words.clear}
        </Button>
      )}
    </>
  );
}
