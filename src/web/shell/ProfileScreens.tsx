// The screens of one profile inside the frame.
import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { useMay, useMaySee } from "../may.ts";
import { NetworkNames } from "../networks.ts";
import { Boundary } from "../parts/Boundary.tsx";
import { Empty, ScreenLoading } from "../parts/Region.tsx";
import { ProfileProvider, usePath, ZonesProvider, type Profile } from "../profile.tsx";
import { shellWords as words } from "../words/shell.ts";
import {
  Account,
  Accounts,
  Activity,
  Calendar,
  Compose,
  Connect,
  Import,
  Keys,
  Media,
  Networks,
  People,
  Plan,
  Post,
  Posts,
  ProfileSettings,
  Queue,
  Settings,
  Settle,
  Simulator,
  System,
  Today,
  Webhooks,
} from "./screens.ts";
import { Shell } from "./Shell.tsx";

export function ProfileScreens({ profile }: { readonly profile: Profile }) {
  return (
    <ProfileProvider value={profile}>
      <ZonesProvider>
        <NetworkNames>
          <Shell>
            <Screens />
          </Shell>
        </NetworkNames>
      </ZonesProvider>
    </ProfileProvider>
  );
}

function Screens() {
  const base = "/p/:profile";
  const [address] = useLocation();
  const may = useMay();
  const maySee = useMaySee();
  return (
    <Boundary address={address}>
      <Suspense fallback={<ScreenLoading />}>
        <Switch>
          <Route path={base}>
            <Today />
          </Route>
          <Route path={`${base}/calendar`}>
            <Calendar />
          </Route>
          <Route path={`${base}/queue`}>
            <Queue />
          </Route>
          <Route path={`${base}/posts`}>
            <Posts />
          </Route>
          <Route path={`${base}/posts/import`}>{may("draft") ? <Import /> : <LostInProfile />}</Route>
          <Route path={`${base}/posts/:id`}>{({ id }) => <Post key={id} id={id} />}</Route>
          <Route path={`${base}/write/:id?`}>
            {({ id }) => (may("draft") ? <Compose id={id ?? null} /> : <LostInProfile />)}
          </Route>
          <Route path={`${base}/media`}>
            <Media />
          </Route>
          <Route path={`${base}/accounts`}>
            <Accounts />
          </Route>
          <Route path={`${base}/accounts/connect/:network?`}>
            {({ network }) => (may("manage") ? <Connect network={network ?? null} /> : <LostInProfile />)}
          </Route>
          <Route path={`${base}/accounts/:id`}>{({ id }) => <Account key={id} id={id} />}</Route>
          <Route path={`${base}/networks`}>
            <Networks />
          </Route>
          <Route path={`${base}/settle/:target?`}>
            {({ target }) => (may("publish") ? <Settle targetId={target ?? null} /> : <LostInProfile />)}
          </Route>
          <Route path={`${base}/settings`}>
            <Settings />
          </Route>
          <Route path={`${base}/keys/:tab?`}>
            {({ tab }) => (may("manage") ? <Keys tab={tab ?? "keys"} /> : <LostInProfile />)}
          </Route>
          <Route path={`${base}/profile`}>{may("manage") ? <ProfileSettings /> : <LostInProfile />}</Route>
          <Route path={`${base}/webhooks`}>{may("manage") ? <Webhooks /> : <LostInProfile />}</Route>
          <Route path={`${base}/activity`}>
            <Activity />
          </Route>
          <Route path={`${base}/people`}>{may("administer") ? <People /> : <LostInProfile />}</Route>
          <Route path={`${base}/plan`}>{may("administer") ? <Plan /> : <LostInProfile />}</Route>
          <Route path={`${base}/simulator`}>
            {maySee({ screen: "simulator", needs: "read" }) ? <Simulator /> : <LostInProfile />}
          </Route>
          <Route path={`${base}/system`}>{may("administer") ? <System /> : <LostInProfile />}</Route>
          <Route>
            <LostInProfile />
          </Route>
        </Switch>
      </Suspense>
    </Boundary>
  );
}

function LostInProfile() {
  const path = usePath();
  return (
    <Empty isPage title={words.notFound}>
      <p>{words.notFoundMore}</p>
      <a className="button" href={path("")}>
        {words.toToday}
      </a>
    </Empty>
  );
}

export function NotFound() {
  return (
    <main className="lone">
      <Empty isPage title={words.notFound}>
        <p>{words.notFoundMore}</p>
        <a className="button" href="/p">
          {words.toToday}
        </a>
      </Empty>
    </main>
  );
}

const NewProfile = lazy(() =>
  import("../profile/NewProfile.tsx").then(({ NewProfile: form }) => ({ default: form })),
);

export function NoProfile() {
  const may = useMay();
  if (!may("manage"))
    return (
      <main className="lone">
        <Empty isPage title={words.noneOfYours}>
          <p>{words.noneOfYoursMore}</p>
        </Empty>
      </main>
    );
  return (
    <main className="lone">
      <Empty isPage title={words.noneOfYours}>
        <p>{words.noProfileMore}</p>
        <Suspense fallback={<ScreenLoading />}>
          <NewProfile />
        </Suspense>
      </Empty>
    </main>
  );
}
