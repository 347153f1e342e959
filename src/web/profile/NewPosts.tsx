// The accounts with which a new post begins: those that were chosen last, or always the same.
import { useQuery } from "@tanstack/react-query";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { AccountChecks } from "../parts/AccountChecks.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { accountsQuery } from "../today/queries.ts";
import { profileWords as words } from "../words/profile.ts";
import "../parts/Radios.css";

interface Props {
  readonly profileId: string;
  /** Null: those that were chosen last. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (ids: string[] | null) => void;
}

export function NewPosts({ profileId, chosen, onChange }: Props) {
  const { data, error, refetch } = useQuery(accountsQuery(profileId));
  const accounts = (data?.accounts ?? []).filter(
    ({ id, status }) => status !== "disconnected" || chosen?.includes(id),
  );
  return (
    <section className="card">
      <h2>{words.newPosts}</h2>
      <RadioGroup
        className="radios"
        value={chosen === null ? "last" : "these"}
        onChange={(value) => onChange(value === "last" ? null : [])}
      >
        <Label>{words.beginWith}</Label>
        <Radio value="last" className="radio">
          {words.beginWithLast}
        </Radio>
        <Radio value="these" className="radio">
          {words.beginWithThese}
        </Radio>
      </RadioGroup>
      {chosen !== null && error && !data && <ErrorBox error={error} retry={refetch} />}
      {chosen !== null && !data && !error && <Skeleton rows={2} />}
      {chosen !== null && data && (
        <>
          <AccountChecks
            label={words.defaultAccounts}
            accounts={accounts}
            chosen={chosen}
            onChange={(ids) => onChange([...ids])}
          />
          <p className="small">
            {accounts.length === 0 ? words.noAccounts : words.beginWithNone(chosen.length)}
          </p>
        </>
      )}
    </section>
  );
}
