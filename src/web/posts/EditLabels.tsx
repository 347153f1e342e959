// The labels of the profile: made, renamed, coloured and deleted.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { call, fieldProblem, isProblem, NoAnswerError, v1 } from "../api.ts";
import { labelsQuery, type Label } from "../labels.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { labelWords as words } from "../words/labels.ts";
import { Colour } from "./Colour.tsx";
import { LabelLine } from "./LabelLine.tsx";
import "./EditLabels.css";

/** As the server allows. */
export const LONGEST_NAME = 50;

export function EditLabels({ onClose }: { readonly onClose: () => void }) {
  const { id } = useProfile();
  const { data, error, refetch } = useQuery(labelsQuery(id));
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      {data === undefined && (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={3} />)}
      {data?.labels.length === 0 && <p className="small">{words.none}</p>}
      {data && (
        <ul className="lines label-lines">
          {data.labels.map((label) => (
            <LabelLine key={label.id} label={label} />
          ))}
        </ul>
      )}
      {data && <NewLabel />}
      <div className="row end">
        <Button onPress={onClose}>{words.done}</Button>
      </div>
    </Dialog>
  );
}

function NewLabel() {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [colour, setColour] = useState<Label["colour"]>("grey");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === "") return;
    setBusy(true);
    setError(null);
    try {
      await call(() => v1(profileId).labels.post({ name, colour })).catch(async (cause: unknown) => {
        if (!(cause instanceof NoAnswerError) || !(await isThere())) throw cause;
      });
      setName("");
    } catch (cause) {
      setError(cause);
    }
    await queries.invalidateQueries({ queryKey: ["listLabels"] });
    setBusy(false);
  };
  /** After a lost answer: whether it was made. */
  const isThere = async () => {
    const wished = name.trim().toLowerCase();
    const { labels } = await queries.fetchQuery({ ...labelsQuery(profileId), staleTime: 0 });
    return labels.some((label) => label.name.toLowerCase() === wished);
  };
  const problem = problemOf(error);
  return (
    <form className="label-new" onSubmit={(event) => void create(event)}>
      <Colour value={colour} onChange={setColour} />
      <Field
        label={words.newName}
        name="label"
        value={name}
        onChange={setName}
        maxLength={LONGEST_NAME}
        problem={problem}
      />
      <Button type="submit" kind="primary" isPending={isBusy} isDisabled={name.trim() === ""}>
        {words.create}
      </Button>
      {error !== null && problem === null && <ErrorBox error={error} />}
    </form>
  );
}

/** What the server says about the name; null when it is something else. */
export function problemOf(error: unknown): string | null {
  if (isProblem(error, "already_exists") || isProblem(error, "too_many_labels"))
    return error instanceof Error ? error.message : null;
  return fieldProblem(error, "/name");
}
