// Changes the password, which ends every other session.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call, fieldProblem, isProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { settingsWords as words } from "../words/settings.ts";

export function Password() {
  const queries = useQueryClient();
  const notice = useNotice();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().me.patch({ password: { current, new: next } }));
      setCurrent("");
      setNext("");
      notice({ text: words.passwordChanged });
      await queries.invalidateQueries({ queryKey: ["listSessions"] });
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  const isWrong = isProblem(error, "wrong_password");
  const weakness = fieldProblem(error, "/password/new");
  return (
    <section className="card">
      <h2>{words.password}</h2>
      <form className="form narrow" onSubmit={(event) => void change(event)}>
        <Field
          label={words.currentPassword}
          name="current-password"
          type="password"
          autoComplete="current-password"
          isRequired
          value={current}
          onChange={setCurrent}
          problem={isWrong ? words.wrongPassword : null}
        />
        <Field
          label={words.newPassword}
          name="new-password"
          type="password"
          autoComplete="new-password"
          hint={words.newPasswordHint}
          isRequired
          minLength={12}
          maxLength={1024}
          value={next}
          onChange={setNext}
          problem={weakness}
        />
        {error !== null && !isWrong && weakness === null && <ErrorBox error={error} />}
        <div>
          <Button type="submit" isPending={isBusy}>
            {words.changePassword}
          </Button>
        </div>
      </form>
    </section>
  );
}
