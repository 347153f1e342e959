// The steps that create the owner and the first profile, in one request.
import { useState, type FormEvent } from "react";
import { admin, call, fieldProblem, isProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { isOfProfileFields, ProfileFields } from "../parts/ProfileFields.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { setupWords as words, signInWords } from "../words/sign-in.ts";

export interface NewOwner {
  readonly email: string;
  readonly password: string;
}

interface OwnerProps {
  readonly owner: NewOwner;
  readonly onChange: (owner: NewOwner) => void;
  /** Why the server refused this owner; null before it was asked. */
  readonly refusal: unknown;
  readonly onNext: () => void;
}

export function OwnerStep({ owner, refusal, onChange, onNext }: OwnerProps) {
  const next = (event: FormEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <form className="form" onSubmit={next}>
      <h1>{words.youTitle}</h1>
      <p>{words.youMore}</p>
      <Field
        label={signInWords.email}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        maxLength={254}
        value={owner.email}
        problem={fieldProblem(refusal, "/email")}
        onChange={(email) => onChange({ ...owner, email })}
      />
      <Field
        label={signInWords.password}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={words.passwordHint}
        isRequired
        minLength={12}
        maxLength={1024}
        value={owner.password}
        problem={fieldProblem(refusal, "/password")}
        onChange={(password) => onChange({ ...owner, password })}
      />
      <div className="row end">
        <Button kind="primary" type="submit">
          {words.next}
        </Button>
      </div>
    </form>
  );
}

interface ProfileProps {
  readonly token: string;
  readonly hasProfile: boolean;
  readonly owner: NewOwner;
  readonly onBack: () => void;
  readonly onNoLink: () => void;
  /** Someone else was faster. */
  readonly onAlreadySetUp: () => void;
  /** The address or the password has to be changed. */
  readonly onOwnerRefused: (refusal: unknown) => void;
  readonly onDone: (profile: { readonly id: string; readonly name: string }) => void;
}

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ProfileStep({ token, hasProfile, owner, onBack, onNoLink, ...on }: ProfileProps) {
  const [profile, setProfile] = useState({ name: "me", timezone: OWN_ZONE });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const setUp = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().setup.post({ token, ...owner, ...(!hasProfile && { profile }) }));
      on.onDone(await profileNamed(profile.name));
    } catch (fault) {
      setError(fault);
      if (isProblem(fault, "already_set_up")) on.onAlreadySetUp();
      if (fieldProblem(fault, "/email", "/password") !== null) on.onOwnerRefused(fault);
    }
    setBusy(false);
  };
  const isElsewhere = error !== null && !isOfProfileFields(error, "/profile");
  return (
    <form className="form" onSubmit={(event) => void setUp(event)}>
      {hasProfile ? (
        <>
          <h1>{words.hasProfileTitle}</h1>
          <p>{words.hasProfileMore}</p>
        </>
      ) : (
        <>
          <h1>{words.profileTitle}</h1>
          <p>{words.profileMore}</p>
          <ProfileFields
            {...profile}
            refusal={error}
            at="/profile"
            onChange={(change) => setProfile((before) => ({ ...before, ...change }))}
          />
          <p className="small">{words.slots}</p>
        </>
      )}
      {isElsewhere && <ErrorBox error={error} />}
      <div className="row end">
        {isProblem(error, "setup_token_invalid") && <Button onPress={onNoLink}>{words.noLinkTitle}</Button>}
        <Button onPress={onBack}>{words.back}</Button>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {words.finish}
        </Button>
      </div>
    </form>
  );
}

async function profileNamed(name: string): Promise<{ id: string; name: string }> {
  const { profiles } = await call(() => admin().profiles.get());
  const profile = profiles.find((each) => each.name === name) ?? profiles[0];
  if (!profile) throw new Error("the profile was not created");
  return profile;
}
