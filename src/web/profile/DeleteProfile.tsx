// Deletes a profile, after saying what goes with it and having its name typed.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { admin, call } from "../api.ts";
import { bytes } from "../bytes.ts";
import { leaveFreely } from "../leaving.ts";
import { usageQuery } from "../media/queries.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { accountsQuery, countQuery } from "../today/queries.ts";
import { profileWords as words } from "../words/profile.ts";
import { forgetProfile } from "./queries.ts";

interface Props {
  readonly id: string;
  readonly name: string;
}

export function DeleteProfile(props: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card">
      <h2>{words.deleteTitle}</h2>
      <p>{words.deleteMore}</p>
      <div>
        <Button kind="danger" onPress={() => setAsking(true)}>
          {words.delete}
        </Button>
      </div>
      {isAsking && <Ask {...props} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ id, name, onClose }: Props & { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const notice = useNotice();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().profiles({ id }).delete());
      leaveFreely();
      forgetProfile(queries, id);
      navigate("/p", { replace: true });
      notice({ text: words.deleted(name) });
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return (
    <Dialog title={words.deleteAsk(name)} isOpen {...(!isBusy && { onClose })}>
      <Contents id={id} />
      <form className="form" onSubmit={(event) => void remove(event)}>
        <Field
          label={words.typeName(name)}
          name="confirm"
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
        {error !== null && <ErrorBox error={error} />}
        <div className="row end">
          <Button onPress={onClose} isDisabled={isBusy}>
            {words.keep}
          </Button>
          <Button kind="danger" type="submit" isPending={isBusy} isDisabled={typed.trim() !== name}>
            {words.delete}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What goes with it. */
function Contents({ id }: Pick<Props, "id">) {
  const accounts = useQuery(accountsQuery(id)).data?.accounts;
  const counts = useQuery(countQuery(id)).data?.counts;
  const usage = useQuery(usageQuery(id)).data;
  if (!accounts || !counts || !usage) return <p>{words.deleteGoes}</p>;
  const posts = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p>{words.deleteGoes}</p>
      <ul className="goes">
        <li>{words.goes.accounts(accounts.length)}</li>
        <li>{words.goes.posts(posts, counts.queued + counts.scheduled)}</li>
        <li>{words.goes.files(usage.files, bytes(usage.bytes))}</li>
        <li>{words.goes.rest}</li>
      </ul>
      <p>{words.staysOnline}</p>
    </>
  );
}
