// The steps that create the owner and the first profile, in one request.
import { useState, type FormEvent } from "react";
import { admin, call, fieldProblem, isProblem, ProblemError } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { ZoneField } from "../parts/ZoneField.tsx";
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
  const [name, setName] = useState("me");
  const [timezone, setTimezone] = useState(OWN_ZONE);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const setUp = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const profile = { name, timezone };
      await call(() => admin().setup.post({ token, ...owner, ...(!hasProfile && { profile }) }));
      on.onDone(await profileNamed(name));
    } catch (fault) {
      setError(fault);
      if (isProblem(fault, "already_set_up")) on.onAlreadySetUp();
      if (fieldProblem(fault, "/email", "/password") !== null) on.onOwnerRefused(fault);
    }
    setBusy(false);
  };
  const problems = { name: nameProblem(error), timezone: fieldProblem(error, "/profile/timezone") };
  const isElsewhere = error !== null && problems.name === null && problems.timezone === null;
  return (
    <form className="form" onSubmit={(event) => void setUp(event)}>
      {hasProfile ? (
        <>
          <h1>{words.hasProfileTitle}</h1>
          <p>{words.hasProfileMore}</p>
        </>
      ) : (
        <ProfileFields {...{ name, setName, timezone, setTimezone, problems }} />
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

interface FieldsProps {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly timezone: string;
  readonly setTimezone: (timezone: string) => void;
  readonly problems: { readonly name: string | null; readonly timezone: string | null };
}

function ProfileFields({ name, setName, timezone, setTimezone, problems }: FieldsProps) {
  return (
    <>
      <h1>{words.profileTitle}</h1>
      <p>{words.profileMore}</p>
      <Field
        label={words.profileName}
        name="name"
        isRequired
        maxLength={100}
        value={name}
        onChange={setName}
        problem={problems.name}
      />
      <ZoneField
        label={words.zone}
        isRequired
        value={timezone}
        onChange={setTimezone}
        problem={problems.timezone}
      />
      <p className="small">{words.slots}</p>
    </>
  );
}

/** A name that is taken is another kind of refusal. */
const nameProblem = (error: unknown): string | null =>
  error instanceof ProblemError && isProblem(error, "already_exists")
    ? error.problem.detail
    : fieldProblem(error, "/profile/name");

async function profileNamed(name: string): Promise<{ id: string; name: string }> {
  const { profiles } = await call(() => admin().profiles.get());
  const profile = profiles.find((each) => each.name === name) ?? profiles[0];
  if (!profile) throw new Error("the profile was not created");
  return profile;
}
