// Accounts by their names, each with a box to choose it.
import { Checkbox, CheckboxGroup, Label } from "react-aria-components";
import { placeOf, useNameOf } from "../post/places.ts";
import type { Account } from "../today/queries.ts";
import "./AccountChecks.css";

interface Props {
  readonly label: string;
  readonly accounts: readonly Account[];
  /** Their ids. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

export function AccountChecks({ label, accounts, chosen, onChange }: Props) {
  const nameOf = useNameOf();
  return (
    <CheckboxGroup className="account-checks" value={[...chosen]} onChange={onChange}>
      <Label>{label}</Label>
      {accounts.map((account) => (
        <Checkbox key={account.id} value={account.id} className="account-check">
          <span className="account-check-box" aria-hidden="true" />
          <span dir="auto">{placeOf(account, nameOf)}</span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}
