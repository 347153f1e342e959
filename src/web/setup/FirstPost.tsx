// The steps that show what Crier does: simulated accounts, and a post to them.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { useLocation } from "wouter";
import { admin, call, v1 } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { pathOf } from "../profile.tsx";
import { newKey } from "../random.ts";
import { sessionQuery } from "../session.tsx";
import { setupWords as words } from "../words/sign-in.ts";

interface OfProfile {
  readonly profile: { readonly id: string; readonly name: string };
}

const HANDLES = Object.keys(words.behaviours) as readonly (keyof typeof words.behaviours)[];

export function AccountsStep({ profile, onNext }: OfProfile & { readonly onNext: () => void }) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const add = async () => {
    setBusy(true);
    setError(null);
    try {
      const platform = await firstNetwork();
      for (const handle of HANDLES) await simulate(profile.id, platform, handle);
      onNext();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  const skip = async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    navigate(pathOf(profile.name, ""));
  };
  return (
    <div className="form">
      <h1>{words.accountsTitle}</h1>
      <p>{words.accountsMore}</p>
      <ul className="choices">
        {HANDLES.map((handle) => (
          <li key={handle} className="simulated">
            <b>@{handle}</b> {words.behaviours[handle]}
          </li>
        ))}
      </ul>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button onPress={() => void skip()}>{words.skip}</Button>
        <Button kind="primary" isPending={isBusy} onPress={() => void add()}>
          {words.addSimulated}
        </Button>
      </div>
      <p className="small">{words.connectReal}</p>
    </div>
  );
}

/** Any network will do: all of them are simulated alike. */
async function firstNetwork(): Promise<string> {
  const { networks } = await call(() => admin().networks.get());
  const [first] = networks;
  if (!first) throw new Error("there are no networks");
  return first.id;
}

/** Repeated, it finds the account that is there. */
async function simulate(profileId: string, platform: string, handle: string): Promise<void> {
  const request = { platform, simulated: true, handle };
  await call(() => admin().profiles({ id: profileId }).accounts.post(request));
}

export function PostStep({ profile }: OfProfile) {
  const [caption, setCaption] = useState<string>(words.captionValue);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  // The same for every try: whatever is lost on the way, there is one post.
  const key = useRef(newKey());
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const publish = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const headers = { "idempotency-key": key.current, prefer: "respond-async" };
      const post = await call(() =>
        v1(profile.id).posts.post({ caption, schedule: "now", accounts: "all" }, { headers }),
      );
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      navigate(pathOf(profile.name, "id" in post ? `posts/${post.id}` : ""));
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return (
    <form className="form" onSubmit={(event) => void publish(event)}>
      <h1>{words.postTitle}</h1>
      <TextField
        className="field"
        name="caption"
        value={caption}
        onChange={setCaption}
        isRequired
        maxLength={300}
      >
        <Label>{words.caption}</Label>
        <TextArea rows={4} />
      </TextField>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="primary" type="submit" isPending={isBusy}>
          {isBusy ? words.publishing : words.publish(HANDLES.length)}
        </Button>
      </div>
    </form>
  );
}
