// The page behind an invitation: what it is for, and a form with which the person joins.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { admin, call, fieldProblem, isProblem, ProblemError } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { sessionQuery } from "../session.tsx";
import { inviteWords as words, peopleWords } from "../words/people.ts";
import "../sign-in/SignIn.css";

/** What follows `#` in the link; browsers don't send it. */
const tokenInAddress = () => location.hash.slice(1);

const openInvite = (token: string) => call(() => admin().invites.open.post({ token }));
type Opened = Awaited<ReturnType<typeof openInvite>>;

export function Invite() {
  const [token] = useState(tokenInAddress);
  const { data, error, refetch } = useQuery({
    queryKey: ["openInvite", token],
    queryFn: () => openInvite(token),
    enabled: token !== "",
    // Each time counts as a try.
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    document.title = `${words.title} · Crier`;
  }, []);
  if (token === "" || isProblem(error, "invite_invalid")) return <Worthless error={error} />;
  return (
    <main className="lone sign-in">
      <p className="brand">Crier</p>
      <h1>{words.title}</h1>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && <Join token={token} invite={data} />}
    </main>
  );
}

function Worthless({ error }: { readonly error: unknown }) {
  const detail = error instanceof ProblemError ? error.problem.detail : words.noLinkMore;
  return (
    <main className="lone">
      <Empty isPage title={words.noLink}>
        <p>{detail}</p>
        <a className="button" href="/sign-in">
          {words.signIn}
        </a>
      </Empty>
    </main>
  );
}

function Join({ token, invite }: { readonly token: string; readonly invite: Opened }) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { invitedBy, role, profiles } = invite;
  const join = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().invites.accept.post({ token, email, password }));
      // Somebody else may have been signed in here.
      queries.removeQueries({ predicate: ({ queryKey: [operation] }) => operation !== "openInvite" });
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      navigate("/p", { replace: true });
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  const isTaken = isProblem(error, "already_exists") && error instanceof ProblemError;
  const problems = {
    email: isTaken ? error.problem.detail : fieldProblem(error, "/email"),
    password: fieldProblem(error, "/password"),
  };
  const isElsewhere = error !== null && problems.email === null && problems.password === null;
  return (
    <>
      <p>
        {invitedBy === null ? words.invitedByServer : words.invited(invitedBy)} {words.asRole}:{" "}
        <b>{peopleWords.roles[role].name}</b>. {peopleWords.roles[role].about}.
      </p>
      <p className="small">
        {peopleWords.profiles}:{" "}
        {profiles === null ? words.all : <span dir="auto">{profiles.join(", ")}</span>}
      </p>
      <form className="form" onSubmit={(event) => void join(event)}>
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          maxLength={254}
          value={email}
          onChange={setEmail}
          problem={problems.email}
        />
        <Field
          label={words.password}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={words.passwordHint}
          isRequired
          minLength={12}
          maxLength={1024}
          value={password}
          onChange={setPassword}
          problem={problems.password}
        />
        {isElsewhere && <ErrorBox error={error} />}
        <Button kind="primary" type="submit" isPending={isBusy}>
          {isBusy ? words.joining : words.join}
        </Button>
      </form>
    </>
  );
}
