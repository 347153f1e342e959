// Creates a profile, and goes to it.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { isOfProfileFields, ProfileFields } from "../parts/ProfileFields.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { pathOf } from "../profile.tsx";
import { profileWords as words } from "../words/profile.ts";
import { noteProfile } from "./queries.ts";

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function NewProfile({ onCancel }: { readonly onCancel?: () => void }) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [input, setInput] = useState({ name: "", timezone: OWN_ZONE });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const profile = await call(() => admin().profiles.post(input));
      noteProfile(queries, profile);
      onCancel?.();
      navigate(pathOf(profile.name, ""));
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return (
    <form className="form narrow" onSubmit={(event) => void create(event)}>
      <ProfileFields
        {...input}
        refusal={error}
        onChange={(change) => setInput((before) => ({ ...before, ...change }))}
      />
      <p className="small">{words.firstTimes}</p>
      {error !== null && !isOfProfileFields(error) && <ErrorBox error={error} />}
      <div className="row end">
        {onCancel && <Button onPress={onCancel}>{words.cancel}</Button>}
        <Button kind="primary" type="submit" isPending={isBusy}>
          {words.create}
        </Button>
      </div>
    </form>
  );
}

export const NewProfileDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={words.newTitle} isOpen onClose={onClose}>
    <p>{words.newMore}</p>
    <NewProfile onCancel={onClose} />
  </Dialog>
);
