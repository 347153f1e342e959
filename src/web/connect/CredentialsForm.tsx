// Connecting with a password or token that a person enters: looked up at the network, shown, and only then stored.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call, fieldProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";
import type { Reconnected } from "./Connect.tsx";
import { Connected, type ConnectedAccount } from "./Connected.tsx";
import { Found } from "./Found.tsx";
import { AFTER_CONNECTING, type FoundAccount, type NetworkFacts } from "./queries.ts";
import { AddressFault, Steps } from "./Walkthrough.tsx";

interface Props {
  readonly network: NetworkFacts;
  readonly account: Reconnected | null;
}

export function CredentialsForm({ network, account }: Props) {
  const connecting = useTyped(network);
  const { found, connected, connect, forget, isBusy, error } = connecting;
  const areKnown = found?.every(({ known }) => known) ?? false;
  if (connected) return <Connected accounts={connected} isAgain={account !== null || areKnown} />;
  if (found)
    return (
      <>
        {error !== null && <ErrorBox error={error} />}
        <Found {...{ found, account, isBusy }} onConnect={connect} onChange={forget} />
      </>
    );
  return (
    <>
      <AddressFault network={network} />
      <section className="card">
        <h2>{words.prepare}</h2>
        <Steps network={network} />
      </section>
      <TypedForm network={network} connecting={connecting} />
    </>
  );
}

function useTyped({ id: platform, connect: { fields } }: NetworkFacts) {
  const { id } = useProfile();
  const queries = useQueryClient();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.default ?? ""])),
  );
  const [found, setFound] = useState<readonly FoundAccount[] | null>(null);
  const [connected, setConnected] = useState<readonly ConnectedAccount[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (step: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    await step().catch(setError);
    setBusy(false);
  };
  const send = (more: { preview: true } | { choose: string[] }) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    return call(() =>
      admin()
        .profiles({ id })
        .accounts.post({ platform, fields, ...more }),
    );
  };
  return {
    values,
    found,
    connected,
    error,
    isBusy,
    set: (name: string, value: string) => setValues({ ...values, [name]: value }),
    forget: () => setFound(null),
    look: () =>
      void act(async () => {
        const answer = await send({ preview: true });
        if ("found" in answer) setFound(answer.found);
      }),
    /** Repeated after a lost answer, it connects the same accounts, which keep their ids. */
    connect: (choose: readonly string[]) =>
      void act(async () => {
        const answer = await send({ choose: [...choose] });
        if (!("accounts" in answer)) return;
        setConnected(answer.accounts);
        // What was entered is stored where it belongs, and nowhere else.
        setValues({});
        for (const key of AFTER_CONNECTING) void queries.invalidateQueries({ queryKey: [key] });
      }),
  };
}

interface FormProps {
  readonly network: NetworkFacts;
  readonly connecting: ReturnType<typeof useTyped>;
}

function TypedForm({ network: { connect }, connecting }: FormProps) {
  const { values, set, look, error, isBusy } = connecting;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look();
  };
  const isOfField = connect.fields.some(({ name }) => fieldProblem(error, `/fields/${name}`) !== null);
  return (
    <form className="card form" onSubmit={submit}>
      <h2>{words.enter}</h2>
      {connect.fields.map(({ name, label, help, secret, optional }) => (
        <Field
          key={name}
          name={name}
          label={optional ? `${label} (${words.optional})` : label}
          hint={help}
          type={secret ? "password" : "text"}
          autoComplete="off"
          isRequired={!optional}
          value={values[name] ?? ""}
          onChange={(value) => set(name, value)}
          problem={fieldProblem(error, `/fields/${name}`)}
        />
      ))}
      {error !== null && !isOfField && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="primary" type="submit" isPending={isBusy}>
          {words.look}
        </Button>
      </div>
    </form>
  );
}
