// Accounts by their names, each with a box to choose it.
import { CheckboxGroup, Label } from "react-aria-components";
import { useNetworkNames } from "../networks.ts";
import { placeOf } from "../post/places.ts";
import type { Account } from "../today/queries.ts";
import { Check } from "./Check.tsx";
import "./AccountChecks.css";

interface Props {
  readonly label: string;
  readonly accounts: readonly Account[];
  /** Their ids. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

export function AccountChecks({ label, accounts, chosen, onChange }: Props) {
  const nameOf = useNetworkNames();
  return (
    <CheckboxGroup className="account-checks" value={[...chosen]} onChange={onChange}>
      <Label>{label}</Label>
      {accounts.map((account) => (
        <Check key={account.id} value={account.id}>
          {placeOf(account, nameOf)}
        </Check>
      ))}
    </CheckboxGroup>
  );
}
