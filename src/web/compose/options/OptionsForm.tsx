// The settings of one account, as a form made of what the server says about them.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, v1 } from "../../api.ts";
import { External } from "../../parts/External.tsx";
import { ErrorBox, Skeleton } from "../../parts/Region.tsx";
import { placeOf, useNameOf } from "../../post/places.ts";
import { useProfile } from "../../profile.tsx";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { AccountOptions, Dispatch } from "../draft.ts";
import type { AskedOption } from "../useHands.ts";
import { OptionInput } from "./OptionInput.tsx";
import { consentsOf, fieldsOf, type OptionSchema } from "./schema.ts";

const optionsQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ["getProviderOptions", profileId, id],
    queryFn: () => call(() => v1(profileId).accounts({ id }).options.get()),
  });

interface Props {
  readonly account: Account;
  readonly chosen: AccountOptions;
  /** Names of those that are required and missing. */
  readonly needs: readonly string[];
  readonly dispatch: Dispatch;
  readonly asked: AskedOption | null;
}

export function OptionsForm({ account, chosen, needs, dispatch, asked }: Props) {
  const { id: profileId } = useProfile();
  const { data, error, refetch } = useQuery(optionsQuery(profileId, account.id));
  const nameOf = useNameOf();
  const isKnown = data !== undefined;
  useEffect(() => {
    if (asked && isKnown) document.getElementById(inputId(account.id, asked.option))?.focus();
  }, [asked, isKnown, account.id]);
  const schema = (data?.options ?? {}) as OptionSchema;
  const fields = fieldsOf(schema, data?.values ?? {}, chosen);
  const set = (name: string, value: unknown) =>
    dispatch({ type: "option", accountId: account.id, name, value });
  return (
    <div className="options-form card" role="group" aria-label={words.optionsOf(placeOf(account, nameOf))}>
      <h3 dir="auto">{placeOf(account, nameOf)}</h3>
      {error !== null && <ErrorBox error={error} retry={refetch} />}
      {!isKnown && error === null && <Skeleton rows={3} />}
      {isKnown && fields.length === 0 && <p className="small">{words.optionsNone}</p>}
      {fields.map((field) => (
        <OptionInput
          key={field.name}
          id={inputId(account.id, field.name)}
          field={field}
          value={chosen[field.name]}
          isMissing={needs.includes(field.name)}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {consentsOf(schema).map(({ text, links = [] }) => (
        <p key={text} className="small">
          {text}{" "}
          {links.map(({ text: link, href }) => (
            <External key={href} href={href}>
              {link}
            </External>
          ))}
        </p>
      ))}
    </div>
  );
}

const inputId = (accountId: string, option: string): string =>
  `option ${accountId} ${option}`.replaceAll(" ", "-");
