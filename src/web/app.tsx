// The app: who is signed in decides between sign-in and the screens of a profile.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { I18nProvider, RouterProvider } from "react-aria-components";
import { Redirect, Route, Router, Switch, useLocation } from "wouter";
import { isProblem, ProblemError } from "./api.ts";
import { aroundNavigation } from "./leaving.ts";
import { KeysProvider, LetterKeys } from "./keys.tsx";
import { Boundary } from "./parts/Boundary.tsx";
import { ErrorBox, ScreenLoading, Skeleton } from "./parts/Region.tsx";
import { Notices } from "./parts/Notices.tsx";
import { SessionProvider, useSession, useSessionQuery } from "./session.tsx";
import { pathOf } from "./profile.tsx";
import { NoProfile, NotFound, ProfileScreens } from "./shell/ProfileScreens.tsx";
import { SessionEnded } from "./sign-in/SessionEnded.tsx";
import { SignIn } from "./sign-in/SignIn.tsx";
import { useTheme } from "./theme.ts";

const Invite = lazy(() => import("./invite/Invite.tsx").then(({ Invite: screen }) => ({ default: screen })));
const Setup = lazy(() => import("./setup/Setup.tsx").then(({ Setup: screen }) => ({ default: screen })));

const RETRIES = 2;

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What the server refused, it refuses again.
        retry: (failures, error) =>
          !(error instanceof ProblemError && error.problem.status < 500) && failures < RETRIES,
        retryDelay: 1000,
        // Only the server knows whether it can be reached: a machine without internet reaches its own.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

export function App() {
  return (
    <Router aroundNav={aroundNavigation}>
      <Frame />
    </Router>
  );
}

function Frame() {
  const [, navigate] = useLocation();
  return (
    <I18nProvider locale="en-GB">
      <QueryClientProvider client={queries}>
        <RouterProvider navigate={navigate}>
          <Notices>
            <KeysProvider>
              <Boundary>
                <Suspense fallback={<ScreenLoading />}>
                  <Switch>
                    <Route path="/setup">
                      <Setup />
                    </Route>
                    <Route path="/invite">
                      <Invite />
                    </Route>
                    <Route path="/sign-in">
                      <SignIn />
                    </Route>
                    <Route>
                      <SignedIn />
                    </Route>
                  </Switch>
                </Suspense>
              </Boundary>
            </KeysProvider>
          </Notices>
        </RouterProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}

export const queries = newQueryClient();
const LAST_PROFILE = "crier.profile";

/** Screens that are the same in every profile, by addresses that name none. */
const OF_ANY_PROFILE = { "/people": "people", "/activity": "activity", "/simulated": "simulator" } as const;

function SignedIn() {
  const { data: session, error, refetch } = useSessionQuery();
  const [address] = useLocation();
  useTheme(session?.settings.theme ?? "auto");
  // The page that was asked for comes after the sign-in.
  if (session === undefined && isProblem(error, "sign_in_required"))
    return <Redirect to={`/sign-in?to=${encodeURIComponent(address)}`} replace />;
  if (session === undefined)
    return <main className="lone">{error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton />}</main>;
  return (
    <SessionProvider value={session}>
      <LetterKeys value={session.settings.letterKeys}>
        <SessionEnded />
        <Switch>
          <Route path="/p/:profile/*?">
            {({ profile }) => <OfProfile name={decodeURIComponent(profile)} />}
          </Route>
          <Route path="/p">
            <FirstProfile names={session.profiles.map(({ name }) => name)} />
          </Route>
          {Object.entries(OF_ANY_PROFILE).map(([path, screen]) => (
            <Route key={path} path={path}>
              <FirstProfile names={session.profiles.map(({ name }) => name)} screen={screen} />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </LetterKeys>
    </SessionProvider>
  );
}

function OfProfile({ name }: { readonly name: string }) {
  const profiles = useSession().profiles;
  const named = profiles.find((each) => each.name === name || each.id === name);
  const [last, setLast] = useState({ name, id: named?.id });
  if (named && (last.name !== name || last.id !== named.id)) setLast({ name, id: named.id });
  // Renamed by somebody else while this screen is open: it stays, and what is typed in it.
  const renamed = named || last.name !== name ? undefined : profiles.find(({ id }) => id === last.id);
  useEffect(() => {
    // Not by the router, which would ask whether to leave what is not saved.
    if (renamed) history.replaceState(history.state, "", renamedAddress(renamed.name));
  }, [renamed]);
  const profile = named ?? renamed;
  useEffect(() => {
    if (profile) localStorage.setItem(LAST_PROFILE, profile.name);
  }, [profile]);
  return profile ? <ProfileScreens key={profile.id} profile={profile} /> : <NotFound />;
}

const renamedAddress = (profile: string) =>
  location.pathname.replace(/^\/p\/[^/]+/, pathOf(profile, "")) + location.search + location.hash;

interface FirstProps {
  readonly names: readonly string[];
  /** What is shown of it; default: Today. */
  readonly screen?: string;
}

function FirstProfile({ names, screen = "" }: FirstProps) {
  const last = localStorage.getItem(LAST_PROFILE);
  const name = names.find((each) => each === last) ?? names[0];
  return name === undefined ? <NoProfile /> : <Redirect to={pathOf(name, screen) + location.hash} replace />;
}
