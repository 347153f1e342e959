// The settings of one account, as a form made of what the server says about them.
import { useEffect, useState } from "react";
import { ErrorBox, Skeleton } from "../../parts/Region.tsx";
import { useNetworkNames } from "../../networks.ts";
import { placeOf } from "../../post/places.ts";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { AccountOptions, Dispatch } from "../draft.ts";
import type { AskedOption } from "../useDeskControls.ts";
import { OptionInput } from "./OptionInput.tsx";
import { isRequired, leftOver, shownOptions, type Around, type OptionSchema } from "./schema.ts";
import { useOptions } from "./queries.ts";

interface Props {
  readonly account: Account;
  readonly chosen: AccountOptions;
  /** Of the files that it gets, in order. */
  readonly kinds: Around["kinds"];
  /** Names of those that are required and missing. */
  readonly needs: readonly string[];
  readonly dispatch: Dispatch;
  readonly asked: AskedOption | null;
}

export function OptionsForm({ account, chosen, kinds, needs, dispatch, asked }: Props) {
  const { data, error, refetch } = useOptions(account.id);
  const nameOf = useNetworkNames();
  const isKnown = data !== undefined;
  useEffect(() => {
    if (asked && isKnown) document.getElementById(inputId(account.id, asked.option))?.focus();
  }, [asked, isKnown, account.id]);
  const schema = (data?.options ?? {}) as OptionSchema;
  const around = { schema, values: data?.values ?? {}, chosen, kinds };
  const set = (name: string, value: unknown) =>
    dispatch({ type: "option", accountId: account.id, name, value });
  useLeftOver(around, account.id, dispatch);
  const options = shownOptions(around);
  const groups = schema["x-groups"] ?? [];
  const grouped = groups.flatMap((group) => group.options);
  const draw = ([name, option]: readonly [string, OptionSchema]) => (
    <OptionInput
      key={name}
      id={inputId(account.id, name)}
      {...{ option, around }}
      value={chosen[name]}
      isRequired={isRequired(name, option, around)}
      isMissing={needs.includes(name)}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <div className="options-form card" role="group" aria-label={words.optionsOf(placeOf(account, nameOf))}>
      <h3 dir="auto">
        {account.displayName} <span className="small">{placeOf(account, nameOf)}</span>
      </h3>
      {error !== null && <ErrorBox error={error} retry={refetch} />}
      {!isKnown && error === null && <Skeleton rows={3} />}
      {isKnown && options.length === 0 && <p className="small">{words.optionsNone}</p>}
      {options.filter(([name]) => !grouped.includes(name)).map(draw)}
      {groups.map((group) => (
        <Group key={group.title} group={group} chosen={chosen} set={set}>
          {options.filter(([name]) => group.options.includes(name)).map(draw)}
        </Group>
      ))}
      {schema["x-notice"] !== undefined && <p className="small">{schema["x-notice"]}</p>}
    </div>
  );
}

const inputId = (accountId: string, option: string): string => `option-${accountId}-${option}`;

/** What no longer holds for the post is left out of it. */
function useLeftOver(around: Around, accountId: string, dispatch: Dispatch): void {
  const names = leftOver(around).join(" ");
  useEffect(() => {
    if (names === "") return;
    for (const name of names.split(" ")) dispatch({ type: "option", accountId, name, value: undefined });
  }, [names, accountId, dispatch]);
}

interface GroupProps {
  readonly group: NonNullable<OptionSchema["x-groups"]>[number];
  readonly chosen: AccountOptions;
  readonly set: (name: string, value: unknown) => void;
  readonly children: React.ReactNode;
}

/** A switch that belongs to no option: while it is on, it shows those that do. */
function Group({ group: { title, description, options, needsOne }, chosen, set, children }: GroupProps) {
  const isChosen = options.some((name) => chosen[name] === true);
  const [isOn, setOn] = useState(isChosen);
  const isShown = isOn || isChosen;
  const toggle = (on: boolean) => {
    setOn(on);
    if (!on) for (const name of options) set(name, undefined);
  };
  return (
    <div className="option-group">
      <div className="field option-switch">
        <label>
          <input type="checkbox" checked={isShown} onChange={({ target }) => toggle(target.checked)} />
          {title}
        </label>
        <p className="small">{description}</p>
      </div>
      {isShown && children}
      {isShown && needsOne && !isChosen && (
        <p className="problem" role="status">
          {words.needsOne}
        </p>
      )}
    </div>
  );
}
