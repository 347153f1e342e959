// The screens of one profile inside the frame.
import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { NetworkNames } from "../networks.ts";
import { Boundary } from "../parts/Boundary.tsx";
import { Empty, ScreenLoading } from "../parts/Region.tsx";
import { ProfileProvider, usePath, ZonesProvider, type Profile } from "../profile.tsx";
import { shellWords as words } from "../words/shell.ts";
import { SCREENS } from "./screens.ts";
import { Shell } from "./Shell.tsx";

const Today = lazy(SCREENS.today);
const Calendar = lazy(SCREENS.calendar);
const Queue = lazy(SCREENS.queue);
const Posts = lazy(SCREENS.posts);
const Import = lazy(SCREENS.import);
const Post = lazy(SCREENS.post);
const Media = lazy(SCREENS.media);
const Settle = lazy(SCREENS.settle);
const Compose = lazy(SCREENS.write);
const Settings = lazy(SCREENS.settings);
const Webhooks = lazy(SCREENS.webhooks);
const System = lazy(SCREENS.system);

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
          <Route path={`${base}/posts/import`}>
            <Import />
          </Route>
          <Route path={`${base}/posts/:id`}>{({ id }) => <Post key={id} id={id} />}</Route>
          <Route path={`${base}/write/:id?`}>{({ id }) => <Compose id={id ?? null} />}</Route>
          <Route path={`${base}/media`}>
            <Media />
          </Route>
          <Route path={`${base}/settle/:target?`}>
            {({ target }) => <Settle targetId={target ?? null} />}
          </Route>
          <Route path={`${base}/settings`}>
            <Settings />
          </Route>
          <Route path={`${base}/webhooks`}>
            <Webhooks />
          </Route>
          <Route path={`${base}/system`}>
            <System />
          </Route>
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

/** Until profiles can be made here, the command line makes them. */
export function NoProfile() {
  return (
    <main className="lone">
      <Empty isPage title={words.noProfile}>
        <p>{words.noProfileMore}</p>
        <pre>crier profile create me</pre>
      </Empty>
    </main>
  );
}
