// The sentences to which people agree by publishing, as networks want them to stand beside the button.
import { External } from "../../parts/External.tsx";
import type { Account } from "../../today/queries.ts";
import type { Draft } from "../draft.ts";
import { useAllOptions } from "./queries.ts";
import { consentOf, type Around, type OptionSchema } from "./schema.ts";

interface Props {
  /** The accounts about which something has to be chosen, or was. */
  readonly accounts: readonly Account[];
  readonly options: Draft["options"];
  readonly kindsOf: (accountId: string) => Around["kinds"];
}

export function Consents({ accounts, options, kindsOf }: Props) {
  const all = useAllOptions(accounts.map(({ id }) => id));
  const consents = accounts.flatMap(({ id }, n) => {
    const known = all[n];
    if (known === undefined) return [];
    const schema = known.options as OptionSchema;
    const consent = consentOf({
      schema,
      values: known.values,
      chosen: options[id] ?? {},
      kinds: kindsOf(id),
    });
    return consent === null ? [] : [consent];
  });
  const different = new Map(consents.map((consent) => [consent.text, consent]));
  return (
    <>
      {[...different.values()].map(({ text, links }) => (
        <p key={text} className="small consent">
          {text.split(/\{(\d+)\}/).map((part, n) => {
            const link = n % 2 === 1 ? links[Number(part)] : undefined;
            if (link === undefined) return part;
            return (
              <External key={link.url} href={link.url}>
                {link.text}
              </External>
            );
          })}
        </p>
      ))}
    </>
  );
}
