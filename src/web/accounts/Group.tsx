// The group of an account: another one of the profile, or a new one.
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { fieldProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import { groupsOf } from "./bands.ts";
import { recordsQuery, type AccountRecord } from "./queries.ts";
import { useAccountActions } from "./useAccountActions.ts";

export function Group({ account }: { readonly account: AccountRecord }) {
  const { data } = useQuery(recordsQuery(useProfile().id));
  const { group, isBusy, error } = useAccountActions(account);
  const [name, setName] = useState(account.group ?? "");
  const problem = fieldProblem(error, "/group");
  const save = (event: FormEvent) => {
    event.preventDefault();
    group(name.trim() || null);
  };
  return (
    <section className="card">
      <h2>{words.group}</h2>
      <form className="form" onSubmit={save}>
        <Field
          label={words.groupName}
          name="group"
          hint={words.groupHint}
          list="groups"
          maxLength={MAX_NAME}
          value={name}
          onChange={setName}
          problem={problem}
        />
        <datalist id="groups">
          {groupsOf(data?.accounts ?? []).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </datalist>
        {error !== null && problem === null && <ErrorBox error={error} />}
        <div>
          <Button type="submit" isPending={isBusy === "group"}>
            {words.save}
          </Button>
        </div>
      </form>
    </section>
  );
}

const MAX_NAME = 50;
