// One label in the list of labels: its colour, its name, and the way to delete it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { call, isProblem, v1 } from "../api.ts";
import type { Label } from "../labels.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { LeftError, untilAnswered } from "../repeat.ts";
import { labelWords as words } from "../words/labels.ts";
import { Colour } from "./Colour.tsx";
import { LONGEST_NAME, problemOf } from "./EditLabels.tsx";

export function LabelLine({ label }: { readonly label: Label }) {
  const { id, colour } = label;
  const { id: profileId } = useProfile();
  const [name, setName] = useState(label.name);
  const [seen, setSeen] = useState(label.name);
  // Renamed elsewhere, while nothing was typed here.
  if (seen !== label.name) {
    setSeen(label.name);
    if (name === seen) setName(label.name);
  }
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy, error } = useLabelChange();
  const api = v1(profileId).labels({ id });
  const rename = (event: FormEvent) => {
    event.preventDefault();
    run(() => call(() => api.patch({ name })));
  };
  const remove = () =>
    run(() =>
      call(() => api.delete()).catch((cause: unknown) => {
        // Deleted already, perhaps by this very request, whose answer was lost.
        if (!isProblem(cause, "not_found")) throw cause;
      }),
    );
  const isChanged = name.trim() !== "" && name.trim() !== label.name;
  const problem = problemOf(error);
  return (
    <li className="label-line">
      <form className="label-form" onSubmit={rename}>
        <Colour
          value={colour}
          of={label.name}
          onChange={(chosen) => run(() => call(() => api.patch({ colour: chosen })))}
        />
        <Field
          label={words.nameOf(label.name)}
          name={`label-${id}`}
          value={name}
          onChange={setName}
          maxLength={LONGEST_NAME}
          problem={problem}
        />
        {isChanged ? (
          <Button type="submit" isPending={isBusy}>
            {words.rename}
          </Button>
        ) : (
          <Button kind="quiet" aria-label={words.deleteOf(label.name)} onPress={() => setAsking(true)}>
            {words.delete}
          </Button>
        )}
      </form>
      {isAsking && <Ask {...{ id, isBusy }} onDelete={remove} onKeep={() => setAsking(false)} />}
      {error !== null && problem === null && <ErrorBox error={error} />}
    </li>
  );
}

interface AskProps {
  readonly id: string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

/** Posts lose it, and nobody remembers which had it. */
function Ask({ id, isBusy, onDelete, onKeep }: AskProps) {
  const { id: profileId } = useProfile();
  const { data } = useQuery({
    queryKey: ["countPosts", profileId, { label: id }],
    queryFn: () => call(() => v1(profileId).posts.counts.get({ query: { label: id } })),
  });
  return (
    <div className="label-ask" role="group">
      <p role="status">{data ? words.deleteAsk(data.total, data.capped) : words.counting}</p>
      <div className="row">
        <Button size="small" onPress={onKeep} autoFocus>
          {words.keep}
        </Button>
        <Button size="small" kind="danger" isPending={isBusy} onPress={onDelete}>
          {words.deleteDo}
        </Button>
      </div>
    </div>
  );
}

/** Each of these changes can be sent twice. */
function useLabelChange() {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  const send = async (request: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await untilAnswered(request, () => {}, left.current.signal);
    } catch (cause) {
      if (!(cause instanceof LeftError)) setError(cause);
    }
    await queries.invalidateQueries({ queryKey: ["listLabels"] });
    setBusy(false);
  };
  return {
    isBusy,
    error,
    run: (request: () => Promise<unknown>) => {
      if (!isBusy) void send(request);
    },
  };
}
