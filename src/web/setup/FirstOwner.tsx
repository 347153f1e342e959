// The steps that create the owner and the first profile, in one request.
import { useState, type FormEvent } from "react";
import { admin, call, isProblem, now, ProblemError } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { clockTime } from "../time.ts";
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
  const problem = problemAt(refusal);
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
        problem={problem("/email")}
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
        problem={problem("/password")}
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

const ZONES = Intl.supportedValuesOf("timeZone");
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
      if (problemAt(fault)("/email", "/password") !== null) on.onOwnerRefused(fault);
    }
    setBusy(false);
  };
  const problem = problemAt(error);
  const isElsewhere = error !== null && problem("/profile/name", "/profile/timezone") === null;
  return (
    <form className="form" onSubmit={(event) => void setUp(event)}>
      {hasProfile ? (
        <>
          <h1>{words.hasProfileTitle}</h1>
          <p>{words.hasProfileMore}</p>
        </>
      ) : (
        <ProfileFields {...{ name, setName, timezone, setTimezone, problem }} />
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
  readonly problem: ReturnType<typeof problemAt>;
}

function ProfileFields({ name, setName, timezone, setTimezone, problem }: FieldsProps) {
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
        problem={problem("/profile/name")}
      />
      <Field
        label={words.zone}
        name="timezone"
        list="zones"
        value={timezone}
        onChange={setTimezone}
        problem={problem("/profile/timezone")}
        {...(ZONES.includes(timezone) && {
          hint: words.zoneNow(clockTime(new Date(now()).toISOString(), timezone)),
        })}
      />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      <p className="small">{words.slots}</p>
    </>
  );
}

/** What the server says about a field; null when it says nothing. */
function problemAt(error: unknown): (...pointers: string[]) => string | null {
  const problem = error instanceof ProblemError ? error.problem : null;
  return (...pointers) => {
    if (problem === null) return null;
    if (problem.code === "already_exists" && pointers.includes("/profile/name")) return problem.detail;
    return problem.errors?.some(({ pointer }) => pointers.includes(pointer)) ? problem.detail : null;
  };
}

async function profileNamed(name: string): Promise<{ id: string; name: string }> {
  const { profiles } = await call(() => admin().profiles.get());
  const profile = profiles.find((each) => each.name === name) ?? profiles[0];
  if (!profile) throw new Error("the profile was not created");
  return profile;
}
