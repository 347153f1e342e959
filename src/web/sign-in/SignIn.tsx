// The page for signing in.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "wouter";
import { sessionQuery } from "../session.tsx";
import { signInWords as words } from "../words/sign-in.ts";
import { CredentialsForm } from "./CredentialsForm.tsx";
import "./SignIn.css";

export function SignIn() {
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const queries = useQueryClient();
  useEffect(() => {
    document.title = `${words.title} · Crier`;
  }, []);
  const enter = async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    navigate(ownPath(parameters.get("to")), { replace: true });
  };
  return (
    <main className="lone sign-in">
      <p className="brand">Crier</p>
      <h1>{words.title}</h1>
      {!navigator.cookieEnabled && <p className="problem">{words.noCookies}</p>}
      {isPlain() && <p className="small">{words.plain}</p>}
      <CredentialsForm submit={words.submit} onSignedIn={() => void enter()} />
      <details className="small">
        <summary>{words.lost}</summary>
        <p>{words.lostMore}</p>
        <pre>{words.lostCommand}</pre>
      </details>
    </main>
  );
}

/** Only an address of this app: a link could name any. */
export function ownPath(to: string | null): string {
  if (to === null || !to.startsWith("/p") || to.includes("\\")) return "/p";
  // As the browser reads it: /p/../x is not below /p.
  const { origin, pathname } = new URL(to, location.origin);
  return origin === location.origin && /^\/p(?:\/|$)/.test(pathname) ? pathname : "/p";
}

const isPlain = () =>
  location.protocol === "http:" && !/^(?:localhost|127\.|\[::1\])/.test(location.hostname);
