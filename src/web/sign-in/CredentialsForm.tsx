// The form with which a person signs in, on its own page and over a page whose session has ended.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { admin, call, isProblem, ProblemError } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { signInWords as words } from "../words/sign-in.ts";

interface Props {
  /** When it is known who was signed in, only the password is asked for. */
  readonly email?: string;
  readonly submit: string;
  readonly onSignedIn: () => void;
}

export function CredentialsForm({ email: knownEmail, submit, onSignedIn }: Props) {
  const [email, setEmail] = useState(knownEmail ?? "");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [secondsLeft, startWaiting] = useCountdown();
  const passwordInput = useRef<HTMLInputElement>(null);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || secondsLeft > 0) return;
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().session.post({ email, password }));
      onSignedIn();
    } catch (fault) {
      setError(fault);
      if (isProblem(fault, "too_many_attempts") && fault instanceof ProblemError)
        startWaiting(fault.problem.retryAfter ?? 1);
      // The address stays; what was most likely mistyped is ready to be typed again.
      passwordInput.current?.focus();
      passwordInput.current?.select();
    }
    setBusy(false);
  };

  const isWrong = isProblem(error, "sign_in_failed");
  const isWaiting = secondsLeft > 0;
  return (
    <form className="form" onSubmit={(event) => void signIn(event)}>
      {knownEmail === undefined && (
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
      )}
      <Field
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        inputRef={passwordInput}
        problem={isWrong ? words.wrong : isWaiting ? words.wait(secondsLeft) : null}
      />
      {error !== null && !isWrong && !isProblem(error, "too_many_attempts") && <ErrorBox error={error} />}
      <Button kind="primary" type="submit" isPending={isBusy} isDisabled={isWaiting}>
        {isBusy ? words.submitting : submit}
      </Button>
    </form>
  );
}

/** @returns the seconds that are left, and a function that starts to count */
function useCountdown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
