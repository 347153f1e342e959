// One person: their role and profiles, where they are signed in, and removing them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { peopleWords as words } from "../words/people.ts";
import { AccessFields } from "./AccessFields.tsx";
import { bodyOf, isWhole, nameOf, type Access, type Person } from "./queries.ts";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonDialog({ person, onClose }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  const title = isRemoving ? words.removeTitle(nameOf(person)) : nameOf(person);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {isRemoving ? (
        <Remove person={person} onClose={onClose} onKeep={() => setRemoving(false)} />
      ) : (
        <Edit person={person} onClose={onClose} onRemove={() => setRemoving(true)} />
      )}
    </Dialog>
  );
}

/** Sends a change, and reads the people again. @returns what went wrong, a function that sends, and whether it is under way */
function useChange() {
  const queries = useQueryClient();
  const notice = useNotice();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (send: () => Promise<unknown>, done: string, after?: () => void) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await send();
      notice({ text: done });
      after?.();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    for (const operation of ["listPeople", "listPersonSessions", "getSession"])
      void queries.invalidateQueries({ queryKey: [operation] });
  };
  return { error, isBusy, run };
}

function Edit({ person, onClose, onRemove }: Props & { readonly onRemove: () => void }) {
  const { id, role, profiles } = person;
  const [access, setAccess] = useState<Access>({ role, profiles });
  const { error, isBusy, run } = useChange();
  const name = nameOf(person);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole(access)) return;
    const done = words.saved(name, words.roles[access.role].name);
    void run(() => call(() => admin().people({ id }).patch(bodyOf(access))), done, onClose);
  };
  return (
    <form className="form" onSubmit={save}>
      <AccessFields access={access} onChange={setAccess} />
      {access.role !== role && <p className="small">{words.roleEnds}</p>}
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="quiet" onPress={onRemove}>
          {words.remove}
        </Button>
        <Button kind="primary" type="submit" isPending={isBusy} isDisabled={!isWhole(access)}>
          {words.save}
        </Button>
      </div>
      <Sessions
        person={person}
        onSignOut={() =>
          void run(() => call(() => admin().people({ id }).sessions.delete()), words.signedOut(name))
        }
      />
    </form>
  );
}

function Sessions({
  person: { id },
  onSignOut,
}: {
  readonly person: Person;
  readonly onSignOut: () => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ["listPersonSessions", id],
    queryFn: () => call(() => admin().people({ id }).sessions.get()),
  });
  return (
    <section className="person-sessions">
      <h3>{words.sessions}</h3>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={1} />}
      {data?.sessions.length === 0 && <p className="small">{words.noSessions}</p>}
      <ul className="lines">
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.device}</b>
              <p className="small">
                {session.address !== null && `${session.address} · `}
                {words.lastUsed} <Time at={session.lastUsedAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {data !== undefined && data.sessions.length > 0 && (
        <div>
          <Button onPress={onSignOut}>{words.signOut}</Button>
        </div>
      )}
    </section>
  );
}

function Remove({ person, onClose, onKeep }: Props & { readonly onKeep: () => void }) {
  const { error, isBusy, run } = useChange();
  const { id } = person;
  return (
    <>
      <p>{words.removeMore}</p>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button onPress={onKeep} autoFocus>
          {words.keep}
        </Button>
        <Button
          kind="danger"
          isPending={isBusy}
          onPress={() =>
            void run(
              () => call(() => admin().people({ id }).delete()),
              words.removed(nameOf(person)),
              onClose,
            )
          }
        >
          {words.remove}
        </Button>
      </div>
    </>
  );
}
